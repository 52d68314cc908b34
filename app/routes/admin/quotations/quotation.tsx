import { parseWithZod } from "@conform-to/zod/v4";
import { data, Link, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import { parseId } from "~/domain/kit/ids";
import { readParam } from "~/domain/kit/search-params";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { acceptQuotation, withdrawQuotation } from "~/domain/sales/quotations/accept-quotation.server";
import { mailQuotation } from "~/domain/sales/quotations/mail-quotation.server";
import { quotationPath } from "~/domain/sales/quotations/quotation-link.server";
import { quotedOrderSchema } from "~/domain/sales/quotations/quotations.schema";
import { QUOTATION_STATE_LABELS, termsOf } from "~/domain/sales/quotations/quotations";
import { readQuotation } from "~/domain/sales/quotations/quotations.server";
import { customerTerms } from "~/domain/sales/trade/customer-terms.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useMay } from "~/ui/admin/frame/rights";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { QuotedLines } from "~/ui/orders/quoted-lines";
import { Panel } from "../orders/order-facts";
import type { Route } from "./+types/quotation";
import { OrderForm, QuotationFacts, SendPanel } from "./quotation-parts";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Quotation ${loaderData?.quotation.number ?? ""}`) }];
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context);
  const quotation = await readQuotation(readDb, parseId(params.quotationId) ?? 0);
  if (!quotation) throw data(null, { status: 404 });
  const { id, wanted } = quotation;
  const [terms, audit] = await Promise.all([
    customerTerms(readDb, quotation.customer.id),
    readAudit(readDb, "quotation", id),
  ]);
  return {
    quotation,
    terms: wanted ? termsOf(wanted.payment, terms?.creditDays ?? 0) : "",
    url: shopOrigin() + quotationPath(id),
    audit,
    // However often the form is posted, it is mailed once.
    mailKey: randomToken(12),
  };
}

/** POST: intent mail (with key), withdraw, or order (with reference and creditReason). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "dispatch").id;
  const form = await readForm(request);
  const id = parseId(params.quotationId) ?? 0;
  const here = `/admin/quotations/${id}`;
  const told = (outcome: { ok: boolean; message: string } | null) => {
    if (!outcome) throw data(null, { status: 404 });
    const kind = outcome.ok ? "success" : "error";
    return redirectWithFlash(context, here, { kind, text: outcome.message });
  };
  switch (form.get("intent")) {
    case "mail":
      return told(await mailQuotation(writeDb, { id, staffId, key: textField(form, "key").slice(0, 40) }));
    case "withdraw":
      return told(await withdrawQuotation(writeDb, { id, staffId }));
    case "order": {
      const sent = parseWithZod(form, { schema: quotedOrderSchema, disableAutoCoercion: true });
      if (sent.status !== "success") return data(sent.reply(), { status: 400 });
      const request = { id, staffId, gateway: shopGateway().name, ...sent.value };
      const outcome = await acceptQuotation(writeDb, request);
      if (!outcome) throw data(null, { status: 404 });
      if (outcome.ok) {
        const text = outcome.message;
        return redirectWithFlash(context, `/admin/orders/${outcome.orderId}`, { kind: "success", text });
      }
      const { field, message } = outcome;
      const errors = field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] };
      return data(sent.reply(errors), { status: 400 });
    }
  }
  throw data("Unknown intent", { status: 400 });
}

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, terms, url, audit, mailKey } = loaderData;
  const { id, number, state, offer, total, orderId, wanted } = quotation;
  const may = useMay();
  const [params] = useSearchParams();
  const here = `/admin/quotations/${id}`;
  const isOpen = state === "open" && may("dispatch");
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Quotations", to: "/admin/quotations" },
          { label: number },
        ]}
      />
      <AdminHeading
        aside={
          <div className="flex flex-wrap gap-2">
            {wanted ? (
              <ButtonLink to={`${here}/pdf`} reloadDocument size="sm" variant="quiet">
                PDF
              </ButtonLink>
            ) : null}
            {isOpen ? (
              <ButtonLink to="?confirm=withdraw" preventScrollReset size="sm" variant="quiet">
                Withdraw
              </ButtonLink>
            ) : null}
          </div>
        }
      >
        Quotation {number}
      </AdminHeading>
      <p className="mb-6">
        <strong>{QUOTATION_STATE_LABELS[state]}</strong>
        {orderId === null ? null : (
          <>
            {": "}
            <Link to={`/admin/orders/${orderId}`} className="link">
              order #{orderId}
            </Link>
          </>
        )}
      </p>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          {isOpen ? <SendPanel quotation={quotation} url={url} mailKey={mailKey} /> : null}
          <Panel title="Items">
            <QuotedLines offer={offer} total={total} />
          </Panel>
          {isOpen ? <OrderForm result={actionData} /> : null}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <QuotationFacts quotation={quotation} terms={terms} />
          <Panel title="History">
            <AuditTrail entries={audit} />
          </Panel>
        </div>
      </div>
      {isOpen && readParam(params, "confirm") === "withdraw" ? (
        <ConfirmForm
          title={`Withdraw quotation ${number}?`}
          closeTo={here}
          button={
            <Button name="intent" value="withdraw" variant="danger">
              Withdraw
            </Button>
          }
        >
          <p>
            Its link for {formatRupees(total)} then says that it was withdrawn. It cannot be opened again; you
            can make another one.
          </p>
        </ConfirmForm>
      ) : null}
    </div>
  );
}
