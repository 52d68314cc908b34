import { useLocation } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { cashDifferences } from "~/domain/accounting/settlements/cash-differences.server";
import { listDifferences } from "~/domain/accounting/settlements/differences.server";
import {
  type Difference,
  MOST_DIFFERENCES,
  SETTLED_WITHIN_DAYS,
} from "~/domain/accounting/settlements/settlement";
import { listSettlements, type Settlement } from "~/domain/accounting/settlements/settlements.server";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { isUpload, readForm } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/settlements";
import { answerFetch, answerReport, settlingService } from "./settlement-answer.server";
import { FetchForm, ReportForm } from "./settlement-forms";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Settlements") }];
}

/** GET ?month=2026-11, or ?from= and ?to=: what the payment service and carriers have paid out, and what differs. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const shown = shownPeriod(url.searchParams);
  const [settlements, differences, cash] = await Promise.all([
    listSettlements(readDb, shown.period),
    listDifferences(readDb, shown.period),
    cashDifferences(readDb, shown.period),
  ]);
  return { ...shown, settlements, differences, cash, service: settlingService() };
}

/** POST: a multipart form with a settlement report, or a form with a month to fetch. The same again changes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "sales").id;
  const by = { context, staffId };
  return isUpload(request) ? answerReport(request, by) : answerFetch(await readForm(request), by);
}

const SETTLEMENTS: Column<Settlement>[] = [
  { title: "Settlement", cell: ({ number }) => number, className: "wrap-anywhere @max-4xl:basis-full" },
  { title: "Day", cell: ({ settledOn }) => formatDate(settledOn), className: "whitespace-nowrap" },
  { title: "UTR", label: "UTR", cell: ({ utr }) => utr || null, className: "wrap-anywhere" },
  { title: "Payments", label: "Payments", cell: ({ payments }) => formatRupees(payments), isNumber: true },
  { title: "Refunds", label: "Refunds", cell: ({ refunds }) => formatRupees(refunds), isNumber: true },
  { title: "Fees", label: "Fees", cell: ({ fees }) => formatRupees(fees), isNumber: true },
  { title: "Other", label: "Other", cell: ({ other }) => formatRupees(other), isNumber: true },
  { title: "Paid out", label: "Paid out", cell: ({ paidOut }) => formatRupees(paidOut), isNumber: true },
];

const differences = (source: string, entity: string): Column<Difference>[] => [
  {
    title: source,
    cell: ({ settlement }) => <bdi>{settlement ?? "None"}</bdi>,
    className: "wrap-anywhere",
  },
  {
    title: "Order",
    cell: ({ orderId }) =>
      orderId === null ? (
        "–"
      ) : (
        <ScreenLink to={`/admin/orders/${orderId}`} className="row-link">
          #{orderId}
        </ScreenLink>
      ),
  },
  { title: entity, label: entity, cell: (row) => row.entity || null, className: "wrap-anywhere" },
  { title: "Amount", cell: ({ amount }) => formatRupees(amount), isNumber: true },
  {
    title: "What differs, and what to do",
    cell: ({ what, todo }) => (
      <>
        <strong className="wrap-anywhere">{what}.</strong> <span className="text-muted block">{todo}.</span>
      </>
    ),
    className: "min-w-60 @max-4xl:basis-full",
  },
];

const OF_SETTLEMENTS = differences("Settlement", "Id");
const OF_LISTS = differences("List", "Row");

const keyOf = ({ settlement, entity, what }: Difference) => `${settlement} ${entity} ${what}`;

export default function Settlements({ loaderData, actionData }: Route.ComponentProps) {
  const { period, months, settlements, cash, service } = loaderData;
  const { key } = useLocation();
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs params={periodParams(period)} />
      <PeriodChooser {...loaderData} />
      <h2 className="mb-3 text-xl">Settlements, {periodInWords(period)}</h2>
      <DataTable
        label="Settlements"
        columns={SETTLEMENTS}
        rows={settlements}
        rowKey={({ number }) => number}
        empty="No settlement of this period is stored"
        stacks
      />
      <h2 className="mt-8 mb-3 text-xl">Differences</h2>
      <p className="mb-3 max-w-prose">
        Each row of a settlement belongs to one payment or one refund of the shop. What is in no settlement is
        asked about {SETTLED_WITHIN_DAYS} days later, as far as settlements are stored.
        {loaderData.differences.length >= MOST_DIFFERENCES
          ? ` The first ${MOST_DIFFERENCES} of each kind are shown.`
          : null}
      </p>
      <DataTable
        label="Differences"
        columns={OF_SETTLEMENTS}
        rows={loaderData.differences}
        rowKey={keyOf}
        empty="No differences"
        stacks
        isTall
      />
      <h2 className="mt-8 mb-3 text-xl">Cash from carriers</h2>
      <p className="mb-3 max-w-prose">
        Of the lists that were uploaded in this period, the latest fifty.{" "}
        <ScreenLink to="/admin/remittances" className="link">
          All lists
        </ScreenLink>
      </p>
      <DataTable
        label="Differences of carriers’ lists"
        columns={OF_LISTS}
        rows={cash}
        rowKey={keyOf}
        empty="No differences"
        stacks
        isTall
      />
      {service ? (
        <>
          <h2 className="mt-8 mb-3 text-xl">Fetch settlements</h2>
          <FetchForm
            key={`${key} ${period.month}`}
            {...{ period, months, service }}
            refused={actionData?.of === "fetch" ? actionData : undefined}
          />
        </>
      ) : null}
      <h2 className="mt-8 mb-3 text-xl">Add a report</h2>
      {/* A report that was stored leaves an empty form. */}
      <ReportForm
        key={actionData?.of === "report" ? "refused" : key}
        answer={actionData?.of === "report" ? actionData.report : undefined}
      />
    </div>
  );
}
