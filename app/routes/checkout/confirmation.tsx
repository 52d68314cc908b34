import { redirect } from "react-router";
import { formatDate } from "~/domain/dates";
import { documentPath } from "~/domain/documents/documents";
import { requireCustomer } from "~/http/guards.server";
import { ownOrder } from "~/http/own-order.server";
import { AddressLines } from "~/ui/account/address-lines";
import { ButtonLink } from "~/ui/button";
import { DocumentLink } from "~/ui/account/document-link";
import { OrderLines } from "~/ui/account/order-lines";
import { OrderTotals } from "~/ui/account/order-totals";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/confirmation";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Order Confirmed!") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, "Please login to access checkout");
  const order = await ownOrder(account.id, params.orderId);
  // Not paid, or taken back since: the order's own page tells how it stands.
  if (order.paidAt === null || order.state === "cancelled" || order.state === "refunded") {
    throw redirect(`/orders/${order.id}`, 303);
  }
  const { id, invoiceNo, documentKind, etaDate, lines, totals, couponCode, address } = order;
  const shown = { id, invoiceNo, documentKind, etaDate, lines, totals, couponCode, address };
  return { order: shown, email: account.email };
}

export default function Confirmation({ loaderData: { order, email } }: Route.ComponentProps) {
  return (
    <div className="page max-w-3xl!">
      <div className="mb-8 grid justify-items-center gap-3 text-center">
        <span
          aria-hidden="true"
          className="bg-good-soft text-good border-good grid size-16 place-items-center rounded-full border text-3xl"
        >
          ✓
        </span>
        <h1 className="text-4xl">Order Confirmed!</h1>
        <p className="text-lg">
          Your order number is <strong>#{order.id}</strong>
        </p>
        <p className="text-muted wrap-anywhere">A confirmation e-mail was sent to {email}.</p>
        {order.etaDate ? <p>Estimated delivery by {formatDate(order.etaDate)}</p> : null}
      </div>
      <section aria-labelledby="summary" className="panel grid gap-5">
        <h2 id="summary" className="text-xl">
          Order summary
        </h2>
        <OrderLines lines={order.lines} />
        <div className="grid gap-6 sm:grid-cols-2">
          <div>
            <h3 className="text-muted mb-1 font-sans text-sm">Shipping address</h3>
            <address className="not-italic wrap-anywhere">
              <AddressLines address={order.address} />
            </address>
          </div>
          <OrderTotals totals={order.totals} couponCode={order.couponCode} />
        </div>
        {order.documentKind ? (
          <p className="text-muted text-sm">
            Invoice No {order.invoiceNo} ·{" "}
            <DocumentLink kind={order.documentKind} href={documentPath(order.id)} />
          </p>
        ) : null}
      </section>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/orders/${order.id}`}>Track Your Order</ButtonLink>
        <ButtonLink to="/books" variant="quiet">
          Continue Shopping
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Back to Home
        </ButtonLink>
      </div>
    </div>
  );
}
