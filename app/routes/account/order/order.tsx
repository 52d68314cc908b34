import { useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import { promiseLine } from "~/domain/sales/delivery/promise";
import { documentPath, oneDocumentPath } from "~/domain/sales/orders/order-documents";
import { findReplacement } from "~/domain/sales/orders/returns/replacement.server";
import { payingOf } from "~/domain/sales/orders/order-detail";
import { isPayable, stateLabel } from "~/domain/sales/orders/orders";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { stillToPay, toKeepReady } from "~/domain/sales/orders/paying";
import { readWaitingTransfer } from "~/domain/sales/transfers/waiting-transfer.server";
import { returnsOpenUntil, returnsOverSince } from "~/domain/sales/orders/returns/returns";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { requireCustomer } from "~/http/request/guards.server";
import { ownOrder } from "~/http/answers/own-order.server";
import type { RootData } from "~/page-data/root-data";
import { AddressLines } from "~/ui/account/address-lines";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { ButtonLink } from "~/ui/kit/button";
import { BuyerFacts } from "~/ui/orders/buyer-facts";
import { GiftFacts } from "~/ui/orders/gift-facts";
import { CancelOrderDialog } from "~/ui/orders/cancel-order-dialog";
import { OrderActions } from "~/ui/orders/order-actions";
import { DocumentLink } from "~/ui/orders/document-link";
import { ExchangeLinks } from "~/ui/orders/exchange-links";
import { DocumentList } from "~/ui/orders/document-list";
import { Part } from "~/ui/account/opening";
import { OrderLines } from "~/ui/orders/order-lines";
import { OrderReturns } from "~/ui/orders/order-returns";
import { OrderStateLabel } from "~/ui/orders/order-state";
import { OrderTotals, partsOf } from "~/ui/orders/order-totals";
import { TransferPanel } from "~/ui/orders/transfer-panel";
import { OrderPayment } from "~/ui/orders/order-payment";
import { OrderTracking } from "~/ui/orders/order-tracking";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/order";
import { ownOrderAction } from "./own-order-action.server";
import { readParam } from "~/domain/kit/search-params";

const MINUTE_MS = 60_000;

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Order #${params.orderId}`) }, { name: "robots", content: "noindex" }];
}

const LOGIN_FIRST = "Please login to access your order information";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const [order, { returnDays, gstin }] = await Promise.all([
    ownOrder(account.id, params.orderId),
    readSettings(readDb),
  ]);
  const transfer = await readWaitingTransfer(readDb, order);
  const now = new Date();
  const minutesLeft = Math.ceil((Date.parse(order.payBy) - now.getTime()) / MINUTE_MS);
  return {
    order,
    isRegistered: gstin !== "",
    transfer,
    toPay: stillToPay(order) > 0 ? payPath(order.id) : null,
    replacedBy: await findReplacement(readDb, account.id, order),
    minutesLeft: isPayable(payingOf(order), now) ? minutesLeft : null,
    returnUntil: returnsOpenUntil(order, returnDays, now),
    returnsOver: returnsOverSince(order, returnDays, now),
    confirm: readParam(url.searchParams, "confirm"),
  };
}

/** POST: intent cancel, confirm, send-code, reorder or withdraw-return, with the fields of its form. */
export function action({ request, params, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  return ownOrderAction(request, context, account.id, params.orderId);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, toPay, transfer, replacedBy, minutesLeft, returnUntil, returnsOver, confirm } = loaderData;
  const { isRegistered } = loaderData;
  const { id, state, lines, totals, address } = order;
  const placed = order.invoiceDate ?? order.placedAt;
  return (
    <div className="page max-w-5xl!">
      <Breadcrumbs
        items={[{ label: "Home", to: "/" }, { label: "My Orders", to: "/orders" }, { label: `Order #${id}` }]}
      />
      <div className="opening mb-6!">
        <h1 className="text-3xl">Order #{id}</h1>
        <OrderStateLabel state={state} label={stateLabel(payingOf(order))} />
      </div>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="text-muted flex flex-wrap gap-x-6 gap-y-1">
          <span>{formatDate(placed)}</span>
          {order.invoiceNo ? <span>Invoice No {order.invoiceNo}</span> : null}
          {order.documentKind ? <DocumentLink kind={order.documentKind} href={documentPath(id)} /> : null}
        </p>
        <OrderActions order={order} />
        {order.exchangeOf === null && order.exchanges.length === 0 ? null : (
          <div className="w-full">
            <ExchangeLinks order={order} base="/orders" />
          </div>
        )}
      </div>
      <div className="parts">
        <Part id="track" title="Track Your Order">
          <div className="grid gap-8">
            {transfer ? (
              <TransferPanel orderId={id} transfer={transfer} />
            ) : (
              <OrderTracking
                order={order}
                minutesLeft={minutesLeft}
                replacedBy={replacedBy}
                codeProblem={actionData?.codeProblem}
                payPath={toPay}
              />
            )}
          </div>
        </Part>
        <OrderReturns order={order} until={returnUntil} over={returnsOver} />
        <Part id="items" title="Items">
          <OrderLines lines={lines} isExchanged={order.exchanges.length > 0} />
        </Part>
        <Part id="order-summary" title="Order summary">
          <div className="w-full max-w-sm md:ml-auto">
            <OrderTotals totals={totals} {...partsOf(order)} stillDue={toKeepReady(order)} />
          </div>
        </Part>
        <Part id="shipping" title="Shipping address">
          <address className="not-italic wrap-anywhere">
            <AddressLines address={address} />
          </address>
          {order.delivery ? (
            <p className="text-muted mt-3 wrap-anywhere">{promiseLine(order.delivery)}</p>
          ) : null}
        </Part>
        {order.buyer ? (
          <Part id="buyer" title={`${isRegistered ? "GST invoice" : "Name on the bill"} and order reference`}>
            <BuyerFacts buyer={order.buyer} isRegistered={isRegistered} />
          </Part>
        ) : null}
        {order.gift ? (
          <Part id="gift" title="A gift">
            <GiftFacts gift={order.gift} />
            <p className="text-muted mt-2">The parcel has no bill and no prices.</p>
          </Part>
        ) : null}
        <Part id="payment" title="Payment method">
          <div className="grid gap-1">
            <OrderPayment order={order} />
          </div>
        </Part>
        {order.documents.length > 0 ? (
          <Part id="documents" title="Bills">
            <DocumentList documents={order.documents} path={(one) => oneDocumentPath(id, one)} />
          </Part>
        ) : null}
      </div>
      <div className="rule mb-6" />
      <div className="flex flex-wrap justify-between gap-3 print:hidden">
        <ButtonLink to="/orders" variant="quiet">
          Back to My Orders
        </ButtonLink>
        <NeedHelp orderId={id} />
      </div>
      {confirm === "cancel" ? <CancelOrderDialog order={order} refused={actionData} /> : null}
    </div>
  );
}

/** Opens a mail to the shop with the order's number in its subject; needs no scripts. */
function NeedHelp({ orderId }: { orderId: number }) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  const subject = encodeURIComponent(`Help with order #${orderId}`);
  return (
    <a href={`mailto:${shop.email}?subject=${subject}`} className="btn btn-quiet">
      Need Help?
    </a>
  );
}
