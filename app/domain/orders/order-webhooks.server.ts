import type { Db } from "~/db/database.server";
import { emitEvent } from "../webhooks/emit-event.server";
import { readOrderMoney } from "./order-money.server";
import { orderEventToJson, refundToJson, type ToldRefund } from "./order-webhooks.json";
import { readOrder } from "./orders.server";

async function dataOf(trx: Db, orderId: number) {
  const order = await readOrder(trx, orderId, "anybody");
  return order && orderEventToJson(order, await readOrderMoney(trx, orderId));
}

/**
 * Tells other servers about an order that is, or was, paid.
 * @param trx the transaction of the step, after it
 */
export async function tellOrder(
  trx: Db,
  type: "order.paid" | "order.dispatched" | "order.cancelled",
  orderId: number,
  now: Date,
): Promise<void> {
  await emitEvent(trx, type, () => dataOf(trx, orderId), now);
}

/** Tells other servers about a processed refund. @param trx the transaction in which it became processed, after it */
export async function tellRefund(trx: Db, orderId: number, refund: ToldRefund, now: Date): Promise<void> {
  const data = async () => {
    const told = await dataOf(trx, orderId);
    return told && { ...told, refund: refundToJson(refund) };
  };
  await emitEvent(trx, "order.refunded", data, now);
}
