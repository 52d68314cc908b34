import type { Db } from "~/db/database.server";
import type { EventActor } from "../orders/order-events.server";
import { mailedOrders } from "../orders/order-mails.server";
import { accept } from "../payments/settle-order.server";

/**
 * Accepts an order on account at once: with number, document and mails, as one that is paid.
 * @param trx the transaction that has locked its customer, whose credit suffices, and written the order
 */
export async function acceptOnAccount(trx: Db, orderId: number, by: EventActor, now: Date): Promise<void> {
  const order = await mailedOrders(trx).where("o.id", "=", orderId).executeTakeFirstOrThrow();
  const paidBy = { id: "", method: null };
  const detail = { due: order.total, how: "on account" };
  await accept(trx, order, { paidBy, by, kind: "confirmed", detail }, now);
}
