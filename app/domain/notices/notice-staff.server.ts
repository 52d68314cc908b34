import type { Db } from "~/db/database.server";
import type { MailContent } from "~/platform/mail-layout";
import { queueMail } from "~/platform/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { writeStaffMail } from "../mail-words/mail-frame";
import { readMailFrame } from "../mail-words/mail-frame.server";
import { peopleToTell } from "./notice-choices.server";
import { type NoticeEvent, NOTICES } from "./notices";

/** What staff are told. Plain text; the layout escapes it. */
export interface StaffNotice extends Pick<
  MailContent,
  "preheader" | "heading" | "paragraphs" | "lines" | "totals" | "rows" | "address"
> {
  /** Names what happened, e.g. "order:12:paid": nobody gets two mails with the same key. */
  key: string;
  /** Follows the shop's name. */
  subject: string;
  /** The button; `path` is a page of the back office, e.g. "/admin/orders/12". */
  action: { label: string; path: string };
  /** The address that an answer to the mail goes to. */
  replyTo?: string;
}

/**
 * Queues a mail to each member of staff who wants to know about this event and may. Call `wake("mail")` after the commit.
 * Notices about an order have a key that begins with "order:<id>:", about a message with "message:<id>:": their mails are
 * erased with the customer's data (`eraseNotices`).
 * @param trx the transaction in which it happens
 * @returns the addresses that get a mail
 */
export async function noticeStaff(
  trx: Db,
  event: NoticeEvent,
  notice: StaffNotice,
  now: Date,
): Promise<string[]> {
  const people = await peopleToTell(trx, event);
  if (people.length === 0) return [];
  const { key, subject, action, replyTo, ...content } = notice;
  const frame = await readMailFrame(trx);
  const { shopName } = frame;
  const origin = shopOrigin();
  const mail = writeStaffMail(frame, {
    ...content,
    home: origin,
    action: { label: action.label, url: origin + action.path },
    footer: `You get this message because you work at ${shopName} and are told about ${NOTICES[event].label.toLowerCase()}.`,
    links: [{ label: "Choose which messages you get", url: `${origin}/admin/notices` }],
  });
  for (const { id, email } of people)
    await queueMail(trx, {
      dedupeKey: `${PREFIX}${key}:${id}`,
      to: email,
      subject: `${shopName}: ${subject}`,
      ...mail,
      ...(replyTo && { headers: { "Reply-To": replyTo } }),
      now,
    });
  return people.map(({ email }) => email);
}

const PREFIX = "notice:";

/**
 * Deletes the mails to staff about these orders or messages, sent or not: they name the customer.
 * @param keys as in `StaffNotice.key`, e.g. "order:12"
 */
export async function eraseNotices(trx: Db, keys: string[]): Promise<void> {
  for (const key of keys)
    await trx
      .deleteFrom("outgoing_mails")
      .where("dedupe_key", ">=", `${PREFIX}${key}:`)
      .where("dedupe_key", "<", `${PREFIX}${key};`)
      .execute();
}
