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
  changes: AuditChange[];
}

/** A changed field; `before` is null if it had no value. */
export interface AuditChange {
  field: string;
  before: AuditValue;
  after: AuditValue;
}

/** The fields of an entry as stored, one after the other. */
export const changesOf = (before: AuditFields, after: AuditFields): AuditChange[] =>
  Object.keys(after).map((field) => ({ field, before: before[field] ?? null, after: after[field]! }));

/** Who did it. @param name of the account @param apiKey the name of the key with which it did it; null: without one */
export const whoActed = (name: string, apiKey: string | null): string =>
  apiKey === null ? name : `key “${apiKey}” of ${name}`;

/** The fields that differ, with old and new values. Lists are compared entry by entry. */
export function changedFields(
  before: AuditFields,
  after: AuditFields,
): { before: AuditFields; after: AuditFields } {
  const names = Object.keys(after).filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
  const only = (fields: AuditFields) =>
    Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]!]));
  return { before: only(before), after: only(after) };
}

const isSame = (one: AuditValue, other: AuditValue) =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** Stands for a value that was erased. The database accepts no other change of an entry (its trigger audit_entries_not_changed). */
const ERASED = "…";

/** Erases the values that contain one of the words. @param words e.g. a customer's email addresses */
export function eraseFields(fields: AuditFields, words: string[]): AuditFields {
  const isTold = (value: AuditValue) => words.some((word) => JSON.stringify(value).includes(word));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isTold(value) ? ERASED : value]),
  );
}
