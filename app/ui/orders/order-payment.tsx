import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { openOf, receivedOf } from "~/domain/sales/trade/on-account";
import { EXCHANGE } from "~/domain/sales/orders/exchange/exchange";
import { isOfTheOrder } from "~/domain/sales/orders/money/refunds";
import { type OrderDetail, payingPayment } from "~/domain/sales/orders/order-detail";
import { paymentMethodLabel, progressStep } from "~/domain/sales/orders/orders";
import { dueAtDoorSentence, PAYMENT_WAY_LABELS, stillToPay, toKeepReady } from "~/domain/sales/orders/paying";

export function refundSentence({
  status,
  amount,
  reason,
  updatedAt,
}: OrderDetail["refunds"][number]): string {
  const money = formatRupees(amount);
  if (reason === EXCHANGE) return `${money} has paid for books sent in exchange.`;
  if (status === "processed") return `${money} was returned to you on ${formatDate(updatedAt)}.`;
  if (status === "failed") return `${money} could not be returned yet; we are looking into it.`;
  return `${money} is on its way back to you.`;
}

/** What was paid before, and what is due or was paid at the door. */
function AtTheDoor({ order }: { order: OrderDetail }) {
  const before = order.totals.total - order.dueAtDoor - order.balanceDue;
  const due = toKeepReady(order);
  return (
    <>
      {before > 0 && order.paidAt ? (
        <p className="text-muted">
          {formatRupees(before)} paid online on {formatDateTime(order.paidAt)}
        </p>
      ) : null}
      {order.doorReceived > 0 ? (
        <p className="text-muted">{formatRupees(order.doorReceived)} paid at the door</p>
      ) : null}
      {due > 0 ? <p className="text-muted">{dueAtDoorSentence(due)}</p> : null}
    </>
  );
}

/** What is open of an order that is paid later, and by when. */
function OnAccount({ order }: { order: OrderDetail }) {
  const received = receivedOf(order);
  const open = openOf({ ...order, total: order.totals.total, credited: order.credited ?? 0, received });
  return (
    <>
      {received > 0 ? <p className="text-muted">{formatRupees(received)} received</p> : null}
      {open > 0 && order.dueOn ? (
        <p className="text-muted">
          {formatRupees(open)} to be paid by {formatDate(order.dueOn)}
        </p>
      ) : null}
    </>
  );
}

/** How the order was paid, partial refunds while the order goes on, and refunds of a second payment. */
export function OrderPayment({ order }: { order: OrderDetail }) {
  const payment = payingPayment(order);
  const ofTheOrder = order.refunds.filter(isOfTheOrder);
  const beside = order.refunds.filter((refund) => !isOfTheOrder(refund));
  const partly = progressStep(order.state) < 0 ? [] : ofTheOrder;
  return (
    <>
      {order.paymentWay === "online" ? (
        <p>{paymentMethodLabel(order.gateway, payment?.method ?? null)}</p>
      ) : (
        <p>
          {payment?.gateway === "cash" || payment?.gateway === EXCHANGE
            ? paymentMethodLabel(payment.gateway, null)
            : PAYMENT_WAY_LABELS[order.paymentWay]}
        </p>
      )}
      {order.paymentWay === "account" ? (
        <OnAccount order={order} />
      ) : order.paymentWay === "cod" ? (
        <AtTheDoor order={order} />
      ) : order.paidAt ? (
        <p className="text-muted">Paid on {formatDateTime(order.paidAt)}</p>
      ) : ofTheOrder.length === 0 ? (
        <p className="text-muted">Not paid</p>
      ) : null}
      {stillToPay(order) > 0 ? <p>{formatRupees(stillToPay(order))} is still to be paid</p> : null}
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
