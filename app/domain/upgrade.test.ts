import { sql } from "kysely";
import { expect } from "vitest";
import { createTestDatabase } from "~/test/database";
import { testOnSqlite } from "~/test/engines";
import { fillShop } from "~/test/full-shop";
import { createOlderShop, fillOlderShop, rowsOf } from "~/test/older-shop";

/** The first migration after the first release. */
const FIRST_NEW = "20261122T0900_own_settings";
/** Tables that may be empty here: filled by the sandbox's refunds and by background work. */
const MAY_BE_EMPTY = ["bought_together", "sandbox_refunds"];

testOnSqlite("a shop of the first release keeps every row through all newer migrations", async () => {
  const now = await createTestDatabase();
  await fillShop(now.write);
  const { db, upgrade } = await createOlderShop(FIRST_NEW);
  const older = await fillOlderShop(db, now.file);
  const before = new Map<string, Awaited<ReturnType<typeof rowsOf>>>();
  for (const [table, columns] of older) before.set(table, await rowsOf(db.write, table, columns));
  const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
  expect(empty.filter((table) => !MAY_BE_EMPTY.includes(table))).toEqual([]);

  expect((await upgrade()).length).toBeGreaterThanOrEqual(6);

  for (const [table, columns] of older) {
    const rows = await rowsOf(db.write, table, columns);
    // Only a counter that invalidates kept pages.
    if (table === "catalogue_version") continue;
    // A migration adds the defaults used so far.
    if (table === "settings") expect(rows).toEqual(expect.arrayContaining(before.get(table)!));
    else expect(rows, table).toEqual(before.get(table));
  }
  const { rows: orphans } = await sql`select * from pragma_foreign_key_check`.execute(db.write);
  expect(orphans).toEqual([]);
  const { rows: integrity } = await sql`select * from pragma_integrity_check`.execute(db.write);
  expect(integrity).toEqual([{ integrity_check: "ok" }]);
});

testOnSqlite("the authors of an older shop are its contributors of role author, in their order", async () => {
  const { db, upgrade } = await createOlderShop("20261123T0100_book_record");
  db.executeScript(`
    insert into authors values (1, 'Ismat Chughtai', 'ismat chughtai'), (2, 'Tahira Naqvi', 'tahira naqvi');
    insert into publishers values (1, 'Neem Tree', 'neem tree');
    insert into languages values (1, 'Urdu', 'urdu');
    insert into books (id, title, brief, publisher_id, language_id, price, stock, created_at, updated_at)
      values (7, 'Lihaaf', 'A story.', 1, 1, 100, 1, '2026-01-01', '2026-01-01');
    insert into book_authors values (7, 2, 0), (7, 1, 1);
  `);
  await upgrade();
  const contributors = await db.read
    .selectFrom("book_contributors")
    .selectAll()
    .orderBy("position")
    .execute();
  expect(contributors).toEqual([
    { book_id: 7, author_id: 2, role: "A01", position: 0 },
    { book_id: 7, author_id: 1, role: "A01", position: 1 },
  ]);
  await db.write
    .insertInto("book_contributors")
    .values({ book_id: 7, author_id: 1, role: "B06", position: 2 })
    .execute();
  const authors = await db.read.selectFrom("book_authors").select("author_id").orderBy("position").execute();
  expect(authors.map((row) => row.author_id)).toEqual([2, 1]);
  expect(await db.read.selectFrom("books").select("publishing_status").execute()).toEqual([
    { publishing_status: "available" },
  ]);
});
