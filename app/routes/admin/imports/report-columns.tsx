import { Link } from "react-router";
import type { ImportRow } from "~/domain/imports/runs/import-run";
import { AuditChanges } from "~/ui/admin/audit-trail";
import type { Column } from "~/ui/admin/data-table";
import { OUTCOMES } from "./import-words";

export const REPORT_COLUMNS: Column<ImportRow>[] = [
  { title: "Row", label: "Row", cell: ({ row }) => row, isNumber: true, className: "w-16 align-top!" },
  {
    title: "Book",
    cell: (row) => <Title {...row} />,
    className: "w-72 min-w-48 align-top! @max-4xl:order-first @max-4xl:basis-full",
  },
  {
    title: "Outcome",
    cell: ({ outcome }) => (
      <span className={outcome === "refused" ? "text-bad font-semibold" : "font-semibold"}>
        {OUTCOMES[outcome]}
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

function Title({ title, bookId, reference }: ImportRow) {
  const shown = title || "Without a title";
  return (
    <>
      {bookId === null ? (
        <span className="row-title" dir="auto">
          {shown}
        </span>
      ) : (
        <Link to={`/admin/products?edit=${bookId}`} className="row-title link" dir="auto">
          {shown}
        </Link>
      )}
      {reference ? <span className="text-muted block text-xs wrap-anywhere">{reference}</span> : null}
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
      {outcome === "added" ? (
        <details>
          <summary className="cursor-pointer py-0.5">
            {changes.length === 1 ? "1 field" : `${changes.length} fields`}
          </summary>
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
