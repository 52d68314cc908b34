import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { type NameFolder } from "./name-address";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { nameKey } from "./names";
import { deleteName } from "~/domain/front/merging/delete-name.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { previewMerge } from "~/domain/front/merging/preview-merge.server";
import { findNamePath, listNameBooks, rolesOfAuthor } from "./name-books.server";
import { defaultNameSort, type NameFilters } from "./name-pages";
import { namePageSchema, parseNameList } from "./name-pages.schema";
import { readNamePage, saveNamePage } from "./name-pages.server";

const { author, publisher, series, language } = MASTER_DATA;

let db: ShopDatabase;
let staffId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

const idOf = async (table: NameFolder, name: string) =>
  (await db.read.selectFrom(table).select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;

async function add(table: NameFolder, name: string): Promise<number> {
  const row = { name, name_key: nameKey(name) };
  return (await db.write.insertInto(table).values(row).returning("id").executeTakeFirstOrThrow()).id;
}

async function contribute(bookId: number, authorId: number, role: string) {
  const row = { book_id: bookId, author_id: authorId, role, position: 5 };
  await db.write.insertInto("book_contributors").values(row).execute();
}

async function list(folder: NameFolder, id: number, filters: Partial<NameFilters> = {}, page = 0) {
  const all = { role: null, sort: defaultNameSort(folder), ...filters };
  const { books, ...rest } = await listNameBooks(db.read, folder, id, { filters: all, page });
  return { ...rest, books: books.map(({ title, note }) => (note ? `${title}: ${note}` : title)) };
}

test("an author's visible books, with what else was done for them; one role alone", async () => {
  await catalogueBook(db.write, { title: "Gora", authors: ["Tagore"] });
  const letters = await catalogueBook(db.write, { title: "Letters", authors: ["Dutt"] });
  const hidden = await catalogueBook(db.write, { title: "Unknown", authors: ["Tagore"], hidden: 1 });
  const id = await idOf("authors", "Tagore");
  await contribute(letters, id, "B06");
  await contribute(letters, id, "A24");
  await contribute(hidden, id, "A12");
  expect(await list("authors", id, { sort: "title" })).toEqual({
    books: ["Gora", "Letters: Introduction, Translator"],
    count: 2,
    page: 0,
    nextPage: null,
  });
  expect(await list("authors", id, { role: "B06" })).toMatchObject({ count: 1 });
  expect(await list("authors", id, { role: "A12" })).toMatchObject({ books: [], count: 0 });
  expect(await rolesOfAuthor(db.read, id)).toEqual([
    { role: "A01", count: 1 },
    { role: "A24", count: 1 },
    { role: "B06", count: 1 },
  ]);
});

test("a series by number: 2 before 10, then words, then books without one", async () => {
  const id = await add("series", "Feluda");
  for (const number of [null, "10", "Special", "2", "2.5"])
    await catalogueBook(db.write, { title: `No ${number}`, series_id: id, series_number: number });
  expect((await list("series", id)).books).toEqual([
    "No 2: Book 2",
    "No 2.5: Book 2.5",
    "No 10: Book 10",
    "No Special: Special",
    "No null",
  ]);
});

test("a language's books, those in further languages too; both ways to find them give the same pages", async () => {
  const both = await catalogueBook(db.write, { title: "Both", language: "English" });
  await catalogueBook(db.write, { title: "A Tale", language: "Kannada" });
  const id = await idOf("languages", "Kannada");
  await db.write.insertInto("book_languages").values({ book_id: both, language_id: id }).execute();
  const few = (await list("languages", id, { sort: "title" })).books;
  expect(few).toEqual(["A Tale", "Both"]);
  for (let n = 10; n < 35; n += 1)
    await catalogueBook(db.write, { title: `Tale ${n}`, language: "Kannada", publisher: "Many Books" });
  const pages = [];
  for (const page of [0, 1, 2]) pages.push(...(await list("languages", id, { sort: "title" }, page)).books);
  expect(pages).toEqual([...few, ...Array.from({ length: 25 }, (_, n) => `Tale ${n + 10}`)]);
  expect(await list("languages", id, {}, 99)).toMatchObject({ page: 2, nextPage: null });
  const house = await list("publishers", await idOf("publishers", "Many Books"), { sort: "title" });
  expect(house).toMatchObject({ count: 25, nextPage: 1 });
  expect(house.books[0]).toBe("Tale 10");
});

test("a name has a page from its first visible book on; a merged one leads to the one that stays", async () => {
  const id = await add("authors", "Ismat Chughtai");
  expect(await findNamePath(db.read, "authors", id)).toBeNull();
  const book = await catalogueBook(db.write, { title: "Lihaaf", authors: ["Ismat Chughtai"], hidden: 1 });
  expect(await findNamePath(db.read, "authors", id)).toBeNull();
  await db.write.updateTable("books").set({ hidden: 0 }).where("id", "=", book).execute();
  expect(await findNamePath(db.read, "authors", id)).toBe(`/authors/${id}-ismat-chughtai`);
  const gone = await add("authors", "I. Chughtai");
  await mergeNames(db.write, author, { fromId: gone, intoId: id, staffId });
  expect(await findNamePath(db.read, "authors", gone)).toBe(`/authors/${id}-ismat-chughtai`);
  expect(await findNamePath(db.read, "authors", 999_999)).toBeNull();
});

test("a merge takes over what the page that stays lacks, says what is lost, and is in the history", async () => {
  const [fromId, intoId] = [await add("publishers", "Neem"), await add("publishers", "Neem Press")];
  const save = (id: number, text: string, website: string | null, nativeName: string | null) =>
    saveNamePage(db.write, publisher, { id, staffId, page: { nativeName, text, website } });
  await save(fromId, "Old text.", "https://neem.example.in", "नीम");
  await save(intoId, "New text.", null, null);
  const pair = { gone: { id: fromId, name: "Neem" }, stays: { id: intoId, name: "Neem Press" } };
  expect(await previewMerge(db.read, publisher, pair)).toMatchObject({
    page: { taken: ["name in its own script", "website"], lost: ["text"] },
  });
  await mergeNames(db.write, publisher, { fromId, intoId, staffId });
  expect(await readNamePage(db.read, publisher, intoId)).toEqual({
    nativeName: "नीम",
    text: "New text.",
    website: "https://neem.example.in",
    picture: null,
  });
  expect((await readNamePage(db.read, publisher, fromId)).text).toBe("");
  expect((await readAudit(db.read, "publisher", intoId))[0]!.changes).toContainEqual({
    field: "Taken from its page",
    before: null,
    after: ["name in its own script", "website"],
  });
});

test("pictures follow their author, and go with the last page that shows them", async () => {
  const addPicture = async (name: string) => {
    const id = await add("authors", name);
    const file = `picture-${nameKey(name)
      .padEnd(20, "0")
      .replace(/[^a-f0-9]/g, "0")}-10x10.webp`;
    const picture = { file, width: 10, height: 10, alt: name, created_at: "2026-01-01T00:00:00.000Z" };
    const { id: picture_id } = await db.write
      .insertInto("pictures")
      .values(picture)
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.write
      .insertInto("name_pages")
      .values({ entity: "author", id, website: null, picture_id })
      .execute();
    await db.write
      .insertInto("picture_uses")
      .values({ subject: "author", subject_id: id, picture_id })
      .execute();
    return id;
  };
  const pictures = async () =>
    (await db.read.selectFrom("pictures").select("alt").orderBy("alt").execute()).map(({ alt }) => alt);
  const [a, b, c] = [await addPicture("aa"), await addPicture("bb"), await add("authors", "cc")];
  await mergeNames(db.write, author, { fromId: a, intoId: c, staffId });
  expect((await readNamePage(db.read, author, c)).picture?.alt).toBe("aa");
  expect(await pictures()).toEqual(["aa", "bb"]);
  await mergeNames(db.write, author, { fromId: b, intoId: c, staffId });
  expect(await pictures()).toEqual(["aa"]);
  await deleteName(db.write, author, { id: c, staffId });
  expect(await pictures()).toEqual([]);
  expect(await db.read.selectFrom("picture_uses").selectAll().execute()).toEqual([]);
});

test("saving the same again writes nothing; an unknown name is refused", async () => {
  const id = await add("series", "Byomkesh");
  const page = { nativeName: "ব্যোমকেশ", text: "A detective.", website: null };
  expect(await saveNamePage(db.write, series, { id, staffId, page })).toBe(true);
  expect(await saveNamePage(db.write, series, { id, staffId, page })).toBe(true);
  expect(await readNamePage(db.read, series, id)).toMatchObject(page);
  expect(await readAudit(db.read, "series", id)).toHaveLength(1);
  expect(await saveNamePage(db.write, language, { id: 999_999, staffId, page })).toBe(false);
});

test.each([
  [
    { nativeName: " নীম\n", text: "One.\r\n\r\nTwo.", website: " example.in/a " },
    { nativeName: "নীম", text: "One.\n\nTwo.", website: "https://example.in/a" },
  ],
  [{}, { nativeName: null, text: "", website: null }],
])("%j is saved as %j", (typed, saved) => {
  expect(namePageSchema.parse(typed)).toEqual(saved);
});

test.each([
  { nativeName: "x".repeat(101) },
  { text: "x".repeat(2001) },
  { website: "javascript:alert(1)" },
  { website: "https://user:secret@example.in" },
  { website: "ftp://example.in" },
  { website: "here" },
])("%j is refused", (typed) => {
  expect(namePageSchema.safeParse(typed).success).toBe(false);
});

test("an address asks for a part of the list; what it has no business with is ignored", () => {
  const read = (folder: NameFolder, query: string) => parseNameList(folder, new URLSearchParams(query));
  expect(read("authors", "role=B06&sort=title&page=2")).toEqual({
    filters: { role: "B06", sort: "title" },
    page: 2,
  });
  expect(read("series", "role=B06&sort=relevance&page=-1")).toEqual({
    filters: { role: null, sort: "number" },
    page: 0,
  });
  expect(read("publishers", "sort=number")).toMatchObject({ filters: { sort: "featured" } });
});
