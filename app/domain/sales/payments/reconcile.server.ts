import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { type Gateway, GatewayError } from "../gateways/gateway.server";
import { applyPayment } from "./apply-payment.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * A bank may approve a failed payment up to 5 days late (payments/capture-settings/api; payments/late-authorisation says 3,
 * so the longer one counts).
 */
const LATEST_MS = 5 * 24 * HOUR_MS;
const LONGEST_PAUSE_MS = 12 * HOUR_MS;
const ORDERS_PER_RUN = 25;

/**
 * When to ask about each order next. In memory on purpose: after a restart, maybe after a crash, all recent orders are
 * checked at once. Asking costs a call and changes nothing by itself.
 */
const schedules = new WeakMap<Gateway, Map<number, number>>();

/** The gateway is asked about an order 1, 2, 4, 8 … minutes after it was placed, then every 12 hours for 5 days. */
const nextTime = (placedAt: number, now: number) =>
  now + Math.min(LONGEST_PAUSE_MS, Math.max(MINUTE_MS, now - placedAt));

/** Background task: `reconcile` for every gateway, since payments may still arrive at one that the shop used before. */
export async function reconcileAll(db: Db, gateways: readonly Gateway[], now = new Date()): Promise<number> {
  let asked = 0;
  for (const gateway of gateways) asked += await reconcile(db, gateway, now);
  return asked;
}

/**
 * Asks the gateway for payments that the shop may have missed: of unpaid orders, of lapsed or replaced orders with a
 * late payment, and of paid orders with a second payment. Each answer goes through `applyPayment`. (`processRefunds`
 * asks about pending refunds.)
 * @returns how many orders it asked about
 */
export async function reconcile(db: Db, gateway: Gateway, now = new Date()): Promise<number> {
  const schedule = schedules.get(gateway) ?? new Map<number, number>();
  schedules.set(gateway, schedule);
  const recent = await recentOrders(db, gateway.name, now);
  const recentIds = new Set(recent.map(({ id }) => id));
  for (const id of schedule.keys()) if (!recentIds.has(id)) schedule.delete(id);
  const due = recent.filter(
    (order) => (schedule.get(order.id) ?? order.placedAt + MINUTE_MS) <= now.getTime(),
  );
  let asked = 0;
  for (const order of due.slice(0, ORDERS_PER_RUN)) {
    try {
      for (const payment of await gateway.fetchOrderPayments(order.gatewayOrderId)) {
        // Skip a payment that names another order.
        if (payment.orderId === order.gatewayOrderId) await applyPayment(db, payment, "reconciler", now);
      }
    } catch (error) {
      logger.warn({ orderId: order.id, err: error }, "an order could not be reconciled");
      // The gateway is down, and the other calls would time out too. The next run begins with this order.
      if (error instanceof GatewayError && error.kind === "unavailable") return 0;
    }
    schedule.set(order.id, nextTime(order.placedAt, now.getTime()));
    asked += 1;
  }
  return asked;
}

/** The orders recent enough to ask about, unpaid orders first. */
async function recentOrders(db: Db, gateway: Gateway["name"], now: Date) {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "state", "placed_at", "gateway_order_id"])
    .where("placed_at", ">", new Date(now.getTime() - LATEST_MS - LONGEST_PAUSE_MS).toISOString())
    .where("gateway", "=", gateway)
    .where("gateway_order_id", "is not", null)
    // Sorted below: by id, SQLite would read the whole table.
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
