import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { openDatabase } from "./database.server";

const FULL = 2;

test("writes are synchronous and foreign keys are enforced", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-database-"));
  const file = path.join(folder, "kitab.db");
  // From the second start on the default would be less than FULL.
  await openDatabase(file).close();
  const db = openDatabase(file);
  try {
    expect((await sql`pragma synchronous`.execute(db.write)).rows).toEqual([{ synchronous: FULL }]);
    expect((await sql`pragma journal_mode`.execute(db.write)).rows).toEqual([{ journal_mode: "wal" }]);
    for (const one of [db.read, db.write])
      expect((await sql`pragma foreign_keys`.execute(one)).rows).toEqual([{ foreign_keys: 1 }]);
    expect((await sql`pragma query_only`.execute(db.read)).rows).toEqual([{ query_only: 1 }]);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("while many books change, the version that drops kept pages is read now and then; afterwards at once", async () => {
  const db = await createTestDatabase();
  const raise = () => sql`update catalogue_version set version = version + 1`.execute(db.write);
  const before = db.catalogueVersion();
  await db.whileManyChange(async () => {
    await raise();
    expect(db.catalogueVersion()).toBe(before);
  });
  expect(db.catalogueVersion()).toBe(before + 1);
  await raise();
  expect(db.catalogueVersion()).toBe(before + 2);
});
