import type { RefundStatus } from "~/domain/sales/gateways/payment-states";
import type { Db } from "~/db/database.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import { ADDRESS } from "./factories";

let made = 0;

/**
 * Inserts only the row of an order in this state, without lines and events. Cancelled orders are cancelled by the
 * customer.
 * @param given.total paise, by default 25000; @param given.paidAt null: never paid; by default it follows the state
 * @returns the order's id
 */
export async function insertOrder(
  db: Db,
  given: { accountId: number; state: OrderState; total?: number; placedAt?: string; paidAt?: string | null },
): Promise<number> {
  const number = ++made;
  const { accountId, state, total = 25_000, placedAt = "2026-01-01T00:00:00.000Z" } = given;
  const isPaid = state !== "pending" && state !== "cancelled";
  const paidAt = given.paidAt === undefined ? (isPaid ? placedAt : null) : given.paidAt;
  const { state: stateName, ...address } = ADDRESS;
  const { id } = await db
    .insertInto("orders")
    .values({
      ...address,
      state_name: stateName,
      account_id: accountId,
      state,
      cancel_reason: state === "cancelled" ? "customer" : null,
      item_count: 1,
      subtotal: total,
      shipping: 0,
      tax: 0,
      total,
      gateway: "sandbox",
      receipt: `inserted-${number}`,
      gateway_order_id: null,
      invoice_no: paidAt ? `ST/${number}` : null,
      invoice_date: null,
      logistics_provider_id: null,
      tracking_no: null,
      eta_date: null,
      placed_at: placedAt,
      pay_by: placedAt,
      paid_at: paidAt,
      packed_at: null,
      shipped_at: null,
      delivered_at: null,
      cancelled_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a payment of an order, by default a captured one. @param amount paise @returns the payment's row id */
export async function receivedPayment(
  db: Db,
  orderId: number,
  amount: number,
  status: "captured" | "refunded" | "failed" = "captured",
): Promise<number> {
  const at = "2026-01-01T00:00:00.000Z";
  const { id } = await db
    .insertInto("payments")
    .values({
      order_id: orderId,
      gateway: "sandbox",
      gateway_payment_id: `pay_inserted_${++made}`,
      amount,
      currency: "INR",
      status,
      method: "upi",
      error_description: null,
      created_at: at,
      updated_at: at,
      money_on: status === "failed" ? null : "2026-01-01",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a refund of a payment. @param refund.amount paise */
export async function refundOf(
  db: Db,
  refund: { orderId: number; paymentId: number; amount: number; status: RefundStatus },
): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  await db
    .insertInto("refunds")
    .values({
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      amount: refund.amount,
      reason: "staff",
      status: refund.status,
      idempotency_key: `inserted-${++made}`,
      gateway_refund_id: null,
      next_try_at: at,
      last_error: null,
      created_at: at,
      updated_at: at,
      money_on: refund.status === "processed" ? "2026-01-01" : null,
    })
    .execute();
}
