import { useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/dates";
import { documentPath } from "~/domain/documents/documents";
import { isPayable } from "~/domain/orders/orders";
import { returnsOpenUntil } from "~/domain/orders/returns";
import { readSettings } from "~/domain/settings/settings.server";
import { requireCustomer } from "~/http/guards.server";
import { ownOrder } from "~/http/own-order.server";
import type { RootData } from "~/root";
import { AddressLines } from "~/ui/account/address-lines";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { CancelOrderDialog } from "~/ui/account/cancel-order-dialog";
import { OrderActions } from "~/ui/account/order-actions";
import { DocumentLink } from "~/ui/account/document-link";
import { OrderLines } from "~/ui/account/order-lines";
import { OrderReturns } from "~/ui/account/order-returns";
import { OrderStateLabel } from "~/ui/account/order-state";
import { OrderTotals } from "~/ui/account/order-totals";
import { OrderPayment, OrderTracking } from "~/ui/account/order-tracking";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/order";
import { ownOrderAction } from "./order/own-order-action.server";

const MINUTE_MS = 60_000;

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Order #${params.orderId}`) }, { name: "robots", content: "noindex" }];
}

const LOGIN_FIRST = "Please login to access your order information";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const order = await ownOrder(account.id, params.orderId);
  const now = new Date();
  const minutesLeft = Math.ceil((Date.parse(order.payBy) - now.getTime()) / MINUTE_MS);
  const { returnDays } = await readSettings(readDb);
  return {
    order,
    minutesLeft: isPayable(order, now) ? minutesLeft : null,
    returnUntil: returnsOpenUntil(order, returnDays, now),
    confirm: url.searchParams.get("confirm"),
  };
}

/** POST: intent cancel, reorder or withdraw-return, with the fields of its form. */
export function action({ request, params, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  return ownOrderAction(request, context, account.id, params.orderId);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, minutesLeft, returnUntil, confirm } = loaderData;
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
          {order.documentKind ? (
            <>
              {" · "}
              <DocumentLink kind={order.documentKind} href={documentPath(id)} />
            </>
          ) : null}
        </p>
      </div>
      <OrderActions order={order} />
      <div className="grid gap-6">
        <section aria-labelledby="track" className="panel grid gap-6">
          <h2 id="track" className="text-2xl">
            Track Your Order
          </h2>
          <OrderTracking order={order} minutesLeft={minutesLeft} />
        </section>
        <OrderReturns order={order} until={returnUntil} />
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
      {confirm === "cancel" ? <CancelOrderDialog order={order} refused={actionData} /> : null}
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
