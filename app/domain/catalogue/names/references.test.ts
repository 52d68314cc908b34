import { sql } from "kysely";
import { expect, test } from "vitest";
import { NAME_LISTS } from "~/db/name-lists";
import { createTestDatabase } from "~/test/database";
import { testOnSqlite } from "~/test/engines";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { nameMatches } from "./find-names.server";
import { saveMasterData } from "./master-data.server";
import { countUses, usersOf } from "./uses.server";

const { read, write, prepareSearch } = await createTestDatabase();
const ENTITIES: MasterDataEntity[] = Object.values(MASTER_DATA);

test("every list of names has one declaration", () => {
  const declared = ENTITIES.map(({ key, table }) => [key, table]);
  expect(declared.sort()).toEqual(
    Object.entries(NAME_LISTS)
      .map(([key, { table }]) => [key, table])
      .sort(),
  );
});

test("a name is found by its sound where its list has an index, else by its letters alone", async () => {
  const staffId = await createStaff(write);
  for (const entity of ENTITIES) {
    const saved = await saveMasterData(write, entity, { id: null, name: "Shivaji", staffId });
    const id = saved.ok ? saved.id : 0;
    await prepareSearch();
    const { indexedAs } = NAME_LISTS[entity.key];
    for (const [typed, isFound] of [
      ["shivaj", true],
      ["शिवाजी", indexedAs !== null],
    ] as const) {
      const matches = nameMatches(entity.table, typed)!;
      const rows = await read.selectFrom(entity.table).select("id").where(matches).execute();
      expect([entity.key, typed, rows]).toEqual([entity.key, typed, isFound ? [{ id }] : []]);
    }
  }
});

// app/db/migrating/schemas.test.ts compares the schemas of both engines.
testOnSqlite("every foreign key to master data is declared, and nothing else", async () => {
  const { rows } = await sql<{ table: string; column: string; to: string }>`
    select m.name as "table", f."from" as "column", f."table" as "to"
    from sqlite_schema m join pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(read);
  const tables = ENTITIES.map(({ table }): string => table);
  // Sales that are not added up yet, discounts of customer groups, and coupons are no use of a name: they go with it.
  const others = ["tag_sales", "group_discounts", "coupon_targets"];
  const inSchema = rows.filter(({ table, to }) => tables.includes(to) && !others.includes(table));
  const declared = ENTITIES.flatMap(({ table, references }) =>
    references.map((reference) => ({ table: reference.table, column: reference.column, to: table })),
  );
  const sorted = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
  expect(sorted(declared)).toEqual(sorted(inSchema));
});

testOnSqlite("tables with a row for each name of a book are declared with all their columns", async () => {
  for (const { references } of ENTITIES)
    for (const { table, column, of, rest } of references) {
      const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
        read,
      );
      if (of !== "book_id") expect(rest).toBeUndefined();
      else expect([of, column, ...rest!].sort()).toEqual(rows.map(({ name }) => name).sort());
    }
});

test("a book counts once, however often it names an entry", async () => {
  const staffId = await createStaff(write);
  const id = await catalogueBook(write, { title: "Gora", language: "Bengali", authors: ["Tagore"] });
  const other = await catalogueBook(write, { title: "Ghare Baire", language: "English" });
  const { language_id, author_id } = await read
    .selectFrom("books as b")
    .innerJoin("book_contributors as c", "c.book_id", "b.id")
    .select(["b.language_id", "c.author_id"])
    .executeTakeFirstOrThrow();
  await write.insertInto("book_languages").values({ book_id: id, language_id }).execute();
  await write
    .updateTable("books")
    .set({ original_language_id: language_id })
    .where("id", "in", [id, other])
    .execute();
  await write
    .insertInto("book_contributors")
    .values({ book_id: id, author_id, role: "B06", position: 1 })
    .execute();
  const unused = await saveMasterData(write, MASTER_DATA.author, { id: null, name: "Nobody", staffId });

  const languages = await countUses(read, MASTER_DATA.language, [language_id]);
  expect(languages(language_id)).toBe(2);
  expect(await usersOf(read, MASTER_DATA.language, language_id)).toEqual([id, other]);
  const authors = await countUses(read, MASTER_DATA.author, [author_id, unused.ok ? unused.id : 0]);
  expect([authors(author_id), unused.ok && authors(unused.id)]).toEqual([1, 0]);
});
