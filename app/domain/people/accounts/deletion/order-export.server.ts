import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { toRupees } from "~/domain/kit/money";
import { buyerOf } from "~/domain/sales/orders/buyer/buyer";
import { giftOf } from "~/domain/sales/orders/buyer/gift";
import { addressOf } from "~/domain/sales/orders/orders.server";

/** A customer's orders with all that belongs to them, the oldest first. Money in rupees, times ISO 8601. */
export async function ordersForExport(db: Db, accountId: number) {
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return Promise.all(orders.map((order) => orderForExport(db, order)));
}

async function orderForExport(db: Db, order: Selectable<Tables["orders"]>) {
  const [lines, payments, refunds, returns] = await Promise.all([
    linesOf(db, order.id),
    paymentsOf(db, order.id),
    refundsOf(db, order.id),
    returnsOf(db, order.id),
  ]);
  return {
    number: order.id,
    state: order.state,
    placedAt: order.placed_at,
    paidAt: order.paid_at,
    packedAt: order.packed_at,
    shippedAt: order.shipped_at,
    deliveredAt: order.delivered_at,
    cancelledAt: order.cancelled_at,
    cancelReason: order.cancel_reason,
    bill: order.invoice_no && { number: order.invoice_no, date: order.invoice_date },
    trackingNumber: order.tracking_no,
    subtotal: toRupees(order.subtotal),
    discount: toRupees(order.discount),
    coupon: order.coupon_code,
    shipping: toRupees(order.shipping),
    taxIncluded: toRupees(order.tax),
    total: toRupees(order.total),
    deliveredTo: addressOf(order),
    billFor: buyerOf(order),
    gift: giftOf(order),
    lines,
    payments,
    refunds,
    returns,
  };
}

async function linesOf(db: Db, orderId: number) {
  const rows = await db
    .selectFrom("order_lines")
    .select(["title as book", "quantity", "unit_price as unitPrice"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, unitPrice: toRupees(row.unitPrice) }));
}

async function paymentsOf(db: Db, orderId: number) {
  const rows = await db
    .selectFrom("payments")
    .select(["gateway_payment_id as id", "amount", "status", "method", "created_at as at"])
    .where("order_id", "=", orderId)
    .orderBy("payments.id")
    .execute();
  return rows.map((row) => ({ ...row, amount: toRupees(row.amount) }));
}

async function refundsOf(db: Db, orderId: number) {
  const rows = await db
    .selectFrom("refunds")
    .select(["amount", "reason", "note", "status", "return_id as returnId", "created_at as at"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, amount: toRupees(row.amount) }));
}

async function returnsOf(db: Db, orderId: number) {
  const [requests, lines] = await Promise.all([
    db
      .selectFrom("return_requests")
      .select(["id", "reason", "remarks", "state", "answer"])
      .select(["requested_at as requestedAt", "answered_at as answeredAt", "received_at as receivedAt"])
      .where("order_id", "=", orderId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("return_lines as l")
      .innerJoin("order_lines as o", "o.id", "l.order_line_id")
      .select(["l.return_id", "o.title as book", "l.quantity"])
      .where("o.order_id", "=", orderId)
      .execute(),
  ]);
  return requests.map((request) => ({
    ...request,
    books: lines
      .filter((line) => line.return_id === request.id)
      .map(({ book, quantity }) => ({ book, quantity })),
  }));
}
