import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { type Gateway, GatewayError } from "../gateways/gateway.server";
import { applyPayment } from "./apply-payment.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A bank's late yes can turn a failed payment into a good one for 3 days (payments/late-authorisation). */
const LATEST_MS = 72 * HOUR_MS;
const LONGEST_PAUSE_MS = 12 * HOUR_MS;
const ORDERS_A_ROUND = 25;

/**
 * When each order is to be asked about next. Kept in memory on purpose: after a restart every recent order is asked
 * about at once, which is what is wanted after a crash; asking costs a call and changes nothing by itself.
 */
const schedules = new WeakMap<Gateway, Map<number, number>>();

/** An order is asked about when it is 1 minute old, then 2, 4, 8 …, then every 12 hours until 3 days are over. */
const nextTime = (placedAt: number, now: number) =>
  now + Math.min(LONGEST_PAUSE_MS, Math.max(MINUTE_MS, now - placedAt));

/** Background work: `reconcile` with every gateway, since a payment may still come in where the shop sold before. */
export async function reconcileAll(db: Db, gateways: readonly Gateway[], now = new Date()): Promise<number> {
  let worked = 0;
  for (const gateway of gateways) worked += await reconcile(db, gateway, now);
  return worked;
}

/**
 * Asks the gateway what it knows of orders whose payment may have been missed: unpaid ones, lapsed
 * or replaced ones whose payment came late, and paid ones, for a second payment. Each answer goes through
 * `applyPayment`. (Refunds under way are asked about by `workRefunds`.)
 * @returns how many orders it asked about
 */
export async function reconcile(db: Db, gateway: Gateway, now = new Date()): Promise<number> {
  const schedule = schedules.get(gateway) ?? new Map<number, number>();
  schedules.set(gateway, schedule);
  const due = (await recentOrders(db, gateway.name, now)).filter(
    (order) => (schedule.get(order.id) ?? order.placedAt + MINUTE_MS) <= now.getTime(),
  );
  let worked = 0;
  for (const order of due.slice(0, ORDERS_A_ROUND)) {
    try {
      for (const payment of await gateway.fetchOrderPayments(order.gatewayOrderId)) {
        // Asked by the order's own id: a payment that names another is not this order's.
        if (payment.orderId === order.gatewayOrderId) await applyPayment(db, payment, "reconciler", now);
      }
    } catch (error) {
      logger.warn({ orderId: order.id, err: error }, "an order could not be reconciled");
      // Away: the others would only wait for their time limits too. The next round begins with this one.
      if (error instanceof GatewayError && error.kind === "unavailable") return 0;
    }
    schedule.set(order.id, nextTime(order.placedAt, now.getTime()));
    worked += 1;
  }
  return worked;
}

/** Orders young enough to be asked about, the unpaid first. Forgets the times of those that are not. */
async function recentOrders(db: Db, gateway: Gateway["name"], now: Date) {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "state", "placed_at", "gateway_order_id"])
    .where("placed_at", ">", new Date(now.getTime() - LATEST_MS - LONGEST_PAUSE_MS).toISOString())
    .where("gateway", "=", gateway)
    .where("gateway_order_id", "is not", null)
    .orderBy("id")
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      isPending: row.state === "pending",
      placedAt: Date.parse(row.placed_at),
      gatewayOrderId: row.gateway_order_id!,
    }))
    .sort((a, b) => Number(b.isPending) - Number(a.isPending) || a.id - b.id);
}
