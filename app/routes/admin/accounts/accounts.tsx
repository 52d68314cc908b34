import { readDb } from "~/db/shop-database.server";
import { netOf } from "~/domain/accounting/month-sums";
import { documentSums } from "~/domain/accounting/month-sums.server";
import { periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { formatCount } from "~/domain/kit/counts";
import { formatRupees } from "~/domain/kit/money";
import { requireStaff } from "~/http/request/guards.server";
import { AccountFiles } from "~/ui/admin/accounts/account-files";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/accounts";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Accounts") }];
}

/** GET ?month=2026-11, or ?from= and ?to=: the accounts of a month or of some days. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const shown = shownPeriod(url.searchParams);
  return { ...shown, sums: await documentSums(readDb, shown.period) };
}

const documentsText = (count: number) => (count === 1 ? "1 document" : `${formatCount(count)} documents`);

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { period, sums } = loaderData;
  const net = netOf(sums);
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs params={periodParams(period)} />
      <PeriodChooser {...loaderData} />
      <h2 className="mb-3 text-xl">{periodInWords(period)}</h2>
      <Figures>
        <Figure title="Sales" note={documentsText(sums.sales.documents)}>
          {formatRupees(sums.sales.value)}
        </Figure>
        <Figure title="Notes" note={documentsText(sums.notes.documents)}>
          {formatRupees(sums.notes.value)}
        </Figure>
        <Figure title="Net" note="sales less notes">
          {formatRupees(net.value)}
        </Figure>
        <Figure title="Tax" note="of what is left">
          {formatRupees(net.centralTax + net.stateTax + net.integratedTax)}
        </Figure>
      </Figures>
      <AccountFiles params={periodParams(period)} />
    </div>
  );
}
