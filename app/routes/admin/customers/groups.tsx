import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/kit/counts";
import { formatRupees } from "~/domain/kit/money";
import { type CustomerGroup, INVOICE_WAY_LABELS, GROUP_STATUS_LABELS } from "~/domain/sales/trade/groups";
import { listGroups } from "~/domain/sales/trade/groups.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/groups";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Customer groups") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return { groups: await listGroups(readDb) };
}

const COLUMNS: Column<CustomerGroup>[] = [
  {
    title: "Group",
    cell: ({ id, name }) => (
      <Link to={`/admin/customers/groups/${id}`} className="row-link wrap-anywhere" dir="auto">
        {name}
      </Link>
    ),
    className: "min-w-40 @max-4xl:basis-full",
  },
  { title: "Members", label: "Members", cell: ({ members }) => formatCount(members), isNumber: true },
  { title: "Discounts", label: "Discounts", cell: ({ discounts }) => formatCount(discounts), isNumber: true },
  {
    title: "On account",
    cell: ({ creditLimit, creditDays }) =>
      creditLimit === 0 ? "Nothing on account" : `${formatRupees(creditLimit)}, ${creditDays} days`,
  },
  { title: "Invoice", cell: ({ invoiceBy }) => INVOICE_WAY_LABELS[invoiceBy] },
  { title: "Status", cell: ({ active }) => GROUP_STATUS_LABELS[active ? "active" : "ended"] },
];

export default function Groups({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <Breadcrumbs items={[{ label: "Customers", to: "/admin/customers" }, { label: "Groups" }]} />
      <AdminHeading aside={<ButtonLink to="/admin/customers/groups/new">Add New Group</ButtonLink>}>
        Customer groups
      </AdminHeading>
      <p className="mb-6 max-w-prose">
        What bookshops, libraries and schools pay, and until when. A customer is put into a group on their own
        page, and sees its prices when logged in.
      </p>
      <DataTable
        label="Customer groups"
        columns={COLUMNS}
        rows={groups}
        rowKey={({ id }) => id}
        empty="No groups yet"
        stacks
      />
    </div>
  );
}
