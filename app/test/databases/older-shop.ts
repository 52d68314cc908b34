import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll } from "vitest";
import { type Db, openDatabase, type ShopDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { indexRest } from "~/db/search/index-rows.server";
import { isOnPostgres } from "./postgres";
import { createEmpty } from "./postgres-databases";

const stored = (name: string) =>
  gunzipSync(readFileSync(path.resolve("app/test/databases/before-1.0", `${name}.gz`)));

/** Writes the file of an empty shop of before version 1.0, made by all migrations of then. */
export const writeOlderShop = (file: string) => writeFileSync(file, stored("shop.db"));

/** An empty shop of before version 1.0, made by all migrations of then, to be filled and upgraded; removed after the file. */
export async function createOlderShop(): Promise<{
  db: ShopDatabase;
  /** Its path, or the address of its database. */
  file: string;
  /**
   * Runs the migrations that it does not have, and makes the search indexes.
   * @param before only those before this one @returns their names
   */
  upgrade: (before?: string) => Promise<string[]>;
}> {
  const { at, remove } = await (isOnPostgres ? databaseOfBefore() : fileOfBefore());
  const db = openDatabase(at);
  afterAll(async () => {
    await db.close();
    await remove();
  });
  const upgrade = async (before?: string) => {
    const applied = await updateDatabase(db, before === undefined ? ALL : earlierThan(before));
    while ((await indexRest(db.write)) > 0);
    return applied;
  };
  return { db, file: at, upgrade };
}

const ALL = path.resolve("migrations");

/** A folder with the migrations before one; removed after the file. */
function earlierThan(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-migrations-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(ALL, folder, {
    recursive: true,
    filter: (file) => !file.endsWith(".sql") || path.basename(file) < name,
  });
  return folder;
}

async function fileOfBefore() {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-older-"));
  const at = path.join(folder, "kitab.db");
  writeOlderShop(at);
  return { at, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function databaseOfBefore() {
  const { url, remove } = await createEmpty();
  const db = openDatabase(url);
  await db.executeScript(stored("shop.postgres.sql").toString());
  await db.close();
  return { at: url, remove };
}

type Row = Record<string, unknown>;

/** The tables with data and their columns, without those of search indexes. */
export async function tablesOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables
      .filter(({ name, isView }) => !isView && !/^(?:sqlite|kysely)_|_index(?:_|$)/.test(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
}

export async function rowsOf(db: Db, table: string, columns: string[]): Promise<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return (await sql<Row>`select ${list} from ${sql.table(table)} order by ${list}`.execute(db)).rows;
}
