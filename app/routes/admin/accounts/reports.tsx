import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { ALL_FILE_FORMATS, FILE_FORMATS } from "~/domain/accounting/exports/exports";
import { type Period, periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import {
  netOf,
  pageOfReport,
  parseReportSearch,
  REPORT_KINDS,
  type ReportRow,
  REPORTS,
  type StockRow,
} from "~/domain/accounting/reports/reports";
import { reportRows, soldSums, stockValue } from "~/domain/accounting/reports/reports.server";
import { formatCount } from "~/domain/kit/counts";
import { formatRupees } from "~/domain/kit/money";
import { requireStaff } from "~/http/request/guards.server";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { IfMay } from "~/ui/admin/frame/rights";
import type { Column } from "~/ui/admin/lists/data-table";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/reports";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Reports") }];
}

/** GET ?by=author with ?month=2026-11, or ?from= and ?to=: what was sold and came back, by one thing; by=stock: the stock now. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const shown = shownPeriod(url.searchParams);
  const search = parseReportSearch(url.searchParams);
  if (search.by === "stock") {
    const rows = await stockValue(readDb);
    const sumOf = (field: "copies" | "atPrice" | "atMrp") => rows.reduce((sum, row) => sum + row[field], 0);
    const stock = { copies: sumOf("copies"), atPrice: sumOf("atPrice"), atMrp: sumOf("atMrp") };
    return { ...shown, search, report: null, stock: { ...stock, list: pageOfReport(rows, search) } };
  }
  const [rows, sums] = await Promise.all([
    reportRows(readDb, search.by, shown.period),
    soldSums(readDb, shown.period),
  ]);
  return {
    ...shown,
    search,
    report: { by: search.by, list: pageOfReport(rows, search), ...sums },
    stock: null,
  };
}

const copies = (count: number) => (count === 1 ? "1 copy" : `${formatCount(count)} copies`);

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { period, search, report, stock } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs params={periodParams(period)} />
      <PeriodChooser {...loaderData} keep={{ by: search.by }} />
      {report ? <Sold report={report} period={period} search={search} /> : null}
      {stock ? <Stock stock={stock} period={period} search={search} /> : null}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];
type Search = Pick<Loaded, "period" | "search">;

/** What the report is by; the period stays. */
const Filters = ({ period, search }: Search) => (
  <>
    <SelectFilter
      label="By"
      name="by"
      value={search.by}
      hasAll={false}
      options={[...REPORT_KINDS.map((kind) => [kind, REPORTS[kind].label] as const), ["stock", "Stock now"]]}
    />
    {hiddenPeriod(period)}
  </>
);

const hiddenPeriod = (period: Period) =>
  [...new URLSearchParams(periodParams(period))].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));

/** The whole report as files: as it is searched and sorted. */
function Files({ period, search: { by, q, sort } }: Search) {
  const params = new URLSearchParams(periodParams(period));
  params.set("by", by);
  if (q) params.set("q", q);
  if (sort) params.set("sort", sort.field);
  if (sort) params.set("dir", sort.direction);
  return (
    <IfMay right="exports">
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {ALL_FILE_FORMATS.map((format) => (
          <Link
            key={format}
            to={`/admin/accounts/reports/file?${params}&format=${format}`}
            reloadDocument
            className="link py-1"
          >
            Report as {FILE_FORMATS[format].label}
          </Link>
        ))}
      </p>
    </IfMay>
  );
}

function Sold({ report, ...page }: Search & { report: NonNullable<Loaded["report"]> }) {
  const { by, list, goods, delivery } = report;
  const kind = REPORTS[by];
  const columns: Column<ReportRow>[] = [
    {
      title: kind.label,
      sort: "label",
      cell: ({ label }) => <bdi>{label}</bdi>,
      className: "wrap-anywhere min-w-40 @max-4xl:basis-full",
    },
    {
      title: "Copies",
      sort: "copies",
      label: "Copies",
      cell: (row) => formatCount(row.copies),
      isNumber: true,
    },
    { title: "Gross", sort: "gross", label: "Gross", cell: (row) => formatRupees(row.gross), isNumber: true },
    {
      title: "Discount",
      sort: "discount",
      label: "Discount",
      cell: (row) => formatRupees(row.discount),
      isNumber: true,
    },
    { title: "Value", sort: "value", label: "Value", cell: (row) => formatRupees(row.value), isNumber: true },
    {
      title: "Came back",
      sort: "returned",
      label: "Came back",
      cell: (row) => formatCount(row.returned),
      isNumber: true,
    },
    {
      title: "Refunded",
      sort: "refunded",
      label: "Refunded",
      cell: (row) => formatRupees(row.refunded),
      isNumber: true,
    },
    { title: "Net", sort: "net", label: "Net", cell: (row) => formatRupees(netOf(row)), isNumber: true },
  ];
  return (
    <>
      <h2 className="mb-3 text-xl">
        By {kind.label.toLowerCase()}, {periodInWords(page.period)}
      </h2>
      <Figures>
        <Figure title="Sold" note={copies(goods.copies)}>
          {formatRupees(goods.value)}
        </Figure>
        <Figure title="Refunded" note={copies(goods.returned)}>
          {formatRupees(goods.refunded)}
        </Figure>
        <Figure title="Net" note="without delivery">
          {formatRupees(netOf(goods))}
        </Figure>
        <Figure title="Delivery" note="in no row below">
          {formatRupees(netOf(delivery))}
        </Figure>
      </Figures>
      {"note" in kind ? <p className="text-muted mb-4 max-w-prose">{kind.note}</p> : null}
      <ListTable
        label={`Sales by ${kind.label.toLowerCase()}`}
        list={list}
        search={page.search}
        filters={<Filters {...page} />}
        columns={columns}
        rowKey={({ key }) => key}
        empty={page.search.q ? undefined : "Nothing was sold in this period"}
        stacks
      />
      <Files {...page} />
    </>
  );
}

const STOCK: Column<StockRow>[] = [
  {
    title: "Publisher",
    sort: "label",
    cell: ({ label }) => <bdi>{label}</bdi>,
    className: "wrap-anywhere min-w-40 @max-4xl:basis-full",
  },
  {
    title: "Titles",
    sort: "titles",
    label: "Titles",
    cell: (row) => formatCount(row.titles),
    isNumber: true,
  },
  {
    title: "Copies",
    sort: "copies",
    label: "Copies",
    cell: (row) => formatCount(row.copies),
    isNumber: true,
  },
  {
    title: "At the price charged",
    sort: "atPrice",
    label: "At the price charged",
    cell: (row) => formatRupees(row.atPrice),
    isNumber: true,
  },
  { title: "At MRP", sort: "atMrp", label: "At MRP", cell: (row) => formatRupees(row.atMrp), isNumber: true },
];

function Stock({ stock, ...page }: Search & { stock: NonNullable<Loaded["stock"]> }) {
  return (
    <>
      <h2 className="mb-3 text-xl">Stock now, by publisher</h2>
      <Figures>
        <Figure title="Copies" note="in stock now">
          {formatCount(stock.copies)}
        </Figure>
        <Figure title="At the price charged" note="copies × price now">
          {formatRupees(stock.atPrice)}
        </Figure>
        <Figure title="At MRP" note="copies × printed price">
          {formatRupees(stock.atMrp)}
        </Figure>
      </Figures>
      <ListTable
        label="Stock by publisher"
        list={stock.list}
        search={page.search}
        filters={<Filters {...page} />}
        columns={STOCK}
        rowKey={({ key }) => key}
        empty={page.search.q ? undefined : "No book is in stock"}
        stacks
      />
      <Files {...page} />
    </>
  );
}
