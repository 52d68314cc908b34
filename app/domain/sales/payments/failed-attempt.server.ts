import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { applyPayment } from "./apply-payment.server";
import { type Gateway, GatewayError } from "../gateways/gateway.server";

/**
 * The hosted page posts that a payment failed. The post is not signed, so none of it is believed or shown. Instead the
 * gateway is asked for the order's payments, and its answer goes through `applyPayment`. If it does not answer, webhook
 * or reconciler will bring the news.
 * @param gateways all that the shop can reach
 * @param mayAsk whether to ask the gateway, since anybody can post here; called only for a pending order
 * @returns the shop's order; null when none has this id at one of the gateways
 */
export async function lookUpAttempts(
  db: Db,
  gateways: readonly Gateway[],
  gatewayOrderId: string,
  mayAsk: (orderId: number) => Promise<boolean>,
  now = new Date(),
): Promise<{ orderId: number } | null> {
  const order = await db
    .selectFrom("orders")
    .select(["id", "state", "gateway"])
    .where("gateway_order_id", "=", gatewayOrderId)
    .executeTakeFirst();
  const gateway = gateways.find(({ name }) => name === order?.gateway);
  if (!order || !gateway) return null;
  if (order.state !== "pending") return { orderId: order.id };
  if (!(await mayAsk(order.id))) return { orderId: order.id };
  try {
    for (const payment of await gateway.fetchOrderPayments(gatewayOrderId)) {
      if (payment.orderId === gatewayOrderId) await applyPayment(db, payment, "callback", now);
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logger.warn({ orderId: order.id, err: error }, "the gateway could not be asked about a failed payment");
  }
  return { orderId: order.id };
}
