import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { fillShop } from "~/test/full-shop";
import { createOlderShop, fillOlderShop, rowsOf } from "~/test/older-shop";

/** The first migration after the first release. */
const FIRST_NEW = "20261122T0900_own_settings";
/** Tables that may be empty here: filled by the sandbox's refunds and by background work. */
const MAY_BE_EMPTY = ["bought_together", "sandbox_refunds"];

test("a shop of the first release keeps every row through all newer migrations", async () => {
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
