import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate } from "~/domain/dates";
import { documentPath } from "~/domain/documents/documents";
import { formatRupees } from "~/domain/money";
import type { OrderRow } from "~/domain/orders/orders";
import { RETURN_STATE_LABELS } from "~/domain/orders/returns";
import { OrderStateLabel } from "./order-state";

const COLUMNS = ["Order ID", "Invoice No", "Date", "Status", "Items", "Amount Paid"];

/** A table; on phones each row becomes a card with its labels. */
export function OrderTable({ rows }: { rows: OrderRow[] }) {
  return (
    <table className="table w-full max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="last:text-right!">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-4">
        {rows.map((row) => (
          <tr
            key={row.id}

            className="hover:bg-sunken max-md:border-line max-md:bg-card relative max-md:grid max-md:rounded-lg max-md:border max-md:p-4"
          >
            <Cell label="Order ID">
              <Link to={`/orders/${row.id}`} className="link font-semibold after:absolute after:inset-0">
                #{row.id}
              </Link>
            </Cell>
            <Cell label="Invoice No">
              {row.invoiceNo ? (
                // Above the link that the whole row is.
                <a href={documentPath(row.id)} className="link relative z-10" title="Download (PDF)">
                  {row.invoiceNo}
                </a>
              ) : (
                "–"
              )}
            </Cell>
            <Cell label="Date">{formatDate(row.date)}</Cell>
            <Cell label="Status">
              <OrderStateLabel state={row.state} />
              {row.openReturn ? (
                <span className="text-muted block text-sm">{RETURN_STATE_LABELS[row.openReturn]}</span>
              ) : null}
            </Cell>
            <Cell label="Items">{row.itemCount}</Cell>
            <Cell label="Amount Paid" isLast>
              {row.amountPaid > 0 ? formatRupees(row.amountPaid) : "–"}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ label, isLast, children }: { label: string; isLast?: boolean; children: ReactNode }) {
  return (
    <td
      className={`tabular-nums max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:border-0! max-md:p-1! ${isLast ? "md:text-right" : ""}`}
    >
      <span aria-hidden="true" className="text-muted text-sm md:hidden">
        {label}
      </span>
      <span>{children}</span>
    </td>
  );
}
