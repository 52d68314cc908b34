import type { InsertObject } from "kysely";
import type { Tables } from "~/db/tables";
import { indianDate } from "~/domain/kit/dates";
import { orderColumns } from "~/domain/sales/orders/order-columns.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import { auditRows, eventRows } from "./orders-log";
import type { Attempt, Refund } from "./orders-life";
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
    const gatewayOrderId = sampleId("order", order.ordinal);
    const receipt = `kb_${sampleId("receipt", order.ordinal)}`;
    rows.orders.push(orderRow(order, gatewayOrderId, receipt));
    rows.order_lines.push(...lineRows(order));
    rows.coupon_uses.push(...couponRows(order));
    rows.sandbox_orders.push(sandboxOrder(order, gatewayOrderId, receipt));
    for (const [number, attempt] of order.life.attempts.entries()) {
      const paymentId = sampleId("pay", order.ordinal, number);
      const id = firstId.payments + rows.payments.length;
      rows.payments.push(paymentRow(order, id, paymentId, attempt));
      rows.sandbox_payments.push(sandboxPayment(order, gatewayOrderId, paymentId, attempt));
    }
    let refundId: number | null = null;
    if (order.life.refund) {
      refundId = firstId.refunds + rows.refunds.length;
      const paymentId = firstId.payments + rows.payments.length - 1;
      rows.refunds.push(refundRow(order, order.life.refund, refundId, paymentId));
      rows.sandbox_refunds.push(sandboxRefund(order, order.life.refund));
    }
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
    ...orderColumns(totals, address, order.coupon?.code ?? null),
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

const lineRows = (order: SampleOrder): OrderRows["order_lines"] =>
  order.lines.map((line) => ({
    order_id: order.id,
    book_id: line.bookId,
    title: line.title,
    mrp: line.mrp,
    unit_price: line.unitPrice,
    quantity: line.quantity,
    hsn: order.hsn,
    tax_rate: order.taxRate,
  }));

const couponRows = ({
  id,
  accountId,
  coupon,
  totals,
  placedAt,
  life,
}: SampleOrder): OrderRows["coupon_uses"] =>
  coupon
    ? [
        {
          order_id: id,
          coupon_id: coupon.id,
          account_id: accountId,
          discount: totals.discount,
          used_at: iso(placedAt),
          released_at: isoOrNull(life.cancelledAt),
        },
      ]
    : [];

function sandboxOrder(
  { id, totals, life, placedAt }: SampleOrder,
  gatewayOrderId: string,
  receipt: string,
): InsertObject<Tables, "sandbox_orders"> {
  return {
    id: gatewayOrderId,
    amount: totals.total,
    currency: "INR",
    receipt,
    notes: JSON.stringify({ order: String(id) }),
    status: sandboxStatus(life.attempts),
    attempts: life.attempts.length,
    created_at: iso(placedAt),
  };
}

function paymentRow(
  order: SampleOrder,
  id: number,
  gatewayPaymentId: string,
  attempt: Attempt,
): InsertObject<Tables, "payments"> {
  return {
    id,
    order_id: order.id,
    gateway: "sandbox",
    gateway_payment_id: gatewayPaymentId,
    amount: order.totals.total,
    currency: "INR",
    status: attempt.status,
    method: attempt.method,
    error_description: attempt.failure?.description ?? null,
    created_at: iso(attempt.at),
    updated_at: iso(attempt.updatedAt),
    money_on:
      attempt.status === "captured" || attempt.status === "refunded"
        ? indianDate(new Date(attempt.at))
        : null,
  };
}

/** The same for the shop's row and the gateway's. */
const refundKey = ({ ordinal }: SampleOrder) => `refund_${sampleId("key", ordinal)}`;
const gatewayRefundId = ({ ordinal }: SampleOrder) => sampleId("rfnd", ordinal);

function refundRow(
  order: SampleOrder,
  refund: Refund,
  id: number,
  paymentId: number,
): InsertObject<Tables, "refunds"> {
  return {
    id,
    order_id: order.id,
    payment_id: paymentId,
    amount: refund.amount,
    reason: refund.reason,
    note: refund.note,
    requested_by: refund.note ? order.staffId : null,
    status: "processed",
    idempotency_key: refundKey(order),
    gateway_refund_id: gatewayRefundId(order),
    attempts: 1,
    next_try_at: iso(refund.processedAt),
    created_at: iso(refund.queuedAt),
    updated_at: iso(refund.processedAt),
    money_on: indianDate(new Date(refund.processedAt)),
  };
}

function sandboxRefund(order: SampleOrder, refund: Refund): InsertObject<Tables, "sandbox_refunds"> {
  const paymentId = sampleId("pay", order.ordinal, order.life.attempts.length - 1);
  const notes = { order: String(order.id), reason: refund.reason };
  const request = { amount: refund.amount, speed: "normal", notes };
  return {
    id: gatewayRefundId(order),
    payment_id: paymentId,
    amount: refund.amount,
    status: "processed",
    notes: JSON.stringify(notes),
    receipt: null,
    idempotency_key: refundKey(order),
    request_hash: sha256(JSON.stringify([paymentId, request])),
    created_at: iso(refund.queuedAt),
    process_at: iso(refund.processedAt),
  };
}
