import type { Db } from "~/db/database.server";
import { paidOnline } from "../orders/paid-online.server";
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
 * The customer's newest order, if it was paid within the last hour: what Back should show after paying.
 * @returns its id; null when there is none
 */
export async function findJustPaid(db: Db, accountId: number, now = new Date()): Promise<number | null> {
  const newest = await db
    .selectFrom("orders")
    .select(["id", "paid_at as paidAt"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const since = new Date(now.getTime() - JUST_PAID_MS).toISOString();
  return newest?.paidAt && newest.paidAt > since ? newest.id : null;
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
