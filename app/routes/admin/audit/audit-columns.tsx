import { Link } from "react-router";
import { AUDIT_KINDS } from "~/domain/kit/audit/audit-kinds";
import type { LoggedEntry } from "~/domain/kit/audit/audit-search";
import { formatCount } from "~/domain/kit/counts";
import { formatDateTime } from "~/domain/kit/dates";
import { AuditChanges } from "~/ui/admin/forms/audit-trail";
import type { Column } from "~/ui/admin/lists/data-table";

export const AUDIT_COLUMNS: Column<LoggedEntry>[] = [
  {
    title: "When",
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    className: "text-muted tabular-nums align-top whitespace-nowrap",
  },
  {
    title: "Who",
    cell: ({ who }) => <bdi className="wrap-anywhere">{who || "A former member of staff"}</bdi>,
    className: "min-w-28 align-top @max-4xl:font-semibold",
  },
  {
    title: "What",
    cell: (entry) => (
      <>
        {entry.action} <Thing entry={entry} />
        {entry.parts > 0 ? <Parts entry={entry} /> : null}
      </>
    ),
    className: "min-w-40 align-top wrap-anywhere @max-4xl:basis-full",
  },
  {
    title: "Change",
    cell: ({ changes, isErased }) => (
      <>
        <AuditChanges changes={changes} />
        {isErased ? (
          <p className="text-muted text-xs">Personal data was erased here at the customer’s request.</p>
        ) : null}
      </>
    ),
    className: "w-1/2 min-w-64 align-top @max-4xl:w-auto @max-4xl:basis-full",
  },
];

/** Leads to all entries of the same action. */
function Parts({ entry: { id, parts, subject } }: { entry: LoggedEntry }) {
  const entries = parts === 1 ? "1 entry" : `${formatCount(parts)} entries`;
  return (
    <Link to={`/admin/audit?whole=${id}`} className="link block w-fit text-sm">
      {subject === "import"
        ? `${entries} of it`
        : `and ${parts === 1 ? "1 more" : `${formatCount(parts)} more`}`}
    </Link>
  );
}

/** What the entry is about, e.g. 'book Gora', linked if the reader may see it. */
function Thing({ entry: { subject, subjectId, name, isGone, path } }: { entry: LoggedEntry }) {
  const { noun, isSingle } = AUDIT_KINDS[subject];
  if (noun === "") return null;
  if (isSingle)
    return path ? (
      <Link to={path} className="link">
        {noun}
      </Link>
    ) : (
      noun
    );
  const called = name === null ? String(subjectId) : <bdi>{name}</bdi>;
  const words = (
    <>
      {noun} {called}
    </>
  );
  if (isGone)
    return (
      <>
        {words} <span className="text-muted">(no longer there)</span>
      </>
    );
  return path ? (
    <Link to={path} className="link">
      {words}
    </Link>
  ) : (
    words
  );
}
