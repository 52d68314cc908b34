import { sql } from "kysely";
import { expect, test } from "vitest";
import { createBook, createGuestSession, createPendingOrder, setSettings } from "~/test/factories";
import { createTestDatabase } from "~/test/database";
import { fullCustomer } from "~/test/full-customer";
import { MemoryGateway } from "~/test/memory-gateway";
import { createOlderShop } from "~/test/older-shop";
import { orderIn } from "~/test/orders-desk";
import { addToCart } from "./cart/cart.server";
import { ORDER_STATES } from "./orders/orders";
import type { Db } from "~/db/database.server";

/** The first migration after the first edition. */
const FIRST_NEW = "20261122T0900_own_settings";
/** Tables without a row of their own here: filled by the sandbox's refunds and by background work. */
const MAY_BE_EMPTY = ["bought_together", "sandbox_refunds"];

type Row = Record<string, unknown>;

/** The tables that hold what the shop knows: not the indexes of the search, which are made of them. */
async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Without those that are computed. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  return rows.map(({ name }) => name);
}

async function rowsOf(db: Db, table: string, columns: string[]): Promise<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return (await sql<Row>`select ${list} from ${sql.table(table)} order by ${list}`.execute(db)).rows;
}

async function fillShop(db: Db) {
  const gateway = new MemoryGateway();
  await fullCustomer(db);
  for (const state of ORDER_STATES) await orderIn(db, gateway, state);
  await createPendingOrder(db, gateway, { quantity: 3 });
  const bookId = await createBook(db, { authors: ["Vaidehi"], tags: ["Folk tales"] });
  await addToCart(db, { sessionHash: await createGuestSession(db) }, { bookId, quantity: 2 });
  await setSettings(db, { shopName: "Neem Leaf Books", supportEmail: "hello@neem.in", taxRate: 500 });
}

test("a full shop of the first edition keeps every row through all newer migrations", async () => {
  const now = await createTestDatabase();
  await fillShop(now.write);
  const { db, upgrade } = await createOlderShop(FIRST_NEW);
  const older = new Map<string, string[]>();
  for (const table of await tablesOf(db.write)) older.set(table, await columnsOf(db.write, table));

  db.executeScript(`pragma foreign_keys = off; attach '${now.file}' as now`);
  for (const [table, columns] of older) {
    const names = columns.map((column) => `"${column}"`).join();
    db.executeScript(`insert or replace into main."${table}" (${names}) select ${names} from now."${table}"`);
  }
  db.executeScript("detach now; pragma foreign_keys = on");
  const before = new Map<string, Row[]>();
  for (const [table, columns] of older) before.set(table, await rowsOf(db.write, table, columns));
  const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
  expect(empty.filter((table) => !MAY_BE_EMPTY.includes(table))).toEqual([]);

  expect((await upgrade()).length).toBeGreaterThanOrEqual(6);

  for (const [table, columns] of older) {
    const rows = await rowsOf(db.write, table, columns);
    // It only tells kept pages that they are out of date.
    if (table === "catalogue_version") continue;
    // What the shop went by until now is written down.
    if (table === "settings") expect(rows).toEqual(expect.arrayContaining(before.get(table)!));
    else expect(rows, table).toEqual(before.get(table));
  }
  const { rows: orphans } = await sql`select * from pragma_foreign_key_check`.execute(db.write);
  expect(orphans).toEqual([]);
  const { rows: integrity } = await sql`select * from pragma_integrity_check`.execute(db.write);
  expect(integrity).toEqual([{ integrity_check: "ok" }]);
});
