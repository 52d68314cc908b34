import { readdirSync, rmSync, cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { isUpToDate, migrate, updateDatabase } from "./migrate.server";

test("a failed migration leaves the schema as it was, on SQLite after copying the database", async () => {
  const db = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-migrations-"));
  cpSync("migrations", folder, { recursive: true });
  const own = path.join(folder, isOnPostgres ? "postgres" : "sqlite");
  writeFileSync(path.join(folder, "29990101T0000_a.sql"), "create table first_of_two (id integer);");
  writeFileSync(
    path.join(own, "29990102T0000_b.sql"),
    "create table second (id integer); insert into nowhere values (1);",
  );

  await expect(migrate(db, folder)).rejects.toThrow("29990102T0000_b");

  const tables = await db.read.introspection.getTables();
  expect(tables.map((table) => table.name)).toContain("books");
  expect(tables.map((table) => table.name)).not.toContain("first_of_two");
  expect(tables.map((table) => table.name)).not.toContain("second");
  if (!isOnPostgres)
    expect(readdirSync(path.join(path.dirname(db.file), "backups"))).toEqual(["before-29990101T0000_a.db"]);

  rmSync(path.join(own, "29990102T0000_b.sql"));
  expect(await migrate(db, folder)).toEqual(["29990101T0000_a"]);
  expect(await migrate(db, folder)).toEqual([]);
});

test("the database enforces checks, foreign keys and the read-only connection", async () => {
  const db = await createTestDatabase();
  const now = new Date().toISOString();
  await db.write.insertInto("publishers").values({ id: 1, name: "P", name_key: "p" }).execute();
  await db.write.insertInto("languages").values({ id: 1, name: "L", name_key: "l" }).execute();
  const book = {
    title: "T",
    brief: "b",
    publisher_id: 1,
    language_id: 1,
    price: 100,
    sale_price: null,
    isbn13: null,
    page_count: null,
    published_on: null,
    cover: null,
    stock: 1,
    created_at: now,
    updated_at: now,
  };
  await db.write
    .insertInto("books")
    .values({ ...book, id: 1 })
    .execute();
  await expect(db.write.updateTable("books").set({ stock: -1 }).execute()).rejects.toThrow(/check/i);
  await expect(db.write.updateTable("books").set({ sale_price: 101 }).execute()).rejects.toThrow(/check/i);
  await expect(db.write.updateTable("books").set({ publisher_id: 99 }).execute()).rejects.toThrow(
    /foreign key/i,
  );
  await expect(db.read.deleteFrom("books").execute()).rejects.toThrow(/read-?only/);
});

test("a process serves with the migrations that it knows; on PostgreSQL also with those of a newer one", async () => {
  const db = await createTestDatabase();
  const folder = path.resolve("migrations");
  expect(await isUpToDate(db, folder)).toBe(true);
  await db.executeScript(
    "insert into kysely_migration (name, timestamp) values ('29991231T0000_later', 'now')",
  );
  expect(await isUpToDate(db, folder)).toBe(isOnPostgres);
  expect(await updateDatabase(db, folder)).toEqual([]);
  await db.executeScript("delete from kysely_migration where name < '2999'");
  expect(await isUpToDate(db, folder)).toBe(false);
});
