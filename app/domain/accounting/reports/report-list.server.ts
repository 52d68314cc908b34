import { type ColumnKind, type ExportedList, exportedList } from "../exports/export-list.server";
import type { FileFormat } from "../exports/exports";
import { type Period, periodInName } from "../period";
import { netOf, type ReportRow, type ReportSearch, REPORTS, sortReport, type StockRow } from "./reports";
import { reportRows, stockValue } from "./reports.server";

const money = <Row>(heading: string, of: (row: Row) => number) => column(heading, "money", of);
const copies = <Row>(heading: string, of: (row: Row) => number) => column(heading, "number", of);
const column = <Row>(heading: string, kind: ColumnKind, of: (row: Row) => string | number) => ({
  heading,
  kind,
  of,
  ...(kind === "text" && { width: 40 }),
});

/** A report as a file, with the rows that its page shows on all its pages. */
export function reportList(search: ReportSearch): ExportedList {
  if (search.by === "stock")
    return exportedList<StockRow>("Stock", {
      columns: [
        column("Publisher", "text", ({ label }) => label),
        copies("Titles", (row) => row.titles),
        copies("Copies", (row) => row.copies),
        money("At the price charged", (row) => row.atPrice),
        money("At MRP", (row) => row.atMrp),
      ],
      async *portions(db) {
        yield sortReport(await stockValue(db), search);
      },
      count: async (db) => (await stockValue(db)).length,
    });
  const { by } = search;
  const { label } = REPORTS[by];
  return exportedList<ReportRow>(`By ${label.toLowerCase()}`, {
    columns: [
      column(label, "text", (row) => row.label),
      copies("Copies", (row) => row.copies),
      money("Gross", (row) => row.gross),
      money("Discount", (row) => row.discount),
      money("Value", (row) => row.value),
      copies("Copies that came back", (row) => row.returned),
      money("Refunded", (row) => row.refunded),
      money("Net", netOf),
    ],
    async *portions(db, period) {
      yield sortReport(await reportRows(db, by, period), search);
    },
    count: async (db, period) => (await reportRows(db, by, period)).length,
  });
}

/** @returns e.g. "Sales by author" */
export const reportTitle = ({ by }: Pick<ReportSearch, "by">): string =>
  by === "stock" ? "Stock" : `Sales by ${REPORTS[by].label.toLowerCase()}`;

/** @returns e.g. "sales-by-author-2026-11.csv" */
export const reportFileName = (
  { by }: Pick<ReportSearch, "by">,
  period: Period,
  format: FileFormat,
): string => (by === "stock" ? `stock.${format}` : `sales-by-${by}-${periodInName(period)}.${format}`);
