import { formatDate } from "~/domain/kit/dates";
import { arrivalSentence } from "~/domain/sales/delivery/promise";
import { dueAtDoorSentence, toKeepReady } from "~/domain/sales/orders/paying";
import { documentPath } from "~/domain/sales/orders/order-documents";
import { PAYMENT_SUCCESSFUL } from "~/domain/sales/payments/payments";
import { redirect } from "~/http/answers/redirect.server";
import { requireCustomer } from "~/http/request/guards.server";
import { ownOrder } from "~/http/answers/own-order.server";
import { AddressLines } from "~/ui/account/address-lines";
import { ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { DocumentLink } from "~/ui/orders/document-link";
import { OrderLines } from "~/ui/orders/order-lines";
import { OrderTotals, partsOf } from "~/ui/orders/order-totals";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/confirmation";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Order Confirmed!") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, "Please login to access checkout");
  const order = await ownOrder(account.id, params.orderId);
  // Not paid, cancelled or refunded: the order's own page shows its state.
  if (order.paidAt === null || order.state === "cancelled" || order.state === "refunded") {
    throw redirect(`/orders/${order.id}`, 303);
  }
  const { id, invoiceNo, documentKind, etaDate, lines, totals, couponCode, address, wait } = order;
  const { codFee, dueAtDoor, doorReceived, balanceDue, state, delivery } = order;
  const shown = {
    id,
    invoiceNo,
    documentKind,
    etaDate,
    lines,
    totals,
    couponCode,
    codFee,
    dueAtDoor,
    doorReceived,
    balanceDue,
    state,
    delivery,
    address,
    wait,
  };
  return { order: shown, email: account.email };
}

export default function Confirmation({ loaderData: { order, email } }: Route.ComponentProps) {
  const due = toKeepReady(order);
  return (
    <div className="page max-w-3xl!">
      <div className="mb-10 grid grid-cols-1 justify-items-center gap-3 text-center">
        <p className="eyebrow">Thank you</p>
        <h1 className="text-3xl">Order Confirmed!</h1>
        <span aria-hidden="true" className="short-rule" />
        {order.dueAtDoor < order.totals.total ? (
          <p className="text-good font-semibold">{PAYMENT_SUCCESSFUL}</p>
        ) : null}
        <p className="font-display text-xl">
          Your order number is <strong className="font-medium">#{order.id}</strong>
        </p>
        {order.wait?.from ? (
          <p>
            We send it from {formatDate(order.wait.from)}, when “{order.wait.title}” is released.
          </p>
        ) : null}
        {order.etaDate ? <p>{arrivalSentence(order.etaDate, order.delivery)}</p> : null}
        {due > 0 ? <p>{dueAtDoorSentence(due)}</p> : null}
        <p className="text-muted max-w-full">
          A confirmation email was sent to <EmailText email={email} />.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <ButtonLink to={`/orders/${order.id}`}>Track Your Order</ButtonLink>
          <ButtonLink to="/books" variant="quiet">
            Continue Shopping
          </ButtonLink>
          <ButtonLink to="/" variant="plain">
            Back to Home
          </ButtonLink>
        </div>
      </div>
      <section aria-labelledby="summary" className="receipt grid grid-cols-1 gap-5">
        <h2 id="summary" className="text-xl">
          Order summary
        </h2>
        <div className="parts">
          <OrderLines lines={order.lines} />
        </div>
        <div className="border-line grid gap-x-10 gap-y-6 border-t pt-5 sm:grid-cols-2">
          <div className="min-w-0 max-sm:order-1">
            <h3 className="text-muted mb-1 font-sans text-sm">Shipping address</h3>
            <address className="not-italic wrap-anywhere">
              <AddressLines address={order.address} />
            </address>
          </div>
          <OrderTotals totals={order.totals} {...partsOf(order)} stillDue={due} />
        </div>
        {order.documentKind ? (
          <p className="text-muted flex flex-wrap gap-x-6 text-sm">
            <span>Invoice No {order.invoiceNo}</span>
            <DocumentLink kind={order.documentKind} href={documentPath(order.id)} />
          </p>
        ) : null}
      </section>
    </div>
  );
}
