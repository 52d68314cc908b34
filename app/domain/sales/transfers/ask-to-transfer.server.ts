import type { Db } from "~/db/database.server";
import { detailsOf } from "~/domain/shop/settings/transfer";
import { queueOrderMail } from "../orders/order-mails.server";
import { toTransferMessage } from "../orders/messages/to-pay-messages";
import { proformaAttachment, proformaPath, transferRows } from "./transfers";

/**
 * Mails the customer where to transfer the money of an order to, with the proforma invoice, once per order. Staff record the
 * payment (`recordTransfer`); an order that is not paid until its `pay_by` lapses as an unpaid one does.
 * @param trx the transaction that places the order, after it was written
 */
export async function askToTransfer(trx: Db, orderId: number, now: Date): Promise<void> {
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `order-to-transfer:${orderId}`,
    attachments: [proformaAttachment(orderId)],
    write: (order, settings) => {
      const details = detailsOf(settings);
      const waiting = { id: orderId, amount: order.total, payBy: order.pay_by ?? "" };
      return toTransferMessage(order, {
        rows: details ? transferRows(waiting, details) : [],
        path: proformaPath(orderId),
      });
    },
  });
}
