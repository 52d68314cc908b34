import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import type { MailContent } from "~/platform/mail/mail-layout";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { type MailFrame, writeStaffMail } from "../mail-words/mail-frame";
import { readMailFrame } from "../mail-words/mail-frame.server";
import type { Settings } from "../settings/settings";
import { noticeRecipients } from "./notice-choices.server";
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

/** Who is told about an event, and by what mail. */
export interface NoticeReaders {
  event: NoticeEvent;
  people: { id: number; email: string }[];
  frame: MailFrame;
}

/** One round trip. @param settings if they are read already */
async function readNoticeReaders(
  trx: Db,
  event: NoticeEvent,
  settings?: Settings | Promise<Settings>,
): Promise<NoticeReaders> {
  const [people, frame] = await Promise.all([noticeRecipients(trx, event), readMailFrame(trx, settings)]);
  return { event, people, frame };
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
  return noticeReaders(trx, await readNoticeReaders(trx, event), notice, now);
}

/** The same for those who were read before. One round trip. */
export async function noticeReaders(
  trx: Db,
  { event, people, frame }: NoticeReaders,
  notice: StaffNotice,
  now: Date,
): Promise<string[]> {
  if (people.length === 0) return [];
  const { key, subject, action, replyTo, ...content } = notice;
  const { shopName } = frame;
  const origin = shopOrigin();
  const mail = writeStaffMail(frame, {
    ...content,
    home: origin,
    action: { label: action.label, url: origin + action.path },
    footer: `You get this message because you work at ${shopName} and are told about ${NOTICES[event].label.toLowerCase()}.`,
    links: [{ label: "Choose which messages you get", url: `${origin}/admin/notices` }],
  });
  const queued = people.map(({ id, email }) =>
    queueMail(trx, {
      dedupeKey: `${PREFIX}${key}:${id}`,
      to: email,
      subject: `${shopName}: ${subject}`,
      ...mail,
      ...(replyTo && { headers: { "Reply-To": replyTo } }),
      now,
    }),
  );
  await together(queued);
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
