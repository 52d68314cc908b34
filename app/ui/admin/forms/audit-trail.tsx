import type { AuditChange, AuditEntry } from "~/domain/kit/audit/audit";
import { shownValue } from "~/domain/kit/audit/audit-values";
import { formatDateTime } from "~/domain/kit/dates";
import { LongText } from "./long-text";

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
          <AuditChanges changes={entry.changes} />
        </li>
      ))}
    </ol>
  );
}

/** The changed fields of one entry, before and after. */
export function AuditChanges({ changes }: { changes: AuditChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl>
      {changes.map(({ field, before, after }) => (
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
  );
}
