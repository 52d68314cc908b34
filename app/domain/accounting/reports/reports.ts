import { type Listing, type ListSearch, pageOf, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";

/** Reports of what was sold and came back, by one thing. Paise. */

/** What a report can be by: its name, what a row is, and a sentence where the rows do not add up. */
export const REPORTS = {
  book: { label: "Book", none: "Lines that are in no order any more" },
  author: {
    label: "Author",
    none: "No author",
    note: "A book with several authors counts for each of them: the rows add up to more than the sum above.",
  },
  publisher: { label: "Publisher", none: "No publisher" },
  tag: {
    label: "Tag",
    none: "No tag",
    note: "A book with several tags counts for each of them: the rows add up to more than the sum above.",
  },
  language: { label: "Language", none: "No language" },
  format: { label: "Format", none: "No format" },
  state: { label: "State", none: "Abroad, or not known" },
  method: { label: "Method of delivery", none: "No method" },
} as const satisfies Record<string, { label: string; none: string; note?: string }>;
export type ReportKind = keyof typeof REPORTS;
export const REPORT_KINDS = Object.keys(REPORTS) as ReportKind[];

/** What was sold, and what came back. */
export interface ReportFigures {
  copies: number;
  /** Price times quantity, the discount on it, and what is left, taxes included. */
  gross: number;
  discount: number;
  value: number;
  /** On notes: copies, and money. */
  returned: number;
  refunded: number;
}

export interface ReportRow extends ReportFigures {
  key: string;
  label: string;
}

/** Of the report itself, and of the stock. */
export const REPORT_SORTS = [
  "label",
  "copies",
  "gross",
  "discount",
  "value",
  "returned",
  "refunded",
  "net",
  "titles",
  "atPrice",
  "atMrp",
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

export interface ReportSearch extends ListSearch<ReportSort> {
  /** stock: what is in stock now, by publisher. */
  by: ReportKind | "stock";
}

/** Reads by, q, page, size, sort and dir; invalid values are ignored. */
export function parseReportSearch(params: URLSearchParams): ReportSearch {
  const by = readParam(params, "by");
  const kind = by === "stock" ? by : (REPORT_KINDS.find((one) => one === by) ?? "book");
  return { ...parseListSearch(params, REPORT_SORTS), by: kind };
}

/** What is left of a row's sales after its notes. */
export const netOf = ({ value, refunded }: Pick<ReportFigures, "value" | "refunded">): number =>
  value - refunded;

const inOrder = new Intl.Collator("en-IN", { numeric: true });
const byLabel = (one: AnyRow, other: AnyRow) =>
  inOrder.compare(one.label, other.label) || inOrder.compare(one.key, other.key);

type AnyRow = ReportRow | StockRow;

/** The figure of a row by which it is sorted; null: this kind of row has none of that name. */
function figureOf(row: AnyRow, field: ReportSort): number | null {
  if (field === "net") return "value" in row ? netOf(row) : null;
  const figure = field in row ? row[field as keyof AnyRow] : null;
  return typeof figure === "number" ? figure : null;
}

/** The rows that have the search text, in the order asked for; without one the one that is worth most comes first. */
export function sortReport<Row extends AnyRow>(
  rows: readonly Row[],
  { q, sort }: Pick<ReportSearch, "q" | "sort">,
): Row[] {
  const text = q.toLowerCase();
  const found = text === "" ? [...rows] : rows.filter(({ label }) => label.toLowerCase().includes(text));
  const sign = sort?.direction === "asc" ? 1 : -1;
  if (sort?.field === "label") return found.sort((one, other) => sign * byLabel(one, other));
  const [first] = found;
  const usual = first && "value" in first ? "value" : "atPrice";
  const field = sort && first && figureOf(first, sort.field) !== null ? sort.field : usual;
  return found.sort(
    (one, other) => sign * (figureOf(one, field)! - figureOf(other, field)!) || byLabel(one, other),
  );
}

/** A page of a report. */
export function pageOfReport<Row extends AnyRow>(rows: readonly Row[], search: ReportSearch): Listing<Row> {
  const found = sortReport(rows, search);
  const { limit, offset, ...page } = pageOf(search, found.length);
  return { rows: found.slice(offset, offset + limit), count: found.length, ...page };
}

/** The stock of a publisher's books now. Paise. */
export interface StockRow {
  key: string;
  label: string;
  titles: number;
  copies: number;
  /** Copies at the price that is charged now, and at the printed one. */
  atPrice: number;
  atMrp: number;
}
