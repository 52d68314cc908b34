import path from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/postgres";
import { catalogueBook } from "~/test/factories-catalogue";
import { BOOK_SEARCH, type BookSearch, printedColumns } from "./book-search.server";
import { indexMatches, relevance } from "./full-text.server";
import { updateDatabase } from "./migrate.server";
import { fullTextExpression, withinColumns } from "./text-search";

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  db = await createTestDatabase();
});

/** The index with the year of publication, which the shop's own index does not have. */
const withYear = (weight: number, printed = true): BookSearch => ({
  ...BOOK_SEARCH,
  year: { weight, printed, column: "published_on" },
});

/** The ids of the books found, best match first. */
async function find(text: string, search: BookSearch = BOOK_SEARCH, columns = Object.keys(search)) {
  const expression = withinColumns(fullTextExpression(text)!, columns);
  const rows = await db.read
    .selectFrom("books_fts")
    .select("rowid")
    .where(indexMatches("books_fts", expression))
    .orderBy(relevance(expression, search))
    .execute();
  return rows.map((row) => row.rowid);
}

test("a declared column is searched with its weight and kept up to date", async () => {
  const ofTheYear = await catalogueBook(db.write, { title: "Gora", published_on: "1910" });
  const aboutTheYear = await catalogueBook(db.write, { title: "Comets", description: "Seen in 1910." });
  expect(await find("1910")).toEqual([aboutTheYear]);

  expect(await db.prepareSearch(withYear(50))).toBe(true);
  expect(await find("1910", withYear(50))).toEqual([ofTheYear, aboutTheYear]);
  expect(await find("1910", withYear(0.01))).toEqual([aboutTheYear, ofTheYear]);
  expect(await find("1910", withYear(1), printedColumns(withYear(1)))).toEqual([ofTheYear]);
  expect(await find("1910", withYear(1), printedColumns(withYear(1, false)))).toEqual([]);

  await db.write.updateTable("books").set({ published_on: "1911" }).where("id", "=", ofTheYear).execute();
  const added = await catalogueBook(db.write, { title: "Home", published_on: "1916" });
  expect(await find("1910", withYear(50))).toEqual([aboutTheYear]);
  expect(await find("1911", withYear(50))).toEqual([ofTheYear]);
  expect(await find("1916", withYear(50))).toEqual([added]);
});

test("only a change of what is searched indexes a book again, and not while the book is being written", async () => {
  const id = await catalogueBook(db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
  // Missing in the index, to see when it comes back.
  const forget = () => sql`delete from books_fts where rowid = ${id}`.execute(db.write);
  await forget();
  await db.write.updateTable("books").set({ title: "Gora", price: 100, stock: 3 }).execute();
  expect(await find("gora")).toEqual([]);
  await db.write.updateTable("books").set({ title: "Home" }).execute();
  expect(await find("home")).toEqual([id]);

  await db.write.insertInto("unindexed_books").values({ book_id: id }).execute();
  await db.write.updateTable("books").set({ title: "The World" }).execute();
  await db.write.deleteFrom("book_tags").execute();
  await db.write.deleteFrom("book_contributors").execute();
  expect([await find("home novel tagore"), await find("world")]).toEqual([[id], []]);
  await db.write.deleteFrom("unindexed_books").execute();
  expect([await find("home"), await find("novel"), await find("world")]).toEqual([[], [], [id]]);
});

test("weights apply by name, in any order of columns", async () => {
  const titled = await catalogueBook(db.write, { title: "Rain", brief: "A book about water and clouds." });
  const described = await catalogueBook(db.write, { title: "Clouds and water", brief: "Rain." });
  const { title, brief, ...others } = BOOK_SEARCH;
  const reordered: BookSearch = { brief, ...others, title };
  expect(await find("rain")).toEqual([titled, described]);
  expect(await db.prepareSearch(reordered)).toBe(true);
  expect(await find("rain", reordered)).toEqual([titled, described]);
  const turned: BookSearch = {
    ...reordered,
    title: { ...title, weight: 2 },
    brief: { ...brief, weight: 10 },
  };
  expect(await find("rain", turned)).toEqual([described, titled]);
});

test("a word with signs in it is a phrase, which does not go over the end of a column", async () => {
  const poem = await catalogueBook(db.write, { title: "हिन्दी कविता", brief: "A co-op of poets." });
  await catalogueBook(db.write, { title: "तव क", subtitle: "वि", brief: "Op for co." });
  const other = await catalogueBook(db.write, {
    title: "Rain",
    brief: "Op art, a new co",
    description: "Op again.",
  });
  expect([await find("कविता"), await find("कवि"), await find("co-op")]).toEqual([[poem], [poem], [poem]]);
  const anywhere = indexMatches("books_fts", fullTextExpression("co-op")!);
  expect(await db.read.selectFrom("books_fts").select("rowid").where(anywhere).execute()).toEqual([
    { rowid: poem },
  ]);
  expect([await find("co op"), await find("op-ar")]).toEqual([
    expect.arrayContaining([poem, other]),
    [other],
  ]);
});

test("an index that differs from the declaration is replaced when the shop starts", async () => {
  const id = await catalogueBook(db.write, { title: "Gora" });
  const version = await db.catalogueVersion();
  expect(await db.prepareSearch(BOOK_SEARCH)).toBe(false);
  expect(await db.catalogueVersion()).toBe(version);

  await db.executeScript(
    isOnPostgres
      ? "drop trigger books_search_u on books; delete from books_fts; comment on view book_search_vectors is null"
      : "drop trigger books_search_u; insert into books_fts (books_fts) values ('delete-all')",
  );
  await updateDatabase(db, path.resolve("migrations"));
  expect(await db.catalogueVersion()).toBeGreaterThan(version);
  expect(await find("gora")).toEqual([id]);
  await db.write.updateTable("books").set({ title: "Home" }).execute();
  expect([await find("gora"), await find("home")]).toEqual([[], [id]]);
});

// PostgreSQL's triggers are made by its migrations, but for that on books.
test.skipIf(isOnPostgres)("a trigger whose declaration was removed is dropped", async () => {
  // A trigger of a version that also searched the reviews.
  await db.executeScript(`create trigger reviews_search_i after insert on reviews begin
    insert into books_fts (rowid, title) values (new.book_id + 1000, new.title); end`);
  expect(await db.prepareSearch(BOOK_SEARCH)).toBe(true);
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'trigger' and name = 'reviews_search_i'`.execute(db.read);
  expect(rows).toEqual([]);
  expect(await db.prepareSearch(BOOK_SEARCH)).toBe(false);
});

test("an invalid declaration leaves the index as it was", async () => {
  const id = await catalogueBook(db.write, { title: "Gora" });
  const broken: BookSearch = { ...BOOK_SEARCH, blurb: { weight: 1, printed: true, text: "b.blurb" } };
  await expect(db.prepareSearch(broken)).rejects.toThrow("blurb");
  expect(await find("gora")).toEqual([id]);
  expect(await db.prepareSearch(BOOK_SEARCH)).toBe(false);
});

test.each<[string, string, string?]>([
  ["the title", "update books set title = 'Monsoon'"],
  ["the ISBN", "update books set isbn13 = 'monsoon'"],
  ["the brief", "update books set brief = 'monsoon'"],
  ["the description", "update books set description = 'monsoon'"],
  ["an author's name", "update authors set name = 'Monsoon'"],
  ["a tag's name", "update tags set name = 'Monsoon'"],
  ["the publisher's name", "update publishers set name = 'Monsoon'"],
  ["the language's name", "update languages set name = 'Monsoon'"],
  ["a further author", "insert into authors values (9, 'Monsoon', 'm'); insert into book_contributors values (1, 9, 'A01', 1)"],
  ["a translator", "insert into authors values (9, 'Monsoon', 'm'); insert into book_contributors values (1, 9, 'B06', 1)"],
  ["the subtitle", "update books set subtitle = 'Monsoon'"],
  ["the original title", "update books set original_title = 'Monsoon'"],
  ["the imprint", "update books set imprint = 'Monsoon'"],
  ["the SKU", "update books set sku = 'MONSOON-1'"],
  ["the series", "insert into series values (9, 'Monsoon', 'm'); update books set series_id = 9"],
  ["the series' name", "insert into series values (9, 'Rain', 'r'); update books set series_id = 9; update series set name = 'Monsoon'"],
  ["a further tag", "insert into tags (id, name, name_key) values (9, 'Monsoon', 'm'); insert into book_tags values (1, 9)"],
  ["another publisher", "insert into publishers values (9, 'Monsoon', 'm'); update books set publisher_id = 9"],
  ["another language", "insert into languages values (9, 'Monsoon', 'm'); update books set language_id = 9"],
    ["a removed author", "update authors set name = 'Monsoon'", "delete from book_contributors"],
    ["a removed tag", "update tags set name = 'Monsoon'", "delete from book_tags"],
])("a replaced index is updated by %s", async (_, change, undo = "delete from books") => {
  const id = await catalogueBook(db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
  await db.prepareSearch(withYear(1));
  expect(await find("monsoon")).toEqual([]);
  await db.executeScript(change);
  expect(await find("monsoon")).toEqual([id]);
  await db.executeScript(undo);
  expect(await find("monsoon")).toEqual([]);
}); // oxfmt-ignore
