import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { quotationPath } from "~/domain/sales/quotations/quotation-link.server";
import { QUOTATION_STATE_LABELS, type QuotationRow } from "~/domain/sales/quotations/quotations";
import { ownQuotations } from "~/domain/sales/quotations/quotations.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireCustomer } from "~/http/request/guards.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/quotations";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Quotations") }, { name: "robots", content: "noindex" }];
}

/** GET: the customer's own quotations that are open or accepted, each with the link by which it is read and accepted. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { id } = requireCustomer(context, request);
  const rows = await ownQuotations(readDb, id);
  return {
    rows: rows.map((row) => ({ ...row, link: quotationPath(row.id), pdf: quotationPath(row.id, "pdf") })),
  };
}

const COLUMNS: Column<QuotationRow & { link: string; pdf: string }>[] = [
  {
    title: "Number",
    cell: ({ number, createdAt, link }) => (
      <>
        <Link to={link} className="row-link font-semibold tabular-nums">
          {number}
        </Link>
        <span className="text-muted block text-sm">{formatDate(createdAt)}</span>
      </>
    ),
    className: "whitespace-nowrap",
  },
  {
    title: "Valid until",
    label: "Valid until",
    cell: ({ validUntil }) => formatDate(validUntil),
    className: "whitespace-nowrap",
  },
  {
    title: "State",
    cell: ({ state, orderId, number, link }) => (
      <>
        {QUOTATION_STATE_LABELS[state]}:{" "}
        {orderId === null ? (
          <Link to={link} className="link">
            read and accept<span className="sr-only"> {number}</span>
          </Link>
        ) : (
          <Link to={`/orders/${orderId}`} className="link">
            order #{orderId}
          </Link>
        )}
      </>
    ),
  },
  {
    title: "PDF",
    cell: ({ pdf, number }) => (
      <Link to={pdf} reloadDocument className="row-link">
        PDF<span className="sr-only"> of {number}</span>
      </Link>
    ),
  },
  { title: "Total", label: "Total", cell: ({ total }) => formatRupees(total), isNumber: true },
];

export default function OwnQuotations({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <AccountFrame title="Quotations">
      <DataTable
        label="Quotations"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        empty="No quotation is open, and none was accepted"
        stacks
      />
    </AccountFrame>
  );
}
