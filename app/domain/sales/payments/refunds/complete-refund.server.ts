import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { issueEarlier } from "~/domain/sales/documents/earlier-documents.server";
import { noteRefund } from "~/domain/sales/documents/notes.server";
import { logOrderEvent } from "~/domain/sales/orders/order-events.server";
import { queueRefundEvent } from "~/domain/sales/orders/order-webhooks.server";
import { canMove } from "~/domain/sales/orders/orders";
import { countAsSold, giveBackOrderStock } from "~/domain/sales/orders/stock.server";
import { EXCHANGE } from "~/domain/sales/orders/exchange/exchange";
import { readOrderMoney } from "~/domain/sales/orders/money/order-money.server";
import { advancesPayment } from "~/domain/sales/gateways/payment-states";
import { isAutomaticRefund } from "~/domain/sales/orders/money/refunds";

/**
 * Follows up a processed refund: payment and order become refunded once all their money has been refunded, and a note lowers
 * the order's document.
 * @param trx the transaction in which the refund became processed @param staffId who has paid it back by hand
 */
export async function completeRefund(
  trx: Db,
  refund: Selectable<Tables["refunds"]>,
  now: Date,
  staffId?: number,
): Promise<void> {
  const { id: refundId, order_id: orderId, amount, reason } = refund;
  const how = refund.paid_back;
  const detail = { refund: refundId, amount, reason, ...(how && { how }) };
  const by = { actor: how ? "staff" : "gateway", ...(staffId && { actorAccountId: staffId }) } as const;
  if (reason !== EXCHANGE)
    await logOrderEvent(trx, { orderId, kind: "refund_processed", ...by, detail }, now);
  const processed = await trx
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.amount", "r.payment_id", "r.reason", "p.amount as paid", "p.status as payment_status"])
    .where("r.order_id", "=", orderId)
    .where("r.status", "=", "processed")
    .execute();
  const ofPayment = processed.filter((row) => row.payment_id === refund.payment_id);
  const payment = ofPayment[0]!;
  if (sum(ofPayment) >= payment.paid && advancesPayment(payment.payment_status, "refunded")) {
    await trx
      .updateTable("payments")
      .set({ status: "refunded", updated_at: now.toISOString() })
      .where("id", "=", refund.payment_id)
      .execute();
  }
  // Automatic refunds do not change the order. What was exchanged did not go back: the customer has other books for it.
  const returned = sum(processed.filter((row) => !isAutomaticRefund(row.reason) && row.reason !== EXCHANGE));
  const isOver = await refundOrder(trx, orderId, returned, now);
  // Documents that are stored just now have the notes of all refunds that were made.
  if ((await issueEarlier(trx, [orderId])) === 0) await noteRefund(trx, { ...refund, isLast: isOver }, now);
  // They return money that no event has reported.
  if (isAutomaticRefund(reason)) return;
  const told = { id: refundId, amount, reason, returnId: refund.return_id };
  await queueRefundEvent(trx, orderId, told, now);
}

/**
 * The order becomes refunded once all that was paid for it went back, nothing of it in exchange, and its parcel, if one was
 * sent, has nothing due at the door. Its copies no longer count as sold, and go back into stock if they were never shipped.
 * (Those of a cancelled order already have.)
 * @returns whether it became refunded
 */
async function refundOrder(trx: Db, orderId: number, returned: number, now: Date): Promise<boolean> {
  const order = await trx
    .selectFrom("orders")
    .select(["state", "cancel_reason", "paid_at", "shipped_at", "stock_held", "due_at_door", "door_received"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const status = { state: order.state, cancelReason: order.cancel_reason, paidAt: order.paid_at };
  const received = (await readOrderMoney(trx, orderId))?.paid ?? 0;
  // Nobody asks for the rest of a parcel that is not sent.
  const isDue =
    order.state !== "cancelled" && order.shipped_at !== null && order.door_received < order.due_at_door;
  if (received === 0 || returned < received || isDue || !canMove(status, "refunded")) return false;
  const isStillHere = order.shipped_at === null && order.stock_held === 1;
  await trx
    .updateTable("orders")
    .set({ state: "refunded", cancel_reason: null, ...(isStillHere && { stock_held: 0 }) })
    .where("id", "=", orderId)
    .execute();
  if (isStillHere) await giveBackOrderStock(trx, orderId);
  if (order.state !== "cancelled") await countAsSold(trx, orderId, "take back");
  await logOrderEvent(
    trx,
    { orderId, kind: "refunded", actor: "gateway", detail: { amount: returned } },
    now,
  );
  return true;
}

const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);
