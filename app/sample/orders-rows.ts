import type { InsertObject } from "kysely";
import type { Tables } from "~/db/tables";
import { sha256 } from "~/platform/tokens.server";
import { auditRows, eventRows } from "./orders-log";
import type { Attempt } from "./orders-life";
import { etaDate, iso, isoOrNull, type SampleOrder, sampleId, trackingNo } from "./orders-lived";

/** In an order that foreign keys allow for inserting. */
export const ORDER_TABLES = [
  "orders",
  "order_lines",
  "coupon_uses",
  "payments",
  "refunds",
  "order_events",
  "audit_entries",
  "sandbox_orders",
  "sandbox_payments",
  "sandbox_refunds",
] as const;
export type OrderTable = (typeof ORDER_TABLES)[number];

/** The rows of a batch, table by table. */
export type OrderRows = { [Table in OrderTable]: InsertObject<Tables, Table>[] };

/**
 * All rows of these orders, as the shop's own code and the sandbox gateway would have written them: the gateway has
 * each order, so that reconciling and refunds work. Sent mails and delivered webhooks are left out.
 * @param firstId the first free ids of payments and refunds
 */
export function orderRows(orders: SampleOrder[], firstId: { payments: number; refunds: number }): OrderRows {
  const rows: OrderRows = {
    orders: [],
    order_lines: [],
    coupon_uses: [],
    payments: [],
    refunds: [],
    order_events: [],
    audit_entries: [],
    sandbox_orders: [],
    sandbox_payments: [],
    sandbox_refunds: [],
  };
  for (const order of orders) {
    const { id, ordinal, life, totals } = order;
    const gatewayOrderId = sampleId("order", ordinal);
    const receipt = `kb_${sampleId("receipt", ordinal)}`;
    rows.orders.push(orderRow(order, gatewayOrderId, receipt));
    for (const line of order.lines) {
      rows.order_lines.push({
        order_id: id,
        book_id: line.bookId,
        title: line.title,
        mrp: line.mrp,
        unit_price: line.unitPrice,
        quantity: line.quantity,
        hsn: order.hsn,
        tax_rate: order.taxRate,
      });
    }
    if (order.coupon) {
      rows.coupon_uses.push({
        order_id: id,
        coupon_id: order.coupon.id,
        account_id: order.accountId,
        discount: totals.discount,
        used_at: iso(order.placedAt),
        released_at: isoOrNull(life.cancelledAt),
      });
    }
    rows.sandbox_orders.push({
      id: gatewayOrderId,
      amount: totals.total,
      currency: "INR",
      receipt,
      notes: JSON.stringify({ order: String(id) }),
      status: sandboxStatus(life.attempts),
      attempts: life.attempts.length,
      created_at: iso(order.placedAt),
    });
    for (const [number, attempt] of life.attempts.entries()) {
      const paymentId = sampleId("pay", ordinal, number);
      rows.payments.push({
        id: firstId.payments + rows.payments.length,
        order_id: id,
        gateway: "sandbox",
        gateway_payment_id: paymentId,
        amount: totals.total,
        currency: "INR",
        status: attempt.status,
        method: attempt.method,
        error_description: attempt.failure?.description ?? null,
        created_at: iso(attempt.at),
        updated_at: iso(attempt.updatedAt),
      });
      rows.sandbox_payments.push(sandboxPayment(order, gatewayOrderId, paymentId, attempt));
    }
    const { refund } = life;
    if (refund) {
      const reason = refund.reason;
      const idempotencyKey = `refund_${sampleId("key", ordinal)}`;
      const gatewayRefundId = sampleId("rfnd", ordinal);
      const paymentId = sampleId("pay", ordinal, life.attempts.length - 1);
      const request = { amount: refund.amount, speed: "normal", notes: { order: String(id), reason } };
      rows.refunds.push({
        id: firstId.refunds + rows.refunds.length,
        order_id: id,
        payment_id: firstId.payments + rows.payments.length - 1,
        amount: refund.amount,
        reason,
        note: refund.note,
        requested_by: refund.note ? order.staffId : null,
        status: "processed",
        idempotency_key: idempotencyKey,
        gateway_refund_id: gatewayRefundId,
        attempts: 1,
        next_try_at: iso(refund.processedAt),
        created_at: iso(refund.queuedAt),
        updated_at: iso(refund.processedAt),
      });
      rows.sandbox_refunds.push({
        id: gatewayRefundId,
        payment_id: paymentId,
        amount: refund.amount,
        status: "processed",
        notes: JSON.stringify(request.notes),
        receipt: null,
        idempotency_key: idempotencyKey,
        request_hash: sha256(JSON.stringify([paymentId, request])),
        created_at: iso(refund.queuedAt),
        process_at: iso(refund.processedAt),
      });
    }
    const refundId = refund ? firstId.refunds + rows.refunds.length - 1 : null;
    rows.order_events.push(...eventRows(order, refundId));
    rows.audit_entries.push(...auditRows(order));
  }
  return rows;
}

function orderRow(
  order: SampleOrder,
  gatewayOrderId: string,
  receipt: string,
): InsertObject<Tables, "orders"> {
  const { life, totals, address } = order;
  const isShipped = life.shippedAt !== null;
  return {
    id: order.id,
    account_id: order.accountId,
    state: life.state,
    cancel_reason: life.cancelReason,
    stock_held: life.stockHeld ? 1 : 0,
    item_count: totals.itemCount,
    subtotal: totals.subtotal,
    discount: totals.discount,
    coupon_code: order.coupon?.code ?? null,
    shipping: totals.shipping,
    tax: totals.tax,
    total: totals.total,
    fullname: address.fullname,
    address1: address.address1,
    address2: address.address2,
    place: address.place,
    state_name: address.state,
    pincode: address.pincode,
    mobile: address.mobile,
    email: address.email,
    gateway: "sandbox",
    receipt,
    gateway_order_id: gatewayOrderId,
    invoice_no: order.invoiceNo,
    invoice_date: isoOrNull(life.paidAt),
    logistics_provider_id: isShipped ? order.carrier.id : null,
    tracking_no: isShipped ? trackingNo(order) : null,
    eta_date: etaDate(order),
    placed_at: iso(order.placedAt),
    pay_by: iso(life.payBy),
    paid_at: isoOrNull(life.paidAt),
    packed_at: isoOrNull(life.packedAt),
    shipped_at: isoOrNull(life.shippedAt),
    delivered_at: isoOrNull(life.deliveredAt),
    cancelled_at: isoOrNull(life.cancelledAt),
  };
}

function sandboxStatus(attempts: Attempt[]): "created" | "attempted" | "paid" {
  if (attempts.length === 0) return "created";
  return attempts.at(-1)!.status === "failed" ? "attempted" : "paid";
}

function sandboxPayment(
  { totals, address, life }: SampleOrder,
  gatewayOrderId: string,
  paymentId: string,
  attempt: Attempt,
): InsertObject<Tables, "sandbox_payments"> {
  const failure = attempt.failure;
  return {
    id: paymentId,
    order_id: gatewayOrderId,
    amount: totals.total,
    currency: "INR",
    status: attempt.status,
    method: attempt.method,
    card_last4: attempt.cardLast4,
    vpa: attempt.vpa,
    email: address.email,
    contact: address.mobile,
    error_code: failure && "BAD_REQUEST_ERROR",
    error_description: failure?.description ?? null,
    error_source: failure?.source ?? null,
    error_step: failure && "payment_authorization",
    error_reason: failure?.reason ?? null,
    amount_refunded: failure ? 0 : (life.refund?.amount ?? 0),
    created_at: iso(attempt.at),
  };
}
