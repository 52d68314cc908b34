import type { Db } from "~/db/database.server";
import type { AuditSubject } from "~/db/audit-subjects";
import { insertRows } from "~/db/writing/many-rows.server";
import { actingKey } from "./acting-key.server";
import { staffNames } from "./staff-names.server";
import { currentEntry } from "./whole-entry.server";
import { type AuditEntry, type AuditFields, changedFields, changesOf, whoActed } from "./audit";

export interface NewAuditEntry {
  /** The account of the member of staff; null: a program or a command of the server, which `actor` then names. */
  staffId: number | null;
  /** Who it was; the account's name unless given. */
  actor?: string;
  subject: AuditSubject;
  /** The row's id; 0 for the settings. */
  subjectId: number;
  /** In the past tense, e.g. "added", "updated", "hidden". */
  action: string;
  /** All fields, or the changed ones; only those that differ are stored. As people read them; no secrets. */
  before?: AuditFields;
  after?: AuditFields;
}

/** Records what a member of staff did; the entry is never changed. @param trx the transaction that does it */
export const recordAudit = (trx: Db, entry: NewAuditEntry, now: Date): Promise<void> =>
  recordAudits(trx, [entry], now);

/** Records many things that one member of staff did. @param trx as for `recordAudit` @param entries all by the same */
export async function recordAudits(trx: Db, entries: NewAuditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  const name = await nameOf(trx, entries[0]!);
  // What is told of an import is never a part of it.
  const whole = entries[0]!.subject === "import" ? undefined : currentEntry();
  if (whole?.id === null) {
    const [first, ...others] = entries;
    whole.id = await insertEntries(trx, [first!], { name, partOf: null }, now);
    if (others.length > 0) await insertEntries(trx, others, { name, partOf: whole.id }, now);
  } else await insertEntries(trx, entries, { name, partOf: whole?.id ?? null }, now);
}

/** Records an action on many things, for `asOneEntry`. @returns the entry's id */
export async function recordWhole(trx: Db, entry: NewAuditEntry, now: Date): Promise<number> {
  return insertEntries(trx, [entry], { name: await nameOf(trx, entry), partOf: null }, now);
}

/** The last entry about a thing. @returns null for none */
export async function lastEntryOf(db: Db, subject: AuditSubject, subjectId: number): Promise<number | null> {
  const row = await db
    .selectFrom("audit_entries")
    .select("id")
    .where("subject", "=", subject)
    .where("subject_id", "=", subjectId)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** How often something was done to a thing. @param since the first moment that counts */
export async function countAudit(
  db: Db,
  { subject, subjectId, action }: Pick<NewAuditEntry, "subject" | "subjectId" | "action">,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("subject", "=", subject)
    .where("subject_id", "=", subjectId)
    .where("action", "=", action)
    .where("happened_at", ">=", since.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns the id of the first one */
async function insertEntries(
  trx: Db,
  entries: NewAuditEntry[],
  { name, partOf }: { name: string; partOf: number | null },
  now: Date,
): Promise<number> {
  const rows = entries.map((entry) => {
    const changed = changedFields(entry.before ?? {}, entry.after ?? {});
    return {
      account_id: entry.staffId,
      actor: name,
      subject: entry.subject,
      subject_id: entry.subjectId,
      action: entry.action,
      before: written(changed.before),
      after: written(changed.after),
      happened_at: now.toISOString(),
      api_key: actingKey(),
      part_of: partOf,
    };
  });
  return (await insertRows(trx, "audit_entries", rows, ["id"]))[0]!.id;
}

/** As JSON. PostgreSQL reads none with the character NUL or half of a surrogate pair: U+FFFD stands for them. */
const written = (fields: AuditFields) =>
  JSON.stringify(fields, (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "\uFFFD").toWellFormed() : value,
  );

/** The name now, which the entry keeps even if the account is gone one day. */
async function nameOf(trx: Db, { actor, staffId }: NewAuditEntry): Promise<string> {
  if (actor !== undefined) return actor;
  if (staffId === null) return "";
  const row = await trx
    .selectFrom("accounts")
    .select(["first_name", "last_name"])
    .where("id", "=", staffId)
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : "";
}

/**
 * Records that a member of staff downloaded a list.
 * @param list its title, e.g. "Newsletter"; @param filters as people read them, those that are set
 */
export async function recordExport(
  db: Db,
  { staffId, list, filters = {} }: { staffId: number; list: string; filters?: AuditFields },
  now = new Date(),
): Promise<void> {
  const after = { List: list, ...filters };
  await recordAudit(db, { staffId, subject: "export", subjectId: 0, action: "exported", after }, now);
}

const ENTRIES = 50;

/** The last 50 audit entries of a row, including those of a book's or customer's reviews; newest first. */
export async function readAudit(db: Db, subject: AuditSubject, subjectId: number): Promise<AuditEntry[]> {
  const entries = db
    .selectFrom("audit_entries as e")
    .select(["e.id", "e.account_id", "e.actor", "e.subject", "e.action", "e.before", "e.after"])
    .select(["e.happened_at", "e.api_key"])
    .where((eb) => {
      const own = eb.and([eb("e.subject", "=", subject), eb("e.subject_id", "=", subjectId)]);
      const belongsBy = subject === "book" ? "book_id" : subject === "customer" ? "account_id" : null;
      if (!belongsBy) return own;
      const reviews = eb.selectFrom("reviews").select("reviews.id").where(belongsBy, "=", subjectId);
      return eb.or([own, eb.and([eb("e.subject", "=", "review"), eb("e.subject_id", "in", reviews)])]);
    })
    .orderBy("e.id", "desc")
    .limit(ENTRIES)
    .execute();
  const [rows, names] = await Promise.all([entries, staffNames(db)]);
  return rows.map((row) => {
    const name = (row.account_id !== null && names.get(row.account_id)) || row.actor;
    return {
      id: row.id,
      who: name ? whoActed(name, row.api_key) : null,
      at: row.happened_at,
      action: row.action,
      what: row.subject === subject ? "this" : "a review",
      changes: changesOf(JSON.parse(row.before) as AuditFields, JSON.parse(row.after) as AuditFields),
    };
  });
}
