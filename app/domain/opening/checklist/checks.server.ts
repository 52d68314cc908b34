import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import { writeStaffMail } from "~/domain/shop/mail-words/mail-frame";
import type { MailSite } from "~/domain/people/accounts/passwords/account-mails";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Gateway, GatewayError } from "~/domain/sales/gateways/gateway.server";
import { type Confirmable, OPENING_ITEMS } from "./opening";

/** What staff tried or confirmed last. */
export interface Check {
  isOk: boolean;
  note: string;
  about: string;
  /** Null when the account is gone. */
  who: string | null;
  /** ISO 8601, UTC. */
  at: string;
}

type CheckName = Confirmable | "keys";

/** The latest check of each kind. */
export async function readChecks(db: Db): Promise<Partial<Record<CheckName, Check>>> {
  const rows = await db
    .selectFrom("opening_checks as c")
    .leftJoin("accounts as a", "a.id", "c.account_id")
    .select(["c.name", "c.is_ok", "c.note", "c.about", "c.checked_at", "a.first_name", "a.last_name"])
    .execute();
  return Object.fromEntries(
    rows.map((row) => {
      const who = row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ""}`.trim();
      const { note, about, checked_at: at } = row;
      return [row.name, { isOk: row.is_ok === 1, note, about, who, at }];
    }),
  );
}

/** Records that a member of staff confirms an item. */
export async function confirmItem(
  db: Db,
  { item, staffId }: { item: Confirmable; staffId: number },
  now = new Date(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeCheck(trx, { name: item, isOk: true, note: "", about: "", staffId }, now);
    const entry = { staffId, subject: "opening", subjectId: 0, action: "confirmed" } as const;
    await recordAudit(trx, { ...entry, after: { Step: OPENING_ITEMS[item].label } }, now);
  });
}

async function writeCheck(
  trx: Db,
  check: { name: CheckName; isOk: boolean; note: string; about: string; staffId: number },
  now: Date,
): Promise<void> {
  const { name, note, about } = check;
  const row = {
    name,
    is_ok: check.isOk ? (1 as const) : (0 as const),
    note,
    about,
    account_id: check.staffId,
    checked_at: now.toISOString(),
  };
  await trx
    .insertInto("opening_checks")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}

/** The keys that a test was about. */
export const keysOf = ({ name, keyId }: Pick<Gateway, "name" | "keyId">) => `${name} ${keyId}`;

/** Makes a harmless call at the payment service, and stores how it went. Not for use inside a transaction. */
export async function testKeys(
  db: Db,
  gateway: Gateway,
  staffId: number,
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const { isOk, note } = await callGateway(gateway);
  await db.transaction().execute(async (trx) => {
    await writeCheck(trx, { name: "keys", isOk, note, about: keysOf(gateway), staffId }, now);
    const entry = { staffId, subject: "opening", subjectId: 0, action: "tested the keys" } as const;
    await recordAudit(trx, { ...entry, after: { Result: note } }, now);
  });
  return { ok: isOk, message: note };
}

async function callGateway(gateway: Gateway): Promise<{ isOk: boolean; note: string }> {
  try {
    await gateway.testKeys();
    return { isOk: true, note: "The payment service accepts the keys." };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const isWrong = error.statusCode === 401 || error.statusCode === 403;
    return {
      isOk: false,
      note: isWrong
        ? "The payment service refuses the keys. Please compare key and secret with its dashboard."
        : error.message,
    };
  }
}

/** The dedupe keys of test mails begin with this. */
const TEST_MAIL = "opening-test:";

/** Queues a mail to the member of staff, to see whether mail leaves the shop. */
export async function sendTestMail(
  db: Db,
  { staffId, email }: { staffId: number; email: string },
  site: MailSite,
  now = new Date(),
): Promise<void> {
  const { shopName, origin } = site;
  await db.transaction().execute(async (trx) => {
    await queueMail(trx, {
      dedupeKey: `${TEST_MAIL}${now.getTime()}:${staffId}`,
      to: email,
      subject: `A test mail from ${shopName}`,
      ...writeStaffMail(site, {
        home: origin,
        preheader: "Mail leaves your shop.",
        heading: "Mail leaves your shop",
        paragraphs: [
          "You asked for this message on the page ‘Opening the shop’. Mails about orders are sent in the same way.",
          "If it was in your spam folder, your customers' mails may end there too. Then ask your mail provider about SPF and DKIM.",
        ],
        action: { label: "Back to the checklist", url: `${origin}/admin/opening` },
        footer: `Sent to ${email} because you work for ${shopName}.`,
      }),
      now,
    });
    const entry = { staffId, subject: "opening", subjectId: 0, action: "sent a test mail" } as const;
    await recordAudit(trx, entry, now);
  });
  wake("mail");
}

/** The latest test mail; null: none was asked for. */
export async function readTestMail(db: Db) {
  const row = await db
    .selectFrom("outgoing_mails")
    .select(["recipient", "status", "sent_at", "last_error", "created_at"])
    .where("dedupe_key", ">=", TEST_MAIL)
    .where("dedupe_key", "<", `${TEST_MAIL}\u{10ffff}`)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row ?? null;
}
