import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import {
  parseQuotationSearch,
  QUOTATION_STATE_LABELS,
  QUOTATION_STATES,
  type QuotationRow,
} from "~/domain/sales/quotations/quotations";
import { listQuotations } from "~/domain/sales/quotations/quotations.server";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { requireStaff } from "~/http/request/guards.server";
import { IfMay } from "~/ui/admin/frame/rights";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import type { Column } from "~/ui/admin/lists/data-table";
import { FilterChip } from "~/ui/admin/lists/filter-chip";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { useListParams } from "~/ui/admin/lists/list-params";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/quotations";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Quotations") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const search = parseQuotationSearch(url.searchParams);
  const list = await listQuotations(readDb, search);
  // Without the right to see customers only the names of those who were quoted something.
  const mayName = rights.includes("customers") || list.count > 0;
  const customer = search.customer !== null && mayName ? await customerName(readDb, search.customer) : null;
  return { search, list, customer };
}

const COLUMNS: Column<QuotationRow>[] = [
  {
    title: "Number",
    sort: "number",
    cell: ({ id, number, createdAt }) => (
      <>
        <Link to={`/admin/quotations/${id}`} className="row-link tabular-nums">
          {number}
        </Link>
        <span className="text-muted block text-xs">{formatDate(createdAt)}</span>
      </>
    ),
    className: "whitespace-nowrap",
  },
  { title: "Customer", cell: ({ customer }) => <CustomerLink customer={customer} />, className: "min-w-32" },
  {
    title: "Total",
    label: "Total",
    sort: "total",
    cell: ({ total }) => formatRupees(total),
    isNumber: true,
    className: "tabular-nums",
  },
  {
    title: "Valid until",
    label: "Valid until",
    sort: "valid",
    cell: ({ validUntil }) => formatDate(validUntil),
    className: "whitespace-nowrap",
  },
  {
    title: "State",
    cell: ({ state, orderId }) => (
      <>
        {QUOTATION_STATE_LABELS[state]}
        {orderId === null ? null : (
          <>
            {": "}
            <Link to={`/admin/orders/${orderId}`} className="link">
              order #{orderId}
            </Link>
          </>
        )}
      </>
    ),
    className: "whitespace-nowrap",
  },
];

const STATES = QUOTATION_STATES.map((value) => [value, QUOTATION_STATE_LABELS[value]] as const);

export default function Quotations({ loaderData: { search, list, customer } }: Route.ComponentProps) {
  const params = useListParams();
  return (
    <ListPage
      title="Quotations"
      aside={
        <IfMay right="dispatch">
          <ButtonLink
            to={
              search.customer === null ? "/admin/orders/new" : `/admin/orders/new?customer=${search.customer}`
            }
            size="sm"
          >
            New Quotation
          </ButtonLink>
        </IfMay>
      }
    >
      <ListTable
        label="Quotations"
        columns={COLUMNS}
        list={list}
        search={search}
        filters={
          <>
            <SelectFilter label="State" name="state" value={search.state} options={STATES} />
            {search.customer === null ? null : (
              <ul className="flex min-w-0">
                <FilterChip name="customer" value={String(search.customer)} without={params}>
                  Customer: {customer ?? search.customer}
                </FilterChip>
              </ul>
            )}
          </>
        }
        finds="Finds number and customer."
        rowKey={({ id }) => id}
        none="No quotations yet: “New Quotation” begins one as an order."
        stacks
      />
    </ListPage>
  );
}
