import type { Db } from "~/db/database.server";
import { emitEvent } from "../webhooks/emit-event.server";
import { readOrderMoney } from "./order-money.server";
import type { ToldRefund } from "./order-webhooks.json";
import { readOrder } from "./orders.server";

/** Loaded only when it is needed: the commands in scripts/ cannot import modules whose names end in .json. */
const jsonOf = () => import("./order-webhooks.json");

async function dataOf(trx: Db, orderId: number) {
  const order = await readOrder(trx, orderId, "anybody");
  const { orderEventToJson } = await jsonOf();
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
    const { refundToJson } = await jsonOf();
    return told && { ...told, refund: refundToJson(refund) };
  };
  await emitEvent(trx, "order.refunded", data, now);
}
