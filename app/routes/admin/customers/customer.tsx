import { parseWithZod } from "@conform-to/zod/v4";
import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { customerFor, STATUS_LABELS } from "~/domain/people/accounts/customers";
import { findCustomer } from "~/domain/people/accounts/customers.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { parseReviewSearch } from "~/domain/readers/reviews/moderation";
import { listReviewsForStaff } from "~/domain/readers/reviews/moderation.server";
import { customerParcels } from "~/domain/sales/at-the-door/door-limits.server";
import { customerTermsSchema } from "~/domain/sales/trade/groups.schema";
import { customerTerms, setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { listGroups } from "~/domain/sales/trade/groups.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/customer";
import { CustomerAddresses, CustomerFacts, CustomerOrders, CustomerReviews, Part } from "./customer-parts";
import { answerStatusChange } from "./status-change.server";
import { TermsForm } from "./terms-form";
import { StatusDialog } from "./status-dialog";
import { readParam } from "~/domain/kit/search-params";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, loaderData?.customer.name ?? "Customer") }];
}

/** @throws 404 if it is not an id */
function idOf({ customerId }: Route.LoaderArgs["params"]): number {
  const id = parseId(customerId);
  if (id === null) throw data(null, { status: 404 });
  return id;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const id = idOf(params);
  const customer = await findCustomer(readDb, id);
  if (!customer) throw data(null, { status: 404 });
  const [reviews, audit, terms, groups, parcels] = await Promise.all([
    listReviewsForStaff(readDb, parseReviewSearch(new URLSearchParams({ customer: String(id) }))),
    readAudit(readDb, "customer", id),
    customerTerms(readDb, id),
    listGroups(readDb),
    customerParcels(readDb, id),
  ]);
  // Reviews and parcels have screens of their own: only staff who may see those get them here.
  return {
    customer: customerFor(customer, rights),
    reviews: rights.includes("reviews") ? reviews : null,
    audit,
    terms,
    groups,
    /** Parcels that were to be paid at the door. */
    parcels: rights.includes("orders") ? parcels : null,
  };
}

/** POST: status, to activate or deactivate the customer; intent terms: their group and credit. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = idOf(params);
  const form = await readForm(request);
  const here = `/admin/customers/${id}`;
  if (form.get("intent") !== "terms") return answerStatusChange(context, form, id, here);
  const staffId = requireStaff(context).id;
  const sent = parseWithZod(form, { schema: customerTermsSchema, disableAutoCoercion: true });
  if (sent.status !== "success") return data(sent.reply(), { status: 400 });
  const saved = await setCustomerTerms(writeDb, { accountId: id, staffId, fields: sent.value });
  if (saved.ok) return redirectWithFlash(context, here, { kind: "success", text: saved.message });
  if (saved.field === null) throw data(saved.message, { status: 404 });
  return data(sent.reply({ fieldErrors: { [saved.field]: [saved.message] } }), { status: 400 });
}

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, reviews, audit, terms, groups, parcels } = loaderData;
  const [params] = useSearchParams();
  const listLeft = useListLeft();
  const isActive = customer.status === "active";
  const confirm = isActive ? "deactivate" : "activate";
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[{ label: "Customers", to: listLeft("/admin/customers") }, { label: customer.name }]}
      />
      <AdminHeading
        aside={
          customer.deletedAt ? null : (
            <ConfirmSwitch
              isOn={isActive}
              name={`Active: ${customer.name}`}
              shown={STATUS_LABELS[customer.status]}
              confirm={confirm}
            />
          )
        }
      >
        {customer.name}
      </AdminHeading>
      <CustomerFacts customer={customer} />
      <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          {parcels ? <CustomerOrders customer={customer} parcels={parcels} /> : null}
          {reviews ? <CustomerReviews customerId={customer.id} reviews={reviews} /> : null}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-8">
          {terms && !customer.deletedAt ? (
            <TermsForm customerId={customer.id} terms={terms} groups={groups} result={actionData} />
          ) : null}
          <CustomerAddresses addresses={customer.addresses} />
          <Part title="History">
            <AuditTrail entries={audit} />
          </Part>
        </div>
      </div>
      {readParam(params, "confirm") === confirm && !customer.deletedAt ? (
        <StatusDialog customer={customer} closeTo={`/admin/customers/${customer.id}`} />
      ) : null}
    </div>
  );
}
