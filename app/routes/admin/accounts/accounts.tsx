import { readDb } from "~/db/shop-database.server";
import type { AccountList } from "~/domain/accounting/exports/exports";
import { readMonth } from "~/domain/accounting/month.server";
import { placeName, rateInWords } from "~/domain/accounting/documents-in-words";
import { netOf, OPEN_LABELS, rolledUp, type SumOfLines } from "~/domain/accounting/month-sums";
import { periodBefore, periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { formatCount } from "~/domain/kit/counts";
import { formatRupees } from "~/domain/kit/money";
import { readBackfillLeft } from "~/domain/sales/documents/earlier-documents.server";
import { requireStaff } from "~/http/request/guards.server";
import { AccountFiles } from "~/ui/admin/accounts/account-files";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import {
  changeInWords,
  Days,
  exemptOf,
  LinesTable,
  netTax,
  OpenTable,
  Part,
  PartPlot,
  RefundDays,
  SumsTable,
  WaysTable,
} from "~/ui/admin/accounts/month-tables";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { plotSales } from "../dashboard/sales-plot.server";
import { plotRows } from "./row-plot.server";
import type { Route } from "./+types/accounts";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Accounts") }];
}

/** GET ?month=2026-11, or ?from= and ?to=: the accounts of a month or of some days. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const shown = shownPeriod(url.searchParams);
  const [month, earlier] = await Promise.all([readMonth(readDb, shown.period), readBackfillLeft(readDb)]);
  const plot = plotSales(month.days.map(({ date, sales }) => ({ date, amount: sales })));
  const refundPlot = plotSales(month.refundDays);
  return { ...shown, ...month, plot, refundPlot, plots: plotsOf(month), earlier };
}

/** The plots of the parts whose rows are no days. */
function plotsOf({ lines, sums, ways, open, hasTax }: Awaited<ReturnType<typeof readMonth>>) {
  const rate = (line: SumOfLines) => (hasTax ? `, ${rateInWords(line.rate)}` : "");
  const net = netOf(sums);
  return {
    sums: plotRows([
      { label: "Sales", amount: sums.sales.value },
      { label: "Notes", amount: sums.notes.value },
      { label: "Net", amount: net.value },
    ]),
    places: plotRows(
      rolledUp(lines, "place").map((line) => ({
        label: `${placeName(line.place)}${rate(line)}`,
        amount: line.value,
      })),
    ),
    hsn: plotRows(
      rolledUp(lines, "hsn").map((line) => ({
        label: `${line.hsn || "Missing"}${rate(line)}`,
        amount: line.value,
      })),
    ),
    ways: plotRows(ways.map(({ way, received }) => ({ label: way, amount: received }))),
    open: plotRows(open.map(({ kind, amount }) => ({ label: OPEN_LABELS[kind], amount }))),
  };
}

const documentsText = (count: number) => (count === 1 ? "1 document" : `${formatCount(count)} documents`);

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { period, sums, before, lines, days, plot, plots, ways, open, earlier, hasTax } = loaderData;
  const net = netOf(sums);
  const params = periodParams(period);
  const files = (...lists: AccountList[]) => ({ lists, params });
  const title = periodInWords(period);
  const titleBefore = periodInWords(periodBefore(period));
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs params={params} />
      <PeriodChooser {...loaderData} />
      {earlier > 0 ? (
        <p className="panel mb-6" role="status">
          {earlier === 1
            ? "1 earlier order still gets its document"
            : `${formatCount(earlier)} earlier orders still get their documents`}
          . The figures of their days are complete in a few minutes.
        </p>
      ) : null}
      <h2 className="mb-3 text-xl">{title}</h2>
      <Figures>
        <Figure title="Sales" note={documentsText(sums.sales.documents)} to="#sums">
          {formatRupees(sums.sales.value)}
        </Figure>
        <Figure title="Notes" note={documentsText(sums.notes.documents)} to="#sums">
          {formatRupees(sums.notes.value)}
        </Figure>
        <Figure title="Net" note={changeInWords(net.value, netOf(before).value)} to="#days">
          {formatRupees(net.value)}
        </Figure>
        {hasTax ? (
          <Figure title="Tax" note={`${formatRupees(exemptOf(lines))} of net is exempt`} to="#places">
            {formatRupees(netTax(sums))}
          </Figure>
        ) : null}
      </Figures>
      <Part
        id="sums"
        title="Sums"
        files={files("documents")}
        note="Cancelled documents have no figures. Notes are those issued in this period."
      >
        <PartPlot id="sums" of="Sales, notes and net" plot={plots.sums} />
        <SumsTable sums={sums} before={{ ...before, title: titleBefore }} hasTax={hasTax} />
      </Part>
      <Part id="days" title="Sales by day" files={files("documents")}>
        <Days days={days} plot={plot} title={title} />
      </Part>
      <Part
        id="refunds"
        title="Refunds by day"
        files={files("refunds")}
        note="Money in rupees, on the day on which it went back."
      >
        <RefundDays days={loaderData.refundDays} plot={loaderData.refundPlot} title={title} />
      </Part>
      <Part
        id="places"
        title={hasTax ? "By place and rate" : "By state"}
        files={files("lines")}
        note="Bills and invoices less notes."
      >
        <PartPlot
          id="places"
          of={hasTax ? "Value by place and rate" : "Value by state"}
          plot={plots.places}
        />
        <LinesTable lines={lines} by="place" hasTax={hasTax} />
      </Part>
      {hasTax ? (
        <Part id="hsn" title="By HSN and rate" files={files("lines")} note="Bills and invoices less notes.">
          <PartPlot id="hsn" of="Value by HSN and rate" plot={plots.hsn} />
          <LinesTable lines={lines} by="hsn" hasTax />
        </Part>
      ) : null}
      <Part
        id="payments"
        title="Payments by way"
        files={files("payments", "refunds")}
        note="Money in rupees that came, and went back, in this period."
      >
        <PartPlot id="payments" of="Received by way" plot={plots.ways} />
        <WaysTable ways={ways} />
      </Part>
      <Part id="open" title="Open now" files={files("open")} note="At this moment, whatever the month.">
        <PartPlot id="open" of="Open now by kind" plot={plots.open} />
        <OpenTable open={open} />
      </Part>
      <AccountFiles params={params} hasTax={hasTax} />
    </div>
  );
}
