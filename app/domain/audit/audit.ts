/** What staff changed, for people to read. */

export type AuditValue = string | number | boolean | null | string[];
export type AuditFields = Record<string, AuditValue>;

export interface AuditEntry {
  id: number;
  /** The member of staff; null when the account is gone. */
  who: string | null;
  /** ISO 8601, UTC. */
  at: string;
  /** In the past tense, e.g. "added", "updated", "hidden". */
  action: string;
  /** The thing whose history this is, or a review that belongs to it. */
  what: "this" | "a review";
  /** Field by field; `before` is null for what did not exist. */
  changes: { field: string; before: AuditValue; after: AuditValue }[];
}

/** The fields that differ, as they were and as they became. Lists differ when any entry does. */
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
