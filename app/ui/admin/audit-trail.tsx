import type { AuditEntry, AuditValue } from "~/domain/audit/audit";
import { formatDateTime } from "~/domain/dates";
import { LongText } from "./long-text";

/** A cover's file name is a hash of its content, which means nothing to a reader. */
const COVER_FILE = /^[0-9a-f]{16,20}\.webp$/;

/** A value of the audit log as text. @param isNew whether it is the value after the change */
export const shownValue = (value: AuditValue, isNew = false): string => {
  if (typeof value === "string" && COVER_FILE.test(value)) return isNew ? "a new picture" : "a picture";
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") || "–" : String(value);
};

/** What staff changed in one record: who, when, which fields, before and after. */
export function AuditTrail({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return <p className="text-muted text-sm">No changes yet</p>;
  return (
    <ol className="grid grid-cols-1 gap-3 text-sm">
      {entries.map((entry) => (
        <li key={entry.id} className="border-line grid grid-cols-1 gap-0.5 border-l-2 pl-3">
          <p>
            <span className="font-semibold">{entry.who ?? "A former member of staff"}</span> {entry.action}{" "}
            {entry.what} ·{" "}
            <time dateTime={entry.at} className="text-muted">
              {formatDateTime(entry.at)}
            </time>
          </p>
          {entry.changes.length > 0 ? (
            <dl>
              {entry.changes.map(({ field, before, after }) => (
                <div key={field} className="flex flex-wrap gap-x-2">
                  <dt className="text-muted">{field}:</dt>
                  <dd className="min-w-0 wrap-anywhere">
                    {before === null ? null : (
                      <>
                        <del className="text-muted">
                          <LongText>{shownValue(before)}</LongText>
                        </del>{" "}
                        →{" "}
                      </>
                    )}
                    <ins className="no-underline">
                      <LongText>{shownValue(after, true)}</LongText>
                    </ins>
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
