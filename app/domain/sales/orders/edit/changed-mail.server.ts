import type { Db } from "~/db/database.server";
import { linesForMail, notesToMail, queueOrderMail } from "../order-mails.server";
import { documentAttachment } from "../order-documents";
import { payPath } from "../../payments/pay-path.server";
import { changedMessage, type MailedChange } from "../messages/order-messages";

/**
 * Tells the customer how the order is now, with its bill if it has one, and the notes of what was less.
 * @param trx the transaction of the change, after it @param change.version the number of its entry in the log
 */
export async function queueChangedMail(
  trx: Db,
  change: MailedChange & { orderId: number; version: number },
  now: Date,
): Promise<void> {
  const { orderId, version } = change;
  const [lines, { invoice_no: invoiceNo }, notes] = await Promise.all([
    linesForMail(trx, orderId),
    trx.selectFrom("orders").select("invoice_no").where("id", "=", orderId).executeTakeFirstOrThrow(),
    notesToMail(trx, { orderId }, now),
  ]);
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `order-changed:${orderId}:${version}`,
    attachments: [...(invoiceNo ? [documentAttachment(orderId)] : []), ...notes],
    write: (order) => changedMessage(order, lines, { ...change, payPath: payPath(orderId) }),
  });
}
