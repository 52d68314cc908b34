import { data, Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { ALL_FILE_FORMATS, FILE_FORMATS } from "~/domain/accounting/exports/exports";
import { periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { AGES, ENTRY_KINDS, openByAge, type StatementRow } from "~/domain/accounting/statement/statement";
import { readStatement } from "~/domain/accounting/statement/statement.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { formatRupees } from "~/domain/kit/money";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { openInvoices } from "~/domain/sales/trade/on-account.server";
import { requireStaff } from "~/http/request/guards.server";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { IfMay, ScreenLink } from "~/ui/admin/frame/rights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/statement";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Statement of ${loaderData?.name ?? "a customer"}`) }];
}

/** GET ?month=2026-11, or ?from= and ?to=. @throws 404 if there is no such customer */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const id = parseId(params.customerId);
  const name = id === null ? null : await customerName(readDb, id);
  if (id === null || name === null) throw data("Customer Not Found", { status: 404 });
  const shown = shownPeriod(url.searchParams);
  const [statement, invoices] = await Promise.all([
    readStatement(readDb, id, shown.period),
    openInvoices(readDb, id),
  ]);
  return { ...shown, id, name, statement, ages: openByAge(invoices, indianDate(new Date())) };
}

const money = (amount: number) => (amount === 0 ? "–" : formatRupees(amount));

const COLUMNS: Column<StatementRow & { key: number }>[] = [
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
    cell: ({ orderId }) =>
      orderId === null ? (
        "several"
      ) : (
        <ScreenLink to={`/admin/orders/${orderId}`} className="row-link" textClass="font-semibold">
          #{orderId}
        </ScreenLink>
      ),
  },
  { title: "Debit", label: "Debit", cell: ({ debit }) => money(debit), isNumber: true },
  { title: "Credit", label: "Credit", cell: ({ credit }) => money(credit), isNumber: true },
  { title: "Balance", label: "Balance", cell: ({ balance }) => formatRupees(balance), isNumber: true },
];

export default function StatementOfAccount({ loaderData }: Route.ComponentProps) {
  const { id, name, period, statement, ages } = loaderData;
  const { opening, rows, debits, credits, closing } = statement;
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Open on account", to: "/admin/accounts/receivables" },
          { label: name, to: `/admin/accounts/receivables/${id}` },
          { label: "Statement" },
        ]}
      />
      <AdminHeading>Statement of {name}</AdminHeading>
      <PeriodChooser {...loaderData} />
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
        <Figure title="Owed after" note={closing < 0 ? "the shop owes it" : formatDate(period.to)}>
          {formatRupees(closing)}
        </Figure>
      </Figures>
      <DataTable
        label="Entries"
        columns={COLUMNS}
        rows={rows.map((row, key) => ({ ...row, key }))}
        rowKey={({ key }) => key}
        empty="Nothing happened in this time"
        stacks
      />
      <section aria-labelledby="ages" className="mt-10 max-w-prose">
        <div className="part-head">
          <h2 id="ages">Open today</h2>
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
          {AGES.map(({ label }, at) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="text-right tabular-nums">{money(ages[at]!)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <IfMay right="exports">
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
          {ALL_FILE_FORMATS.map((format) => (
            <Link
              key={format}
              to={`/admin/accounts/receivables/${id}/statement/file?${periodParams(period)}&format=${format}`}
              reloadDocument
              className="link py-1"
            >
              Statement as {FILE_FORMATS[format].label}
            </Link>
          ))}
        </p>
      </IfMay>
    </div>
  );
}
