import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import { leaveUsedCoupon } from "../cart/cart-coupon.server";
import { takePaidFromCart } from "../cart/cart.server";
import { indianDate } from "../dates";
import { issueDocument } from "../documents/issued-documents.server";
import { nextInvoiceNumber } from "../orders/invoice-numbers.server";
import { logOrderEvent } from "../orders/order-events.server";
import { queueOrderConfirmation } from "../orders/order-mails.server";
import { orderCopies } from "../orders/order-steps.server";
import { canMove, DELIVERY_DAYS } from "../orders/orders";
import { countAsSold, takeStock } from "../orders/stock.server";
import type { GatewayPayment } from "../gateways/gateway.server";
import { movesPaymentOn } from "../gateways/payment-states";
import { type AutomaticRefund, isAutomaticRefund } from "../orders/refunds";
import type { PaymentOutcome, PaymentSource } from "./payments";
import { logRefusal } from "./refusals.server";
import { queueAutomaticRefund } from "./refunds.server";

type OrderRow = Selectable<Tables["orders"]>;

/**
 * All news of a payment is applied here, whichever of the four sources tells it, in whatever order, however often: a
 * gateway promises neither order nor that it tells a thing once, and a bank can say yes days later. Payments only move
 * forward; 'failed' is never final; a paid order never goes back. Captured money pays its order exactly once, or is
 * refunded when the order cannot be served. Nothing is done for an amount or currency that is not the order's own.
 * @param payment as the gateway itself told it: from its API or a webhook whose signature was checked
 */
export async function applyPayment(
  db: Db,
  payment: GatewayPayment,
  source: PaymentSource,
  now = new Date(),
): Promise<PaymentOutcome> {
  const result = await db.transaction().execute((trx) => apply(trx, payment, source, now));
  if (result.outcome === "paid" || result.outcome === "refunding") wake("mail");
  if (result.outcome === "refunding") wake("refunds");
  if (result.outcome === "refused") {
    const { orderId, reason } = result;
    logger.warn({ payment: payment.id, orderId, reason, source }, "a payment was refused");
  }
  return result;
}

async function apply(
  trx: Db,
  payment: GatewayPayment,
  source: PaymentSource,
  now: Date,
): Promise<PaymentOutcome> {
  const order = await trx
    .selectFrom("orders")
    .selectAll()
    .where("gateway_order_id", "=", payment.orderId)
    .executeTakeFirst();
  if (!order) return { outcome: "refused", orderId: null, reason: "unknown_order" };
  const orderId = order.id;

  const reason = whyRefused(order, payment);
  if (reason) {
    await logRefusal(trx, { orderId, paymentId: payment.id, reason, amount: payment.amount, source }, now);
    return { outcome: "refused", orderId, reason };
  }

  const known = await trx
    .selectFrom("payments")
    .select(["id", "order_id", "status"])
    .where("gateway_payment_id", "=", payment.id)
    .executeTakeFirst();
  if (known && known.order_id !== orderId) {
    await logRefusal(
      trx,
      { orderId, paymentId: payment.id, reason: "other_order", amount: payment.amount, source },
      now,
    );
    return { outcome: "refused", orderId, reason: "other_order" };
  }
  if (!movesPaymentOn(known?.status ?? null, payment.status)) {
    return { outcome: "known", orderId, isPaid: await hasPaid(trx, order, known?.id) };
  }
  const paymentRowId = await recordPayment(trx, order, payment, now);
  if (payment.status !== "captured") return { outcome: "recorded", orderId };

  if (order.state === "pending") {
    await settle(trx, order, payment, source, now);
    return { outcome: "paid", orderId };
  }
  // Late, but the order lapsed for want of this very payment: it comes back if its books are still there.
  const isLapsed = order.cancel_reason === "payment_timeout";
  if (isLapsed && (await takeStock(trx, await orderCopies(trx, orderId)))) {
    await logOrderEvent(trx, { orderId, kind: "revived", actor: "gateway", detail: { source } }, now);
    await settle(trx, order, payment, source, now);
    return { outcome: "paid", orderId };
  }
  if (isLapsed) {
    // It must not come back by a later payment when this one has already gone home.
    await trx
      .updateTable("orders")
      .set({ cancel_reason: "unserviceable" })
      .where("id", "=", orderId)
      .execute();
  }
  const why = whyReturned(order);
  await queueAutomaticRefund(trx, { orderId, paymentRowId, amount: payment.amount, reason: why }, now);
  return { outcome: "refunding", orderId, reason: why };
}

function whyRefused(order: OrderRow, payment: GatewayPayment) {
  if (payment.currency !== order.currency) return "wrong_currency";
  return payment.amount === order.total ? null : "wrong_amount";
}

function whyReturned(order: OrderRow): AutomaticRefund {
  // Paid, and cancelled by the shop since: the customer is not told that the order stands.
  if (order.paid_at !== null && order.state !== "cancelled" && order.state !== "refunded") {
    return "second_payment";
  }
  if (order.paid_at !== null) return "order_cancelled";
  return order.cancel_reason === "payment_timeout" || order.cancel_reason === "unserviceable"
    ? "unserviceable"
    : "order_cancelled";
}

async function recordPayment(trx: Db, order: OrderRow, payment: GatewayPayment, now: Date): Promise<number> {
  const at = now.toISOString();
  const news = {
    status: payment.status,
    method: payment.method,
    error_description: payment.errorDescription,
    updated_at: at,
  };
  const { id } = await trx
    .insertInto("payments")
    .values({
      order_id: order.id,
      gateway: order.gateway,
      gateway_payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      created_at: at,
      ...news,
    })
    .onConflict((conflict) => conflict.column("gateway_payment_id").doUpdateSet(news))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether this payment is the one that the order stands paid by: captured, and not sent back of itself. */
async function hasPaid(trx: Db, order: OrderRow, paymentRowId: number | undefined): Promise<boolean> {
  if (order.paid_at === null || paymentRowId === undefined) return false;
  const payment = await trx
    .selectFrom("payments")
    .select("status")
    .where("id", "=", paymentRowId)
    .executeTakeFirst();
  if (payment?.status !== "captured" && payment?.status !== "refunded") return false;
  const refunds = await trx
    .selectFrom("refunds")
    .select("reason")
    .where("payment_id", "=", paymentRowId)
    .execute();
  return !refunds.some((refund) => isAutomaticRefund(refund.reason));
}

/** The one step to paid: invoice number, document, stock kept, cart, sales, mail and log, all in the same transaction. */
async function settle(trx: Db, order: OrderRow, payment: GatewayPayment, source: PaymentSource, now: Date) {
  const standing = { state: order.state, cancelReason: order.cancel_reason, paidAt: order.paid_at };
  if (!canMove(standing, "paid")) throw new Error(`order ${order.id} cannot become paid from ${order.state}`);
  const at = now.toISOString();
  const invoiceNo = await nextInvoiceNumber(trx, now);
  await trx
    .updateTable("orders")
    .set({
      state: "paid",
      cancel_reason: null,
      cancelled_at: null,
      stock_held: 1,
      paid_at: at,
      invoice_no: invoiceNo,
      invoice_date: at,
      eta_date: indianDate(now, DELIVERY_DAYS),
    })
    .where("id", "=", order.id)
    .execute();
  const paidBy = { id: payment.id, method: payment.method };
  await issueDocument(trx, { orderId: order.id, number: invoiceNo, issuedAt: at, payment: paidBy });
  const copies = await orderCopies(trx, order.id);
  await countAsSold(trx, copies, "add");
  await takePaidFromCart(trx, order.account_id, copies);
  await leaveUsedCoupon(trx, order.account_id, order.id);
  const detail = { payment: payment.id, amount: payment.amount, invoice: invoiceNo, source };
  await logOrderEvent(trx, { orderId: order.id, kind: "paid", actor: "gateway", detail }, now);
  await queueOrderConfirmation(trx, order.id, now);
}
