import type { Db } from "~/db/database.server";
import { idsWereGiven, lastIdOf } from "~/db/next-id.server";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import { cartTotals } from "~/domain/sales/orders/money/totals";
import type { CouponForCustomer } from "~/domain/sales/coupons/coupons";
import { formatDateTime } from "~/domain/kit/dates";
import { issueEarlier } from "~/domain/sales/documents/earlier-documents.server";
import { nextInvoiceNumber } from "~/domain/sales/orders/money/invoice-numbers.server";
import { takeStock } from "~/domain/sales/orders/stock.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { createCustomers, findCustomers } from "./customers";
import { CARRIERS, namedIds } from "./names";
import { simulateOrder, type LifeOptions } from "./orders-life";
import { type PlannedOrder, planOrders, type PlanOptions } from "./orders-plan";
import type { SampleOrder } from "./orders-lived";
import { ORDER_TABLES, type OrderRows, orderRows, type OrderTable } from "./orders-rows";
import { between, mixedOrder, pick, pickSkewed, type Random } from "./random";

const BATCH = 500;
/** The widest table has 33 columns; SQLite takes 32,766 parameters. */
const ROWS_AT_ONCE = 250;
const SPAN_DAYS = 57 * 7;
/** Books drawn for an order; some may not have been in the shop yet. */
const DRAWS = 24;
/** Unpaid orders only hold copies of books with more stock than this, so that books low in stock stay as they are. */
const KEPT_IN_STOCK = 30;

export interface GenerateOrdersOptions {
  /** The wanted number of orders in the shop. */
  upTo: number;
  now: Date;
  /** Called with the number of orders in the shop after each step. */
  onProgress: (orders: number) => void;
}

export type GenerateOrdersOutcome =
  | { ok: true; orders: number; customers: number }
  | { ok: false; message: string };

/**
 * Adds generated orders of generated customers, of the last 57 weeks, until the shop has `upTo` orders. The n-th order
 * is always the same one. Each batch is a transaction, so an interrupted run continues where it stopped. A shop with
 * newer orders of its own is left alone, because order and invoice numbers must follow the time.
 * @returns what was added
 */
export async function generateOrders(
  db: Db,
  { upTo, now, onProgress }: GenerateOrdersOptions,
): Promise<GenerateOrdersOutcome> {
  const { count, newest } = await db
    .selectFrom("orders")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("placed_at").as("newest")])
    .executeTakeFirstOrThrow();
  if (count >= upTo) return { ok: true, orders: 0, customers: 0 };
  const options: PlanOptions = {
    orders: upTo,
    customers: Math.ceil(upTo / 4),
    spanDays: SPAN_DAYS,
    growth: 1,
    waiting: upTo < 40 ? 1 : 5,
    now,
  };
  const plan = planOrders(options);
  if (newest && Date.parse(newest) > plan.order(count).placedAt) {
    const message = `The shop's newest order is of ${formatDateTime(newest)}: sample orders can only be added before a shop's own. Choose another data folder.`;
    return { ok: false, message };
  }

  let made = 0;
  let customers = 0;
  for (let from = count; from < upTo; from += BATCH) {
    const to = Math.min(from + BATCH, upTo);
    const planned = Array.from({ length: to - from }, (_, index) => plan.order(from + index));
    await db.transaction().execute(async (trx) => {
      const needed =
        to === upTo ? options.customers : Math.max(...planned.map((order) => order.customer)) + 1;
      made += await createCustomers(trx, { from: customers, to: needed }, plan.joinedAt);
      customers = Math.max(customers, needed);
      await insertOrders(trx, planned, now);
    });
    onProgress(to);
  }
  return { ok: true, orders: upTo - count, customers: made };
}

/** An order that differs from the plan: with another buyer, a coupon, or a fixed state. */
export interface Exception {
  coupon?: CouponForCustomer | null;
  buyer?: { accountId: number; addresses: AddressFields[] };
  reached?: LifeOptions["reached"];
}

/**
 * Writes a batch of orders and counts the copies sold; unpaid orders hold their copies.
 * @param trx an open transaction @param planned sorted by time
 * @param exceptions by the order's ordinal
 */
export async function insertOrders(
  trx: Db,
  planned: PlannedOrder[],
  now: Date,
  exceptions: Readonly<Record<number, Exception>> = {},
): Promise<void> {
  const settings = await readSettings(trx);
  const carrierId = await namedIds(trx, "logistics_providers", CARRIERS);
  const staff = await trx
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "admin")
    .orderBy("id")
    .executeTakeFirst();
  const customer = await findCustomers(
    trx,
    planned.map((order) => order.customer),
  );
  const baskets = await fillBaskets(trx, planned);
  const lastOrder = await lastIdOf(trx, "orders");

  const orders: SampleOrder[] = [];
  for (const [index, order] of planned.entries()) {
    const { buyer = customer(order.customer), coupon = null, reached } = exceptions[order.ordinal] ?? {};
    const { random, placedAt } = order;
    const lines = baskets[index]!;
    const { totals } = cartTotals(lines, settings, coupon, new Date(placedAt));
    const life = simulateOrder(order, {
      total: totals.total,
      reservationMinutes: settings.reservationMinutes,
      now: now.getTime(),
      reached,
    });
    const carrier = pickSkewed(random, CARRIERS);
    orders.push({
      ordinal: order.ordinal,
      id: lastOrder + 1 + index,
      accountId: buyer.accountId,
      placedAt,
      address: random() < 0.8 ? buyer.addresses[0]! : pick(random, buyer.addresses),
      lines,
      totals,
      coupon: totals.discount > 0 ? coupon : null,
      life,
      invoiceNo: life.paidAt === null ? null : await nextInvoiceNumber(trx, new Date(life.paidAt)),
      carrier: { id: carrierId(carrier), name: carrier },
      staffId: staff?.id ?? null,
      hsn: settings.hsn,
      taxRate: settings.taxRate,
    });
  }
  const rows = orderRows(orders, {
    payments: 1 + (await lastIdOf(trx, "payments")),
    refunds: 1 + (await lastIdOf(trx, "refunds")),
  });
  for (const table of ORDER_TABLES) await insertRows(trx, rows, table);
  for (const table of ["orders", "payments", "refunds"] as const) await idsWereGiven(trx, table);
  await insertParcels(trx, lastOrder);
  await issueEarlier(
    trx,
    orders.map(({ id }) => id),
  );
  for (const order of orders) {
    if (order.life.state === "pending" && !(await takeStock(trx, order.lines)))
      throw new Error("the shop has not enough stock for an unpaid order");
  }
  await countSales(trx, orders);
  await countPairs(trx, orders);
}

async function insertRows<Table extends OrderTable>(trx: Db, rows: OrderRows, table: Table): Promise<void> {
  for (let start = 0; start < rows[table].length; start += ROWS_AT_ONCE) {
    const some = rows[table].slice(start, start + ROWS_AT_ONCE);
    await trx.insertInto(table).values(some).execute();
  }
}

/** One parcel for each sent order after this one, with all of its copies. */
async function insertParcels(trx: Db, lastOrder: number): Promise<void> {
  const columns = ["logistics_provider_id", "tracking_no", "delivered_at"] as const;
  await trx
    .insertInto("parcels")
    .columns(["order_id", "number", "sent_at", ...columns])
    .expression(
      trx
        .selectFrom("orders")
        .select((eb) => [
          "id",
          eb.lit(1).as("number"),
          eb.ref("shipped_at").$notNull().as("sent_at"),
          ...columns,
        ])
        .where("id", ">", lastOrder)
        .where("shipped_at", "is not", null)
        .orderBy("id"),
    )
    .execute();
  await trx
    .insertInto("parcel_lines")
    .columns(["parcel_id", "order_line_id", "quantity"])
    .expression(
      trx
        .selectFrom("parcels as p")
        .innerJoin("order_lines as l", "l.order_id", "p.order_id")
        .select(["p.id", "l.id as line", "l.quantity"])
        .where("p.order_id", ">", lastOrder),
    )
    .execute();
}

/** Chooses books that were in the shop when the order was placed; a few are chosen often. */
async function fillBaskets(trx: Db, planned: PlannedOrder[]): Promise<SampleOrder["lines"][]> {
  const { first, last } = await trx
    .selectFrom("books")
    .select((eb) => [eb.fn.min("id").as("first"), eb.fn.max("id").as("last")])
    .where("hidden", "=", 0)
    .executeTakeFirstOrThrow();
  const size = last - first + 1;
  const mixed = mixedOrder(size);
  const draw = (random: Random) => first + mixed(Math.floor(random() ** 2.2 * size));
  const drawn = planned.map(({ random }) => Array.from({ length: DRAWS }, () => draw(random)));
  const books = await trx
    .selectFrom("books")
    .select(["id", "title", "price", "charged_price", "stock", "created_at"])
    .where("id", "in", [...new Set(drawn.flat()), first])
    .where("hidden", "=", 0)
    .execute();
  const byId = new Map(books.map((book) => [book.id, book]));
  return planned.map(({ random, placedAt, fate }, index) => {
    const placed = new Date(placedAt).toISOString();
    const fitting = [...new Set(drawn[index])]
      .map((id) => byId.get(id))
      .filter((book) => book !== undefined)
      .filter((book) => book.created_at < placed && (fate !== "waiting" || book.stock > KEPT_IN_STOCK));
    const chosen = fitting.length > 0 ? fitting.slice(0, linesOf(random)) : [byId.get(first)!];
    return chosen.map((book) => ({
      bookId: book.id,
      title: book.title,
      mrp: book.price,
      unitPrice: book.charged_price,
      quantity: copiesOf(random),
    }));
  });
}

/** The number of different books: mostly one, sometimes several. */
function linesOf(random: Random): number {
  const kind = random();
  return kind < 0.55 ? 1 : kind < 0.8 ? 2 : kind < 0.92 ? 3 : between(random, 4, 6);
}

const copiesOf = (random: Random) => (random() < 0.86 ? 1 : between(random, 2, 5));

/** Updates `sold_count`: copies in paid orders that were not cancelled or refunded. */
async function countSales(trx: Db, orders: SampleOrder[]): Promise<void> {
  const sold = trx
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select("l.book_id")
    .select((eb) => eb.fn.sum<number>("l.quantity").as("copies"))
    .where("o.id", ">=", orders[0]!.id)
    .where("o.state", "in", ["paid", "packed", "shipped", "delivered"])
    .groupBy("l.book_id");
  await trx
    .updateTable("books")
    .from(sold.as("sold"))
    .set((eb) => ({ sold_count: eb("sold_count", "+", eb.ref("sold.copies")) }))
    .whereRef("books.id", "=", "sold.book_id")
    .execute();
}

/** Updates `bought_together`, whose triggers only run when an order becomes paid. */
async function countPairs(trx: Db, orders: SampleOrder[]): Promise<void> {
  for (const { id, lines, life } of orders) {
    if (lines.length < 2 || !["paid", "packed", "shipped", "delivered"].includes(life.state)) continue;
    await trx
      .insertInto("bought_together")
      .columns(["book_id", "other_id", "order_count"])
      .expression((eb) =>
        eb
          .selectFrom("order_pairs")
          .select((pair) => ["book_id", "other_id", pair.lit(1).as("order_count")])
          .where("order_id", "=", id),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["book_id", "other_id"])
          .doUpdateSet((eb) => ({ order_count: eb("bought_together.order_count", "+", 1) })),
      )
      .execute();
  }
}
