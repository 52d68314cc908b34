import { data, Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { readOwnStatement } from "~/domain/accounting/statement/own-statement.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { documentPath } from "~/domain/sales/orders/order-documents";
import { type Credit, daysLate, lateWords, type OpenInvoice } from "~/domain/sales/trade/on-account";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireCustomer } from "~/http/request/guards.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { Part } from "~/ui/account/opening";
import { StatementEntries } from "~/ui/account/statement";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/statement";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "On account") }, { name: "robots", content: "noindex" }];
}

/** GET ?month=2026-11, or ?from= and ?to=. @throws 404 for who does not buy on account */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id } = requireCustomer(context, request);
  const shown = shownPeriod(url.searchParams);
  const own = await readOwnStatement(readDb, id, shown.period);
  if (!own) throw data("Page Not Found", { status: 404 });
  const { statement, credit, invoices, pay } = own;
  return { ...shown, statement, credit, invoices, pay, today: indianDate(new Date()) };
}

const orderLink = (orderId: number) => (
  <Link to={`/orders/${orderId}`} className="row-link font-semibold">
    #{orderId}
  </Link>
);

const columns = (today: string): Column<OpenInvoice>[] => [
  {
    title: "Order",
    cell: ({ orderId, reference }) => (
      <>
        {orderLink(orderId)}
        {reference ? (
          <span className="text-muted block wrap-anywhere" dir="auto">
            {reference}
          </span>
        ) : null}
      </>
    ),
  },
  {
    title: "Invoice",
    label: "Invoice",
    cell: ({ orderId, invoiceNo }) => (
      <Link to={documentPath(orderId)} reloadDocument className="link">
        {invoiceNo} <span className="sr-only">as a PDF</span>
      </Link>
    ),
  },
  {
    title: "Due",
    label: "Due",
    cell: ({ dueOn }) => {
      const days = daysLate(dueOn, today);
      return (
        <>
          {formatDate(dueOn)}
          {days > 0 ? <span className="text-bad block">{lateWords(days)}</span> : null}
        </>
      );
    },
  },
  { title: "Total", label: "Total", cell: ({ total }) => formatRupees(total), isNumber: true },
  { title: "Open", label: "Open", cell: ({ open }) => formatRupees(open), isNumber: true },
];

export default function OwnStatement({ loaderData }: Route.ComponentProps) {
  const { period, statement, credit, invoices, pay, today } = loaderData;
  return (
    <AccountFrame title="On account">
      <Standing credit={credit} invoices={invoices} today={today} />
      <section aria-labelledby="open-title" className="min-w-0 pb-8">
        <h2 id="open-title" className="mb-3 text-xl">
          Open invoices
        </h2>
        <DataTable
          label="Open invoices"
          columns={columns(today)}
          rows={invoices}
          rowKey={({ orderId }) => orderId}
          empty="Nothing is open"
          stacks
        />
      </section>
      {pay.length > 0 && invoices.length > 0 ? (
        <Part id="pay" title="How to pay">
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            {pay.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="text-muted max-w-prose text-sm">
            Please mention the number of the invoice, or of each that you pay.
          </p>
        </Part>
      ) : null}
      <section id="statement" aria-label="Statement" className="border-line min-w-0 border-t pt-8">
        <PeriodChooser {...loaderData} />
        <StatementEntries period={period} statement={statement} isOwn orderLink={orderLink} />
        <ButtonLink
          to={`/account/statement/file?${periodParams(period)}`}
          reloadDocument
          variant="quiet"
          className="mt-6"
        >
          Statement of {periodInWords(period)} as a PDF
        </ButtonLink>
      </section>
    </AccountFrame>
  );
}

function Standing({ credit, invoices, today }: { credit: Credit; invoices: OpenInvoice[]; today: string }) {
  const late = invoices.filter(({ dueOn }) => dueOn < today);
  const left = Math.max(0, credit.limit - credit.open);
  return (
    <Figures>
      <Figure
        title="To be paid"
        note={invoices.length === 1 ? "for 1 invoice" : `for ${invoices.length} invoices`}
      >
        {formatRupees(credit.open)}
      </Figure>
      <Figure title="Overdue" note={late.length === 0 ? "nothing" : `${late.length} of them`}>
        {formatRupees(late.reduce((sum, { open }) => sum + open, 0))}
      </Figure>
      <Figure
        title="Your limit"
        note={credit.limit === 0 ? "you buy nothing more on account" : `${formatRupees(left)} of it is left`}
      >
        {credit.limit === 0 ? "–" : formatRupees(credit.limit)}
      </Figure>
    </Figures>
  );
}
