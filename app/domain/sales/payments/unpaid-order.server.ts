import type { Db } from "~/db/database.server";
import { paidOnline } from "../orders/paid-online.server";
import { isPaidOnline } from "../orders/paying";
import type { UnpaidOrder } from "./payments";

/** @returns the customer's newest order that can still be paid; null when there is none */
export async function findUnpaidOrder(
  db: Db,
  accountId: number,
  now = new Date(),
): Promise<UnpaidOrder | null> {
  const order = await db
    .selectFrom("orders")
    .select(["id", "total", "pay_by as payBy", "payment_problem as problem"])
    .select(["due_at_door as dueAtDoor", "method_id as methodId", "payment_way as payment"])
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .where(paidOnline("orders"))
    .where("pay_by", ">", now.toISOString())
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!order) return null;
  const lines = await db
    .selectFrom("order_lines")
    .select(["book_id as bookId", "title", "quantity"])
    .where("order_id", "=", order.id)
    .orderBy("id")
    .execute();
  return { ...order, lines };
}

const JUST_PAID_MS = 3_600_000;

/**
 * The customer's newest order, if it was paid within the last hour, or placed then to be paid at the door or by transfer: what
 * Back should show after it. @returns null when there is none
 */
export async function findJustOrdered(
  db: Db,
  accountId: number,
  now = new Date(),
): Promise<{ id: number; isPaid: boolean } | null> {
  const newest = await db
    .selectFrom("orders")
    .select(["id", "paid_at as paidAt", "placed_at as placedAt", "state"])
    .select(["payment_way as paymentWay", "total", "due_at_door as dueAtDoor"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const since = new Date(now.getTime() - JUST_PAID_MS).toISOString();
  if (newest?.paidAt && newest.paidAt > since)
    return { id: newest.id, isPaid: newest.paymentWay !== "account" };
  const isWaiting = newest?.state === "pending" && newest.placedAt > since && !isPaidOnline(newest);
  return isWaiting ? { id: newest.id, isPaid: false } : null;
}

const PROBLEM_MAX = 400;

/**
 * Stores why an attempt to pay failed, for the checkout to show. @param accountId must own the order
 * @returns false when the order cannot be paid any more, so that the checkout does not show it
 */
export async function notePaymentProblem(
  db: Db,
  accountId: number,
  orderId: number,
  problem: string,
): Promise<boolean> {
  const noted = await db
    .updateTable("orders")
    .set({ payment_problem: problem.slice(0, PROBLEM_MAX) })
    .where("id", "=", orderId)
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return Number(noted.numUpdatedRows) > 0;
}
