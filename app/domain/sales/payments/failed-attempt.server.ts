import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { applyPayment } from "./apply-payment.server";
import { openedAs } from "./opened-as.server";
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
    .selectFrom("orders as o")
    .leftJoin("balances as b", (join) =>
      join.onRef("b.order_id", "=", "o.id").on("b.gateway_order_id", "=", gatewayOrderId),
    )
    .select(["o.id", "o.state", "o.gateway", "b.gateway as of_balance", "b.paid_at", "b.replaced_at"])
    .where(openedAs("o", gatewayOrderId))
    .executeTakeFirst();
  const gateway = gateways.find(({ name }) => name === (order?.of_balance ?? order?.gateway));
  if (!order || !gateway) return null;
  const isOpen =
    order.of_balance === null
      ? order.state === "pending"
      : order.paid_at === null && order.replaced_at === null;
  if (!isOpen) return { orderId: order.id };
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
