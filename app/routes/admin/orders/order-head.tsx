import { Form } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { staffDocumentPath } from "~/domain/sales/orders/order-documents";
import { canRefund, canResendConfirmation, canStaffMove } from "~/domain/sales/orders/fulfilment/fulfilment";
import { payingOf } from "~/domain/sales/orders/order-detail";
import { progressStep, stateLabel } from "~/domain/sales/orders/orders";
import type { StaffOrder, StaffOrderRefund } from "~/domain/sales/orders/desk/staff-order";
import { whyNoExchange } from "~/domain/sales/orders/exchange/exchange";
import { whyNotEdited } from "~/domain/sales/orders/edit/edit-order";
import { useMay } from "~/ui/admin/frame/rights";
import { Button, ButtonLink } from "~/ui/kit/button";
import { DocumentLink } from "~/ui/orders/document-link";
import { ExchangeLinks } from "~/ui/orders/exchange-links";
import { OrderMark } from "~/ui/admin/lists/order-mark";

const isOwed = ({ isByHand, status }: StaffOrderRefund) => isByHand && status === "queued";

/** The order's number and state, and the actions that do not depend on its next step. */
export function OrderHead({ order }: { order: StaffOrder }) {
  const { id, state, status, refunds, invoiceNo, placedAt, documentKind } = order;
  const may = useMay();
  return (
    <header className="admin-heading rule flex-col items-start! gap-y-3!">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1>Order #{id}</h1>
          <OrderMark state={state} label={stateLabel(payingOf(order))} className="font-semibold" />
          {refunds.some(({ status }) => status === "queued" || status === "pending") ? (
            <span className="font-semibold">
              {refunds.some(isOwed) ? "To pay back by hand" : "Refund on its way"}
            </span>
          ) : null}
        </div>
        <p className="text-muted text-sm">
          Placed {formatDateTime(placedAt)}
          {invoiceNo ? (
            <>
              {" · "}
              <span className="whitespace-nowrap">Invoice No {invoiceNo}</span>
            </>
          ) : null}
          {documentKind ? (
            <>
              {" · "}
              <DocumentLink kind={documentKind} href={staffDocumentPath(id)} />
            </>
          ) : null}
        </p>
        <ExchangeLinks order={order} base="/admin/orders" />
      </div>
      <div className="flex flex-wrap gap-2 pb-1 empty:hidden">
        {progressStep(state) < 0 ? null : (
          <ButtonLink to={`/admin/orders/${id}/packing-slip`} variant="quiet" size="sm">
            Print packing slip
          </ButtonLink>
        )}
        {may("dispatch") && canResendConfirmation(state) ? (
          <Form method="post" action={`/admin/orders/${id}`} preventScrollReset>
            <Button name="intent" value="resend" variant="quiet" size="sm">
              Resend confirmation
            </Button>
          </Form>
        ) : null}
        {may("refunds") && whyNotEdited(order) === null ? (
          <ButtonLink to={`/admin/orders/${id}/edit`} variant="quiet" size="sm">
            Change order
          </ButtonLink>
        ) : null}
        {may("refunds") && whyNoExchange(order, undefined) === null ? (
          <ButtonLink to={`/admin/orders/${id}/exchange`} variant="quiet" size="sm">
            Exchange books
          </ButtonLink>
        ) : null}
        {may("refunds") && canRefund(status) ? (
          <ButtonLink to="?confirm=refund" preventScrollReset variant="quiet" size="sm">
            Refund
          </ButtonLink>
        ) : null}
        {may("refunds") && canStaffMove(status, "cancelled") ? (
          <ButtonLink to="?confirm=cancel" preventScrollReset variant="danger" size="sm">
            Cancel order
          </ButtonLink>
        ) : null}
      </div>
    </header>
  );
}
