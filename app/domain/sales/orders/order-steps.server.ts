import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { together } from "~/db/writing/together.server";
import type { CancelReason, OrderState } from "./orders";
import { type EventActor, logOrderEvent } from "./order-events.server";
import { giveBackOrderStock } from "./stock.server";

export interface OrderCopies {
  bookId: number;
  quantity: number;
}

/** The books and copies of an order, in its order; of a test purchase none. */
export async function orderCopies(db: Db, orderId: number): Promise<OrderCopies[]> {
  return db
    .selectFrom("order_lines")
    .select(["book_id as bookId", "quantity"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

/**
 * Changes an order, if it is still in the state that was read.
 * @param trx an open transaction; @throws when the state has changed since it was read, which its lock rules out
 */
export async function moveOrder(
  trx: Db,
  { id, state }: { id: number; state: OrderState },
  values: Updateable<Tables["orders"]>,
): Promise<void> {
  const moved = await trx
    .updateTable("orders")
    .set(values)
    .where("id", "=", id)
    .where("state", "=", state)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`order ${id} was moved within the transaction`);
}

/**
 * Cancels an unpaid order and gives its stock back, once.
 * @param note staff's note to the customer, or the customer's reason for the shop
 * @param trx an open transaction; @returns false when the order is not pending any more
 */
export async function cancelPending(
  trx: Db,
  orderId: number,
  reason: CancelReason,
  by: EventActor,
  now: Date,
  note?: string,
): Promise<boolean> {
  const pending = await trx
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (!pending) return false;
  await cancelUnpaid(trx, orderId, reason, by, now, note);
  return true;
}

/** The same of an order that the transaction has read as pending. In one round trip. */
export async function cancelUnpaid(
  trx: Db,
  orderId: number,
  reason: CancelReason,
  by: EventActor,
  now: Date,
  note?: string,
): Promise<void> {
  const cancelled = { state: "cancelled", cancel_reason: reason, stock_held: 0 } as const;
  const detail = { reason, ...(note && { note }) };
  await together([
    moveOrder(trx, { id: orderId, state: "pending" }, { ...cancelled, cancelled_at: now.toISOString() }),
    giveBackOrderStock(trx, orderId),
    logOrderEvent(trx, { orderId, kind: "cancelled", detail, ...by }, now),
  ]);
}
