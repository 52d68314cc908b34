import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { eraseNotices, noticeStaff } from "~/domain/shop/notices/notice-staff.server";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { complaintMailKey, startComplaint } from "../complaints/complaints.server";
import { contactMessageMail, messageContent } from "./contact-mail";
import type { ContactFields } from "./contact.schema";

const DAY_MS = 86_400_000;
/** How long messages are kept; the privacy notice says so. */
const KEPT_DAYS = 365;

export const MESSAGE_SENT = "Thank you! Your message has been sent. We answer by email.";

/** The same of a complaint. */
export const COMPLAINT_SENT =
  "Thank you! Your complaint has been sent. We confirm it by email, and settle it within a month.";

/**
 * Stores a visitor's message, and mails it to the shop's address and to the staff who want to know. A reply goes to the
 * visitor. Without an address in the settings it is stored all the same.
 * @param fields.asked of a request for many copies of a book @returns its id
 */
export async function sendContactMessage(
  db: Db,
  fields: Omit<ContactFields, "complaint"> & {
    complaint?: boolean;
    asked?: { bookId: number; copies: number; phone: string };
  },
  now = new Date(),
): Promise<number> {
  const id = await beside(db, async (trx) => {
    const stored = await trx
      .insertInto("contact_messages")
      .values({
        name: fields.name,
        email: fields.email,
        order_number: fields.orderNumber,
        message: fields.message,
        sent_at: now.toISOString(),
        ...(fields.asked && {
          book_id: fields.asked.bookId,
          copies: fields.asked.copies,
          phone: fields.asked.phone,
        }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (fields.complaint) await startComplaint(trx, stored.id, fields.email, now);
    const { action, subject, ...content } = messageContent(fields);
    const notice = { key: `${noticeKey(stored.id)}:new`, subject, action, replyTo: fields.email, ...content };
    const told = await noticeStaff(trx, "contact_message", notice, now);
    const settings = await readSettings(trx);
    const { supportEmail } = settings;
    if (supportEmail && !told.includes(supportEmail.toLowerCase())) {
      const mail = contactMessageMail(
        { ...(await readMailFrame(trx, settings)), origin: shopOrigin() },
        fields,
      );
      await queueMail(trx, { dedupeKey: mailKey(stored.id), to: supportEmail, ...mail, now });
    }
    return stored.id;
  });
  wake("mail");
  return id;
}

const mailKey = (id: number) => `contact-message:${id}`;
const noticeKey = (id: number) => `message:${id}`;

/** Deletes messages with the mails that contain them. @param trx the caller's transaction */
export async function deleteContactMessages(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const keys = ids.flatMap((id) => [mailKey(id), complaintMailKey(id)]);
  await trx.deleteFrom("outgoing_mails").where("dedupe_key", "in", keys).execute();
  await eraseNotices(trx, ids.map(noticeKey));
  await trx.deleteFrom("contact_messages").where("id", "in", ids).execute();
}

/** The messages sent from an email address, the oldest first. */
export const contactMessagesFrom = (db: Db, email: string) =>
  db
    .selectFrom("contact_messages")
    .select(["id", "name", "email", "order_number as orderNumber", "message", "sent_at as sentAt"])
    .select("answered_at as answeredAt")
    .where("email", "=", email)
    .orderBy("id")
    .execute();

/** Background work: deletes messages a year after they were sent. @returns how many */
export async function sweepContactMessages(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  return beside(db, async (trx) => {
    const old = await trx.selectFrom("contact_messages").select("id").where("sent_at", "<", before).execute();
    await deleteContactMessages(
      trx,
      old.map(({ id }) => id),
    );
    return old.length;
  });
}
