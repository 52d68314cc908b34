import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { daysLate, lateWords } from "~/domain/sales/trade/on-account";
import { receivables } from "~/domain/sales/trade/on-account.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/receivables";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Open on account") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const today = indianDate(new Date());
  const customers = await receivables(readDb, today);
  return { customers: customers.map((one) => ({ ...one, days: daysLate(one.oldestDueOn, today) })) };
}

type Row = Route.ComponentProps["loaderData"]["customers"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Customer",
    cell: ({ accountId, name }) => (
      <Link to={`/admin/accounts/receivables/${accountId}`} className="row-link wrap-anywhere" dir="auto">
        {name}
      </Link>
    ),
    className: "min-w-40 @max-4xl:basis-full",
  },
  { title: "Invoices", label: "Invoices", cell: ({ invoices }) => invoices, isNumber: true },
  { title: "Open", label: "Open", cell: ({ open }) => formatRupees(open), isNumber: true },
  {
    title: "Late",
    label: "Late",
    cell: ({ late }) => (late > 0 ? formatRupees(late) : "–"),
    isNumber: true,
  },
  {
    title: "Oldest due",
    cell: ({ oldestDueOn, days }) => (
      <>
        {formatDate(oldestDueOn)}
        {days > 0 ? <span className="text-bad">, {lateWords(days)}</span> : null}
      </>
    ),
  },
];

export default function Receivables({ loaderData: { customers } }: Route.ComponentProps) {
  const sum = (of: "open" | "late") => formatRupees(customers.reduce((total, one) => total + one[of], 0));
  return (
    <div className="admin-page">
      <Breadcrumbs items={[{ label: "Admin", to: "/admin" }, { label: "Open on account" }]} />
      <AdminHeading>Open on account</AdminHeading>
      <p className="mb-6 max-w-prose">
        {customers.length === 0
          ? "What customers owe for orders on account is listed here. Who may buy on account is set on the customer’s page, or for a whole group."
          : `${sum("open")} is open, of which ${sum("late")} is late. Whoever is late longest comes first.`}
      </p>
      <DataTable
        label="Customers with something open"
        columns={COLUMNS}
        rows={customers}
        rowKey={({ accountId }) => accountId}
        empty="Nothing is open"
        stacks
      />
    </div>
  );
}
