import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import { removeUsedCoupon } from "../cart/cart-coupon.server";
import { removePaidFromCart } from "../cart/cart.server";
import { indianDate } from "../dates";
import { issueDocument } from "../documents/issued-documents.server";
import { nextInvoiceNumber } from "../orders/invoice-numbers.server";
import { logOrderEvent } from "../orders/order-events.server";
import { queueOrderConfirmation } from "../orders/order-mails.server";
import { noticePaidOrder } from "../orders/order-notices.server";
import { orderCopies } from "../orders/order-steps.server";
import { tellOrder } from "../orders/order-webhooks.server";
import { canMove, deliveryDay } from "../orders/orders";
import { noteReleaseTold, orderWait } from "../orders/pre-orders.server";
import { countAsSold, takeOrderStock } from "../orders/stock.server";
import type { GatewayPayment } from "../gateways/gateway.server";
import { advancesPayment } from "../gateways/payment-states";
import { type AutomaticRefund, isAutomaticRefund } from "../orders/refunds";
import type { PaymentOutcome, PaymentSource } from "./payments";
import { applyTestPayment } from "../test-purchases/test-payments.server";
import { logRefusal } from "./refusals.server";
import { queueAutomaticRefund } from "./refunds.server";

type OrderRow = Selectable<Tables["orders"]>;

/**
 * Applies all news of a payment, from any of the four sources. News may come in any order and more than once, since a
 * gateway guarantees neither, and a bank may approve a payment days later. Payments only move forward; 'failed' is not
 * final; a paid order never becomes unpaid. A captured payment pays its order exactly once, or is refunded when the
 * order cannot be fulfilled. A payment with another amount or currency than the order's is refused.
 * @param payment as the gateway reported it: from its API or a webhook whose signature was checked
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
  if (!order && (await applyTestPayment(trx, payment, source, now)))
    return { outcome: "test", orderId: null };
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
  if (!advancesPayment(known?.status ?? null, payment.status)) {
    return { outcome: "known", orderId, isPaid: await hasPaid(trx, order, known?.id) };
  }
  const paymentRowId = await recordPayment(trx, order, payment, now);
  if (payment.status !== "captured") return { outcome: "recorded", orderId };

  if (order.state === "pending") {
    await settle(trx, order, payment, source, now);
    return { outcome: "paid", orderId };
  }
  // The payment is late and the order has lapsed: the order becomes paid if its copies are still in stock.
  const isLapsed = order.cancel_reason === "payment_timeout";
  if (isLapsed && (await takeOrderStock(trx, orderId, await orderCopies(trx, orderId), now))) {
    await logOrderEvent(trx, { orderId, kind: "revived", actor: "gateway", detail: { source } }, now);
    await settle(trx, order, payment, source, now);
    return { outcome: "paid", orderId };
  }
  if (isLapsed) {
    // This payment is refunded, so a later payment must not revive the order.
    await trx
      .updateTable("orders")
      .set({ cancel_reason: "unserviceable" })
      .where("id", "=", orderId)
      .execute();
  }
  const why = refundReason(order);
  await queueAutomaticRefund(trx, { orderId, paymentRowId, amount: payment.amount, reason: why }, now);
  return { outcome: "refunding", orderId, reason: why };
}

function whyRefused(order: OrderRow, payment: GatewayPayment) {
  if (payment.currency !== order.currency) return "wrong_currency";
  return payment.amount === order.total ? null : "wrong_amount";
}

function refundReason(order: OrderRow): AutomaticRefund {
  // If a paid order was cancelled since, the mail must not say that the order does not change.
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

/** Whether this payment is the one that paid the order: captured, and not refunded automatically. */
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

/** Makes the order paid: invoice number, document, stock, sales count, cart, log and mails, all in one transaction. */
async function settle(trx: Db, order: OrderRow, payment: GatewayPayment, source: PaymentSource, now: Date) {
  const status = { state: order.state, cancelReason: order.cancel_reason, paidAt: order.paid_at };
  if (!canMove(status, "paid")) throw new Error(`order ${order.id} cannot become paid from ${order.state}`);
  const at = now.toISOString();
  const wait = await orderWait(trx, order.id, indianDate(now));
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
      eta_date: deliveryDay(now, wait?.from ?? null),
    })
    .where("id", "=", order.id)
    .execute();
  const paidBy = { id: payment.id, method: payment.method };
  await issueDocument(trx, { orderId: order.id, number: invoiceNo, issuedAt: at, payment: paidBy });
  const copies = await orderCopies(trx, order.id);
  await countAsSold(trx, copies, "add");
  await removePaidFromCart(trx, order.account_id, copies);
  await removeUsedCoupon(trx, order.account_id, order.id);
  const detail = { payment: payment.id, amount: payment.amount, invoice: invoiceNo, source };
  await logOrderEvent(trx, { orderId: order.id, kind: "paid", actor: "gateway", detail }, now);
  await queueOrderConfirmation(trx, order.id, now);
  await noteReleaseTold(trx, order.id);
  await noticePaidOrder(trx, order.id, now);
  await tellOrder(trx, "order.paid", order.id, now);
}
