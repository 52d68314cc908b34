import type { Db } from "~/db/database.server";
import { noticeStaff } from "~/domain/shop/notices/notice-staff.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { orderForMail, queueOrderMail } from "../order-mails.server";
import {
  type AnsweredReturn,
  type MailedReturn,
  returnedBooks,
  returnMessage,
  whyReturned,
} from "./return-messages";
import { RETURN_REASON_LABELS } from "./returns";

/** Mails the customer about a return, once for each of its states. @param trx the transaction that changes the state */
export async function queueReturnMail(trx: Db, about: AnsweredReturn, now: Date): Promise<void> {
  const { postalAddress } = await readSettings(trx);
  await queueOrderMail(trx, about.orderId, now, {
    dedupeKey: `return-${about.state}:${about.id}`,
    write: () => returnMessage(about, postalAddress),
  });
}

/** Tells the staff who want to know that a return waits for an answer. */
export async function noticeReturn(trx: Db, request: MailedReturn, now: Date): Promise<void> {
  const { id, orderId } = request;
  const { order } = await orderForMail(trx, orderId);
  await noticeStaff(
    trx,
    "return_request",
    {
      key: `order:${orderId}:return:${id}`,
      subject: `return requested for order #${orderId}`,
      preheader: `${order.fullname}: ${RETURN_REASON_LABELS[request.reason]}`,
      heading: "A customer wants to return books",
      paragraphs: [`${order.first_name} (${order.account_email}) asks to return books of order #${orderId}.`],
      rows: [...returnedBooks(request), ...whyReturned(request)],
      action: { label: "Answer the request", path: `/admin/orders/${orderId}` },
    },
    now,
  );
}
