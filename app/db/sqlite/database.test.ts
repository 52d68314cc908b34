import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSqliteDatabase } from "~/test/database";
import { type Db, openDatabase } from "../database.server";

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

/** A file opened twice: by a shop, and by what imports beside it. */
async function openedTwice() {
  const shop = await createSqliteDatabase();
  const importer = openDatabase(shop.file);
  const begin = () =>
    sql`insert into bulk_changes (kind, status, actor, file_name, format, columns, created_at)
      values ('edit', 'importing', 'Asha', 'Prices', 'kitab', '[]', '2026-11-23T00:00:00.000Z')`.execute(
      importer.write,
    );
  return { shop, importer, begin };
}

const raise = (db: Db) => sql`update catalogue_version set version = version + 1`.execute(db);
/** What an import does at a time. */
const raiseByImport = (db: Db) =>
  sql`update catalogue_version set version = version + 1, by_imports = by_imports + 1`.execute(db);

test("while an import writes, the version that drops cached pages stays; at its end it is the true one", async () => {
  const { shop, importer, begin } = await openedTwice();
  const before = await shop.catalogueVersion();
  await begin();
  // What was before the import began is not kept beyond it.
  await raiseByImport(importer.write);
  expect(await shop.catalogueVersion()).toBe(before + 1);
  await raiseByImport(importer.write);
  expect(await shop.catalogueVersion()).toBe(before + 1);
  await importer.write.transaction().execute(async (trx) => {
    await raiseByImport(trx);
    await trx.updateTable("bulk_changes").set({ status: "imported" }).execute();
  });
  expect(await shop.catalogueVersion()).toBe(before + 3);
  await raise(importer.write);
  expect(await shop.catalogueVersion()).toBe(before + 4);
  await importer.close();
});

test("what anybody else changes meanwhile raises the version at once, in this process or another one", async () => {
  const { shop, importer, begin } = await openedTwice();
  await begin();
  const before = await shop.catalogueVersion();
  await shop.write.transaction().execute(raise);
  expect(await shop.catalogueVersion()).toBe(before + 1);
  await raise(importer.write);
  expect(await shop.catalogueVersion()).toBe(before + 2);
  await raiseByImport(importer.write);
  expect(await shop.catalogueVersion()).toBe(before + 2);
  await raise(importer.write);
  expect(await shop.catalogueVersion()).toBe(before + 4);
  await importer.close();
});

test("a handle beside another writes when it may; the other's writes wait, and it is not unhealthy", async () => {
  const shop = await createSqliteDatabase();
  const log: string[] = [];
  let lend!: (over: Promise<void>) => void;
  const askToWrite = () =>
    new Promise<() => void>((begin) => {
      log.push("asks");
      lend = (over) => void shop.lendWriting(() => (begin(() => log.push("gives back")), over));
    });
  const beside = openDatabase(shop.file, { askToWrite });
  const version = () =>
    beside.read.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  const before = (await version()).version;
  let giveBack!: () => void;
  const other = beside.write.transaction().execute(async (trx) => {
    await raise(trx);
    expect(shop.whyNotWritable()).toBeNull();
    const own = raise(shop.write).then(() => log.push("own"));
    await new Promise((resolve) => setImmediate(resolve));
    void own;
    log.push("writes");
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(["asks"]);
  lend(new Promise((over) => (giveBack = over)));
  await other;
  expect(log).toEqual(["asks", "writes", "gives back"]);
  giveBack();
  await raise(shop.write);
  expect(log).toEqual(["asks", "writes", "gives back", "own"]);
  expect((await version()).version).toBe(before + 3);
  await beside.close();
});
