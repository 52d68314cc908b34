import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { whoActed } from "~/domain/kit/audit/audit";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { findProvider } from "../../gateways/payment-providers";
import { readOrderMoney } from "../money/order-money.server";
import { payableOf } from "../../payments/payments.server";
import { isPayable } from "../orders";
import { dueOnline, isByHand, stillToPay } from "../paying";
import { readRefundLines } from "../money/refund-lines.server";
import { isRefundStuck } from "../money/refunds";
import { shownEmail } from "~/domain/kit/no-email";
import { isPartlySent } from "../parcels/parcels";
import type { TimelineEvent } from "./order-timeline";
import { readOrder } from "../orders.server";
import type { StaffOrder, StaffOrderRefund } from "./staff-order";

/**
 * An order with its customer, its money and its log.
 * @param reachable the payment providers that are set up; by default all
 * @returns null when there is no such order
 */
export async function findStaffOrder(
  db: Db,
  orderId: number,
  reachable?: readonly string[],
  now = new Date(),
): Promise<StaffOrder | null> {
  const [order, customer, refunds, events, money, dueByLink] = await Promise.all([
    readOrder(db, orderId, "anybody", now),
    customerOf(db, orderId),
    refundsOf(db, orderId),
    eventsOf(db, orderId),
    readOrderMoney(db, orderId),
    dueByLinkOf(db, orderId, now),
  ]);
  if (!order || !customer) return null;
  const { state, cancelReason, paidAt, gateway, paymentWay, balanceDue } = order;
  const isReachable = !reachable || reachable.includes(gateway);
  return {
    ...order,
    customer,
    refunds: isReachable ? refunds : refunds.map((refund) => withWaitingReason(refund, gateway)),
    events,
    money: money && { paid: money.paid, left: money.left },
    status: {
      state,
      isPickUp: isFetched(order.delivery?.pickUp),
      cancelReason,
      paidAt,
      paymentWay,
      left: money?.left ?? null,
      wait: order.wait,
      balanceDue,
      isPartlySent: isPartlySent(order),
    },
    dueByLink,
  };
}

/** Why a refund waits: the provider that took the payment is not set up. */
function withWaitingReason(refund: StaffOrderRefund, gateway: string): StaffOrderRefund {
  if (refund.isByHand || (refund.status !== "queued" && refund.status !== "pending")) return refund;
  const provider = findProvider(gateway)?.label ?? gateway;
  const lastError = `${provider} took this payment, but the shop is not set up for it now. The refund will be made when it is`;
  return { ...refund, lastError };
}

/** @returns null when there is no such account */
export async function customerName(db: Db, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select(["first_name", "last_name"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : null;
}

/** @returns null when there is no such book */
export async function bookTitle(db: Db, bookId: number): Promise<string | null> {
  const row = await db.selectFrom("books").select("title").where("id", "=", bookId).executeTakeFirst();
  return row?.title ?? null;
}

async function customerOf(db: Db, orderId: number): Promise<StaffOrder["customer"] | null> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select(["a.id", "a.first_name", "a.last_name", "a.email", "a.deleted_at"])
    .where("o.id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;
  // The email column of a deleted account holds a placeholder.
  const email = row.deleted_at ? "" : shownEmail(row.email);
  return { id: row.id, name: `${row.first_name} ${row.last_name}`.trim(), email };
}

/** What the order's link asks for. Nothing for an unpaid one that its customer placed: it is paid on its own page. */
async function dueByLinkOf(db: Db, orderId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom("orders")
    .select(["state", "pay_by", "payment_way", "total", "due_at_door", "first_due"])
    .select(["balance_due", "placed_by"])
    .where("id", "=", orderId)
    .executeTakeFirst();
  if (!row) return 0;
  const order = payableOf(row);
  if (row.placed_by !== null && isPayable(order, now)) return dueOnline(order);
  return stillToPay({ state: row.state, balanceDue: row.balance_due });
}

async function refundsOf(db: Db, orderId: number): Promise<StaffOrderRefund[]> {
  const [rows, lines] = await Promise.all([refundRows(db, orderId), readRefundLines(db, orderId)]);
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount,
    reason: row.reason,
    note: row.note,
    status: row.status,
    paymentId: row.gateway_payment_id,
    gatewayRefundId: row.gateway_refund_id,
    requestedBy:
      row.first_name === null ? null : whoActed(`${row.first_name} ${row.last_name}`.trim(), row.api_key),
    lastError: row.last_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    retryOf: row.retryOf,
    returnId: row.returnId,
    isByHand: isByHand(row.gateway),
    paidBack: row.paid_back,
    shipping: row.shipping,
    lines: lines.get(row.id) ?? [],
    isStuck: isRefundStuck(
      row,
      row.paid,
      rows.filter((other) => other.payment_id === row.payment_id),
    ),
  }));
}

const refundRows = (db: Db, orderId: number) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .leftJoin("accounts as a", "a.id", "r.requested_by")
    .select(["r.id", "r.amount", "r.reason", "r.note", "r.status", "r.gateway_refund_id", "r.last_error"])
    .select(["r.created_at", "r.updated_at", "r.retry_of as retryOf", "r.payment_id", "p.amount as paid"])
    .select(["r.paid_back", "p.gateway", "r.shipping"])
    .select(["r.return_id as returnId", "p.gateway_payment_id", "r.api_key", "a.first_name", "a.last_name"])
    .where("r.order_id", "=", orderId)
    .orderBy("r.id")
    .execute();

/** The newest first. */
async function eventsOf(db: Db, orderId: number): Promise<TimelineEvent[]> {
  const logged = db
    .selectFrom("order_events as e")
    .leftJoin("accounts as a", "a.id", "e.actor_account_id")
    .select(["e.id", "e.happened_at", "e.kind", "e.actor", "e.detail", "a.first_name", "a.last_name"])
    .select(["e.actor_account_id", "e.api_key"])
    .where("e.order_id", "=", orderId)
    .orderBy("e.id", "desc")
    .execute();
  const [rows, staff] = await Promise.all([logged, staffNames(db)]);
  return rows.map((row) => ({
    id: row.id,
    at: row.happened_at,
    kind: row.kind,
    actor: row.actor,
    name:
      staff.get(row.actor_account_id ?? 0) ??
      (row.first_name === null ? null : `${row.first_name} ${row.last_name}`.trim()),
    apiKey: row.api_key,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }));
}
