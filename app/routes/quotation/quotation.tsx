import { parseWithZod } from "@conform-to/zod/v4";
import { data, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { BUYER_MAX } from "~/domain/sales/orders/buyer/buyer";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { acceptQuotation } from "~/domain/sales/quotations/accept-quotation.server";
import { quotationOfLink, quotationPath } from "~/domain/sales/quotations/quotation-link.server";
import { acceptanceSchema } from "~/domain/sales/quotations/quotations.schema";
import { termsOf, whyNotAccepted } from "~/domain/sales/quotations/quotations";
import { type Quotation, readQuotation } from "~/domain/sales/quotations/quotations.server";
import { customerTerms } from "~/domain/sales/trade/customer-terms.server";
import { readWaitingTransfer } from "~/domain/sales/transfers/waiting-transfer.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { redirect } from "~/http/answers/redirect.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AddressLines } from "~/ui/account/address-lines";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button, ButtonLink } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { Notice } from "~/ui/kit/notice";
import { QuotedLines } from "~/ui/orders/quoted-lines";
import { TransferPanel } from "~/ui/orders/transfer-panel";
import type { Route } from "./+types/quotation";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Quotation") }, { name: "robots", content: "noindex" }];
}

/** What a link is for; for who has it, without a login. @throws 404 */
async function quotationOf(request: Request): Promise<Quotation> {
  const id = quotationOfLink(new URL(request.url).searchParams);
  const quotation = id === null ? null : await readQuotation(readDb, id);
  if (!quotation) throw data(null, { status: 404 });
  return quotation;
}

export async function loader({ request }: Route.LoaderArgs) {
  const quotation = await quotationOf(request);
  const { id, number, offer, total, state, wanted, createdAt, validUntil, customer, orderId } = quotation;
  const terms = await customerTerms(readDb, customer.id);
  return {
    quotation: { number, offer, total, createdAt, validUntil },
    // What is not open any more shows its address and its terms to nobody who finds the link.
    address: state === "open" && wanted ? wanted.address : null,
    terms: wanted ? termsOf(wanted.payment, terms?.creditDays ?? 0) : "",
    reference: wanted?.buyer?.reference ?? "",
    over: whyNotAccepted(quotation),
    pdf: wanted ? quotationPath(id, "pdf") : null,
    order: orderId === null ? null : await readPlaced(id, orderId),
  };
}

/** What became of an accepted quotation, and how its order is paid. */
async function readPlaced(id: number, orderId: number) {
  const order = (await readOrder(readDb, orderId, "anybody"))!;
  const { state, paymentWay, dueOn } = order;
  return {
    orderId,
    state,
    dueOn: paymentWay === "account" ? dueOn : null,
    payUrl: state === "pending" && paymentWay === "online" ? payPath(orderId) : null,
    transfer: await readWaitingTransfer(readDb, order),
    proforma: quotationPath(id, "proforma"),
  };
}

/** POST: name and reference. Places the order, and leads to what the terms say. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id, wanted } = await quotationOf(request);
  const { allowed } = await takeFromLimit("payment-attempt-address", [
    addressKey(getRequestSession(context).ip),
  ]);
  if (!allowed) throw data("Too many attempts. Please wait a minute, then try again.", { status: 429 });
  const sent = parseWithZod(await readForm(request), { schema: acceptanceSchema, disableAutoCoercion: true });
  if (sent.status !== "success") return data(sent.reply(), { status: 400 });
  const outcome = await acceptQuotation(writeDb, { id, gateway: shopGateway().name, ...sent.value });
  if (!outcome) throw data(null, { status: 404 });
  if (!outcome.ok) return data(sent.reply({ formErrors: [outcome.message] }), { status: 400 });
  return redirect(wanted?.payment === "link" ? payPath(outcome.orderId) : quotationPath(id), 303);
}

export default function QuotationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { quotation, address, terms, reference, over, pdf, order } = loaderData;
  const { number, offer, total, createdAt, validUntil } = quotation;
  return (
    <div className="page max-w-3xl!">
      <header className="mb-8 grid gap-1">
        <h1 className="text-3xl">Quotation</h1>
        <p className="text-muted">
          {number}, {formatDate(createdAt)}. Valid until {formatDate(validUntil)}.
        </p>
      </header>
      <div className="grid grid-cols-1 gap-8">
        {over && !order ? <Notice kind="error">{over} Please ask us for a new one.</Notice> : null}
        {order ? <Placed order={order} /> : null}
        <section aria-label="Items" className="grid min-w-0 grid-cols-1 gap-4">
          <QuotedLines offer={offer} total={total} />
        </section>
        <div className="border-line grid gap-x-10 gap-y-6 border-t pt-5 sm:grid-cols-2">
          {address ? (
            <div className="min-w-0">
              <h2 className="text-muted mb-1 font-sans text-sm">Delivered to</h2>
              <address className="not-italic wrap-anywhere">
                <AddressLines address={address} />
              </address>
              {offer.method ? <p className="text-muted">{offer.method}</p> : null}
            </div>
          ) : null}
          <div className="min-w-0">
            <h2 className="text-muted mb-1 font-sans text-sm">Payment</h2>
            <p>{terms}</p>
            {pdf ? (
              <a href={pdf} className="link inline-block py-2">
                Quotation (PDF)
              </a>
            ) : null}
          </div>
        </div>
        {over || order ? null : <AcceptForm reference={reference} result={actionData} />}
      </div>
    </div>
  );
}

function AcceptForm({
  reference,
  result,
}: {
  reference: string;
  result: Route.ComponentProps["actionData"];
}) {
  const isSending = useNavigation().state === "submitting";
  const { form, fields, focus } = useAnsweredForm({
    id: "accept",
    names: ["name", "reference"],
    ...(result && { lastResult: result }),
    defaultValue: { reference },
  });
  return (
    <section aria-labelledby="accept-title" className="panel grid gap-4">
      <h2 id="accept-title" className="text-xl">
        Accept this quotation
      </h2>
      <p>Your order is placed at these prices. We check first that the books are still there.</p>
      <AnsweredForm form={form} fields={Object.values(fields)} className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Your name"
            {...fieldProps(fields.name, focus)}
            autoComplete="name"
            maxLength={100}
            required
            dir="auto"
          />
          <TextField
            label="Your order reference (optional)"
            hint="It stands on the invoice."
            {...fieldProps(fields.reference, focus)}
            autoComplete="off"
            maxLength={BUYER_MAX.reference}
            dir="auto"
          />
        </div>
        <div>
          <Button isBusy={isSending}>Accept and Order</Button>
        </div>
      </AnsweredForm>
    </section>
  );
}

/** The order of an accepted quotation: what comes next. */
function Placed({ order }: { order: NonNullable<Route.ComponentProps["loaderData"]["order"]> }) {
  const { orderId, state, payUrl, transfer, dueOn, proforma } = order;
  if (state === "cancelled" || state === "refunded")
    return <Notice>You accepted this quotation, and order {orderId} was cancelled since.</Notice>;
  return (
    <section aria-label="Your order" className="grid gap-4">
      <Notice kind="success">Thank you. Order {orderId} is placed.</Notice>
      {payUrl ? (
        <div>
          <ButtonLink to={payUrl} reloadDocument>
            Pay Now
          </ButtonLink>
        </div>
      ) : null}
      {transfer ? <TransferPanel orderId={orderId} transfer={transfer} proforma={proforma} /> : null}
      {dueOn ? <p>To be paid by {formatDate(dueOn)}. The invoice comes by email.</p> : null}
    </section>
  );
}
