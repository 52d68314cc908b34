import type { Db } from "~/db/database.server";
import type { AuditSubject } from "~/db/tables";
import { staffNames } from "./staff-names.server";
import { type AuditEntry, type AuditFields, changedFields } from "./audit";

export interface NewAuditEntry {
  /** The account of the member of staff. */
  staffId: number;
  subject: AuditSubject;
  /** The row's id; 0 for the settings. */
  subjectId: number;
  /** In the past tense, e.g. "added", "updated", "hidden". */
  action: string;
  /** All fields, or the changed ones; only those that differ are kept. No secrets. Money in paise. */
  before?: AuditFields;
  after?: AuditFields;
}

/** Records what a member of staff did. @param trx the transaction that does it */
export async function recordAudit(trx: Db, entry: NewAuditEntry, now: Date): Promise<void> {
  const changed = changedFields(entry.before ?? {}, entry.after ?? {});
  await trx
    .insertInto("audit_entries")
    .values({
      account_id: entry.staffId,
      subject: entry.subject,
      subject_id: entry.subjectId,
      action: entry.action,
      before: JSON.stringify(changed.before),
      after: JSON.stringify(changed.after),
      happened_at: now.toISOString(),
    })
    .execute();
}

const ENTRIES = 50;

/** The last 50 audit entries of a row, including those of a book's or customer's reviews; newest first. */
export async function readAudit(db: Db, subject: AuditSubject, subjectId: number): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom("audit_entries as e")
    .select(["e.id", "e.account_id", "e.subject", "e.action", "e.before", "e.after", "e.happened_at"])
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
  const names = await staffNames(db);
  return rows.map((row) => {
    const before = JSON.parse(row.before) as AuditFields;
    const after = JSON.parse(row.after) as AuditFields;
    return {
      id: row.id,
      who: (row.account_id !== null && names.get(row.account_id)) || null,
      at: row.happened_at,
      action: row.action,
      what: row.subject === subject ? "this" : "a review",
      changes: Object.keys(after).map((field) => ({
        field,
        before: before[field] ?? null,
        after: after[field]!,
      })),
    };
  });
}
