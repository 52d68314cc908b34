import { data, Link, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import {
  ACCOUNT_STATUSES,
  type Customer,
  parseCustomerSearch,
  STATUS_LABELS,
} from "~/domain/people/accounts/customers";
import { findCustomerRow, listCustomers } from "~/domain/people/accounts/customers.server";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { readForm } from "~/http/request/forms/read-form.server";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import type { Column } from "~/ui/admin/lists/data-table";
import { ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/customers";
import { answerStatusChange } from "./status-change.server";
import { StatusDialog } from "./status-dialog";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Customers") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseCustomerSearch(url.searchParams);
  return {
    search,
    list: await listCustomers(readDb, search),
    asked: await customerAskedAbout(url.searchParams),
  };
}

/** The customer of the confirmation dialog; null without one, or if the status was changed meanwhile. */
async function customerAskedAbout(params: URLSearchParams) {
  const confirm = parseConfirm(params, ["activate", "deactivate"]);
  if (!confirm) return null;
  const customer = await findCustomerRow(readDb, confirm.id);
  if (!customer) throw data(null, { status: 404 });
  if (customer.deletedAt) return null;
  return (customer.status === "active") === (confirm.action === "deactivate") ? customer : null;
}

/** POST: id and status, to activate or deactivate a customer. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = parseId(form.get("id"));
  if (id === null) throw data(null, { status: 404 });
  return answerStatusChange(context, form, id, `/admin/customers${listHref(url.searchParams)}`);
}

const columns: Column<Customer>[] = [
  {
    title: "ID",
    cell: (customer) => customer.id,
    isNumber: true,
    className: "text-muted w-12 @max-4xl:w-auto",
  },
  {
    title: "Name",
    sort: "name",
    cell: (customer) => (
      <Link to={`/admin/customers/${customer.id}`} dir="auto" className="row-link wrap-anywhere">
        {customer.name}
      </Link>
    ),
    className: "min-w-36 @max-4xl:flex-1",
  },
  {
    title: "Email",
    cell: ({ email, deletedAt }) => (deletedAt ? null : <EmailText email={email} />),
    className: "min-w-52 @max-4xl:order-1 @max-4xl:basis-full",
  },
  {
    title: "Orders",
    sort: "orders",
    cell: (customer) => formatCount(customer.orders),
    isNumber: true,
    label: "Orders",
    className: "@max-4xl:order-2",
  },
  {
    title: "Joined",
    sort: "joined",
    cell: (customer) => formatDate(customer.joinedAt),
    label: "Joined",
    className: "whitespace-nowrap tabular-nums @max-4xl:order-2",
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
    className: "w-32 @max-4xl:w-auto",
  },
];

const STATUSES = ACCOUNT_STATUSES.map((value) => [value, STATUS_LABELS[value]] as const);

export default function Customers({ loaderData: { search, list, asked } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <ListPage
      title="Customers"
      aside={
        <ButtonLink to="/admin/customers/groups" variant="quiet">
          Groups
        </ButtonLink>
      }
    >
      <ListTable
        label="Customers"
        columns={columns}
        list={list}
        search={search}
        filters={<SelectFilter label="Status" name="status" value={search.status} options={STATUSES} />}
        hasFilterButton
        finds="Finds name, email, mobile and customer number."
        rowKey={(customer) => customer.id}
        none="No customers yet"
        stacks
      />
      {asked ? <StatusDialog customer={asked} closeTo={listHref(params)} /> : null}
    </ListPage>
  );
}
