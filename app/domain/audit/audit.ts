/** Audit entries: what staff changed, as shown in the back office. */

export type AuditValue = string | number | boolean | null | string[];
export type AuditFields = Record<string, AuditValue>;

export interface AuditEntry {
  id: number;
  /** The member of staff; null when the account no longer exists. */
  who: string | null;
  /** ISO 8601, UTC. */
  at: string;
  /** In the past tense, e.g. "added", "updated", "hidden". */
  action: string;
  /** The row whose history this is, or a review of it. */
  what: "this" | "a review";
  /** The changed fields; `before` is null for a field that had no value. */
  changes: { field: string; before: AuditValue; after: AuditValue }[];
}

/** The fields that differ, with old and new values. Lists are compared entry by entry. */
export function changedFields(
  before: AuditFields,
  after: AuditFields,
): { before: AuditFields; after: AuditFields } {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const only = (fields: AuditFields) =>
    Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]!]));
  return { before: only(before), after: only(after) };
}
