import { Form, Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { formatRupees } from "~/domain/kit/money";
import { daysLate, lateWords } from "~/domain/sales/trade/on-account";
import { receivables } from "~/domain/sales/trade/on-account.server";
import { remindLate } from "~/domain/sales/trade/reminders.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Button } from "~/ui/kit/button";
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

/** POST: mails a reminder to the checked customers. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "sales").id;
  const form = await readForm(request);
  const accountIds = form.getAll("customer").flatMap((id) => parseId(String(id)) ?? []);
  const { ok, message } = await remindLate(writeDb, { accountIds, staffId });
  return redirectWithFlash(context, "/admin/accounts/receivables", {
    kind: ok ? "success" : "error",
    text: message,
  });
}

type Row = Route.ComponentProps["loaderData"]["customers"][number];

const COLUMNS: Column<Row>[] = [
  {
    title: "Remind",
    label: "Remind",
    cell: ({ accountId, name, late }) =>
      late > 0 ? (
        <label className="grid size-8 place-items-center">
          <input type="checkbox" name="customer" value={accountId} aria-label={`Remind ${name}`} />
        </label>
      ) : null,
    className: "w-16",
  },
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
  const hasLate = customers.some(({ late }) => late > 0);
  const sum = (of: "open" | "late") => formatRupees(customers.reduce((total, one) => total + one[of], 0));
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs />
      <h2 className="mb-3 text-xl">Open on account</h2>
      <p className="mb-6 max-w-prose">
        {customers.length === 0
          ? "What customers owe for orders on account is listed here. Who may buy on account is set on the customer’s page, or for a whole group."
          : hasLate
            ? `${sum("open")} is open, of which ${sum("late")} is late. Whoever is late longest comes first.`
            : `${sum("open")} is open, and nothing is late. What is due first comes first.`}
      </p>
      <Form method="post" preventScrollReset>
        <DataTable
          label="Customers with something open"
          columns={hasLate ? COLUMNS : COLUMNS.slice(1)}
          rows={customers}
          rowKey={({ accountId }) => accountId}
          empty="Nothing is open"
          stacks
        />
        {hasLate ? (
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="quiet">Mail a Reminder</Button>
            <p className="text-muted max-w-prose text-sm">
              To the checked customers: their late invoices and where to pay. At most one a day to each.
            </p>
          </div>
        ) : null}
      </Form>
    </div>
  );
}
