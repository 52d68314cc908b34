import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readGstr1 } from "~/domain/accounting/gstr1/read-return.server";
import { type ReturnSheet, sheetsOf } from "~/domain/accounting/gstr1/return-sheets";
import { periodInWords, periodOfMonth, periodParams, shownPeriod } from "~/domain/accounting/period";
import { requireStaff } from "~/http/request/guards.server";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { ReturnChecks } from "~/ui/admin/accounts/return-checks";
import { ReturnSums, ReturnTable } from "~/ui/admin/accounts/return-table";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useMaySee } from "~/ui/admin/frame/rights";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/gstr1";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "GSTR-1") }];
}

/** A table shows no more rows; the workbook has all. */
const MOST_ROWS = 50;

/** GET ?month=2026-11: the return of a month, with its checks; of days the month in which they begin. A shop without a GSTIN has none. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const shown = shownPeriod(url.searchParams);
  const month = shown.period.from.slice(0, 7);
  const period = { ...periodOfMonth(month)!, month };
  const found = await readGstr1(readDb, period);
  if (found === null) throw data(null, { status: 404 });
  return {
    ...shown,
    period,
    found: {
      gstin: found.gstin,
      checks: found.checks,
      isRefused: found.refusal !== null,
      sheets: sheetsOf(found.tables).map(firstRows),
    },
  };
}

const firstRows = (sheet: ReturnSheet) => ({
  ...sheet,
  rows: sheet.rows.slice(0, MOST_ROWS),
  count: sheet.rows.length,
});

const FILE = "/admin/accounts/gstr1/file";

export default function Gstr1Page({ loaderData }: Route.ComponentProps) {
  const { period, found } = loaderData;
  const maySee = useMaySee();
  const file = (format: string) => `${FILE}?${periodParams(period)}&format=${format}`;
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs params={periodParams(period)} />
      <PeriodChooser {...loaderData} onlyMonths />
      <h2 className="mb-3 text-xl">GSTR-1 of {periodInWords(period)}</h2>
      <p className="mb-4 max-w-prose">
        {found.isRefused
          ? "This return cannot be filed yet: see what is wrong below. The workbook has all tables already."
          : `Of ${found.gstin}. On the GST portal choose ‘Prepare offline’ and upload the JSON.`}
      </p>
      {maySee(FILE) ? (
        <p className="mb-6 flex flex-wrap gap-3">
          {found.isRefused ? null : (
            <a href={file("json")} className="btn btn-primary">
              Download JSON
            </a>
          )}
          <a href={file("xlsx")} className="btn btn-quiet">
            Download workbook
          </a>
        </p>
      ) : null}
      <ReturnChecks checks={found.checks} />
      <ReturnSums sheets={found.sheets} />
      {found.sheets
        .filter(({ count }) => count > 0)
        .map((sheet) => (
          <ReturnTable key={sheet.name} sheet={sheet} />
        ))}
    </div>
  );
}
