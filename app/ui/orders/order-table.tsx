import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { documentPath } from "~/domain/sales/orders/order-documents";
import { formatRupees } from "~/domain/kit/money";
import type { OrderedBooks, OrderRow } from "~/domain/sales/orders/order-detail";
import { stateLabel } from "~/domain/sales/orders/orders";
import { RETURN_STATE_LABELS } from "~/domain/sales/orders/returns/returns";
import { Cover } from "~/ui/store/cover";
import { OrderStateLabel } from "./order-state";

const COLUMNS = ["Order ID", "Invoice No", "Date", "Status", "Items", "Amount Paid"];

/** A table; in a narrow window each row takes several lines. */
export function OrderTable({ rows }: { rows: (OrderRow & OrderedBooks)[] }) {
  return (
    <table aria-label="My orders" className="order-table table w-full">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="last:text-right!">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell label="Order ID">
              <Link to={`/orders/${row.id}`} className="link font-semibold">
                #{row.id}
              </Link>
            </Cell>
            <Cell label="Invoice No" isNone={!row.invoiceNo}>
              {row.invoiceNo ? (
                // z-10: above the link that covers the row.
                <a href={documentPath(row.id)} className="link relative z-10" title="Download (PDF)">
                  {row.invoiceNo}
                </a>
              ) : (
                "–"
              )}
            </Cell>
            <Cell label="Date">{formatDate(row.date)}</Cell>
            <Cell label="Status">
              <OrderStateLabel state={row.state} label={stateLabel(row)} />
              {row.openReturn ? (
                <span className="text-muted block text-sm">{RETURN_STATE_LABELS[row.openReturn]}</span>
              ) : null}
            </Cell>
            <Cell label="Items">
              {row.itemCount}
              <Books of={row} />
            </Cell>
            <Cell label="Amount Paid" isNone={row.amountPaid === 0} isLast>
              {row.amountPaid > 0 ? formatRupees(row.amountPaid) : "–"}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Books({ of: { books, more } }: { of: OrderedBooks }) {
  const titles = books.map(({ title }) => title).join(", ");
  return (
    <span className="ordered-books">
      <span className="covers">
        {books.map(({ bookId, cover }) => (
          <span key={bookId} className="book-cover">
            <Cover cover={cover} title="" width={160} sizes="2rem" />
          </span>
        ))}
      </span>
      <span dir="auto" className="min-w-0">
        {titles}
        {more > 0 ? ` and ${more} more` : null}
      </span>
    </span>
  );
}

function Cell({
  label,
  isNone = false,
  isLast = false,
  children,
}: {
  label: string;
  /** Only a dash, which a narrow window leaves out. */
  isNone?: boolean;
  isLast?: boolean;
  children: ReactNode;
}) {
  return (
    <td className={`${isNone ? "is-none" : ""} ${isLast ? "lg:text-right" : ""}`}>
      <span aria-hidden="true" className="label text-muted">
        {label}
      </span>
      <span>{children}</span>
    </td>
  );
}
