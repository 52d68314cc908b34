import { formatDateTime } from "~/domain/dates";
import { canRefund } from "~/domain/orders/fulfilment";
import {
  linesInWords,
  type OrderReturn,
  RETURN_REASON_LABELS,
  RETURN_STATE_LABELS,
} from "~/domain/orders/returns";
import type { StaffOrder } from "~/domain/orders/staff-order";
import { ButtonLink } from "~/ui/button";
import { Panel } from "./order-facts";

/** What the customer asked to return, the oldest first, and what staff can do with it. */
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
              <strong className={one.state === "requested" ? "text-accent" : ""}>
                {RETURN_STATE_LABELS[one.state]}
              </strong>
              <span className="text-muted">
                asked for on <time dateTime={one.requestedAt}>{formatDateTime(one.requestedAt)}</time>
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
            <Steps order={order} request={one} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Steps({ order, request: { id, state } }: { order: StaffOrder; request: OrderReturn }) {
  const canPayBack = (state === "approved" || state === "received") && canRefund(order.standing);
  return (
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
    </div>
  );
}
