import { useRouteLoaderData } from "react-router";
import { formatDate } from "~/domain/dates";
import { isPayable } from "~/domain/orders/orders";
import { requireCustomer } from "~/http/guards.server";
import { ownOrder } from "~/http/own-order.server";
import type { RootData } from "~/root";
import { AddressLines } from "~/ui/address-lines";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { OrderLines } from "~/ui/order-lines";
import { OrderStateLabel } from "~/ui/order-state";
import { OrderTotals } from "~/ui/order-totals";
import { OrderPayment, OrderTracking } from "~/ui/order-tracking";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/order";

const MINUTE_MS = 60_000;

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Order #${params.orderId}`) }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, "Please login to access your order information");
  const order = await ownOrder(account.id, params.orderId);
  const now = new Date();
  const minutesLeft = Math.ceil((Date.parse(order.payBy) - now.getTime()) / MINUTE_MS);
  return { order, minutesLeft: isPayable(order, now) ? minutesLeft : null };
}

export default function Order({ loaderData: { order, minutesLeft } }: Route.ComponentProps) {
  const { id, state, lines, totals, address } = order;
  const placed = order.invoiceDate ?? order.placedAt;
  return (
    <div className="page max-w-5xl!">
      <Breadcrumbs
        items={[{ label: "Home", to: "/" }, { label: "My Orders", to: "/orders" }, { label: `Order #${id}` }]}
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl md:text-4xl">Order #{id}</h1>
        <OrderStateLabel state={state} />
        <p className="text-muted w-full">
          {formatDate(placed)}
          {order.invoiceNo ? (
            <>
              {" · "}
              <span className="whitespace-nowrap">Invoice No {order.invoiceNo}</span>
            </>
          ) : null}
        </p>
      </div>
      <div className="grid gap-6">
        <section aria-labelledby="track" className="panel grid gap-6">
          <h2 id="track" className="text-2xl">
            Track Your Order
          </h2>
          <OrderTracking order={order} minutesLeft={minutesLeft} />
        </section>
        <section aria-labelledby="items" className="panel grid gap-3">
          <h2 id="items" className="text-xl">
            Items
          </h2>
          <OrderLines lines={lines} />
        </section>
        <div className="grid gap-6 md:grid-cols-3">
          <section aria-labelledby="order-summary" className="panel grid content-start gap-4">
            <h2 id="order-summary" className="text-xl">
              Order summary
            </h2>
            <OrderTotals totals={totals} couponCode={order.couponCode} />
          </section>
          <section aria-labelledby="shipping" className="panel grid content-start gap-4">
            <h2 id="shipping" className="text-xl">
              Shipping address
            </h2>
            <address className="not-italic wrap-anywhere">
              <AddressLines address={address} />
            </address>
          </section>
          <section aria-labelledby="payment" className="panel grid content-start gap-4">
            <h2 id="payment" className="text-xl">
              Payment method
            </h2>
            <OrderPayment order={order} />
          </section>
        </div>
        <div className="flex flex-wrap justify-between gap-3">
          <ButtonLink to="/orders" variant="quiet">
            Back to My Orders
          </ButtonLink>
          <NeedHelp orderId={id} />
        </div>
      </div>
    </div>
  );
}

/** Opens a mail to the shop with the order's number in it; no scripts needed. */
function NeedHelp({ orderId }: { orderId: number }) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  const subject = encodeURIComponent(`Help with order #${orderId}`);
  return (
    <a href={`mailto:${shop.email}?subject=${subject}`} className="btn btn-quiet">
      Need Help?
    </a>
  );
}
