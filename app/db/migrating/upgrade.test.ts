import { readdirSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { createTestDatabase } from "~/test/database";
import { testOnSqlite } from "~/test/engines";
import { fillShop } from "~/test/full-shop";
import { createOlderShop, rowsOf, tablesOf } from "~/test/databases/older-shop";

/** Some of the tables that have rows here, so that the test means something. */
const FILLED = [
  "accounts",
  "book_contributors",
  "books",
  "order_lines",
  "orders",
  "payments",
  "refunds",
  "reviews",
];

/** Tables that nothing read, that were made from others, or whose rows are orders now (payments/test-purchases.test.ts). */
const GONE = "book_changes shelf_parts shelf_version unindexed_books test_purchases test_payments".split(" ");

/** Tables that have another name now. */
const RENAMED: Readonly<Record<string, string>> = { kept_forms: "stashed_forms" };
const nameNow = (table: string) => RENAMED[table] ?? table;

testOnSqlite("a shop of before version 1.0 keeps every row, after a copy of it was made", async () => {
  const now = await createTestDatabase();
  await fillShop(now.write);
  const { db, file, upgrade } = await createOlderShop();
  const tables = await tablesOf(db.read);
  // The start fills these where they are empty.
  for (const [table, columns] of tables)
    tables.set(
      table,
      columns.filter((name) => name !== "sort_key"),
    );
  db.executeScript(`pragma foreign_keys = off; attach '${now.file}' as now`);
  for (const [table, columns] of tables) {
    if (GONE.includes(table)) continue;
    const names = columns.map((column) => `"${column}"`).join();
    db.executeScript(
      `insert or replace into main."${table}" (${names}) select ${names} from now."${nameNow(table)}"`,
    );
  }
  db.executeScript("detach now; pragma foreign_keys = on");
  const before = new Map<string, Awaited<ReturnType<typeof rowsOf>>>();
  for (const [table, columns] of tables) before.set(table, await rowsOf(db.write, table, columns));
  const filled = [...before].filter(([, rows]) => rows.length > 0).map(([table]) => table);
  expect(filled).toEqual(expect.arrayContaining(FILLED));

  await upgrade();

  for (const [table, columns] of tables) {
    if (GONE.includes(table)) continue;
    const rows = await rowsOf(db.write, nameNow(table), columns);
    // A migration may add rows of settings that the shop had by default.
    if (table === "settings") expect(rows).toEqual(expect.arrayContaining(before.get(table)!));
    else expect(rows, table).toEqual(before.get(table));
  }
  const { rows: orphans } = await sql`select * from pragma_foreign_key_check`.execute(db.write);
  expect(orphans).toEqual([]);
  const { rows: integrity } = await sql`select * from pragma_integrity_check`.execute(db.write);
  expect(integrity).toEqual([{ integrity_check: "ok" }]);
  const [first] = readdirSync(path.join(path.dirname(file), "backups")).toSorted();
  expect(first).toBe("before-20261127T0810_baseline.db");
});
