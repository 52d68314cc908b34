import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { queueMail } from "~/platform/mail/mail.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { complaintReceivedMail } from "./complaint-mail";
import { type Complaint, complaintNumber } from "./complaints";

const DAY_MS = 86_400_000;
/** So many confirmations go to one address by themselves in a day: anybody can type any address. Staff can send more. */
const CONFIRMED_A_DAY = 3;

/** Makes a message a complaint. @returns what the sender's page is found with */
const newToken = () => randomToken(18);

/**
 * Makes a message that was just stored a complaint, and queues the mail that confirms its receipt; beyond three a day to one
 * address staff have to.
 * @param trx the transaction that stored the message
 */
export async function startComplaint(trx: Db, id: number, email: string, now: Date): Promise<void> {
  const token = newToken();
  await trx.updateTable("contact_messages").set({ complaint_token: token }).where("id", "=", id).execute();
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { count } = await trx
    .selectFrom("contact_messages")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("email", "=", email)
    .where("acknowledged_at", ">", since)
    .executeTakeFirstOrThrow();
  if (count < CONFIRMED_A_DAY) await acknowledge(trx, id, now);
}

/** Queues the mail that confirms the receipt of a complaint, once. @param trx an open transaction */
async function acknowledge(trx: Db, id: number, now: Date): Promise<void> {
  const row = await trx
    .updateTable("contact_messages")
    .set({ acknowledged_at: now.toISOString() })
    .where("id", "=", id)
    .where("acknowledged_at", "is", null)
    .where("complaint_token", "is not", null)
    .returning(["email", "sent_at", "complaint_token"])
    .executeTakeFirst();
  if (!row) return;
  const site = { ...(await readMailFrame(trx)), origin: shopOrigin() };
  const mail = complaintReceivedMail(site, { id, sentAt: row.sent_at, token: row.complaint_token! });
  await queueMail(trx, { dedupeKey: complaintMailKey(id), to: row.email, ...mail, now });
}

/** The key of the mail that confirms a complaint. */
export const complaintMailKey = (id: number): string => `complaint:${id}`;

/**
 * Staff make a message a complaint, or send the confirmation of one that has none yet. A repeated call changes nothing.
 * @returns false: no such message
 */
export async function acknowledgeComplaint(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<boolean> {
  const isFound = await beside(db, async (trx) => {
    const stored = await trx
      .selectFrom("contact_messages")
      .select(["complaint_token", "acknowledged_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!stored) return false;
    if (stored.acknowledged_at !== null && stored.complaint_token !== null) return true;
    await trx
      .updateTable("contact_messages")
      .set({ complaint_token: newToken() })
      .where("id", "=", id)
      .where("complaint_token", "is", null)
      .execute();
    await acknowledge(trx, id, now);
    const entry = { staffId, subject: "contact_message", subjectId: id, action: "updated" } as const;
    const confirmed = { "Receipt confirmed": now.toISOString() };
    const before = { Complaint: stored.complaint_token === null ? null : complaintNumber(id) };
    await recordAudit(
      trx,
      { ...entry, before, after: { Complaint: complaintNumber(id), ...confirmed } },
      now,
    );
    return true;
  });
  if (isFound) wake("mail");
  return isFound;
}

/** The complaint that its sender's link is about. @returns null when there is none, or it is deleted */
export async function findComplaint(db: Db, token: string): Promise<Complaint | null> {
  const row = await db
    .selectFrom("contact_messages")
    .select(["id", "sent_at as sentAt", "acknowledged_at as acknowledgedAt", "answered_at as answeredAt"])
    .where("complaint_token", "=", token)
    .executeTakeFirst();
  return row ?? null;
}

/** A row of the export of complaints. */
export interface ComplaintRow extends Complaint {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
}

const EXPORTED_AT_ONCE = 500;

/** All complaints, the oldest first. */
export async function* exportComplaints(db: Db): AsyncGenerator<ComplaintRow> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom("contact_messages")
      .select(["id", "name", "email", "order_number as orderNumber", "message"])
      .select(["sent_at as sentAt", "acknowledged_at as acknowledgedAt", "answered_at as answeredAt"])
      .where("complaint_token", "is not", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(EXPORTED_AT_ONCE)
      .execute();
    yield* rows;
    if (rows.length < EXPORTED_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}
