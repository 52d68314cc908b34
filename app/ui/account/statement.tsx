import type { ReactNode } from "react";
import { type Period, periodInWords } from "~/domain/accounting/period";
import { ENTRY_KINDS, type Statement, type StatementRow } from "~/domain/accounting/statement/statement";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Figure, Figures } from "~/ui/admin/lists/figures";

/** A link to an order, for whom the page is. */
type OrderLink = (orderId: number) => ReactNode;

const money = (amount: number) => (amount === 0 ? "–" : formatRupees(amount));

const columns = (orderLink: OrderLink): Column<StatementRow & { key: number }>[] => [
  { title: "Date", cell: ({ day }) => formatDate(day), className: "whitespace-nowrap" },
  {
    title: "What",
    cell: ({ kind, number, reference }) => (
      <>
        {ENTRY_KINDS[kind]} <bdi className="wrap-anywhere">{number}</bdi>
        {reference ? (
          <span className="text-muted block wrap-anywhere" dir="auto">
            {reference}
          </span>
        ) : null}
      </>
    ),
    className: "min-w-40",
  },
  {
    title: "Order",
    label: "Order",
    cell: ({ orderId }) => (orderId === null ? "several" : orderLink(orderId)),
  },
  { title: "Debit", label: "Debit", cell: ({ debit }) => money(debit), isNumber: true },
  { title: "Credit", label: "Credit", cell: ({ credit }) => money(credit), isNumber: true },
  { title: "Balance", label: "Balance", cell: ({ balance }) => formatRupees(balance), isNumber: true },
];

/** The figures and entries of a period. */
export function StatementEntries({
  period,
  statement: { opening, rows, debits, credits, closing },
  isOwn,
  orderLink,
}: {
  period: Period;
  statement: Statement;
  /** Whether it is shown to the customer. */
  isOwn?: boolean;
  orderLink: OrderLink;
}) {
  return (
    <>
      <h2 className="mb-3 text-xl">{periodInWords(period)}</h2>
      <Figures>
        <Figure title="Owed before" note={formatDate(period.from)}>
          {formatRupees(opening)}
        </Figure>
        <Figure title="Debit" note="invoices, and what was paid back">
          {formatRupees(debits)}
        </Figure>
        <Figure title="Credit" note="payments and notes">
          {formatRupees(credits)}
        </Figure>
        <Figure
          title="Owed after"
          note={closing < 0 ? (isOwn ? "we owe it to you" : "the shop owes it") : formatDate(period.to)}
        >
          {formatRupees(closing)}
        </Figure>
      </Figures>
      <DataTable
        label="Entries"
        columns={columns(orderLink)}
        rows={rows.map((row, key) => ({ ...row, key }))}
        rowKey={({ key }) => key}
        empty="Nothing happened in this period"
        stacks
      />
    </>
  );
}
