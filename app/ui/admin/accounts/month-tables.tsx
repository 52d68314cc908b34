import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  ACCOUNT_LISTS,
  accountFilePath,
  type AccountList,
  FILE_FORMATS,
  type FileFormat,
} from "~/domain/accounting/exports/exports";
import { documentPlace, rateInWords } from "~/domain/accounting/documents-in-words";
import {
  type DayOfMonth,
  type DayOfRefunds,
  type DocumentSums,
  netOf,
  OPEN_LABELS,
  type OpenSum,
  rolledUp,
  type SumOfLines,
  taxOf,
  type WayOfPayment,
} from "~/domain/accounting/month-sums";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { IfMay, ScreenLink } from "~/ui/admin/frame/rights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { DayBars, type DayPlot } from "~/ui/admin/lists/day-bars";
import { RowBars, type RowPlot } from "~/ui/admin/lists/row-bars";

const FORMATS = Object.keys(FILE_FORMATS) as FileFormat[];

interface PartProps {
  id: string;
  title: string;
  note?: string;
  /** What it is made of, as a file. */
  files?: { lists: AccountList[]; params: string };
  children: ReactNode;
}

/** A part of the month's page. */
export const Part = ({ id, title, note, files, children }: PartProps) => (
  <section aria-labelledby={id} className="mb-8 min-w-0">
    <div className="part-head">
      <h2 id={id} className="scroll-mt-20">
        {title}
      </h2>
      {files ? (
        <IfMay right="exports">
          <p className="flex flex-wrap gap-x-4 text-sm">
            {files.lists.map((list) => (
              <span key={list}>
                {ACCOUNT_LISTS[list].label}:{" "}
                {FORMATS.map((format) => (
                  <Link
                    key={format}
                    to={accountFilePath(list, format, files.params)}
                    reloadDocument
                    className="link ml-2"
                  >
                    <span className="sr-only">{ACCOUNT_LISTS[list].label} </span>
                    {format.toUpperCase()}
                  </Link>
                ))}
              </span>
            ))}
          </p>
        </IfMay>
      ) : null}
    </div>
    {note ? <p className="text-muted mb-3 max-w-prose text-sm">{note}</p> : null}
    {children}
  </section>
);

/** A column of an amount in paise. */
const money = <Row,>(title: string, of: (row: Row) => number): Column<Row> => ({
  title,
  label: title,
  isNumber: true,
  cell: (row) => formatRupees(of(row)),
});

const count = <Row,>(title: string, of: (row: Row) => number): Column<Row> => ({
  title,
  label: title,
  isNumber: true,
  cell: (row) => formatCount(of(row)),
});

const taxes = <Row extends Omit<DocumentSums, "documents">>(hasTax: boolean): Column<Row>[] => [
  ...(hasTax
    ? [
        money<Row>("Taxable", (row) => row.taxable),
        money<Row>("CGST", (row) => row.centralTax),
        money<Row>("SGST", (row) => row.stateTax),
        money<Row>("IGST", (row) => row.integratedTax),
      ]
    : []),
  money("Value", (row) => row.value),
];

interface SumRow extends DocumentSums {
  title: string;
}

const sumColumns = (hasTax: boolean): Column<SumRow>[] => [
  { title: "Sum", cell: ({ title }) => <strong>{title}</strong>, className: "@max-4xl:basis-full" },
  count("Documents", (row) => row.documents),
  ...taxes<SumRow>(hasTax),
];

type Sums = { sales: DocumentSums; notes: DocumentSums };

/**
 * Sales, notes and what is left, and the same of the period before.
 * @param before with its name @param hasTax whether figures of tax are shown
 */
export function SumsTable({
  sums,
  before,
  hasTax,
}: {
  sums: Sums;
  before: Sums & { title: string };
  hasTax: boolean;
}) {
  const rows: SumRow[] = [
    { title: "Sales", ...sums.sales },
    { title: "Notes", ...sums.notes },
    { title: "Net", ...netOf(sums) },
    { title: `Net of ${before.title}`, ...netOf(before) },
  ];
  return (
    <DataTable
      label="Sums of documents"
      columns={sumColumns(hasTax)}
      rows={rows}
      rowKey={({ title }) => title}
      stacks
    />
  );
}

/** How the net differs from that of the period before. */
export function changeInWords(net: number, before: number): string {
  if (before === 0) return net === 0 ? "the same as before" : "nothing before";
  const percent = Math.round(((net - before) / Math.abs(before)) * 100);
  // After a first sale or two, per cent say nothing.
  if (percent >= 1_000) return "more than ten times as much as before";
  return percent === 0
    ? "as much as before"
    : `${Math.abs(percent)} % ${percent > 0 ? "more" : "less"} than before`;
}

const copies = count<SumOfLines>("Copies", (row) => row.copies);
const rate: Column<SumOfLines> = {
  title: "Rate",
  label: "Rate",
  cell: (row) => rateInWords(row.rate),
  isNumber: true,
};

const BY: Record<"place" | "hsn", Column<SumOfLines>> = {
  place: {
    title: "Place of supply",
    cell: ({ place }) => documentPlace(place),
    className: "@max-4xl:basis-full",
  },
  hsn: { title: "HSN", cell: ({ hsn }) => hsn || "Missing", className: "@max-4xl:basis-full" },
};

const lineColumns = (by: "place" | "hsn", hasTax: boolean): Column<SumOfLines>[] => [
  BY[by],
  ...(hasTax ? [rate] : []),
  copies,
  ...taxes<SumOfLines>(hasTax),
];

const NOTHING = "No documents in this period";

interface LinesProps {
  lines: SumOfLines[];
  by: "place" | "hsn";
  /** Whether figures of tax are shown. */
  hasTax: boolean;
}

/** Bills and invoices less notes, by place and rate, or by HSN and rate. */
export const LinesTable = ({ lines, by, hasTax }: LinesProps) => (
  <DataTable
    label={by === "hsn" ? "By HSN and rate" : hasTax ? "By place and rate" : "By state"}
    columns={lineColumns(by, hasTax)}
    rows={rolledUp(lines, by)}
    rowKey={(row) => `${row[by]} ${row.rate}`}
    empty={NOTHING}
    stacks
  />
);

const WAYS: Column<WayOfPayment>[] = [
  { title: "Way", cell: ({ way }) => way, className: "@max-4xl:basis-full" },
  count("Payments", (row) => row.payments),
  money("Received", (row) => row.received),
  count("Refunds", (row) => row.refunds),
  money("Paid back", (row) => row.refunded),
  money("Left", (row) => row.received - row.refunded),
];

/** Money that came and went back, by way. */
export const WaysTable = ({ ways }: { ways: WayOfPayment[] }) => (
  <DataTable
    label="Payments by way"
    columns={WAYS}
    rows={ways}
    rowKey={({ way }) => way}
    empty="No money came or went in this period"
    stacks
  />
);

const OPEN: Record<OpenSum["kind"], string> = {
  door: "/admin/orders?waits=door",
  balance: "/admin/orders?waits=balance",
  transfer: "/admin/orders?waits=transfer",
  account: "/admin/accounts/receivables",
  refund: "/admin/orders?waits=pay-back",
};

const OPENS: Column<OpenSum>[] = [
  {
    title: "What",
    cell: ({ kind }) => (
      <ScreenLink to={OPEN[kind]} className="row-link">
        {OPEN_LABELS[kind]}
      </ScreenLink>
    ),
    className: "@max-4xl:basis-full",
  },
  count("Orders", (row) => row.count),
  money("Amount", (row) => row.amount),
];

/** What is not settled at this moment. */
export const OpenTable = ({ open }: { open: OpenSum[] }) => (
  <DataTable
    label="Open now"
    columns={OPENS}
    rows={open}
    rowKey={({ kind }) => kind}
    empty="Nothing is open"
    stacks
  />
);

const DAYS: Column<DayOfMonth>[] = [
  { title: "Day", cell: ({ date }) => formatDate(date), className: "whitespace-nowrap" },
  count("Documents", (row) => row.documents),
  money("Sales", (row) => row.sales),
  money("Notes", (row) => row.notes),
  money("Net", (row) => row.sales - row.notes),
];

/** The sales of each day as bars, and as a table with the notes. */
export function Days({ days, plot, title }: { days: DayOfMonth[]; plot: DayPlot; title: string }) {
  const total = days.reduce((sum, { sales }) => sum + sales, 0);
  const best = days.reduce((one, other) => (other.sales > one.sales ? other : one));
  const summary = `A bar for each day of ${title}: ${formatRupees(total)} in all. The best day was ${formatDate(best.date)} with ${formatRupees(best.sales)}. The table below has every day.`;
  if (total === 0) return <p className="text-muted">{NOTHING}</p>;
  return (
    <>
      <DayBars
        id="days"
        title={`Sales of ${title} by day, in rupees`}
        summary={summary}
        plot={plot}
        texts={days.map(({ sales }) => formatRupees(sales))}
      />
      <details className="mt-4">
        <summary className="link w-fit py-1 text-sm">Day by day, as a table</summary>
        <DataTable label="Day by day" columns={DAYS} rows={days} rowKey={({ date }) => date} />
      </details>
    </>
  );
}

const REFUND_DAYS: Column<DayOfRefunds>[] = [
  { title: "Day", cell: ({ date }) => formatDate(date), className: "whitespace-nowrap" },
  count("Refunds", (row) => row.count),
  money("Paid back", (row) => row.amount),
];

/** The refunds of each day as bars, and as a table. */
export function RefundDays({ days, plot, title }: { days: DayOfRefunds[]; plot: DayPlot; title: string }) {
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  if (total === 0) return <p className="text-muted">No money went back in this period</p>;
  return (
    <>
      <DayBars
        id="refund-days"
        title={`Refunds of ${title} by day, in rupees`}
        summary={`A bar for each day of ${title}: ${formatRupees(total)} in all. The table below has every day.`}
        plot={plot}
        texts={days.map(({ amount }) => formatRupees(amount))}
      />
      <details className="mt-4">
        <summary className="link w-fit py-1 text-sm">Refunds day by day, as a table</summary>
        <DataTable label="Refunds day by day" columns={REFUND_DAYS} rows={days} rowKey={({ date }) => date} />
      </details>
    </>
  );
}

/** A bar for each row of a part's table. @param of what is drawn, e.g. "Value by state" @param plot null: all is zero */
export const PartPlot = ({ id, of, plot }: { id: string; of: string; plot: RowPlot | null }) =>
  plot === null ? null : (
    <RowBars
      id={id}
      title={`${of}, in rupees`}
      summary={`${plot.rows.map(({ label, text }) => `${label}: ${text}`).join("; ")}. The table below has all figures.`}
      plot={plot}
    />
  );

/** The part of the net that bears no tax. @param lines of the period */
export const exemptOf = (lines: readonly SumOfLines[]): number =>
  lines.reduce((sum, line) => (line.rate === 0 ? sum + line.value : sum), 0);

/** All taxes of the net. */
export const netTax = (sums: Sums): number => taxOf(netOf(sums));
