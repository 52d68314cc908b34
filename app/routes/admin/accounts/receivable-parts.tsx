import { Link } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { type Credit, daysLate, lateWords, type OpenInvoice } from "~/domain/sales/trade/on-account";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Figure } from "~/ui/admin/lists/figures";

const FIGURE = "grid min-w-0 content-start gap-0.5 py-3 sm:px-5 sm:first:pl-0";

export function AccountFigures({
  credit,
  invoices,
  today,
  customerId,
}: {
  credit: Credit;
  invoices: OpenInvoice[];
  today: string;
  customerId: number;
}) {
  const late = invoices.filter(({ dueOn }) => dueOn < today);
  return (
    <>
      <p className="flex flex-wrap gap-x-6 text-sm">
        <Link to={`/admin/accounts/receivables/${customerId}/statement`} className="link">
          Statement
        </Link>
        <ScreenLink to={`/admin/customers/${customerId}`} className="link" textClass="text-muted">
          The customer’s page
        </ScreenLink>
      </p>
      <dl className="border-line-strong divide-line mt-3 grid border-y max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        <Figure
          className={FIGURE}
          title="Open"
          note={invoices.length === 1 ? "1 invoice" : `${invoices.length} invoices`}
        >
          {formatRupees(credit.open)}
        </Figure>
        <Figure
          className={FIGURE}
          title="Late"
          note={late.length === 0 ? "nothing" : `${late.length} of them`}
        >
          {formatRupees(late.reduce((sum, { open }) => sum + open, 0))}
        </Figure>
        <Figure className={FIGURE} title="Limit" note={`to be paid within ${credit.days} days`}>
          {credit.limit === 0 ? "–" : formatRupees(credit.limit)}
        </Figure>
      </dl>
    </>
  );
}

const columns = (today: string): Column<OpenInvoice>[] => [
  {
    title: "Order",
    cell: ({ orderId, reference }) => (
      <>
        <ScreenLink to={`/admin/orders/${orderId}`} className="row-link" textClass="font-semibold">
          #{orderId}
        </ScreenLink>
        {reference ? (
          <span className="text-muted block wrap-anywhere" dir="auto">
            {reference}
          </span>
        ) : null}
      </>
    ),
  },
  {
    title: "Invoice",
    label: "Invoice",
    cell: ({ invoiceNo }) => invoiceNo,
    className: "whitespace-nowrap",
  },
  {
    title: "Date",
    label: "Date",
    cell: ({ placedAt }) => formatDate(placedAt),
    className: "whitespace-nowrap",
  },
  {
    title: "Due",
    label: "Due",
    cell: ({ dueOn }) => {
      const days = daysLate(dueOn, today);
      return (
        <>
          {formatDate(dueOn)}
          {days > 0 ? <span className="text-bad block">{lateWords(days)}</span> : null}
        </>
      );
    },
    className: "whitespace-nowrap",
  },
  { title: "Total", label: "Total", cell: ({ total }) => formatRupees(total), isNumber: true },
  {
    title: "Taken off",
    label: "Taken off",
    cell: ({ credited }) => (credited > 0 ? formatRupees(credited) : "–"),
    isNumber: true,
  },
  {
    title: "Received",
    label: "Received",
    cell: ({ received }) => (received > 0 ? formatRupees(received) : "–"),
    isNumber: true,
  },
  { title: "Open", label: "Open", cell: ({ open }) => formatRupees(open), isNumber: true },
];

export const Invoices = ({ invoices, today }: { invoices: OpenInvoice[]; today: string }) => (
  <DataTable
    label="Open invoices"
    columns={columns(today)}
    rows={invoices}
    rowKey={({ orderId }) => orderId}
    empty="Nothing is open"
    stacks
  />
);
