import { data, Link, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import {
  ACCOUNT_STATUSES,
  type Customer,
  type CustomerSearch,
  parseCustomerSearch,
  STATUS_LABELS,
} from "~/domain/accounts/customers";
import { findCustomerRow, listCustomers } from "~/domain/accounts/customers.server";
import { formatDate } from "~/domain/dates";
import { listHref, parseConfirm } from "~/domain/listing/listing";
import { readForm } from "~/http/read-form.server";
import { Button } from "~/ui/button";
import { ConfirmSwitch } from "~/ui/admin/confirm-switch";
import { type Column, DataTable } from "~/ui/admin/data-table";
import { EmailText } from "~/ui/account/email-text";
import { ListFooter, ListToolbar } from "~/ui/admin/list-controls";
import { PageHeading } from "~/ui/page-heading";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/customers";
import { answerStatusChange } from "./customers/status-change.server";
import { StatusDialog } from "./customers/status-dialog";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Customers") }];
}

export async function loader({ url }: Route.LoaderArgs) {
  const search = parseCustomerSearch(url.searchParams);
  return {
    search,
    list: await listCustomers(readDb, search),
    asked: await customerAskedAbout(url.searchParams),
  };
}

/** For the confirmation dialog; null when there is nothing to ask, or it was done in the meantime. */
async function customerAskedAbout(params: URLSearchParams) {
  const confirm = parseConfirm(params, ["activate", "deactivate"]);
  if (!confirm) return null;
  const customer = await findCustomerRow(readDb, confirm.id);
  if (!customer) throw data(null, { status: 404 });
  if (customer.deletedAt) return null;
  return (customer.status === "active") === (confirm.action === "deactivate") ? customer : null;
}

/** POST: id and status, to let a customer in or keep them out. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = String(form.get("id"));
  if (!/^\d{1,15}$/.test(id)) throw data(null, { status: 404 });
  return answerStatusChange(context, form, Number(id), `/admin/customers${listHref(url.searchParams)}`);
}

const columns: Column<Customer>[] = [
  { title: "ID", cell: (customer) => customer.id, isNumber: true },
  {
    title: "Name",
    sort: "name",
    cell: (customer) => (
      <Link to={`/admin/customers/${customer.id}`} className="link font-semibold wrap-anywhere">
        {customer.name}
      </Link>
    ),
    className: "min-w-40",
  },
  {
    title: "Email",
    cell: ({ email, deletedAt }) => (deletedAt ? "–" : <EmailText email={email} />),
    className: "min-w-60",
  },
  { title: "Orders", sort: "orders", cell: (customer) => customer.orders, isNumber: true },
  {
    title: "Joined",
    sort: "joined",
    cell: (customer) => formatDate(customer.joinedAt),
    className: "whitespace-nowrap",
  },
  {
    title: "Status",
    cell: ({ id, name, status, deletedAt }) =>
      deletedAt ? (
        <span className="text-muted whitespace-nowrap">Deleted</span>
      ) : (
        <ConfirmSwitch
          isOn={status === "active"}
          name={`Active: ${name}`}
          shown={STATUS_LABELS[status]}
          confirm={`${status === "active" ? "deactivate" : "activate"}-${id}`}
        />
      ),
  },
];

export default function Customers({ loaderData: { search, list, asked } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <div className="page">
      <PageHeading>Customers</PageHeading>
      <ListToolbar search={search} filters={<StatusFilter status={search.status} />} />
      <DataTable
        label="Customers"
        columns={columns}
        rows={list.rows}
        rowKey={(customer) => customer.id}
        sort={search.sort}
      />
      <ListFooter list={list} />
      {asked ? <StatusDialog customer={asked} closeTo={listHref(params)} /> : null}
    </div>
  );
}

function StatusFilter({ status }: Pick<CustomerSearch, "status">) {
  return (
    <div className="flex items-center gap-2">
      <label className="flex items-center gap-2 text-sm">
        Status
        <select name="status" key={status} defaultValue={status ?? ""} className="input w-auto!">
          <option value="">All</option>
          {ACCOUNT_STATUSES.map((value) => (
            <option key={value} value={value}>
              {STATUS_LABELS[value]}
            </option>
          ))}
        </select>
      </label>
      <Button variant="quiet">Filter</Button>
    </div>
  );
}
