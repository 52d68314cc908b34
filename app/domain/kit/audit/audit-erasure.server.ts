import type { Db } from "~/db/database.server";
import type { AuditSubject } from "~/db/audit-subjects";
import type { AuditFields } from "./audit";

/**
 * Erases personal data from the values of audit entries, at a customer's request: the only change of an entry that the
 * database accepts. Who did what and when stays, and the entry says that values were erased.
 * @param ids of the things; null: all of this kind
 * @param erase returns the fields without those to be removed, or with the value that `eraseFields` gives them
 */
export async function eraseAuditValues(
  trx: Db,
  subject: AuditSubject,
  ids: number[] | null,
  erase: (fields: AuditFields) => AuditFields,
  now: Date,
): Promise<void> {
  let query = trx
    .selectFrom("audit_entries")
    .select(["id", "before", "after"])
    .where("subject", "=", subject);
  if (ids) query = query.where("subject_id", "in", ids);
  const erased = (stored: string) => JSON.stringify(erase(JSON.parse(stored) as AuditFields));
  for (const { id, ...stored } of await query.execute()) {
    const [before, after] = [erased(stored.before), erased(stored.after)];
    if (before === stored.before && after === stored.after) continue;
    await trx
      .updateTable("audit_entries")
      .set({ before, after, erased_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
  }
}
