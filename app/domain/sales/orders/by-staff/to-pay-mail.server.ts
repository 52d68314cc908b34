import type { Db } from "~/db/database.server";
import { payPath } from "../../payments/pay-path.server";
import { linesForMail, queueOrderMail } from "../order-mails.server";
import { toPayMessage } from "../messages/to-pay-messages";

/** Asks the customer of an order that staff have placed for its money, with a link. @param trx the transaction that placed it */
export async function queueToPayMail(trx: Db, orderId: number, now: Date): Promise<void> {
  const lines = await linesForMail(trx, orderId);
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `order-to-pay:${orderId}`,
    write: (order) => toPayMessage(order, lines, payPath(orderId)),
  });
}
