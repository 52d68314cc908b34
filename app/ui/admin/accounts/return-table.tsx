import { Link } from "react-router";
import type { ReturnSheet } from "~/domain/accounting/gstr1/return-sheets";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";

/** A table of the return with its first rows. */
type ShownSheet = ReturnSheet & { count: number };

const NONE = "–";

/** The sums of all tables, each with a link to its rows. */
export function ReturnSums({ sheets }: { sheets: ShownSheet[] }) {
  const amount = (
    title: string,
    of: (sum: NonNullable<ReturnSheet["sum"]>) => number,
  ): Column<ShownSheet> => ({
    title,
    label: title,
    cell: ({ sum }) => (sum ? formatRupees(of(sum)) : NONE),
    isNumber: true,
  });
  const columns: Column<ShownSheet>[] = [
    {
      title: "Table",
      cell: ({ name, title, count }) =>
        count > 0 ? (
          <a href={`#${anchor(name)}`} className="row-link">
            {title}
          </a>
        ) : (
          title
        ),
      className: "@max-4xl:basis-full",
    },
    { title: "Rows", label: "Rows", cell: ({ count }) => formatCount(count), isNumber: true },
    amount("Taxable value", ({ taxable }) => taxable),
    amount("Integrated tax", ({ integratedTax }) => integratedTax),
    amount("Central tax", ({ centralTax }) => centralTax),
    amount("State tax", ({ stateTax }) => stateTax),
  ];
  return (
    <section aria-labelledby="sums" className="mb-8">
      <h3 id="sums" className="mb-2 text-lg">
        Sums of the tables
      </h3>
      <DataTable
        label="Sums of the tables"
        columns={columns}
        rows={sheets}
        rowKey={({ name }) => name}
        stacks
      />
    </section>
  );
}

const anchor = (name: string) => `table-${name.replace(/\W/g, "-")}`;

/** The rows of one table. */
export function ReturnTable({ sheet }: { sheet: ShownSheet }) {
  const { name, title, columns, rows, count } = sheet;
  type Row = (typeof rows)[number] & { at: number };
  const shown: Column<Row>[] = columns.map(({ heading, kind }, at) => ({
    title: heading,
    label: heading,
    isNumber: kind !== "text" && kind !== "day",
    cell: ({ cells }) => written(cells[at]!, kind),
    ...(kind === "text" && { className: "wrap-anywhere" }),
  }));
  const order: Column<Row> = {
    title: "Order",
    label: "Order",
    cell: ({ orderId }) => (
      <Link to={`/admin/orders/${orderId}`} className="row-link">
        #{orderId}
      </Link>
    ),
  };
  return (
    <section aria-labelledby={anchor(name)} className="mb-8">
      <h3 id={anchor(name)} className="mb-2 scroll-mt-20 text-lg">
        {title}
      </h3>
      <DataTable
        label={title}
        columns={rows.some(({ orderId }) => orderId !== null) ? [...shown, order] : shown}
        rows={rows.map((row, at) => ({ ...row, at }))}
        rowKey={({ at }) => at}
        stacks
      />
      {count > rows.length ? (
        <p className="text-muted mt-2 text-sm">
          The first {formatCount(rows.length)} of {formatCount(count)} rows. The workbook has all.
        </p>
      ) : null}
    </section>
  );
}

function written(cell: string | number, kind: ReturnSheet["columns"][number]["kind"]) {
  if (typeof cell === "string") return kind === "day" ? formatDate(cell) : cell || NONE;
  if (kind === "rupees") return formatRupees(cell);
  return kind === "percent" ? `${cell / 100} %` : formatCount(cell);
}
