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
const schedules = new WeakMap<Gateway, Map<string, number>>();

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
  const schedule = schedules.get(gateway) ?? new Map<string, number>();
  schedules.set(gateway, schedule);
  const recent = await recentOrders(db, gateway.name, now);
  const recentIds = new Set(recent.map(({ gatewayOrderId }) => gatewayOrderId));
  for (const id of schedule.keys()) if (!recentIds.has(id)) schedule.delete(id);
  const due = recent.filter(
    (order) => (schedule.get(order.gatewayOrderId) ?? order.placedAt + MINUTE_MS) <= now.getTime(),
  );
  let asked = 0;
  for (const order of due.slice(0, ORDERS_PER_RUN)) {
    try {
      for (const payment of await gateway.fetchOrderPayments(order.gatewayOrderId)) {
        // Skip a payment that names another order.
        if (payment.orderId === order.gatewayOrderId) await applyPayment(db, payment, "reconciler", now);
      }
    } catch (error) {
      logger.warn({ order: order.gatewayOrderId, err: error }, "an order could not be reconciled");
      // The gateway is down, and the other calls would time out too. The next run begins with this order.
      if (error instanceof GatewayError && error.kind === "unavailable") return 0;
    }
    schedule.set(order.gatewayOrderId, nextTime(order.placedAt, now.getTime()));
    asked += 1;
  }
  return asked;
}

/** The orders, and what changes have added to some, recent enough to ask about: the unpaid first. */
async function recentOrders(db: Db, gateway: Gateway["name"], now: Date) {
  const since = new Date(now.getTime() - LATEST_MS - LONGEST_PAUSE_MS).toISOString();
  const orders = db
    .selectFrom("orders")
    .select(["state", "placed_at", "gateway_order_id"])
    .where("placed_at", ">", since)
    .where("gateway", "=", gateway)
    .where("gateway_order_id", "is not", null)
    // Sorted below: by id, SQLite would read the whole table.
    .execute();
  const balances = db
    .selectFrom("balances")
    .select(["paid_at", "created_at as placed_at", "gateway_order_id"])
    .where("created_at", ">", since)
    .where("gateway", "=", gateway)
    .where("gateway_order_id", "is not", null)
    .execute();
  const [ofOrders, ofBalances] = await Promise.all([orders, balances]);
  const rows = [
    ...ofOrders.map(({ state, ...row }) => ({ ...row, isPending: state === "pending" })),
    ...ofBalances.map(({ paid_at, ...row }) => ({ ...row, isPending: paid_at === null })),
  ];
  return rows
    .map(({ isPending, placed_at, gateway_order_id }) => ({
      isPending,
      placedAt: Date.parse(placed_at),
      gatewayOrderId: gateway_order_id!,
    }))
    .sort((a, b) => Number(b.isPending) - Number(a.isPending) || a.placedAt - b.placedAt);
}
