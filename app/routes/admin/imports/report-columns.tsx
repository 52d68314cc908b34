import { Link } from "react-router";
import type { ImportRow, ImportRun } from "~/domain/book-files/runs/import-run";
import { AuditChanges } from "~/ui/admin/forms/audit-trail";
import type { Column } from "~/ui/admin/lists/data-table";
import { OUTCOMES } from "./import-words";

/** What becomes of each row, in an import that has begun to write or not. */
export const reportColumns = ({ kind, startedAt }: ImportRun): Column<ImportRow>[] => [
  {
    ...(kind === "pictures" ? FILE : ROW),
    cell: ({ row }) => row,
    isNumber: true,
    className: "w-16 align-top!",
  },
  {
    title: "Book",
    cell: (row) => <Title {...row} />,
    className: "w-72 min-w-48 align-top! @max-4xl:order-first @max-4xl:basis-full",
  },
  {
    title: "Outcome",
    cell: (row) => (
      <span className={row.outcome === "refused" ? "text-bad font-semibold" : "font-semibold"}>
        {outcomeOf(row, startedAt !== null)}
      </span>
    ),
    className: "w-28 align-top!",
  },
  {
    title: "What changes",
    cell: (row) => <Details {...row} />,
    className: "min-w-72 align-top! @max-4xl:basis-full",
  },
];

const ROW = { title: "Row", label: "Row" };
const FILE = { title: "File", label: "File" };

/** What has become of a row, in words. */
function outcomeOf({ outcome, state }: ImportRow, isBegun: boolean): string {
  if (state === "undone") return "Undone";
  if (state === "left") return "Not undone";
  const isWaiting = isBegun && state === null && (outcome === "added" || outcome === "changed");
  return isWaiting ? "Not imported" : OUTCOMES[outcome];
}

function Title({ title, bookId, reference, outcome, state }: ImportRow) {
  // An added book may be gone after the import was undone.
  const hasBook = bookId !== null && !(outcome === "added" && state === "undone");
  const shown = title || "Without a title";
  return (
    <>
      {!hasBook ? (
        <span className="row-title" dir="auto">
          {shown}
        </span>
      ) : (
        <Link to={`/admin/products?edit=${bookId}`} className="row-title link" dir="auto">
          {shown}
        </Link>
      )}
      {reference && reference !== title ? (
        <span className="text-muted block text-xs wrap-anywhere">{reference}</span>
      ) : null}
    </>
  );
}

function Details({ outcome, changes, problems, warnings, leftBecause }: ImportRow) {
  return (
    <div className="grid gap-1">
      {leftBecause === null ? null : <p>{leftBecause}</p>}
      {problems.length > 0 ? (
        <ul>
          {problems.map(({ column, message }) => (
            <li key={`${column} ${message}`} className="wrap-anywhere">
              {column ? <b className="font-semibold">{column}: </b> : null}
              {message}
            </li>
          ))}
        </ul>
      ) : null}
      {outcome === "added" && changes.length > 1 ? (
        <details>
          <summary className="cursor-pointer py-0.5">{changes.length} fields</summary>
          <AuditChanges changes={changes} />
        </details>
      ) : (
        <AuditChanges changes={changes} />
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-muted wrap-anywhere">
          {warning}
        </p>
      ))}
    </div>
  );
}
