import { type Expression, type RawBuilder, sql } from "kysely";
import { sendWithNext } from "~/db/writing/send-with-next.server";
import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/database.server";

// What a transaction `beside` others locks on PostgreSQL, before it reads what it decides by. Each lock goes with the next
// statement and costs no round trip. SQLite has one writer: there they do nothing.
//
// Whoever takes several takes them in this order, so that no two wait for each other: guest, customer or staff, orders,
// coupons, books, and the counter of invoices last. (A deadlock that happens nevertheless is no fault: the transaction is
// run again.)

/** The first of the two keys of an advisory lock, "kitc" … in ASCII: what does not exist yet is locked too. */
const KINDS = {
  customer: 0x6b_69_74_63,
  email: 0x6b_69_74_65,
  guest: 0x6b_69_74_67,
  mobile: 0x6b_69_74_6d,
  rates: 0x6b_69_74_72,
  sku: 0x6b_69_74_6b,
  sandbox: 0x6b_69_74_73,
  tracking: 0x6b_69_74_74,
};

const lock = async (trx: Db, statement: RawBuilder<unknown>) => {
  if (isPostgres(trx)) await sendWithNext(trx, statement);
};

const lockText = (trx: Db, kind: keyof typeof KINDS, text: string | null): Promise<void> =>
  lock(trx, sql`select pg_advisory_xact_lock(${sql.lit(KINDS[kind])}, hashtext(${text}))`);

/** Ids, or a query that selects them when the locks before it are taken. */
type Ids = readonly number[] | Expression<number>;

/** The rows of a table, in the order of their ids. What refers to them can still be written. */
async function lockRows(trx: Db, table: "orders" | "coupons" | "books", ids: Ids): Promise<void> {
  if ("length" in ids && ids.length === 0) return;
  const which = "length" in ids ? sql`= any(${ids})` : sql`in ${ids}`;
  await lock(trx, sql`select id from ${sql.table(table)} where id ${which} order by id for no key update`);
}

/**
 * Guards what belongs to one account: of a customer the cart, what is saved, how many orders are unpaid; of staff what they
 * refund without a new proof.
 */
export const lockCustomer = (trx: Db, accountId: number | Expression<number>): Promise<void> =>
  lock(trx, sql`select pg_advisory_xact_lock(${sql.lit(KINDS.customer)}, ${accountId}::int)`);

/** Guards the cart of a guest. */
export const lockGuest = (trx: Db, sessionHash: string): Promise<void> => lockText(trx, "guest", sessionHash);

/** Guards how often an address is mailed: many links to one are refused. */
export const lockEmail = (trx: Db, email: string): Promise<void> => lockText(trx, "email", email);

/** Guards the rates of tax that the shop keeps. */
export const lockTaxRates = (trx: Db): Promise<void> => lockText(trx, "rates", "tax");

/** Guards that one book has an article number. */
export const lockSku = (trx: Db, sku: string | null): Promise<void> =>
  lockText(trx, "sku", sku?.toLowerCase() ?? null);

/** Guards an order, payment or receipt of the sandbox, by its name. */
export const lockSandbox = (trx: Db, name: string): Promise<void> => lockText(trx, "sandbox", name);

/** Guards the tokens that a login of the API has begun with, found by one of them. */
export const lockRefreshFamily = (trx: Db, tokenHash: string): Promise<void> =>
  lock(
    trx,
    sql`select id from refresh_families
      where id in (select family_id from refresh_tokens where token_hash = ${tokenHash}) for update`,
  );

/** Guards how long a webhook endpoint has failed. */
export const lockEndpoint = (trx: Db, endpointId: number): Promise<void> =>
  lock(trx, sql`select id from webhook_endpoints where id = ${endpointId} for no key update`);

/** Guards how many orders of a mobile number are to be paid at the door. Taken after all others. */
export const lockMobile = (trx: Db, mobile: string): Promise<void> => lockText(trx, "mobile", mobile);

/** Guards which parcels have this tracking number. Taken after all others. */
export const lockTracking = (trx: Db, trackingNo: string): Promise<void> =>
  lockText(trx, "tracking", trackingNo);

/** Guards the state of orders, their payments, refunds, returns and parcels. */
export const lockOrders = (trx: Db, orderIds: Ids): Promise<void> => lockRows(trx, "orders", orderIds);

/** The same for one order. */
export const lockOrder = (trx: Db, orderId: number): Promise<void> => lockOrders(trx, [orderId]);

/** Guards how often coupons were used, and their rules. */
export const lockCoupons = (trx: Db, couponIds: Ids): Promise<void> => lockRows(trx, "coupons", couponIds);

/** The same for one coupon. */
export const lockCoupon = (trx: Db, couponId: number): Promise<void> => lockCoupons(trx, [couponId]);

/**
 * Guards books: their copies in stock, on pre-orders and sold, what was bought with them, their ratings, and what staff
 * write into them. Taken before the state of an order changes, whose triggers write these.
 */
export const lockBooks = (trx: Db, bookIds: Ids): Promise<void> => lockRows(trx, "books", bookIds);
