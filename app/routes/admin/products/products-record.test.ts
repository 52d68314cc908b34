import { beforeAll, expect, test } from "vitest";
import { createBook, createStaff } from "~/test/factories";
import { readPage } from "~/test/pages";
import { type Browser, type FormFields, guestBrowser, signedIn, testShop } from "~/test/shop";

// The parts of the book form below the specification's fields.

const shop = testShop();
let staff: Browser;
let fields: FormFields;
let bookId: number;
let page: string;

beforeAll(async () => {
  const staffId = await createStaff(shop.db.write, {});
  staff = await signedIn(shop, staffId);
  bookId = await createBook(shop.db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
  for (const name of ["Pearson", "Bose"])
    await shop.db.write.insertInto("authors").values({ name, name_key: name.toLowerCase() }).execute();
  page = `/admin/products?edit=${bookId}`;
  const { publisher_id, language_id } = await shop.db.read
    .selectFrom("books")
    .select(["publisher_id", "language_id"])
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  const [author, tag] = [await firstId("authors"), await firstId("tags")];
  fields = {
    intent: "save-book",
    version: 1,
    shownStock: 10,
    title: "Gora",
    brief: "A novel.",
    isbn13: "",
    authorId: [author],
    publisherId: publisher_id,
    languageId: language_id,
    price: "250",
    stock: "10",
    booktagsId: [tag],
    description: "",
    pageCount: "",
    publishedOn: "",
    salePrice: "",
  };
});

const firstId = async (table: "authors" | "tags") =>
  (await shop.db.read.selectFrom(table).select("id").executeTakeFirstOrThrow()).id;

const rows = (...all: [name: string, role: string][]): FormFields => ({
  contributorName: all.map(([name]) => name),
  contributorRole: all.map(([, role]) => role),
});
const send = (changes: FormFields) => readPage(staff.post(page, { ...fields, ...changes }));

/** The names and roles in the rows of a page. */
function shownRows(html: string): [string, string][] {
  const names = [...html.matchAll(/<input[^>]*name="contributorName"[^>]*>/g)];
  const roles = [...html.matchAll(/<select[^>]*name="contributorRole".*?<\/select>/gs)];
  return names.map(([input], at) => [
    /value="([^"]*)"/.exec(input)?.[1] ?? "",
    /<option value="(\w+)" selected=""/.exec(roles[at]![0])?.[1] ?? "",
  ]);
}

const THREE = rows(["Pearson", "B06"], ["", "B06"], ["Bose", "A12"]);

test("groups without values are folded, with values or errors they are open", async () => {
  const folded = (html: string, title: string) =>
    new RegExp(`<details([^>]*)><summary><h3>${title}</h3>`).exec(html)?.[1]?.includes("open") === false;
  const { html } = await readPage(staff.get(page));
  expect(html).toContain('<input type="hidden" name="contributorName" value=""/>');
  expect(shownRows((await send({ ...rows(["", ""]), intent: "contributor-add" })).html)).toHaveLength(1);
  for (const title of [
    "Details",
    "Contributors",
    "Series and edition",
    "Size and weight",
    "Subjects",
    "Tax and import",
  ])
    expect(folded(html, title), title).toBe(true);
  const wrong = await send({ weightG: "heavy", subtitle: "A Novel" });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain("Weight must be a whole number from 1 to 50000");
  expect(folded(wrong.html, "Size and weight")).toBe(false);
  expect(folded(wrong.html, "Details")).toBe(false);
  expect(folded(wrong.html, "Tax and import")).toBe(true);
});

test("rows are added, moved and removed, and nothing is saved or lost", async () => {
  const step = async (intent: string) => {
    const { html, status } = await send({ ...THREE, intent, subtitle: "Typed" });
    expect(status).toBe(200);
    expect(html).toContain('value="Typed"');
    return shownRows(html);
  };
  const [pearson, empty, bose] = [["Pearson", "B06"], ["", "B06"], ["Bose", "A12"]]; // oxfmt-ignore
  expect(await step("contributor-add")).toEqual([pearson, empty, bose, ["", "B06"]]);
  expect(await step("contributor-up-2")).toEqual([pearson, bose, empty]);
  expect(await step("contributor-down-0")).toEqual([empty, pearson, bose]);
  expect(await step("contributor-down-2")).toEqual([pearson, empty, bose]);
  expect(await step("contributor-drop-0")).toEqual([empty, bose]);
  expect((await send({ ...THREE, intent: "contributor-up-9" })).status).toBe(400);
  expect(await shop.db.read.selectFrom("books").select("subtitle").execute()).toEqual([{ subtitle: null }]);
});

test("an unknown name is refused at its row, and can be added", async () => {
  const unknown = rows(["Pearson", "B06"], ["", "B06"], ["Ila Sen", "A12"]);
  const refused = await send(unknown);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Nobody is called “Ila Sen”. Check the name, or add it as a new one.");
  expect(refused.html).toContain('value="contributor-new-2"');
  expect((await send({ ...unknown, intent: "contributor-new-2" })).status).toBe(200);
  expect(await send(unknown)).toMatchObject({ status: 303 });
  const { html } = await readPage(staff.get(page));
  expect(shownRows(html)).toEqual([
    ["Pearson", "B06"],
    ["Ila Sen", "A12"],
  ]);
});

test("pre-orders of a forthcoming book need its day; their number is stored and shown", async () => {
  const { db } = shop;
  const stored = () =>
    db.read.selectFrom("books").selectAll().where("id", "=", bookId).executeTakeFirstOrThrow();
  const { version } = await stored();
  const wanted = { version, publishingStatus: "forthcoming", preorderLimit: "20" };
  const refused = await send({ ...wanted, publishedOn: "2999" });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("give its Published Date as a whole date");
  expect((await stored()).preorder_limit).toBeNull();
  expect((await send({ ...wanted, publishedOn: "2999-01-12" })).status).toBe(303);
  expect(await stored()).toMatchObject({ preorder_limit: 20, published_on: "2999-01-12" });
  const list = await readPage(staff.get("/admin/products?release=coming"));
  expect(list.html).toContain("Pre-order · Out on 12 Jan 2999 · 0 of 20 pre-ordered");
});

test("codes of subjects have their headings in the form and on the book's page", async () => {
  const { version } = await shop.db.read
    .selectFrom("books")
    .select("version")
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  const saved = await send({ version, thema: "FBC, 1FKA, 5AQ", bisac: "FIC004000" });
  expect(saved.status).toBe(303);
  const form = (await readPage(staff.get(page))).html;
  expect(form).toContain("Saved: FBC Classic fiction · 1FKA India<");
  expect(form).toContain("Saved: FIC004000 Fiction / Classics<");
  const shown = (await readPage(guestBrowser(shop).get(`/books/${bookId}?tab=details`))).html;
  expect(shown).toContain("Classic fiction, India, 5AQ, Fiction / Classics");
});
