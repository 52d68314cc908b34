import type { Selectable } from "kysely";
import type { Tables } from "~/db/tables";

/** The sandbox's rows as Razorpay writes them in answers and webhooks: amounts in paise, times in Unix seconds. */

export type SandboxOrder = Selectable<Tables["sandbox_orders"]>;
export type SandboxPayment = Selectable<Tables["sandbox_payments"]>;
export type SandboxRefund = Selectable<Tables["sandbox_refunds"]>;

/** Razorpay's form of a time. @param time ISO 8601 */
export const unixSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);

/** Razorpay writes notes without entries as an empty list. */
function notesOf(stored: string): unknown {
  const notes = JSON.parse(stored) as Record<string, string>;
  return Object.keys(notes).length > 0 ? notes : [];
}

/** An order as Razorpay answers it; amounts in paise. */
export function orderJson(order: SandboxOrder) {
  const paid = order.status === "paid" ? order.amount : 0;
  return {
    id: order.id,
    entity: "order",
    amount: order.amount,
    amount_paid: paid,
    amount_due: order.amount - paid,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOf(order.notes),
    created_at: unixSeconds(order.created_at),
  };
}

/** @param status the payment's status at the time of an earlier event; by default the present one */
export function paymentJson(
  payment: SandboxPayment,
  status: SandboxPayment["status"] | "authorized" = payment.status,
) {
  const refunded = payment.amount_refunded;
  return {
    id: payment.id,
    entity: "payment",
    amount: payment.amount,
    currency: payment.currency,
    status,
    order_id: payment.order_id,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refunded < payment.amount ? "partial" : "full",
    captured: status === "captured" || status === "refunded",
    description: null,
    card_id: null,
    card: payment.card_last4 ? { entity: "card", last4: payment.card_last4 } : undefined,
    bank: null,
    wallet: null,
    vpa: payment.vpa,
    email: payment.email,
    contact: payment.contact,
    notes: [],
    fee: null,
    tax: null,
    error_code: payment.error_code,
    error_description: payment.error_description,
    error_source: payment.error_source,
    error_step: payment.error_step,
    error_reason: payment.error_reason,
    acquirer_data: {},
    created_at: unixSeconds(payment.created_at),
  };
}

/** A refund as Razorpay answers it; amounts in paise. */
export function refundJson(refund: SandboxRefund) {
  return {
    id: refund.id,
    entity: "refund",
    amount: refund.amount,
    currency: "INR",
    payment_id: refund.payment_id,
    notes: notesOf(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: null },
    created_at: unixSeconds(refund.created_at),
    batch_id: null,
    status: refund.status,
    speed_processed: "normal",
    speed_requested: "normal",
  };
}

/** A list as Razorpay answers it. */
export function collectionJson<Item>(items: Item[]) {
  return { entity: "collection", count: items.length, items };
}
