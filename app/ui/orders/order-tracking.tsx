import { formatDate, formatDateTime, formatTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { isOfTheOrder } from "~/domain/sales/orders/money/refunds";
import {
  cancelledSentence,
  payingPayment,
  type OrderDetail,
  paymentMethodLabel,
  progressStep,
} from "~/domain/sales/orders/orders";
import { Link } from "react-router";
import { ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { OrderProgress } from "./order-progress";

interface OrderTrackingProps {
  order: OrderDetail;
  minutesLeft: number | null;
  /** The number of the order that replaced this one, if one did. */
  replacedBy: number | null;
}

/** The bar and its sentence depend on the state, not on the API's spelling (docs/product-decisions.md §3.7). */
export function OrderTracking({ order, minutesLeft, replacedBy }: OrderTrackingProps) {
  if (order.state === "pending") {
    return (
      <>
        <Unpaid order={order} minutesLeft={minutesLeft} />
        <OrderProgress state={order.state} />
      </>
    );
  }
  if (progressStep(order.state) < 0) return <Stopped order={order} replacedBy={replacedBy} />;
  return (
    <>
      <div className="grid gap-1">
        {order.state === "delivered" ? (
          <p className="font-display text-xl">Your order has been delivered!</p>
        ) : order.etaDate ? (
          <p className="font-display text-xl">Estimated delivery by {formatDate(order.etaDate)}</p>
        ) : null}
        {order.wait?.from ? (
          <p className="max-w-prose">
            We send this order from {formatDate(order.wait.from)}, when “{order.wait.title}” is released. You
            can cancel it until we have packed it.
          </p>
        ) : null}
        {order.state === "shipped" && order.trackingNo ? (
          <p className="text-muted wrap-anywhere">
            Tracking number: <strong className="text-ink">{order.trackingNo}</strong>
            {order.carrier ? ` (${order.carrier})` : null}
          </p>
        ) : null}
      </div>
      <OrderProgress state={order.state} times={order} />
    </>
  );
}

function Unpaid({ order, minutesLeft }: { order: OrderDetail; minutesLeft: number | null }) {
  if (minutesLeft === null) {
    return (
      <Notice>The time to pay this order is over. If you have paid, we are confirming your payment.</Notice>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose">
        This order awaits your payment. We keep the books for you for{" "}
        {minutesLeft === 1 ? "1 more minute" : `${minutesLeft} more minutes`}, until {formatTime(order.payBy)}
        .
      </p>
      <ButtonLink to={`/checkout/pay/${order.id}`} reloadDocument>
        Complete payment
      </ButtonLink>
    </div>
  );
}

/** Cancelled or refunded, and what happens to the money. */
function Stopped({ order, replacedBy }: { order: OrderDetail; replacedBy: number | null }) {
  return (
    <div className="grid gap-2">
      <p className="font-display max-w-prose text-xl">
        {order.state === "refunded"
          ? "This order was refunded."
          : cancelledSentence(order.cancelReason ?? "staff")}
      </p>
      {order.state === "cancelled" && order.cancelReason === "payment_timeout" && order.gatewayOrderId ? (
        <p className="text-muted max-w-prose">
          Did money leave your account? A bank can take up to five days to tell us. Then the order goes on,
          or, if the books are gone, your money is returned. We write to you either way.
        </p>
      ) : null}
      {replacedBy === null ? null : (
        <p>
          The newer one is{" "}
          <Link to={`/orders/${replacedBy}`} className="link">
            order #{replacedBy}
          </Link>
          .
        </p>
      )}
      {order.refunds.filter(isOfTheOrder).map((refund, index) => (
        <p key={index}>{refundSentence(refund)}</p>
      ))}
    </div>
  );
}

function refundSentence({ status, amount, updatedAt }: OrderDetail["refunds"][number]): string {
  const money = formatRupees(amount);
  if (status === "processed") return `${money} was returned to you on ${formatDate(updatedAt)}.`;
  if (status === "failed") return `${money} could not be returned yet; we are looking into it.`;
  return `${money} is on its way back to you.`;
}

/** How the order was paid, partial refunds while the order goes on, and refunds of a second payment. */
export function OrderPayment({ order }: { order: OrderDetail }) {
  const kept = payingPayment(order);
  const ofTheOrder = order.refunds.filter(isOfTheOrder);
  const beside = order.refunds.filter((refund) => !isOfTheOrder(refund));
  const partly = progressStep(order.state) < 0 ? [] : ofTheOrder;
  return (
    <>
      <p>{paymentMethodLabel(order.gateway, kept?.method ?? null)}</p>
      {order.paidAt ? (
        <p className="text-muted">Paid on {formatDateTime(order.paidAt)}</p>
      ) : ofTheOrder.length === 0 ? (
        <p className="text-muted">Not paid</p>
      ) : null}
      {partly.map((refund, index) => (
        <p key={index} className="text-muted">
          {refundSentence(refund)}
        </p>
      ))}
      {beside.map((refund, index) => (
        <p key={index} className="text-muted">
          {refund.reason === "wrong_amount"
            ? "A payment of another amount came in."
            : "A second payment came in."}{" "}
          {refundSentence(refund)}
        </p>
      ))}
    </>
  );
}
