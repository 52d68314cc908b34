import { jpeg } from "~/test/files/pictures";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { beforeAll, describe, expect, test } from "vitest";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { nameKey } from "~/domain/catalogue/names/names";
import { catalogueBook } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { createShopOrder } from "~/test/orders";
import { openPage, pageHtml, readPage } from "~/test/pages";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser(shop);
});

const ENTITIES: MasterDataEntity[] = Object.values(MASTER_DATA);
const { author, tag } = MASTER_DATA;

async function add({ table }: MasterDataEntity, name: string): Promise<number> {
  const row = { name, name_key: nameKey(name) };
  return (await shop.db.write.insertInto(table).values(row).returning("id").executeTakeFirstOrThrow()).id;
}
const idOf = async ({ table }: MasterDataEntity, name: string) =>
  (await shop.db.read.selectFrom(table).select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
const exists = async ({ table }: MasterDataEntity, id: number) =>
  (await shop.db.read.selectFrom(table).select("id").where("id", "=", id).execute()).length === 1;
const screen = ({ path }: MasterDataEntity) => `/admin/${path}`;

test.each(ENTITIES)(
  "/admin/$path: an unused name is deleted and two are merged, with plain forms",
  async (entity) => {
    const [unused, gone, stays] = [
      await add(entity, "Aaa"),
      await add(entity, "B b b"),
      await add(entity, "Bbb"),
    ];
    const list = `${screen(entity)}?q=aaa&size=5`;
    expect(await pageHtml(await staff.get(list))).toContain(`confirm=delete-${unused}`);
    expect(await pageHtml(await staff.get(`${list}&confirm=delete-${unused}`))).toContain('value="delete"');
    const deleted = await readPage(
      staff.post(`${list}&confirm=delete-${unused}`, { intent: "delete", id: String(unused) }),
    );
    expect(deleted).toMatchObject({ status: 303, to: list });
    expect(await pageHtml(await staff.get(list))).toContain(`${entity.label} deleted successfully!`);
    expect(await exists(entity, unused)).toBe(false);

    const panel = `${screen(entity)}?merge=${gone}`;
    expect(await pageHtml(await staff.get(panel))).toContain(`into=${stays}`);
    const preview = `${panel}&with=${encodeURIComponent(" bbb ")}`;
    expect(await pageHtml(await staff.get(preview))).toContain('value="merge"');
    expect(await pageHtml(await staff.get(preview))).toMatch(/No (?:books|orders) change/);
    const merged = await readPage(staff.post(preview, { intent: "merge", into: String(stays) }));
    expect(merged).toMatchObject({ status: 303, to: screen(entity) });
    expect(await pageHtml(await staff.get(screen(entity)))).toContain("“B b b” was merged into “Bbb”");
    expect([await exists(entity, gone), await exists(entity, stays)]).toEqual([false, true]);
    // The address of the panel that is gone leads to the one that stays.
    expect(await readPage(staff.get(`${screen(entity)}?edit=${gone}`))).toMatchObject({
      to: `${screen(entity)}?edit=${stays}`,
    });
  },
);

test("the list says how often a name is used, with a link to the books; only unused names can be deleted", async () => {
  await catalogueBook(shop.db.write, { title: "Nadi", authors: ["Counted One"], hidden: 1 });
  await catalogueBook(shop.db.write, { title: "Parvat", authors: ["Counted One", "Counted Two"] });
  const id = await idOf(author, "Counted One");
  const page = await pageHtml(await staff.get("/admin/authors?q=counted one"));
  expect(page).toMatch(new RegExp(`href="/admin/products\\?author=${id}"[^>]*>2<`));
  expect(page).not.toContain(`confirm=delete-${id}`);
  const books = await pageHtml(await staff.get(`/admin/products?author=${id}`));
  expect(books).toContain("Nadi");
  expect(books).toContain("Parvat");
  expect(books).toContain("Counted One</bdi>");
  const one = await pageHtml(await staff.get(`/admin/products?author=${await idOf(author, "Counted Two")}`));
  expect(one).not.toContain("Nadi");
  expect(await pageHtml(await staff.get("/admin/products?author=999999"))).toContain(
    "No items found matching your search",
  );
});

test("a carrier's orders are counted and listed", async () => {
  const { orderId } = await createShopOrder(shop, "shipped");
  const { logistics_provider_id: id } = await shop.db.read
    .selectFrom("orders")
    .select("logistics_provider_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const other = await createShopOrder(shop, "shipped");
  expect(await pageHtml(await staff.get("/admin/logistics/providers?size=50"))).toContain(
    `href="/admin/orders?carrier=${id}"`,
  );
  const orders = await pageHtml(await staff.get(`/admin/orders?carrier=${id}`));
  expect(orders).toContain(`/admin/orders/${orderId}"`);
  expect(orders).toContain("Sent by");
  expect(orders.includes(`/admin/orders/${other.orderId}"`)).toBe(false);
});

test("a name that came into use meanwhile is not deleted, and the list says why", async () => {
  const id = await add(author, "Late Writer");
  await catalogueBook(shop.db.write, { title: "Late", authors: ["Late Writer"] });
  const answer = await readPage(
    staff.post(`/admin/authors?confirm=delete-${id}`, { intent: "delete", id: String(id) }),
  );
  expect(answer).toMatchObject({ status: 303 });
  expect(await pageHtml(await staff.get("/admin/authors"))).toContain(
    "“Late Writer” is used by 1 book, so it cannot be deleted.",
  );
  expect(await exists(author, id)).toBe(true);
});

describe("the panel to merge", () => {
  test("asks for a name, refuses unknown ones with similar ones, and itself", async () => {
    const id = await add(tag, "Riverine");
    await add(tag, "Rivers of Assam");
    const panel = async (query: string) => pageHtml(await staff.get(`/admin/booktags?merge=${id}${query}`));
    expect(await panel("")).toContain("<datalist");
    expect(await panel("&with=")).toContain("Please type the name of the book tag that stays");
    const unknown = await panel("&with=rivers");
    expect(unknown).toContain("There is no book tag “rivers”. These are similar:");
    expect(unknown).toContain("Rivers of Assam</bdi>");
    expect(unknown).toContain('value="rivers"');
    expect(await panel("&with=zzzz")).toContain("There is no book tag “zzzz”.");
    expect(await panel("&with=RIVERINE")).toContain("it cannot be merged into itself");
    expect(await panel("&into=999999")).toContain("The book tag that should stay has been deleted meanwhile");
    expect((await staff.get("/admin/booktags?merge=999999")).status).toBe(404);
  });

  test("shows what changes: the first ten books, those with both, and that links follow", async () => {
    for (let n = 1; n <= 12; n += 1)
      await catalogueBook(shop.db.write, {
        title: `Wool ${String(n).padStart(2, "0")}`,
        tags: n <= 2 ? ["Wool", "Woollen"] : ["Woollen"],
      });
    const [gone, stays] = [await idOf(tag, "Woollen"), await idOf(tag, "Wool")];
    const page = await pageHtml(await staff.get(`/admin/booktags?merge=${gone}&into=${stays}`));
    const text = page.replace(/<[^>]*>/g, "");
    expect(text).toContain("12 books name “Wool” instead:");
    expect(text).toContain("Wool 10");
    expect(text).toContain("and 2 more");
    expect(text).toContain("2 of these books have both names, and keep one.");
    expect(text).toContain("Links to its list, in menus, in texts and on other sites, lead to “Wool”");
    expect(page).toContain(`?merge=${stays}&amp;into=${gone}`);
  });

  test("says so when another person was faster", async () => {
    const [gone, stays, other] = [await add(tag, "Xa"), await add(tag, "Xb"), await add(tag, "Xc")];
    const send = (from: number, into: number) =>
      readPage(
        staff.post(`/admin/booktags?merge=${from}&into=${into}`, { intent: "merge", into: String(into) }),
      );
    await send(gone, stays);
    expect(await send(other, gone)).toMatchObject({ status: 303, to: `/admin/booktags?merge=${other}` });
    expect(await pageHtml(await staff.get("/admin/booktags"))).toContain(
      "“Xa” has been merged into “Xb” meanwhile. Nothing else was changed.",
    );
    expect((await staff.post(`/admin/booktags?merge=${other}`, { intent: "merge", into: "x" })).status).toBe(
      404,
    );
    expect((await staff.post("/admin/booktags", { intent: "merge", into: String(stays) })).status).toBe(404);
    expect((await staff.post("/admin/booktags", { intent: "nonsense" })).status).toBe(400);
  });
});

test("duplicates are offered as pairs, the one with fewer books to be merged", async () => {
  await catalogueBook(shop.db.write, { title: "Guide", authors: ["R. K. Narayan"] });
  const [gone, stays] = [await add(author, "Narayan, R K"), await idOf(author, "R. K. Narayan")];
  const { html } = await openPage(staff, "/admin/authors?duplicates=1");
  expect(html).toContain(`?duplicates=1&amp;merge=${gone}&amp;into=${stays}`);
  expect(html).toContain("Narayan, R K</bdi>");
  const { html: none } = await openPage(staff, "/admin/languages?duplicates=1");
  expect(none).toContain("No two names look the same");
});

test("a link to the list of a merged tag leads to the one that stays, and its page shows all books at once", async () => {
  await catalogueBook(shop.db.write, { title: "Kahani One", tags: ["Kahani"] });
  await catalogueBook(shop.db.write, { title: "Kahani Two", tags: ["Kahaani"] });
  const list = (name: string, more = "") => `${shop.origin}/books?tag=${name}${more}`;
  expect(await pageHtml(await fetch(list("Kahani")))).not.toContain("Kahani Two");
  const [gone, stays] = [await idOf(tag, "Kahaani"), await idOf(tag, "Kahani")];
  await staff.post(`/admin/booktags?merge=${gone}&into=${stays}`, { intent: "merge", into: String(stays) });
  const moved = await fetch(list("kahaani", "&sort=newest"), { redirect: "manual" });
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/books?tag=Kahani&sort=newest"]);
  expect(await pageHtml(await fetch(list("Kahani")))).toContain("Kahani Two");
});

test("without the right to the catalogue nobody merges or deletes", async () => {
  const clerk = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  const [gone, stays] = [await add(tag, "Ya"), await add(tag, "Yb")];
  const merge = { intent: "merge", into: String(stays) };
  expect((await clerk.post(`/admin/booktags?merge=${gone}&into=${stays}`, merge)).status).toBe(403);
  expect((await clerk.post("/admin/booktags", { intent: "delete", id: String(gone) })).status).toBe(403);
  expect(await exists(tag, gone)).toBe(true);
});

test("text, website and picture of an author's page are saved, refused with a sentence, and removed", async () => {
  await catalogueBook(shop.db.write, { title: "Rudali", authors: ["Mahasweta Devi"] });
  const id = await idOf(author, "Mahasweta Devi");
  const panel = `/admin/authors?about=${id}`;
  const store = `/authors/${id}-mahasweta-devi`;
  expect(await pageHtml(await staff.get(`/admin/authors?edit=${id}`))).toContain(`?about=${id}`);
  expect(await pageHtml(await staff.get(panel))).toContain(`href="${store}?preview=on"`);

  const about = { intent: "save-about", text: "Wrote in Bengali.", website: "nowhere" };
  const refused = await readPage(staff.post(panel, about));
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Website must be an address that begins with https://");
  expect(refused.html).toContain("Wrote in Bengali.");
  expect(await readPage(staff.post(panel, { ...about, website: "example.in" }))).toMatchObject({
    status: 303,
  });
  expect(await pageHtml(await staff.get(panel))).toContain('value="https://example.in"');

  const file1 = new File([new Uint8Array(await jpeg())], "devi.jpg");
  const upload = (fields: Record<string, string | File>) =>
    readPage(staff.postFiles(panel, { intent: "upload-picture", ...fields }));
  expect((await upload({ file1, alt: "" })).html).toContain("Please say what the picture shows");
  const broken = await upload({ file1: new File(["x"], "x.jpg"), alt: "At her desk" });
  expect([broken.status, broken.html.includes("not a JPEG, PNG or WebP image")]).toEqual([400, true]);
  expect(broken.html).toContain('value="At her desk"');
  expect(await upload({ file1, alt: "At her desk" })).toMatchObject({ status: 303, to: panel });

  const shown = await pageHtml(await fetch(shop.origin + store));
  expect(shown).toContain('alt="At her desk"');
  expect(shown).toMatch(/property="og:image" content="[^"]*\/coverpages\/picture-[0-9a-f]{20}-400x600\.jpg"/);
  expect(shown).toContain("Wrote in Bengali.");
  const key = MASTER_DATA.author.key;
  const history = await readAudit(shop.db.read, key, id);
  expect(history.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
    ["Picture"],
    ["Text of its page", "Website"],
  ]);

  expect(await readPage(staff.post(panel, { intent: "remove-picture" }))).toMatchObject({ status: 303 });
  expect(await pageHtml(await fetch(shop.origin + store))).not.toContain("At her desk");
  expect(
    await shop.db.read.selectFrom("pictures").select("id").where("alt", "=", "At her desk").execute(),
  ).toEqual([]);
  const clerk = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  expect((await clerk.post(panel, { ...about, website: "" })).status).toBe(403);
  expect((await staff.post("/admin/authors?about=999999", { ...about, website: "" })).status).toBe(404);
  expect((await staff.post(`/admin/booktags?about=${id}`, about)).status).toBe(404);
  expect(
    (await staff.postFiles(`/admin/series?about=${id}`, { intent: "upload-picture", file1 })).status,
  ).toBe(400);
});

test("visitors of a hidden book are led to another one, found by its title", async () => {
  const old = await catalogueBook(shop.db.write, { title: "Rudali, first printing" });
  const next = await catalogueBook(shop.db.write, { title: "Rudali reprinted", isbn13: "9788171670024" });
  const panel = `/admin/products?successor=${old}`;
  expect(await pageHtml(await staff.get(`/admin/products?edit=${old}`))).toContain(`?successor=${old}`);
  const found = await pageHtml(await staff.get(`${panel}&find=9788171670024`));
  expect(found).toMatch(
    new RegExp(`name="successorId" value="${next}"|value="${next}"[^>]*name="successorId"`),
  );
  expect(await pageHtml(await staff.get(`${panel}&find=zzzz`))).toContain("No book in the store matches.");
  const choose = (successorId: number) =>
    readPage(staff.post(panel, { intent: "set-successor", successorId: String(successorId) }));
  const refused = await choose(old);
  expect([refused.status, refused.html.includes("A book cannot lead to itself")]).toEqual([400, true]);
  expect(await choose(next)).toMatchObject({ status: 303, to: "/admin/products" });
  expect((await pageHtml(await staff.get(panel))).replace(/<[^>]*>/g, "")).toContain(
    "are led to Rudali reprinted",
  );
  expect(await readPage(staff.post(panel, { intent: "clear-successor" }))).toMatchObject({ status: 303 });
  expect(await pageHtml(await staff.get(panel))).toContain("read that it is no longer available");
  expect((await staff.get("/admin/products?successor=999999")).status).toBe(404);
});
