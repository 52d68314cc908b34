import { formatDateTime } from "~/domain/kit/dates";
import { canRefund } from "~/domain/sales/orders/fulfilment/fulfilment";
import { formatRupees } from "~/domain/kit/money";
import { whyNoExchange } from "~/domain/sales/orders/exchange/exchange";
import { notRecordedSentence } from "~/domain/sales/orders/paying";
import {
  canRefundReturn,
  linesInWords,
  type OrderReturn,
  RETURN_REASON_LABELS,
  returnLabel,
} from "~/domain/sales/orders/returns/returns";
import { refundedBeside, refundLabel, type StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { IfMay } from "~/ui/admin/frame/rights";
import { ButtonLink } from "~/ui/kit/button";
import { Panel } from "./order-facts";

/** The customer's return requests, the oldest first, with the actions that staff can take. */
export function Returns({ order }: { order: StaffOrder }) {
  if (order.returns.length === 0) return null;
  return (
    <Panel title="Returns">
      <ul className="grid grid-cols-1 gap-3">
        {order.returns.map((one) => (
          <li
            key={one.id}
            className="border-line grid grid-cols-1 gap-1 border-t pt-3 first:border-t-0 first:pt-0"
          >
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <strong className={one.state === "requested" ? "text-accent" : ""}>{returnLabel(one)}</strong>
              <span className="text-muted">
                requested on <time dateTime={one.requestedAt}>{formatDateTime(one.requestedAt)}</time>
              </span>
            </p>
            <p className="wrap-anywhere">{linesInWords(one.lines)}</p>
            <p className="whitespace-pre-line wrap-anywhere" dir="auto">
              {RETURN_REASON_LABELS[one.reason]}
              {one.remarks ? `: ${one.remarks}` : null}
            </p>
            {one.answer ? (
              <p className="text-muted whitespace-pre-line wrap-anywhere">
                Note to the customer: {one.answer}
              </p>
            ) : null}
            <Refunded order={order} request={one} />
            <IfMay right="refunds">
              <Steps order={order} request={one} />
            </IfMay>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The refund of the return; without one, what was refunded of the order since the return was approved. */
function Refunded({ order, request }: { order: StaffOrder; request: OrderReturn }) {
  const { refund } = request;
  if (refund) {
    const isByHand = order.refunds.some(
      ({ returnId, ...one }) => returnId === request.id && one.isByHand && one.status === refund.status,
    );
    return (
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {refund.exchanged ? "Value of" : "Refund for"} these books:{" "}
          <strong className="tabular-nums">{formatRupees(refund.amount)}</strong>
        </span>
        <span className={refund.status === "failed" ? "text-bad font-semibold" : "text-muted"}>
          {refund.status === "failed"
            ? "Failed: try it again under Refunds"
            : `${refund.exchanged && refund.status === "processed" ? "Exchanged" : refundLabel(refund.status, isByHand)} · ${formatDateTime(refund.at)}`}
        </span>
      </p>
    );
  }
  const since = refundedBeside(order, request);
  if (since === 0) return null;
  return (
    <p>
      <strong className="tabular-nums">{formatRupees(since)}</strong> of this order was refunded since the
      return was approved. Check that it was not for these books.
    </p>
  );
}

function Steps({ order, request }: { order: StaffOrder; request: OrderReturn }) {
  const { id, state } = request;
  const canPayBack = canRefundReturn(request) && canRefund(order.status);
  const notRecorded = canRefundReturn(request) ? notRecordedSentence(order) : null;
  return (
    <>
      {notRecorded ? <p className="font-semibold">{notRecorded}</p> : null}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {state === "requested" ? (
          <>
            <ButtonLink to="?confirm=approve-return" preventScrollReset size="sm">
              Approve return
            </ButtonLink>
            <ButtonLink to="?confirm=decline-return" preventScrollReset variant="danger" size="sm">
              Decline return
            </ButtonLink>
          </>
        ) : null}
        {state === "approved" ? (
          <ButtonLink to="?confirm=receive-return" preventScrollReset size="sm">
            Books received
          </ButtonLink>
        ) : null}
        {canPayBack ? (
          <ButtonLink to={`?confirm=refund&return=${id}`} preventScrollReset variant="quiet" size="sm">
            Refund these books
          </ButtonLink>
        ) : null}
        {whyNoExchange(order, request) === null ? (
          <ButtonLink to={`/admin/orders/${order.id}/exchange?return=${id}`} variant="quiet" size="sm">
            Exchange these books
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}
