import type { Db } from "~/db/database.server";
import { emitEvent, emitTo } from "~/domain/shop/webhooks/emit-event.server";
import { readOrderMoney } from "./money/order-money.server";
import type { EventRefund } from "./order-webhooks.json";
import { readOrder } from "./orders.server";

/** Loaded only when it is needed: the commands in scripts/ cannot import modules whose names end in .json. */
const jsonOf = () => import("./order-webhooks.json");

async function dataOf(trx: Db, orderId: number) {
  const [order, money] = await Promise.all([
    readOrder(trx, orderId, "anybody"),
    readOrderMoney(trx, orderId),
  ]);
  const { orderEventToJson } = await jsonOf();
  return order && orderEventToJson(order, money);
}

/**
 * Tells other servers about an order that is, or was, paid.
 * @param trx the transaction of the step, after it
 */
export async function queueOrderEvent(
  trx: Db,
  type: "order.paid" | "order.changed" | "order.dispatched" | "order.cancelled",
  orderId: number,
  now: Date,
): Promise<void> {
  await emitEvent(trx, type, () => dataOf(trx, orderId), now);
}

/** Tells other servers about a parcel of an order. @param trx the transaction that wrote it, after it */
export async function queueParcelEvent(
  trx: Db,
  type: "parcel.sent" | "parcel.delivered",
  orderId: number,
  parcelId: number,
  now: Date,
): Promise<void> {
  const data = async () => {
    const [order, money] = await Promise.all([
      readOrder(trx, orderId, "anybody"),
      readOrderMoney(trx, orderId),
    ]);
    const { parcelEventToJson } = await jsonOf();
    return order && parcelEventToJson(order, money, parcelId);
  };
  await emitEvent(trx, type, data, now);
}

/** The same of a payment, for endpoints that were read before. @param endpointIds those that want `order.paid` */
export async function queuePaidEvent(
  trx: Db,
  endpointIds: number[],
  orderId: number,
  now: Date,
): Promise<void> {
  await emitTo(trx, endpointIds, "order.paid", () => dataOf(trx, orderId), now);
}

/** Tells other servers about a processed refund. @param trx the transaction in which it became processed, after it */
export async function queueRefundEvent(
  trx: Db,
  orderId: number,
  refund: EventRefund,
  now: Date,
): Promise<void> {
  const data = async () => {
    const told = await dataOf(trx, orderId);
    const { refundToJson } = await jsonOf();
    return told && { ...told, refund: refundToJson(refund) };
  };
  await emitEvent(trx, "order.refunded", data, now);
}
