import path from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase, indexChanges } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { isOnPostgres } from "~/test/databases/postgres";
import { countTextMatches, firstMatch, matchingIds } from "./full-text.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { searchFor, word } from "./text-search";
import { fillIndex, indexRest } from "./index-rows.server";
import { any, type Match } from "./match";
import { nearWords } from "./near-words.server";
import type { SubjectName } from "./subjects";

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  db = await createTestDatabase();
});

async function find(text: string, name: SubjectName = "books"): Promise<number[]> {
  const { rows } = await matchingIds(name, searchFor(name, text)!).execute(db.read);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

test("only a change of what is searched indexes a book again", async () => {
  const id = await catalogueBook(db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
  // Missing in the index, to see when it comes back.
  await sql`delete from books_index where ${sql.raw(isOnPostgres ? "row_id" : "rowid")} = ${id}`.execute(
    db.write,
  );
  await db.write.updateTable("books").set({ title: "Gora", price: 100, stock: 3 }).execute();
  expect(await find("gora")).toEqual([]);
  await db.write.updateTable("books").set({ title: "Home" }).execute();
  expect(await find("home")).toEqual([id]);
});

test("what a transaction changed is indexed with it, or not at all", async () => {
  const id = await catalogueBook(db.write, { title: "Gora" });
  await expect(
    db.write.transaction().execute(async (trx) => {
      await trx.updateTable("books").set({ title: "Home" }).execute();
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect([await find("gora"), await find("home")]).toEqual([[id], []]);
  await db.write.transaction().execute((trx) => trx.updateTable("books").set({ title: "Home" }).execute());
  expect([await find("gora"), await find("home")]).toEqual([[], [id]]);
  expect(await db.read.selectFrom("search_queue").selectAll().execute()).toEqual([]);
});

test("a book that is gone is found no more", async () => {
  const id = await catalogueBook(db.write, { title: "Gora" });
  expect(await find("gora")).toEqual([id]);
  await db.write.deleteFrom("book_contributors").execute();
  await db.write.deleteFrom("books").execute();
  expect(await find("gora")).toEqual([]);
});

test("of a change of very many rows the rest is indexed by the background work", async () => {
  await catalogueBook(db.write, { title: "Gora" });
  await db.write.transaction().execute(async (trx) => {
    await sql`insert into search_queue (subject, row_id) with recursive n (i) as (
      select 100 union all select i + 1 from n where i < 2000) select 'orders', i from n`.execute(trx);
    await trx.updateTable("books").set({ title: "Home" }).execute();
  });
  // One commit takes 1,000: books first, of orders the newest.
  expect(await countLeft()).toBe(902);
  expect(await find("home")).toHaveLength(1);
  let rounds = 0;
  while ((await indexRest(db.write)) > 0) rounds++;
  // 200 at a time.
  expect([await countLeft(), rounds]).toEqual([0, 5]);
});

const countLeft = async () =>
  (
    await db.read
      .selectFrom("search_later")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

test("an index made by other rules is replaced when the shop starts, and those of the back office are filled beside its work", async () => {
  const id = await catalogueBook(db.write, { title: "Gora" });
  await db.executeScript(`insert into accounts (id, first_name, last_name, email, role, status, created_at)
    values (3, 'Asha', 'Rao', 'asha@example.com', 'customer', 'active', '2026-01-01T00:00:00.000Z')`);
  await indexChanges(db);
  const version = await db.catalogueVersion();
  expect(await db.prepareSearch()).toBe(false);
  expect(await db.catalogueVersion()).toBe(version);

  await db.write.updateTable("search_indexes").set({ mark: "of an earlier version" }).execute();
  await updateDatabase(db, path.resolve("migrations"));
  expect(await db.catalogueVersion()).toBeGreaterThan(version);
  // PostgreSQL replaces the rows of an index one by one: other processes go on searching.
  const kept = isOnPostgres ? [3] : [];
  expect([await find("gora"), await find("asha", "accounts")]).toEqual([[id], kept]);
  // Whoever is added meanwhile is found at once.
  await db.executeScript(`insert into accounts (id, first_name, last_name, email, role, status, created_at)
    values (4, 'Asha', 'Iyer', 'iyer@example.com', 'customer', 'active', '2026-01-01T00:00:00.000Z')`);
  await indexChanges(db);
  expect((await find("asha", "accounts")).toSorted()).toEqual([...kept, 4]);
  while ((await indexRest(db.write)) > 0);
  expect(await find("asha", "accounts")).toEqual([3, 4]);
  await db.write.updateTable("books").set({ title: "Home" }).execute();
  expect([await find("gora"), await find("home")]).toEqual([[], [id]]);
});

test("a new index has the words for mistyped ones too, even if the work ended before it wrote them", async () => {
  const id = await catalogueBook(db.write, { title: "Nirmala" });
  await indexChanges(db);
  await db.executeScript(`delete from near_forms; delete from near_grams;
    update search_indexes set unfilled_to = ${id} where subject = 'books'; alter table near_grams rename to other_grams`);
  await expect(fillIndex(db.write, "books")).rejects.toThrow("near_grams");
  await db.executeScript("alter table other_grams rename to near_grams");
  expect(await find("nirmala")).toEqual([id]);
  expect(await nearWords(db.read, "nirmola")).toEqual([]);
  while ((await indexRest(db.write)) > 0);
  const near = await nearWords(db.read, "nirmola");
  expect(near.map(({ spelling }) => spelling)).toContain("nirmala");
});

test("the background work leaves an index alone that a newer version has made by other rules", async () => {
  const id = await catalogueBook(db.write, { title: "Nirmala" });
  await indexChanges(db);
  const { mark } = await db.read
    .selectFrom("search_indexes")
    .select("mark")
    .where("subject", "=", "books")
    .executeTakeFirstOrThrow();
  const mayHave = (other: string) =>
    db.executeScript(
      `update search_indexes set mark = '${other}', unfilled_to = ${id} where subject = 'books'`,
    );
  const left = async () => {
    while ((await indexRest(db.write)) > 0);
    const { unfilled_to } = await db.read
      .selectFrom("search_indexes")
      .select("unfilled_to")
      .where("subject", "=", "books")
      .executeTakeFirstOrThrow();
    return unfilled_to;
  };
  await mayHave("of a newer version");
  expect(await left()).toBe(id);
  await mayHave(mark);
  expect(await left()).toBe(0);
});

test("matches are combined as they say, on words of the given columns only", async () => {
  const gora = await catalogueBook(db.write, { title: "Gora", brief: "A river in Bengal." });
  const river = await catalogueBook(db.write, { title: "River of Gora", brief: "Boats." });
  const found = async (match: Match) => {
    const { rows } = await matchingIds("books", match).execute(db.read);
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  };
  const title = (token: string, isOpen = false) => word(token, ["title"], isOpen);
  expect(await found(title("gora"))).toEqual([gora, river]);
  expect(await found(title("riv"))).toEqual([]);
  expect(await found(title("riv", true))).toEqual([river]);
  expect(await found({ all: [title("gora"), title("river")] })).toEqual([river]);
  expect(await found({ any: [title("river"), word("bengal", ["text"])] })).toEqual([gora, river]);
  expect(await found({ of: title("gora"), butNot: title("river") })).toEqual([gora]);
  expect(await found(word("bengal", ["title", "names"]))).toEqual([]);
  expect(await countTextMatches(db.read, "books", any([title("gora"), title("river")]))).toBe(2);
  const ordered = await db.read
    .selectFrom("books as b")
    .select("b.id")
    .orderBy(firstMatch("books", "b.id", [title("river"), title("gora")]))
    .execute();
  expect(ordered.map(({ id }) => id)).toEqual([river, gora]);
});

test("near words are those of names and titles, the nearest first, and not the word itself", async () => {
  await catalogueBook(db.write, {
    title: "Premchand",
    authors: ["Munshi Prenchand"],
    brief: "Premchund lived here.",
  });
  const near = await nearWords(db.read, "premcnd");
  expect([...new Set(near.map(({ spelling }) => spelling))]).toEqual(["premchand", "prenchand"]);
  expect(near[0]!.mistakes).toBe(1);
  expect(await nearWords(db.read, "xyzzyxy")).toEqual([]);
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
  ["a further author", "insert into authors (id, name, name_key) values (9, 'Monsoon', 'm'); insert into book_contributors values (1, 9, 'A01', 1)"],
  ["a translator", "insert into authors (id, name, name_key) values (9, 'Monsoon', 'm'); insert into book_contributors values (1, 9, 'B06', 1)"],
  ["the subtitle", "update books set subtitle = 'Monsoon'"],
  ["the original title", "update books set original_title = 'Monsoon'"],
  ["the imprint", "update books set imprint = 'Monsoon'"],
  ["the SKU", "update books set sku = 'MONSOON-1'"],
  ["the series", "insert into series (id, name, name_key) values (9, 'Monsoon', 'm'); update books set series_id = 9"],
  ["the series' name", "insert into series (id, name, name_key) values (9, 'Rain', 'r'); update books set series_id = 9; update series set name = 'Monsoon'"],
  ["a further tag", "insert into tags (id, name, name_key) values (9, 'Monsoon', 'm'); insert into book_tags values (1, 9)"],
  ["another publisher", "insert into publishers (id, name, name_key) values (9, 'Monsoon', 'm'); update books set publisher_id = 9"],
  ["another language", "insert into languages (id, name, name_key) values (9, 'Monsoon', 'm'); update books set language_id = 9"],
    ["a removed author", "update authors set name = 'Monsoon'", "delete from book_contributors"],
    ["a removed tag", "update tags set name = 'Monsoon'", "delete from book_tags"],
])("the index is updated by %s", async (_, change, undo = "delete from books") => {
  const id = await catalogueBook(db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
  expect(await find("monsoon")).toEqual([]);
  await db.executeScript(change);
  await indexChanges(db);
  expect(await find("monsoon")).toEqual([id]);
  await db.executeScript(undo);
  await indexChanges(db);
  expect(await find("monsoon")).toEqual([]);
}); // oxfmt-ignore

test("a name is also found in its own script, and so are its books", async () => {
  const id = await catalogueBook(db.write, { title: "Gora", authors: ["R. Tagore"] });
  expect(await find("রবীন্দ্রনাথ")).toEqual([]);
  const page = { entity: "author", id: 1, website: null, picture_id: null } as const;
  await db.write
    .insertInto("name_pages")
    .values({ ...page, native_name: "রবীন্দ্রনাথ ঠাকুর" })
    .execute();
  expect([await find("রবীন্দ্রনাথ"), await find("rabindranath"), await find("ঠাকুর", "names")]).toEqual([
    [id],
    [id],
    [8],
  ]);
  await db.write.updateTable("name_pages").set({ native_name: "ঠাকুর" }).execute();
  expect([await find("রবীন্দ্রনাথ"), await find("ঠাকুর")]).toEqual([[], [id]]);
  await db.write.deleteFrom("name_pages").execute();
  expect([await find("ঠাকুর"), await find("ঠাকুর", "names")]).toEqual([[], []]);
});

test.each([
  ["authors", 0],
  ["publishers", 1],
  ["series", 2],
  ["tags", 3],
  ["languages", 4],
])("names of %s are found from their first to their last day", async (table, kind) => {
  await db.executeScript(`insert into ${table} (id, name, name_key) values (9, 'Monsoon', 'm')`);
  await indexChanges(db);
  expect(await find("monsoon", "names")).toEqual([72 + kind]);
  await db.executeScript(`update ${table} set name = 'Rain' where id = 9`);
  await indexChanges(db);
  expect([await find("monsoon", "names"), await find("rain", "names")]).toEqual([[], [72 + kind]]);
  await db.executeScript(`delete from ${table}`);
  await indexChanges(db);
  expect(await find("rain", "names")).toEqual([]);
});
