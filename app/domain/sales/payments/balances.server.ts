import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { newReceipt } from "../orders/money/receipts.server";
import { type EventActor, logOrderEvent } from "../orders/order-events.server";

/** What a change has added to an order that was paid: it is a payment of its own, by a link or recorded by staff. Paise. */
export type Balance = Pick<
  Selectable<Tables["balances"]>,
  "id" | "order_id" | "amount" | "gateway" | "gateway_order_id" | "receipt" | "paid_at" | "replaced_at"
>;

const COLUMNS = [
  "id",
  "order_id",
  "amount",
  "gateway",
  "gateway_order_id",
  "receipt",
  "paid_at",
  "replaced_at",
] as const;

/** Whether it still waits for its payment. */
export const isOpenBalance = ({ paid_at, replaced_at }: Balance): boolean =>
  paid_at === null && replaced_at === null;

/** The one with this id at its payment service; undefined: none has it. */
export const balanceOpenedAs = (db: Db, gatewayOrderId: string): Promise<Balance | undefined> =>
  db.selectFrom("balances").select(COLUMNS).where("gateway_order_id", "=", gatewayOrderId).executeTakeFirst();

/** The one of an order that waits for its payment; undefined: nothing does. */
export const openBalance = (db: Db, orderId: number): Promise<Balance | undefined> =>
  db
    .selectFrom("balances")
    .select(COLUMNS)
    .where("order_id", "=", orderId)
    .where("paid_at", "is", null)
    .where("replaced_at", "is", null)
    .executeTakeFirst();

/**
 * Asks for another sum than before: what was open is replaced. A payment of that which still comes goes back by itself.
 * @param trx the transaction that has locked the order @param amount paise; 0: nothing is asked for any more
 */
export async function replaceBalance(trx: Db, orderId: number, amount: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx
    .updateTable("balances")
    .set({ replaced_at: at })
    .where("order_id", "=", orderId)
    .where("paid_at", "is", null)
    .where("replaced_at", "is", null)
    .execute();
  if (amount > 0)
    await trx
      .insertInto("balances")
      .values({ order_id: orderId, amount, receipt: newReceipt(), created_at: at })
      .execute();
  await trx.updateTable("orders").set({ balance_due: amount }).where("id", "=", orderId).execute();
}

/**
 * Marks an open balance as paid: the order can be packed.
 * @param trx the transaction that has locked the order, and recorded the payment
 */
export async function settleBalance(
  trx: Db,
  balance: Pick<Balance, "id" | "order_id" | "amount">,
  { by, detail }: { by: EventActor; detail: Record<string, string | null> },
  now: Date,
): Promise<void> {
  const { id, order_id: orderId, amount } = balance;
  await trx.updateTable("balances").set({ paid_at: now.toISOString() }).where("id", "=", id).execute();
  await trx.updateTable("orders").set({ balance_due: 0 }).where("id", "=", orderId).execute();
  await logOrderEvent(trx, { orderId, kind: "balance_paid", ...by, detail: { amount, ...detail } }, now);
}
