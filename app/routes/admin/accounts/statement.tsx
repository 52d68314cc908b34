import { data, Form, Link, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { ALL_FILE_FORMATS, FILE_FORMATS } from "~/domain/accounting/exports/exports";
import { periodInUrl, periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { AGES } from "~/domain/accounting/statement/statement";
import { mailStatement } from "~/domain/accounting/statement/mail-statement.server";
import { readAccountStatement } from "~/domain/accounting/statement/statement.server";
import { parseId } from "~/domain/kit/ids";
import { formatRupees } from "~/domain/kit/money";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { StatementEntries } from "~/ui/account/statement";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { IfMay, ScreenLink } from "~/ui/admin/frame/rights";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/statement";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Statement of ${loaderData?.name ?? "a customer"}`) }];
}

/** @throws 404 if there is no such customer */
async function customerAt({ customerId }: Route.LoaderArgs["params"]) {
  const id = parseId(customerId);
  const name = id === null ? null : await customerName(readDb, id);
  if (id === null || name === null) throw data("Customer Not Found", { status: 404 });
  return { id, name };
}

/** GET ?month=2026-11, or ?from= and ?to=. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const customer = await customerAt(params);
  const shown = shownPeriod(url.searchParams);
  const { statement, ages } = await readAccountStatement(readDb, customer.id, shown.period);
  return { ...shown, ...customer, statement, ages };
}

/** POST, with the days in the address: mails the statement to the customer. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "sales").id;
  const { id: accountId } = await customerAt(params);
  const read = periodInUrl(url.searchParams);
  const { ok, message } = read.ok
    ? await mailStatement(writeDb, { accountId, period: read.period, staffId })
    : read;
  return redirectWithFlash(context, `/admin/accounts/receivables/${accountId}/statement${url.search}`, {
    kind: ok ? "success" : "error",
    text: message,
  });
}

export default function StatementOfAccount({ loaderData }: Route.ComponentProps) {
  const { id, name, period, statement, ages } = loaderData;
  const page = `/admin/accounts/receivables/${id}/statement`;
  const params = periodParams(period);
  const isSending = useNavigation().formAction?.startsWith(page);
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
      <StatementEntries
        period={period}
        statement={statement}
        orderLink={(orderId) => (
          <ScreenLink to={`/admin/orders/${orderId}`} className="row-link" textClass="font-semibold">
            #{orderId}
          </ScreenLink>
        )}
      />
      <section aria-labelledby="ages" className="mt-10 max-w-prose">
        <div className="part-head">
          <h2 id="ages">Open today</h2>
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
          {AGES.map(({ label }, at) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="text-right tabular-nums">{ages[at] === 0 ? "–" : formatRupees(ages[at]!)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <IfMay right="exports">
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
          {(["pdf", ...ALL_FILE_FORMATS] as const).map((format) => (
            <Link
              key={format}
              to={`${page}/file?${params}&format=${format}`}
              reloadDocument
              className="link py-1"
            >
              Statement as {format === "pdf" ? "PDF" : FILE_FORMATS[format].label}
            </Link>
          ))}
        </p>
      </IfMay>
      <Form
        method="post"
        action={`${page}?${params}`}
        preventScrollReset
        className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
      >
        <Button variant="quiet" isBusy={isSending}>
          Mail the Statement
        </Button>
        <p className="text-muted max-w-prose text-sm">
          {periodInWords(period)} to the customer, with the PDF. At most three in a day.
        </p>
      </Form>
    </div>
  );
}
