import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { randomToken } from "~/platform/secrets/tokens.server";
import {
  type AccountOutcome,
  lowerInvoice,
  recordAccountPayment,
  takeBackAccountPayment,
} from "~/domain/sales/trade/account-money.server";
import {
  accountCreditSchema,
  accountPaymentSchema,
  takeBackSchema,
} from "~/domain/sales/trade/on-account.schema";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { accountReceipts, readCredit } from "~/domain/sales/trade/on-account.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/receivable";
import { LowerForm, PaymentForm, Receipts } from "./receivable-forms";
import { AccountFigures, Invoices } from "./receivable-parts";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Account of ${loaderData?.name ?? "a customer"}`) }];
}

/** @throws 404 if there is no such customer */
async function customerAt({ customerId }: Route.LoaderArgs["params"]) {
  const id = parseId(customerId);
  const name = id === null ? null : await customerName(readDb, id);
  if (id === null || name === null) throw data("Customer Not Found", { status: 404 });
  return { id, name };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context);
  const { id, name } = await customerAt(params);
  const [account, receipts] = await Promise.all([readCredit(readDb, id), accountReceipts(readDb, id)]);
  const today = indianDate(new Date());
  return { id, name, ...account, receipts, today, keys: [randomToken(12), randomToken(12)] as const };
}

/** POST: payment, lower an invoice, take-back a payment. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "sales").id;
  const { id: accountId } = await customerAt(params);
  const form = await readForm(request);
  const by = { accountId, staffId };
  const answer = (outcome: AccountOutcome, { field, form }: ReturnType<typeof formRefusal>) => {
    if (!outcome.ok) return outcome.field ? field(outcome.field, outcome.message) : form(outcome.message);
    const to = `/admin/accounts/receivables/${accountId}`;
    return redirectWithFlash(context, to, { kind: "success", text: outcome.message });
  };
  switch (form.get("intent")) {
    case "payment": {
      const sent = parseWithZod(form, { schema: accountPaymentSchema, disableAutoCoercion: true });
      if (sent.status !== "success") return formRefusal(sent).invalid();
      return answer(await recordAccountPayment(writeDb, { ...by, ...sent.value }), formRefusal(sent));
    }
    case "lower": {
      const sent = parseWithZod(form, { schema: accountCreditSchema, disableAutoCoercion: true });
      if (sent.status !== "success") return formRefusal(sent).invalid();
      return answer(await lowerInvoice(writeDb, { ...by, ...sent.value }), formRefusal(sent));
    }
    case "take-back": {
      const sent = parseWithZod(form, { schema: takeBackSchema, disableAutoCoercion: true });
      if (sent.status !== "success") return formRefusal(sent).invalid();
      return answer(await takeBackAccountPayment(writeDb, { ...by, ...sent.value }), formRefusal(sent));
    }
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Receivable({ loaderData, actionData }: Route.ComponentProps) {
  const { name, credit, invoices, receipts, today, keys } = loaderData;
  const result = actionData?.result;
  const resultOf = (intent: string) => (result?.initialValue?.intent === intent ? result : undefined);
  // A form that was recorded begins anew.
  const done = `${receipts.length} ${credit.open}`;
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Open on account", to: "/admin/accounts/receivables" },
          { label: name },
        ]}
      />
      <AdminHeading>{name}</AdminHeading>
      <AccountFigures credit={credit} invoices={invoices} today={today} customerId={loaderData.id} />
      <div className="mt-8 grid grid-cols-1 gap-10">
        <Invoices invoices={invoices} today={today} />
        {invoices.length > 0 ? (
          <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2">
            <PaymentForm
              key={`payment ${done}`}
              invoices={invoices}
              today={today}
              formKey={keys[0]}
              result={resultOf("payment")}
            />
            <LowerForm
              key={`lower ${done}`}
              invoices={invoices}
              formKey={keys[1]}
              result={resultOf("lower")}
            />
          </div>
        ) : null}
        <Receipts receipts={receipts} result={resultOf("take-back")} />
      </div>
    </div>
  );
}
