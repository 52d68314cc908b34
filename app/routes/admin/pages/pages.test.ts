import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { pageHtml, readPage } from "~/test/pages";
import { jpeg } from "~/test/files/pictures";
import { type Browser, guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser(shop);
});

let address: string;
let made = 0;
beforeEach(() => {
  address = `page-${++made}`;
});

const FORM = {
  intent: "save-page",
  version: 0,
  title: "About us",
  body: "We publish books.",
  published: "on",
};
const add = (given: Record<string, string | number> = {}, query = "") =>
  staff.post(`/admin/pages/new${query}`, { ...FORM, address, ...given });
const stored = (kind = "page") =>
  shop.db.read
    .selectFrom("pages")
    .selectAll()
    .where("kind", "=", kind as "page")
    .where("address", "=", address)
    .executeTakeFirst();

describe("the editor", () => {
  test("adds a page, which its list and the store show, and changes and deletes it", async () => {
    const added = await readPage(add());
    const { id, version } = (await stored())!;
    expect(added).toMatchObject({ status: 303, to: `/admin/pages/${id}?saved=1` });
    const editor = await pageHtml(staff.get(`/admin/pages/${id}`));
    for (const piece of [
      "Saved. Visitors see it now.",
      `value="${address}"`,
      "We publish books.",
      "added this",
    ])
      expect(editor).toContain(piece);
    expect(await pageHtml(staff.get(`/admin/pages?q=${address}`))).toContain(`/${address}`);
    const change = { ...FORM, address, version, body: "We sell books." };
    await staff.post(`/admin/pages/${id}`, change);
    expect(await pageHtml(guestBrowser(shop).get(`/${address}`))).toContain("We sell books.");
    // Somebody with the old version is told, sees the difference and keeps what was typed.
    const clash = await readPage(staff.post(`/admin/pages/${id}`, { ...change, body: "We lend books." }));
    expect(clash.status).toBe(409);
    for (const piece of ["Changed meanwhile", "We sell books.", "We lend books.", 'name="version" value="2"'])
      expect(clash.html).toContain(piece);
    expect(editor).toMatch(/href="[^"]*confirm=delete"/);
    expect(await pageHtml(staff.get(`/admin/pages/${id}?confirm=delete`))).toContain("deleted for good");
    expect(await readPage(staff.post(`/admin/pages/${id}`, { intent: "delete-page" }))).toMatchObject({
      status: 303,
      to: "/admin/pages",
    });
    expect((await staff.get(`/admin/pages/${id}`)).status).toBe(404);
  });

  test("shows a sentence at each refused field and keeps what was typed", async () => {
    await add();
    for (const [given, sentence] of [
      [{ title: "" }, "Please enter a title"],
      [{ address: "cart" }, "/cart is an address of the shop itself"],
      [{ address: "a b" }, "An address has small letters, digits and hyphens"],
      [{}, `has the address /${address} already`],
      [
        { address: `${address}-x`, body: "Some <b>bold</b> text" },
        "HTML is not shown, only its text: &lt;b&gt;",
      ],
      [{ address: "", title: "हमारे बारे में" }, "Please enter an address"],
      [{ body: "x".repeat(40_001) }, "Text must be at most 40000 characters"],
    ] as [Record<string, string>, string][]) {
      const answer = await readPage(add({ searchTitle: "Kept as typed", ...given }));
      expect(answer.status, sentence).toBe(400);
      expect(answer.html).toContain(sentence);
      expect(answer.html).toContain('value="Kept as typed"');
    }
  });

  test("takes a text of 40,000 letters of an Indian script as a browser sends it", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...FORM, address, body: "क".repeat(40_000) }))
      body.set(name, String(value));
    expect((await staff.request("/admin/pages/new", { method: "POST", body })).status).toBe(303);
    expect((await stored())!.body).toHaveLength(40_000);
  });

  test("previews the text without saving it", async () => {
    const answer = await readPage(add({ intent: "preview-page", title: "", body: "Some *new* text" }));
    expect(answer.status).toBe(200);
    expect(answer.html).toContain("Some <em>new</em> text");
    expect(answer.html).toContain("Some *new* text");
    expect(await stored()).toBeUndefined();
    const html = await readPage(add({ intent: "preview-page", body: "<script>alert(1)</script>" }));
    expect([html.status, html.html.includes("HTML is not shown")]).toEqual([400, true]);
  });

  test("begins a page with a text from the settings, and news with today's date", async () => {
    const contact = await pageHtml(staff.get("/admin/pages/new?template=contact"));
    expect(contact).toMatch(/<input[^>]*name="hasContactForm"[^>]*checked/);
    expect(contact).toContain("Write to us with the form below");
    expect(await pageHtml(staff.get("/admin/pages/new?kind=news"))).toMatch(
      /name="postedOn"[^>]*value="\d{4}-\d\d-\d\d"/,
    );
  });

  test("saves the shop's own terms at their address, once", async () => {
    await add({ title: "Terms", address: "elsewhere" }, "?kind=terms");
    const own = await shop.db.read.selectFrom("pages").selectAll().where("kind", "=", "terms").execute();
    expect(own).toMatchObject([{ address: "terms" }]);
    // Somebody who began at the same time is told, and keeps what was typed.
    const late = await readPage(add({ title: "Terms", body: "Typed meanwhile" }, "?kind=terms"));
    expect([late.status, late.html.includes("Typed meanwhile")]).toEqual([409, true]);
    expect((await staff.post(`/admin/pages/${own[0]!.id}`, { intent: "delete-page" })).status).toBe(404);
    expect(await pageHtml(staff.get("/admin/pages"))).toContain("Your own text, changed");
  });
});

describe("pictures", () => {
  async function upload(fields: Record<string, string | Buffer>) {
    const body = new FormData();
    body.set("intent", "upload-picture");
    for (const [name, value] of Object.entries(fields))
      body.set(name, typeof value === "string" ? value : new File([new Uint8Array(value)], "a.jpg"));
    return staff.request("/admin/pages/pictures", { method: "POST", body });
  }

  test("are uploaded, used in a page, and deleted when nothing shows them", async () => {
    const sent = await upload({ file1: await jpeg(1200, 800), alt: "Our shelf" });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/admin/pages/pictures"]);
    const row = await shop.db.read.selectFrom("pictures").selectAll().executeTakeFirstOrThrow();
    const text = `![Our shelf](/coverpages/${row.file})`;
    expect(await pageHtml(staff.get("/admin/pages/pictures"))).toContain(text);
    await add({ body: text });
    const visitor = guestBrowser(shop);
    expect(await pageHtml(visitor.get(`/${address}`))).toMatch(
      /<img src="\/coverpages\/picture-[^"]+" srcset="[^"]+ 480w, [^"]+" sizes="[^"]+" width="1200" height="800" alt="Our shelf" loading="lazy"/,
    );
    expect((await visitor.get(`/coverpages/${row.file}`)).headers.get("Content-Type")).toBe("image/webp");
    const used = await readPage(
      staff.post("/admin/pages/pictures", { intent: "delete-picture", id: row.id }),
    );
    expect(used.status).toBe(303);
    expect(await pageHtml(staff.get("/admin/pages/pictures"))).toContain("shown somewhere. Remove it there");
    const page = (await stored())!;
    await staff.post(`/admin/pages/${page.id}`, { ...FORM, address, version: 1 });
    await staff.post("/admin/pages/pictures", { intent: "delete-picture", id: row.id });
    expect(
      readdirSync(path.join(shop.dataDir, "coverpages")).filter((name) => name.startsWith("picture")),
    ).toEqual([]);
  });

  test("that are none, or say not what they show, are refused at the field", async () => {
    const none = await readPage(upload({ file1: Buffer.from("<svg/>"), alt: "Kept" }));
    expect(none.status).toBe(400);
    expect(none.html).toContain("The file is not a JPEG, PNG or WebP image");
    expect(none.html).toContain('value="Kept"');
    const silent = await readPage(upload({ file1: await jpeg(), alt: " " }));
    expect([silent.status, silent.html.includes("Please say what the picture shows")]).toEqual([400, true]);
  });

  test("are answered with their text in place, when a script asks for that", async () => {
    const answer = await upload({ file1: await jpeg(300, 200), alt: "A stamp", stay: "on" });
    expect(answer.status).toBe(200);
  });
});

test("messages are listed, marked as answered and deleted", async () => {
  const row = { name: "Ravi Iyer", email: "ravi@example.com", order_number: "", message: "Where is it?" };
  const { id } = await shop.db.write
    .insertInto("contact_messages")
    .values({ ...row, sent_at: "2026-11-22T10:00:00.000Z", answered_at: null, answered_by: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const list = await pageHtml(staff.get("/admin/pages/messages"));
  for (const piece of ["Where is it?", "mailto:ravi@example.com", "Messages (1)", "To answer"])
    expect(list).toContain(piece);
  const post = (intent: string) => staff.post("/admin/pages/messages?state=open", { intent, id });
  expect(await readPage(post("answered"))).toMatchObject({
    status: 303,
    to: "/admin/pages/messages?state=open",
  });
  expect(await pageHtml(staff.get("/admin/pages/messages?state=answered"))).toContain("Kamini Iyer");
  expect((await post("eat")).status).toBe(400);
  expect(await pageHtml(staff.get(`/admin/pages/messages?confirm=delete-${id}`))).toContain("Delete Message");
  await post("delete");
  expect((await post("delete")).status).toBe(404);
});

test("staff without the right for contents are refused", async () => {
  const clerk = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  for (const screen of ["", "/news", "/new", "/pictures", "/messages"])
    expect((await clerk.get(`/admin/pages${screen}`)).status, screen).toBe(403);
  expect((await clerk.post("/admin/pages/new", { ...FORM, address })).status).toBe(403);
  expect((await clerk.post("/admin/pages/messages", { intent: "delete", id: 1 })).status).toBe(403);
  expect(await stored()).toBeUndefined();
});
