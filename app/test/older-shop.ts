import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll } from "vitest";
import { type Db, openDatabase, type ShopDatabase } from "~/db/database.server";
import { migrate, updateDatabase } from "~/db/migrate.server";
import { indexRest } from "~/db/search/index-rows.server";

/**
 * An empty shop with the schema before a migration, to be filled and then upgraded; removed after the test file.
 * @param migration its name, e.g. "20261121T2260_newsletter"
 */
export async function createOlderShop(migration: string): Promise<{
  db: ShopDatabase;
  /** Runs that migration and all later ones, and makes the search indexes. */
  upgrade: () => Promise<string[]>;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-older-"));
  const earlier = path.join(folder, "migrations");
  cpSync("migrations", earlier, { recursive: true });
  for (const name of readdirSync(earlier))
    if (name >= migration) rmSync(path.join(earlier, name), { recursive: true });
  const file = path.join(folder, "kitab.db");
  const db = openDatabase(file);
  await migrate(db, earlier);
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const upgrade = async () => {
    const applied = await updateDatabase(db, path.resolve("migrations"));
    while ((await indexRest(db.write)) > 0);
    return applied;
  };
  return { db, upgrade };
}

type Row = Record<string, unknown>;

/** The tables with data, without those of the search index. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The columns without generated ones. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  return rows.map(({ name }) => name);
}

export async function rowsOf(db: Db, table: string, columns: string[]): Promise<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return (await sql<Row>`select ${list} from ${sql.table(table)} order by ${list}`.execute(db)).rows;
}

/**
 * Fills an older shop with all rows of a present shop, as far as it has their tables and columns.
 * @returns the older shop's tables with their columns
 */
export async function fillOlderShop(older: ShopDatabase, file: string): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for (const table of await tablesOf(older.write)) tables.set(table, await columnsOf(older.write, table));
  older.executeScript(`pragma foreign_keys = off; attach '${file}' as now`);
  for (const [table, columns] of tables) {
    const names = columns.map((column) => `"${column}"`).join();
    older.executeScript(
      `insert or replace into main."${table}" (${names}) select ${names} from now."${table}"`,
    );
  }
  older.executeScript("detach now; pragma foreign_keys = on");
  return tables;
}

/** A captured payment in a shop older than the column payments.gateway. @returns the row's id */
export async function olderPayment(db: Db, orderId: number, amount: number): Promise<number> {
  const at = "2026-01-01T00:00:00.000Z";
  const { rows } = await sql<{ id: number }>`
    insert into payments (order_id, gateway_payment_id, amount, currency, status, method, created_at, updated_at)
    values (${orderId}, ${`pay_older_${orderId}`}, ${amount}, 'INR', 'captured', 'upi', ${at}, ${at})
    returning id`.execute(db);
  return rows[0]!.id;
}
