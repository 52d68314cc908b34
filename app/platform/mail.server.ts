import type { Db } from "~/db/database.server";
import { logger } from "./logger.server";
import { oneLine } from "./mail-layout";
import { type MailAttachment, type MailTransport, MailRefusedError } from "./mail-transports.server";
import { sha256 } from "./tokens.server";

export interface NewMail {
  /** Names the occasion, e.g. 'order-confirmation:17': the same key is never queued twice. */
  dedupeKey: string;
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers by name, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
  /** Names a document that is made when the message is sent, e.g. 'invoice:17' (`MailAttachments`). */
  attachment?: string;
  now?: Date;
}

/** Makes the document that a message names. Rejects when it cannot be made now: the message waits. */
export type MailAttachments = (name: string) => Promise<MailAttachment>;

const NO_ATTACHMENTS: MailAttachments = (name) => Promise.reject(new Error(`nobody makes ${name}`));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FIRST_DELAY = MINUTE;
const LONGEST_DELAY = 6 * HOUR;
const GIVE_UP_AFTER = 72 * HOUR;
/** So that a shutdown never waits for a long queue. */
const MAILS_A_ROUND = 20;

/**
 * Puts a message into the queue; inside a transaction it is queued only if that commits. Nudge the worker after
 * the commit: `wake("mail")`.
 * @returns false when a message with this key was queued before, or nobody can have the address (RFC 2606, .invalid:
 * what stands in an erased account)
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
      attachment: mail.attachment ?? null,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Background work: sends what is due, oldest first, one message after the other. A message that could not be
 * sent waits 1 minute, then twice as long each time up to 6 hours, and is given up after 3 days. A crash between
 * sending and marking sends the message again with the same Message-ID (a file is simply written again).
 * @param db the write connection @param attachments makes the documents that messages name
 * @returns how many messages it worked on
 */
export async function sendQueuedMails(
  db: Db,
  transport: MailTransport,
  now = new Date(),
  attachments: MailAttachments = NO_ATTACHMENTS,
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
    worked += 1;
    let attachment: MailAttachment | undefined;
    try {
      if (row.attachment) attachment = await attachments(row.attachment);
    } catch (error) {
      await postpone(db, row, error, now);
      continue;
    }
    try {
      await transport.send({
        id: row.id,
        messageId: sha256(`${row.dedupe_key} ${row.created_at}`).slice(0, 32),
        to: row.recipient,
        subject: row.subject,
        text: row.text_body,
        html: row.html_body,
        date: new Date(row.created_at),
        headers: JSON.parse(row.headers) as Record<string, string>,
        attachment,
      });
    } catch (error) {
      await postpone(db, row, error, now);
      // The mail server is away: the others need not each run into its time limit.
      if (!(error instanceof MailRefusedError)) break;
      continue;
    }
    await db
      .updateTable("outgoing_mails")
      .set({
        status: "sent",
        attempts: row.attempts + 1,
        sent_at: now.toISOString(),
        last_error: null,
        // A link is a key: it is not kept once it has been handed over.
        text_body: withoutTokens(row.text_body),
        html_body: withoutTokens(row.html_body),
      })
      .where("id", "=", row.id)
      .execute();
  }
  return worked;
}

async function postpone(
  db: Db,
  row: { id: number; attempts: number; created_at: string },
  error: unknown,
  now: Date,
): Promise<void> {
  const attempts = row.attempts + 1;
  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY);
  const nextTry = now.getTime() + delay;
  const isLost = error instanceof MailRefusedError || nextTry > Date.parse(row.created_at) + GIVE_UP_AFTER;
  const reason = oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500);
  await db
    .updateTable("outgoing_mails")
    .set({
      status: isLost ? "failed" : "queued",
      attempts,
      next_try_at: new Date(nextTry).toISOString(),
      last_error: reason,
    })
    .where("id", "=", row.id)
    .execute();
  logger.warn({ mail: row.id, attempts, reason, givenUp: isLost }, "a mail could not be sent");
}

function withoutTokens(body: string): string {
  return body.replace(/([?&]token=)[\w-]+/g, "$1…");
}
