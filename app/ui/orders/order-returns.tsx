import { Form } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import {
  linesInWords,
  type OrderReturn,
  RETURN_REASON_LABELS,
  returnLabel,
} from "~/domain/sales/orders/returns/returns";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Part } from "~/ui/account/opening";

interface OrderReturnsProps {
  order: OrderDetail;
  until: string | null;
  over: string | null;
}

/**
 * The returns of a customer's order, with their states.
 * @param until the last day on which a return can be requested, e.g. "2026-12-01"; null when none can
 * @param over the last day on which one could, when that is over; else null
 */
export function OrderReturns({ order, until, over }: OrderReturnsProps) {
  if (order.returns.length === 0 && until === null && over === null) return null;
  return (
    <Part id="returns" title="Returns">
      {order.returns.length > 0 ? (
        <ul className="grid grid-cols-1 gap-6">
          {order.returns.map((one) => (
            <li key={one.id} className="grid grid-cols-1 gap-1 wrap-anywhere">
              <Return orderId={order.id} request={one} />
            </li>
          ))}
        </ul>
      ) : null}
      {until ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>You can ask to return books of this order until {formatDate(until)}.</p>
          <ButtonLink to={`/orders/${order.id}/return`} variant="quiet" size="sm">
            Return books
          </ButtonLink>
        </div>
      ) : null}
      {over ? <p className="text-muted">Returns were possible until {formatDate(over)}.</p> : null}
    </Part>
  );
}

function Return({ orderId, request }: { orderId: number; request: OrderReturn }) {
  const { id, state, reason, remarks, answer, requestedAt, answeredAt, receivedAt, refund, lines } = request;
  const at = receivedAt ?? answeredAt ?? requestedAt;
  return (
    <>
      <p>
        <strong>{returnLabel(request)}</strong>
        {state === "withdrawn" ? null : (
          <>
            {" · "}
            <time dateTime={at}>{formatDate(at)}</time>
          </>
        )}
      </p>
      <p dir="auto">{linesInWords(lines)}</p>
      <p dir="auto" className="text-muted text-sm whitespace-pre-line">
        {RETURN_REASON_LABELS[reason]}
        {remarks ? `: ${remarks}` : null}
      </p>
      {answer ? (
        <p className="border-accent my-2 border-l-2 pl-4 whitespace-pre-line">The shop writes: {answer}</p>
      ) : null}
      {state === "requested" ? (
        <>
          <p>We look at it and answer by email. Please keep the books until then.</p>
          <Form method="post" action={`/orders/${orderId}`} preventScrollReset className="mt-2">
            <input type="hidden" name="return" value={id} />
            <Button name="intent" value="withdraw-return" variant="quiet" size="sm">
              Withdraw request
            </Button>
          </Form>
        </>
      ) : null}
      {refund && refund.status !== "failed" && !refund.exchanged ? (
        <p>
          {refund.status === "processed"
            ? `${formatRupees(refund.amount)} was refunded for these books.`
            : `${formatRupees(refund.amount)} is on its way back to you for these books.`}
        </p>
      ) : null}
      {state === "approved" ? <p>Please send the books back to us.</p> : null}
    </>
  );
}
