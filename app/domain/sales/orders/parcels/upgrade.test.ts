import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { type Db, openDatabase } from "~/db/database.server";
import { refuseParcel } from "../../at-the-door/refuse-parcel.server";
import { findStaffOrder } from "../desk/staff-order.server";
import { despatch, markDelivered, markPacked } from "../fulfilment/fulfilment.server";
import { ORDER_STATES } from "../orders";
import { recordLost } from "./record-parcel.server";
import { sendParcel } from "./send-parcel.server";
import { copiesHere, readCopies } from "../stock.server";
import { refundByStaff } from "../../payments/refunds/staff-refunds.server";
import { createDoorOrder } from "~/test/door-orders";
import { createTestDatabase } from "~/test/database";
import { rowsOf, tablesOf } from "~/test/databases/older-shop";
import { testOnSqlite } from "~/test/engines";
import { createCarrier, createOrder, refundKey } from "~/test/orders";
import { createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { updateDatabase } from "~/db/migrating/migrate.server";

// Shops that sent orders before there were parcels, and lost some before refunds noted it: what their pages and stock say stays.

const folder = mkdtempSync(path.join(tmpdir(), "kitab-parcels-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NOW = new Date("2026-11-21T06:00:00.000Z");
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

/** The shop as it was before this migration, with the rows of a newer one, and then upgraded. */
async function upgradedFrom(file: string, migration: string): Promise<Db> {
  const before = path.join(folder, migration);
  cpSync("migrations", before, {
    recursive: true,
    filter: (name) => !/\d{8}T\d{4}_/.test(name) || path.basename(name) < migration,
  });
  const older = openDatabase(path.join(folder, `${migration}.db`));
  afterAll(() => older.close());
  await updateDatabase(older, before);
  const tables = await tablesOf(older.read);
  older.executeScript(`pragma foreign_keys = off; attach '${file}' as now`);
  for (const [table, columns] of tables) {
    const names = columns.map((column) => `"${column}"`).join();
    older.executeScript(
      `insert or replace into main."${table}" (${names}) select ${names} from now."${table}"`,
    );
  }
  older.executeScript("detach now; pragma foreign_keys = on");
  expect(await updateDatabase(older, path.resolve("migrations"))).toContain(migration);
  return older.write;
}

/** What staff, customers and stock know of all orders. */
async function figures(db: Db) {
  const ids = await db.selectFrom("orders").select("id").orderBy("id").execute();
  const orders = [];
  for (const { id } of ids) {
    // Documents of before are issued when somebody opens them (documents/earlier-documents).
    const { documents: _documents, documentKind: _kind, ...order } = (await findStaffOrder(db, id))!;
    const here = [...(await readCopies(db, order.lines, copiesHere))];
    orders.push({ ...order, here, parcels: order.parcels.map(({ id: _id, ...parcel }) => parcel) });
  }
  return {
    orders,
    books: await rowsOf(db, "books", ["id", "stock", "sold_count"]),
    sent: await rowsOf(db, "parcel_lines", ["order_line_id", "quantity", "from_stock"]),
    refunds: await rowsOf(db, "refund_lines", [
      "refund_id",
      "order_line_id",
      "quantity",
      "restocked",
      "lost",
    ]),
  };
}

async function shopWithOrders() {
  const shop = await createTestDatabase();
  const db = shop.write;
  const gateway = new MemoryGateway();
  const staffId = await createStaff(db);
  const providerId = await createCarrier(db, "India Post");
  const given = { staffId, providerId, quantity: 3, now: NOW };
  const lineOf = async (orderId: number) => (await findStaffOrder(db, orderId))!.lines[0]!.id;
  const refund = async (orderId: number, restock: boolean, hours: number) =>
    refundByStaff(
      db,
      {
        orderId,
        staffId,
        amount: "lines",
        reason: "r",
        key: refundKey(),
        lines: [{ id: await lineOf(orderId), qty: 1, restock }],
      },
      later(hours),
    );
  return { file: shop.file, db, gateway, given, staffId, providerId, refund };
}

testOnSqlite(
  "orders that were sent before there were parcels have one each, with what was not refunded by then",
  async () => {
    const { file, db, gateway, given, staffId, providerId, refund } = await shopWithOrders();
    for (const state of ORDER_STATES) await createOrder(db, gateway, state, given);
    const part = await createOrder(db, gateway, "paid", given);
    await refund(part.orderId, true, 1);
    const request = { orderId: part.orderId, staffId };
    await markPacked(db, request, later(2));
    await despatch(db, { ...request, providerId, trackingNo: "EK 1 IN" }, later(3));
    await markDelivered(db, request, later(4));
    await refund(part.orderId, false, 5);
    const { orderId } = await createDoorOrder(db, "shipped", given);
    await refuseParcel(db, { orderId, staffId, note: "", payBack: false }, later(1));
    // The weight of a parcel was not known of old.
    await db.updateTable("parcels").set({ weight_g: null }).execute();
    const now = await figures(db);
    expect(now.sent).toHaveLength(4);

    const older = await upgradedFrom(file, "20261127T1432_parcels");
    expect(await figures(older)).toEqual(now);
  },
);

testOnSqlite(
  "of refunds that were made before they noted it, those of lost copies are known again",
  async () => {
    const { file, db, gateway, given, staffId, providerId, refund } = await shopWithOrders();
    const request = async () => {
      const { orderId } = await createOrder(db, gateway, "packed", given);
      return { orderId, staffId };
    };
    const send = async (one: { orderId: number; staffId: number }, qty: number) => {
      const lines = [{ id: (await findStaffOrder(db, one.orderId))!.lines[0]!.id, qty }];
      const parcel = { providerId, trackingNo: `T${one.orderId}`, weightG: null, isSharedOk: true, lines };
      const sent = await sendParcel(db, { ...one, ...parcel }, NOW);
      if (!sent.ok) throw new Error(sent.message);
      return sent.parcelId;
    };
    // Lost and refunded; lost and sent again; one of three, with the others here; on its way and refunded.
    const refunded = await request();
    await recordLost(db, { ...refunded, parcelId: await send(refunded, 3) }, NOW);
    for (const hours of [1, 2]) await refund(refunded.orderId, false, hours);
    const again = await request();
    await recordLost(db, { ...again, parcelId: await send(again, 3) }, NOW);
    await refund(again.orderId, false, 1);
    await send(again, 2);
    const one = await request();
    await recordLost(db, { ...one, parcelId: await send(one, 1) }, NOW);
    for (const restock of [false, true]) await refund(one.orderId, restock, 1);
    const way = await request();
    await send(way, 3);
    await refund(way.orderId, false, 1);
    const now = await figures(db);
    expect(now.refunds.map(({ lost }) => lost)).toEqual([1, 1, 1, 1, 0, 0]);

    const older = await upgradedFrom(file, "20261128T1705_lost_refunded");
    expect(await figures(older)).toEqual(now);
  },
);
