import { sql } from "kysely";
import { beforeAll, expect } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { testOnSqlite } from "~/test/engines";
import { insertOrder } from "~/test/factories-orders";
import { fillShop } from "~/test/full-shop";
import { MemoryGateway } from "~/test/memory-gateway";
import { createOlderShop, fillOlderShop, rowsOf } from "~/test/older-shop";
import { createPendingOrder } from "~/test/orders";

const MIGRATION = "20261122T1600_gateway_names";
const CHANGED = ["orders", "payments", "payment_events"];

let db: ShopDatabase;
let before: Map<string, Awaited<ReturnType<typeof rowsOf>>>;
let columns: Map<string, string[]>;
let partsBefore: unknown[];
const AT = "2026-11-21T06:00:00.000Z";

/**
 * The definitions of the indexes of the changed tables, and of all triggers and views, without those of authors, of
 * searches and of ratings. Later migrations change them, and add others.
 */
async function parts(shop: ShopDatabase): Promise<unknown[]> {
  const { rows } = await sql`select type, name, tbl_name, sql from sqlite_schema
    where type <> 'table' and name not like 'sqlite_%'
      and coalesce(sql, '') not like '%book_authors%' and coalesce(sql, '') not like '%\\_fts%' escape '\\'
      and name not like 'audit\\_search%' escape '\\'
      and coalesce(sql, '') not like '%rating_sum%'
      and (type <> 'index' or tbl_name in (${sql.join(CHANGED)})) order by type, name`.execute(shop.write);
  return rows;
}

beforeAll(async () => {
  const now = await createTestDatabase();
  await fillShop(now.write);
  await now.write.updateTable("orders").set({ gateway: "razorpay" }).where("state", "=", "shipped").execute();
  const older = await createOlderShop(MIGRATION);
  ({ db } = older);
  columns = await fillOlderShop(db, now.file);
  db.executeScript(`
    insert into payment_events (event_id, kind, body, received_at, next_try_at) values
      ('evt_of_sandbox', 'payment.captured', '{}', '${AT}', '${AT}'),
      ('evt_of_razorpay', 'payment.captured', '{}', '${AT}', '${AT}');
    insert into sandbox_webhooks (event_id, event, body, created_at) values
      ('evt_of_sandbox', 'payment.captured', '{}', '${AT}')`);
  before = new Map();
  for (const [table, names] of columns) before.set(table, await rowsOf(db.write, table, names));
  partsBefore = await parts(db);
  await older.upgrade();
});

testOnSqlite(
  "the migration keeps all rows: orders with their lines, payments, refunds and events",
  async () => {
    for (const table of [...CHANGED, "order_lines", "order_events", "refunds", "return_requests"])
      expect(before.get(table)!.length, table).toBeGreaterThan(0);
    for (const [table, names] of columns) {
      if (table === "settings" || table === "catalogue_version") continue;
      expect(await rowsOf(db.write, table, names), table).toEqual(before.get(table));
    }
    const { rows: orphans } = await sql`select * from pragma_foreign_key_check`.execute(db.write);
    expect(orphans).toEqual([]);
  },
);

testOnSqlite("it keeps indexes, triggers and views", async () => {
  expect(await parts(db)).toEqual(expect.arrayContaining(partsBefore));
});

testOnSqlite(
  "it gives payments the name of their order's gateway, and events that of the gateway that sent them",
  async () => {
    const payments = await db.read
      .selectFrom("payments as p")
      .innerJoin("orders as o", "o.id", "p.order_id")
      .select(["p.gateway", "o.gateway as of"])
      .execute();
    for (const payment of payments) expect(payment.gateway).toBe(payment.of);
    expect(new Set(payments.map(({ gateway }) => gateway))).toEqual(new Set(["sandbox", "razorpay"]));
    const events = await db.read
      .selectFrom("payment_events")
      .select(["event_id", "gateway"])
      .where("event_id", "like", "evt_of_%")
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      { event_id: "evt_of_sandbox", gateway: "sandbox" },
      { event_id: "evt_of_razorpay", gateway: "razorpay" },
    ]);
  },
);

testOnSqlite("orders accept any gateway's name, and their triggers still work", async () => {
  const accountId = (await createPendingOrder(db.write, new MemoryGateway())).accountId;
  const orderCount = async () =>
    (
      await db.read
        .selectFrom("accounts")
        .select("order_count")
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow()
    ).order_count;
  expect(await orderCount()).toBe(1);
  const orderId = await insertOrder(db.write, { accountId, state: "paid" });
  expect(await orderCount()).toBe(2);
  await db.write.updateTable("orders").set({ gateway: "canned" }).where("id", "=", orderId).execute();
  await expect(
    db.write.updateTable("orders").set({ total: 1 }).where("id", "=", orderId).execute(),
  ).rejects.toThrow("CHECK");
});
