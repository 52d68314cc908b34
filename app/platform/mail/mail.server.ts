import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "../logger.server";
import { oneLine } from "../one-line";
import {
  type MailAttachment,
  MailPostponedError,
  MailRefusedError,
  type MailTransport,
  type OutgoingMail,
} from "./mail-transports.server";
import { sha256 } from "../secrets/tokens.server";

export interface NewMail {
  /** E.g. 'order-confirmation:17': the same key is never queued twice. */
  dedupeKey: string;
  /** One email address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers by name, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
  /** The names of documents that are made when the message is sent, e.g. 'invoice:17' (`MailAttachments`). */
  attachments?: readonly string[];
  now?: Date;
}

/**
 * Makes a document of a message by its name. Rejects if it cannot be made now: the message waits, and is sent
 * without it at the fifth try. So the message's text must be correct either way.
 */
export type MailAttachments = (name: string) => Promise<MailAttachment>;

const NO_ATTACHMENTS: MailAttachments = (name) => Promise.reject(new Error(`no function makes ${name}`));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FIRST_DELAY = MINUTE;
const LONGEST_DELAY = 6 * HOUR;
const GIVE_UP_AFTER = 72 * HOUR;
/** About 15 minutes after the first try: the message itself matters more than its attachment. */
const TRIES_WITH_ATTACHMENT = 5;
/** Mails read at once. */
const MAILS_A_ROUND = 20;

/**
 * Puts a message into the queue; inside a transaction it is queued only if that commits. Call `wake("mail")` after the
 * commit.
 * @returns false when a message with this key was queued before, or the address ends in .invalid (RFC 2606; the
 * placeholder of a deleted account)
 */
export async function queueMail(db: Db, mail: NewMail): Promise<boolean> {
  if (mail.to.endsWith(".invalid")) return false;
  const at = (mail.now ?? new Date()).toISOString();
  const result = await db
    .insertInto("outgoing_mails")
    .values({
      dedupe_key: mail.dedupeKey,
      recipient: oneLine(mail.to),
      subject: oneLine(mail.subject),
      text_body: mail.text,
      html_body: mail.html,
      next_try_at: at,
      created_at: at,
      last_error: null,
      sent_at: null,
      headers: JSON.stringify(mail.headers ?? {}),
      attachment: mail.attachments?.join(" ") || null,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Whether a message with this key was queued before. */
export const isQueued = async (db: Db, dedupeKey: string): Promise<boolean> =>
  (await db
    .selectFrom("outgoing_mails")
    .select("id")
    .where("dedupe_key", "=", dedupeKey)
    .executeTakeFirst()) !== undefined;

/**
 * Background work: sends due messages, oldest first, one after the other. A message that could not be sent waits
 * 1 minute, then twice as long each time up to 6 hours, and is given up after 3 days. The others are sent without
 * waiting for it, unless nothing can be sent at present. The next try is stored before a message is sent: after a
 * crash in between, it is sent again with the same Message-ID. Only then, and if the connection breaks before a server
 * confirms a message, can one arrive twice.
 * @param db the write connection @param attachments makes the documents of messages
 * @param stopping once aborted, no further message is sent
 * @returns how many messages were handled; 0 if nothing can be sent, so that the worker does not run again at once
 */
export async function sendQueuedMails(
  db: Db,
  transport: MailTransport,
  now = new Date(),
  attachments: MailAttachments = NO_ATTACHMENTS,
  stopping?: AbortSignal,
): Promise<number> {
  const due = await db
    .selectFrom("outgoing_mails")
    .selectAll()
    .where("status", "=", "queued")
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(MAILS_A_ROUND)
    .execute();
  let worked = 0;
  for (const row of due) {
    if (stopping?.aborted) break;
    if (!(await claim(db, row, now))) continue;
    try {
      await transport.send(await prepare(row, attachments));
    } catch (error) {
      await report(db, row, error, now);
      // The mail server is unreachable: do not run into its time limit with every message.
      if (!(error instanceof MailRefusedError || error instanceof MailPostponedError)) return 0;
      worked += 1;
      continue;
    }
    await markSent(db, row, now);
    worked += 1;
  }
  return worked;
}

type MailRow = Selectable<Tables["outgoing_mails"]>;

/** Stores the number of tries and the time of the next one. @returns false when another process has the message */
async function claim(db: Db, row: MailRow, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable("outgoing_mails")
    .set({
      attempts: row.attempts + 1,
      next_try_at: nextTry(row, now).toISOString(),
      last_error: "sent to the server, no answer yet",
    })
    .where("id", "=", row.id)
    .where("status", "=", "queued")
    .where("attempts", "=", row.attempts)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

function nextTry({ attempts }: MailRow, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_DELAY * 2 ** attempts, LONGEST_DELAY));
}

/**
 * The message with its documents, at the fifth try without those that fail.
 * @throws {MailPostponedError} when it cannot be made now
 */
async function prepare(row: MailRow, attachments: MailAttachments): Promise<OutgoingMail> {
  try {
    return {
      id: row.id,
      messageId: sha256(`${row.dedupe_key} ${row.created_at}`).slice(0, 32),
      to: row.recipient,
      subject: row.subject,
      text: row.text_body,
      html: row.html_body,
      date: new Date(row.created_at),
      headers: JSON.parse(row.headers) as Record<string, string>,
      attachments: await documentsOf(row, attachments),
    };
  } catch (error) {
    throw new MailPostponedError(reasonOf(error), { cause: error });
  }
}

async function documentsOf(row: MailRow, attachments: MailAttachments): Promise<MailAttachment[]> {
  const made: MailAttachment[] = [];
  for (const name of row.attachment?.split(" ") ?? []) {
    try {
      made.push(await attachments(name));
    } catch (error) {
      if (row.attempts + 1 < TRIES_WITH_ATTACHMENT) throw error;
      logger.error({ err: error, mail: row.id, attachment: name }, "a mail is sent without its document");
    }
  }
  return made;
}

async function markSent(db: Db, row: MailRow, now: Date): Promise<void> {
  await db
    .updateTable("outgoing_mails")
    .set({
      status: "sent",
      sent_at: now.toISOString(),
      last_error: null,
      // Links contain secrets, and so do codes: they are not kept after sending.
      text_body: withoutSecrets(row.text_body),
      html_body: withoutSecrets(row.html_body),
    })
    .where("id", "=", row.id)
    .execute();
}

/** Stores why a message could not be sent, and whether it is given up. */
async function report(db: Db, row: MailRow, error: unknown, now: Date): Promise<void> {
  const tooLate = nextTry(row, now).getTime() > Date.parse(row.created_at) + GIVE_UP_AFTER;
  const isLost = error instanceof MailRefusedError || tooLate;
  const reason = reasonOf(error);
  await db
    .updateTable("outgoing_mails")
    .set({ status: isLost ? "failed" : "queued", last_error: reason })
    .where("id", "=", row.id)
    // Another process may have sent it since, or be about to.
    .where("status", "=", "queued")
    .where("attempts", "=", row.attempts + 1)
    .execute();
  const about = { mail: row.id, to: row.recipient, subject: row.subject, tries: row.attempts + 1, reason };
  if (isLost) logger.error(about, "a mail is given up");
  else logger.warn(about, "a mail could not be sent and waits");
}

const reasonOf = (error: unknown) =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500);

function withoutSecrets(body: string): string {
  return body
    .replace(/([?&]token=)[\w-]+/g, "$1…")
    .replace(/^(Code: )\d+$|(<p class="ink code"[^>]*>)\d+/gm, "$1$2…");
}
