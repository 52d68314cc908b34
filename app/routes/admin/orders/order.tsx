import { readDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { doorHistory } from "~/domain/sales/at-the-door/door-limits.server";
import { isBeforeDoor } from "~/domain/sales/at-the-door/refusing";
import { staffOneDocumentPath } from "~/domain/sales/orders/order-documents";
import { nextToPack } from "~/domain/sales/orders/desk/next-to-pack.server";
import { notesOf } from "~/domain/sales/orders/desk/staff-order";
import { likelyCarrier, listCarriers } from "~/domain/sales/orders/fulfilment/logistics.server";
import { getsInvoicesByPost } from "~/domain/sales/trade/groups.server";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import type { Right } from "~/domain/kit/rights/rights";
import { staffOrder } from "~/http/answers/own-order.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { useMay } from "~/ui/admin/frame/rights";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { DocumentList } from "~/ui/orders/document-list";
import { OrderLines } from "~/ui/orders/order-lines";
import { OrderTotals, partsOf } from "~/ui/orders/order-totals";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/order";
import { BalanceDialog, BalancePanel } from "./balance-panel";
import { CancelDialog } from "./cancel-dialog";
import { DoorDialogs } from "./door-dialogs";
import { NextStep } from "./next-step";
import { NoteForm } from "./note-form";
import { orderAction } from "./order-action.server";
import type { RefusedIntent } from "./order-answer";
import { CustomerPanel, Panel, ShipmentPanel } from "./order-facts";
import { OrderHead } from "./order-head";
import { Payments, Refunds, RetryDialog } from "./order-money";
import { OrderTimeline } from "./order-timeline";
import { ParcelForm } from "./parcel-form";
import { LostDialog, ParcelTakeBackDialog } from "./parcel-dialogs";
import { ParcelsPanel } from "./parcels-panel";
import { RefundPanel } from "./refund-panel";
import { ReturnDialog } from "./return-dialog";
import { Returns } from "./returns";
import { ShipmentForm } from "./shipment-form";
import { DeliverDialog, TakeBackDialog } from "./step-dialogs";
import { readParam, readId } from "~/domain/kit/search-params";

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Order #${params.orderId}`) }];
}

/** The right that each dialog needs. */
const DIALOG_RIGHTS: Readonly<Record<string, Right>> = {
  deliver: "dispatch",
  "take-back": "dispatch",
  shipment: "dispatch",
  cancel: "refunds",
  refund: "refunds",
  "retry-refund": "refunds",
  "approve-return": "refunds",
  "decline-return": "refunds",
  "receive-return": "refunds",
  cash: "refunds",
  "take-back-cash": "refunds",
  transfer: "refunds",
  refuse: "refunds",
  "paid-back": "refunds",
  balance: "refunds",
  "parcel-lost": "dispatch",
  parcel: "dispatch",
  "parcel-take-back": "dispatch",
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const confirm = readParam(url.searchParams, "confirm");
  const needed = confirm === null ? undefined : DIALOG_RIGHTS[confirm];
  const [order, carriers, carrierId, audit, next, isInvoicePosted] = await Promise.all([
    staffOrder(params.orderId),
    listCarriers(readDb),
    likelyCarrier(readDb),
    readAudit(readDb, "order", parseId(params.orderId) ?? 0),
    nextToPack(readDb, parseId(params.orderId) ?? 0),
    getsInvoicesByPost(readDb, parseId(params.orderId) ?? 0),
  ]);
  const { customer, address } = order;
  return {
    order,
    isInvoicePosted,
    /** What staff should know before they send it. */
    history: isBeforeDoor(order)
      ? await doorHistory(readDb, { accountId: customer.id, pincode: address.pincode })
      : null,
    carriers,
    carrierId,
    audit,
    /** Once this one is packed. */
    next: ["packed", "shipped"].includes(order.state) ? next : null,
    today: indianDate(new Date()),
    confirm: needed && rights.includes(needed) ? confirm : null,
    /** The return that a refund is for. */
    returnId: readId(url.searchParams, "return"),
    /** The failed refund that is to be tried again. */
    refundId: readId(url.searchParams, "refund") ?? 0,
    /** The record of cash that is to be taken back. */
    paymentId: readParam(url.searchParams, "payment") ?? "",
    /** The parcel that a dialog is about. */
    parcelId: readId(url.searchParams, "parcel") ?? 0,
    /** By which an order that staff placed is paid, or what a change has added. */
    payUrl: order.dueByLink > 0 ? shopOrigin() + payPath(order.id) : null,
    /** Whether the refund's form has the proposed amount: without scripts its button is a link. */
    fills: readParam(url.searchParams, "fill") === "yes",
    /** The refund form's idempotency key: posting the form twice makes one refund. */
    refundKey: randomToken(18),
  };
}

/**
 * POST: intent note, pack, despatch, shipment, deliver, take-back, cancel, refund, retry-refund, resend, return, confirm, cash,
 * take-back-cash, transfer, refuse, paid-back, balance, parcel, parcel-delivered, parcel-lost or parcel-take-back, with the fields of its form.
 */
export function action({ request, params, context }: Route.ActionArgs) {
  return orderAction(request, context, params.orderId);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const {
    order,
    history,
    isInvoicePosted,
    carriers,
    carrierId,
    audit,
    today,
    confirm,
    refundKey,
    returnId,
    refundId,
    paymentId,
    fills,
    parcelId,
    payUrl,
    next,
  } = loaderData;
  const may = useMay();
  const listLeft = useListLeft();
  const refused = (intent: RefusedIntent) => (actionData?.intent === intent ? actionData.result : undefined);
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: listLeft("/admin/orders") },
          { label: `Order #${order.id}` },
        ]}
      />
      <OrderHead order={order} />
      {/* Order of the parts on a phone: next step and items, address and shipment, then payments and history. */}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-1 gap-8">
          <NextStep
            order={order}
            history={history}
            next={next}
            carriers={carriers}
            carrierId={carrierId}
            today={today}
            lastResult={refused("despatch")}
            asked={actionData?.sharedTracking}
            text={actionData?.text}
          />
          <BalancePanel order={order} payUrl={payUrl} />
          <ParcelsPanel order={order} />
          <Returns order={order} />
          <Panel title="Items">
            <OrderLines
              lines={order.lines}
              isExchanged={order.exchanges.length > 0}
              hrefOf={({ bookId }) => (may("catalogue") ? `/admin/products?edit=${bookId}` : null)}
            />
            <div className="ml-auto w-full max-w-xs">
              <OrderTotals totals={order.totals} {...partsOf(order)} />
            </div>
          </Panel>
        </div>
        <div className="grid grid-cols-1 gap-8 lg:row-span-2">
          <CustomerPanel order={order} />
          <ShipmentPanel order={order} />
        </div>
        <div className="grid grid-cols-1 gap-8">
          <Payments order={order} />
          <Refunds order={order} />
          {order.documents.length > 0 ? (
            <Panel title="Bills and notes">
              {isInvoicePosted ? (
                <p className="mb-3">This customer gets invoices by post: please print and send them.</p>
              ) : null}
              <DocumentList
                documents={order.documents}
                path={(document) => staffOneDocumentPath(order.id, document)}
              />
            </Panel>
          ) : null}
          <OrderTimeline events={order.events} isPickUp={order.status.isPickUp}>
            <NoteForm count={notesOf(order).length} lastResult={refused("note")} />
          </OrderTimeline>
          {/* The timeline has most of these changes; this lists them field by field. */}
          <details>
            <summary className="link w-fit">Changes by staff, field by field</summary>
            <div className="mt-3">
              <AuditTrail entries={audit} />
            </div>
          </details>
        </div>
      </div>
      {confirm === "cancel" ? <CancelDialog order={order} lastResult={refused("cancel")} /> : null}
      {confirm === "parcel-lost" ? <LostDialog order={order} parcelId={parcelId} /> : null}
      {confirm === "parcel-take-back" ? <ParcelTakeBackDialog order={order} parcelId={parcelId} /> : null}
      {confirm === "parcel" ? (
        <ParcelForm
          order={order}
          parcelId={parcelId}
          carriers={carriers}
          lastResult={refused("parcel")}
          asked={actionData?.sharedTracking}
        />
      ) : null}
      {confirm === "balance" ? (
        <BalanceDialog order={order} today={today} lastResult={refused("balance")} />
      ) : null}
      {confirm === "deliver" ? <DeliverDialog order={order} /> : null}
      {confirm === "take-back" ? <TakeBackDialog order={order} /> : null}
      {confirm === "shipment" ? (
        <ShipmentForm
          order={order}
          carriers={carriers}
          today={today}
          lastResult={refused("shipment")}
          asked={actionData?.sharedTracking}
        />
      ) : null}
      {confirm === "retry-refund" ? <RetryDialog order={order} refundId={refundId} /> : null}
      {confirm === "refund" ? (
        <RefundPanel
          order={order}
          returned={order.returns.find(({ id }) => id === returnId)}
          formKey={refundKey}
          lastResult={refused("refund")}
          asked={actionData?.intent === "refund" ? actionData.asked : undefined}
          fills={fills}
        />
      ) : null}
      <DoorDialogs
        order={order}
        confirm={confirm}
        refundId={refundId}
        paymentId={paymentId}
        formKey={refundKey}
        today={today}
        result={refused}
        asked={actionData?.sharedTracking}
      />
      <ReturnDialog order={order} confirm={confirm} lastResult={refused("return")} />
    </div>
  );
}
