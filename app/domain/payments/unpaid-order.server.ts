import type { Db } from "~/db/database.server";
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
    .where("pay_by", ">", now.toISOString())
    .orderBy("id", "desc")
    .executeTakeFirst();
  return order ?? null;
}

const PROBLEM_MAX = 400;

/** Stores the message that the customer saw after a failed attempt to pay. @param accountId must own the order */
export async function notePaymentProblem(
  db: Db,
  accountId: number,
  orderId: number,
  problem: string,
): Promise<void> {
  await db
    .updateTable("orders")
    .set({ payment_problem: problem.slice(0, PROBLEM_MAX) })
    .where("id", "=", orderId)
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .execute();
}
