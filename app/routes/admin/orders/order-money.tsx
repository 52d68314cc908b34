import { Link } from "react-router";
import { cashToTakeBack } from "~/domain/sales/at-the-door/refusing";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { formatAmount, formatRupees } from "~/domain/kit/money";
import { misfitSentence } from "~/domain/sales/orders/desk/misfit-payments";
import { refundReason } from "~/domain/sales/orders/desk/order-timeline";
import { isByHand, PAYMENT_WAY_LABELS, stillDueAtDoor } from "~/domain/sales/orders/paying";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { refundLabel, type StaffOrder, type StaffOrderRefund } from "~/domain/sales/orders/desk/staff-order";
import { isTaken, type PaymentStatus } from "~/domain/sales/gateways/payment-states";
import { openOf, receivedOf } from "~/domain/sales/trade/on-account";
import { ScreenLink, useMay } from "~/ui/admin/frame/rights";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { Panel } from "./order-facts";

const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  created: "Started",
  failed: "Failed",
  authorized: "Authorised",
  captured: "Captured",
  refunded: "Refunded",
};

const entry = "border-line grid gap-x-4 gap-y-0.5 border-t pt-2 first:border-t-0 first:pt-0";
const line = "flex flex-wrap items-baseline justify-between gap-x-4";

/** All payment attempts, the oldest first. */
export function Payments({ order }: { order: StaffOrder }) {
  const { payments, gateway, gatewayOrderId, receipt } = order;
  return (
    <Panel title="Payments">
      {payments.length === 0 && order.paymentWay === "online" ? (
        <p className="text-muted">No payment attempts yet</p>
      ) : null}
      <AtTheDoor order={order} />
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <li key={payment.id} className={entry}>
            <p className={line}>
              <span>
                <strong className="tabular-nums">{formatAmount(payment.amount, payment.currency)}</strong>
                {" · "}
                {paymentMethodLabel(isByHand(payment.gateway) ? payment.gateway : gateway, payment.method)}
              </span>
              <StatusWord status={payment.status}>
                {isByHand(payment.gateway) && payment.status === "failed"
                  ? "Taken back"
                  : PAYMENT_LABELS[payment.status]}
              </StatusWord>
            </p>
            {payment.misfit && isTaken(payment.status) ? (
              <p className="text-bad">{misfitSentence(payment.misfit)}.</p>
            ) : null}
            {payment.errorDescription ? (
              <p className="text-bad wrap-anywhere">{payment.errorDescription}</p>
            ) : null}
            <p className={`${line} text-muted`}>
              <span className="wrap-anywhere">
                {isByHand(payment.gateway) ? (payment.reference ?? "No reference") : payment.id}
              </span>
              {payment.receivedOn ? (
                <time dateTime={payment.receivedOn}>{formatDate(payment.receivedOn)}</time>
              ) : (
                <time dateTime={payment.updatedAt}>{formatDateTime(payment.updatedAt)}</time>
              )}
            </p>
            <TakeBack order={order} paymentId={payment.id} />
          </li>
        ))}
      </ul>
      {gatewayOrderId || receipt ? (
        <details className="text-muted">
          <summary className="cursor-pointer">For support</summary>
          <dl className="mt-1 grid">
            <Id label="Order at the payment service" value={gatewayOrderId} />
            <Id label="Receipt" value={receipt} />
          </dl>
        </details>
      ) : null}
    </Panel>
  );
}

/** The link for a record of cash that did not come for this order. */
function TakeBack({ order, paymentId }: { order: StaffOrder; paymentId: string }) {
  const may = useMay();
  const cash = cashToTakeBack(order, paymentId);
  if (!cash || !may("refunds")) return null;
  return (
    <p className="text-sm">
      <Link
        to={`/admin/orders/${order.id}?confirm=take-back-cash&payment=${encodeURIComponent(paymentId)}`}
        preventScrollReset
        className="link inline-block py-1"
      >
        Take back this record<span className="sr-only">: {formatRupees(cash.amount)}</span>
      </Link>
    </p>
  );
}

function Id({ label, value }: { label: string; value: string | null }) {
  if (!value) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{label}:</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}

function StatusWord({ status, children }: { status: string; children: string }) {
  const look =
    status === "failed" ? "text-bad" : status === "processed" || status === "captured" ? "text-good" : "";
  return <span className={`font-semibold ${look}`}>{children}</span>;
}

/** All refunds, the oldest first; a failed one can be tried again. */
export function Refunds({ order }: { order: StaffOrder }) {
  const { id, refunds, money } = order;
  if (refunds.length === 0) return null;
  return (
    <Panel title="Refunds">
      <ul className="grid gap-2">
        {refunds.map((refund) => (
          <li key={refund.id} className={entry}>
            <p className={line}>
              <span>
                <strong className="tabular-nums">{formatRupees(refund.amount)}</strong>
                {" · "}
                {refund.retryOf === null ? refundReason(refund.reason) : "tried again"}
              </span>
              <StatusWord status={refund.status}>{refundLabel(refund.status, refund.isByHand)}</StatusWord>
            </p>
            {refund.note ? <p className="wrap-anywhere">{refund.note}</p> : null}
            <FailedRefund orderId={id} refund={refund} />
            <ByHand orderId={id} refund={refund} />
            <p className={`${line} text-muted`}>
              <span className="wrap-anywhere">
                {[
                  refund.gatewayRefundId ?? refund.paidBack,
                  refund.isByHand ? null : `of ${refund.paymentId}`,
                  refund.requestedBy,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <time dateTime={refund.updatedAt}>{formatDateTime(refund.updatedAt)}</time>
            </p>
          </li>
        ))}
      </ul>
      {money ? (
        <p className="border-line border-t pt-3">
          {formatRupees(money.paid)} was paid for this order; {formatRupees(money.left)} of it is left.
        </p>
      ) : null}
    </Panel>
  );
}

/** How an order is paid that is not paid online: what is due and came, and the button that records money. */
function AtTheDoor({ order }: { order: StaffOrder }) {
  const may = useMay();
  const { id, paymentWay, state, dueAtDoor, doorReceived } = order;
  if (paymentWay === "online") return null;
  if (paymentWay === "account") return <OnAccount order={order} />;
  const due = stillDueAtDoor(order);
  const isWaiting = state === "pending";
  const canRecord = paymentWay === "transfer" ? isWaiting || state === "cancelled" : due > 0 && !isWaiting;
  return (
    <>
      <p>
        <strong>
          {paymentWay === "transfer" && isByHand(order.payments[0]?.gateway ?? "")
            ? paymentMethodLabel(order.payments[0]!.gateway, null)
            : PAYMENT_WAY_LABELS[paymentWay]}
        </strong>
        {paymentWay === "transfer"
          ? null
          : due > 0
            ? ` · ${formatRupees(due)} is due at the door`
            : doorReceived > 0
              ? ` · all of ${formatRupees(dueAtDoor)} received`
              : " · nothing is due"}
      </p>
      {canRecord && may("refunds") ? (
        <p>
          <ButtonLink
            to={`/admin/orders/${id}?confirm=${paymentWay === "transfer" ? "transfer" : "cash"}`}
            preventScrollReset
            variant="quiet"
            size="sm"
          >
            {paymentWay === "transfer" ? "Record payment" : "Record cash"}
          </ButtonLink>
        </p>
      ) : null}
    </>
  );
}

/** What is open of an order that is paid later, with the way to the customer's account. */
function OnAccount({ order }: { order: StaffOrder }) {
  const received = receivedOf(order);
  const open = openOf({ ...order, total: order.totals.total, credited: order.credited ?? 0, received });
  return (
    <p>
      <strong>{PAYMENT_WAY_LABELS.account}</strong>
      {open > 0 && order.dueOn
        ? ` · ${formatRupees(open)} open, due on ${formatDate(order.dueOn)}`
        : " · nothing is open"}
      {order.credited ? ` · ${formatRupees(order.credited)} taken off` : null}{" "}
      <ScreenLink to={`/admin/accounts/receivables/${order.customer.id}`} className="link" textClass="hidden">
        Account
      </ScreenLink>
    </p>
  );
}

/** The button for a refund that staff make themselves. */
function ByHand({ orderId, refund }: { orderId: number; refund: StaffOrderRefund }) {
  const may = useMay();
  if (!refund.isByHand || refund.status === "processed" || !may("refunds")) return null;
  return (
    <p>
      <ButtonLink
        to={`/admin/orders/${orderId}?confirm=paid-back&refund=${refund.id}`}
        preventScrollReset
        variant="quiet"
        size="sm"
      >
        Record as paid back<span className="sr-only">: {formatRupees(refund.amount)}</span>
      </ButtonLink>
    </p>
  );
}

/** Asks before a failed refund is sent again; shows nothing if there is none to send. */
export function RetryDialog({ order, refundId }: { order: StaffOrder; refundId: number }) {
  const refund = order.refunds.find(({ id, isStuck }) => id === refundId && isStuck);
  if (!refund) return null;
  return (
    <ConfirmForm
      title={`Refund ${formatRupees(refund.amount)} again?`}
      closeTo={`/admin/orders/${order.id}`}
      action={`/admin/orders/${order.id}`}
      button={
        <Button name="intent" value="retry-refund">
          Refund {formatRupees(refund.amount)}
        </Button>
      }
    >
      <input type="hidden" name="refund" value={refund.id} />
      <p>
        The first try failed. The money goes to <bdi>{order.customer.name}</bdi> at once and cannot be called
        back.
      </p>
    </ConfirmForm>
  );
}

function FailedRefund({ orderId, refund }: { orderId: number; refund: StaffOrderRefund }) {
  const may = useMay();
  const isWaiting = refund.status === "queued" && refund.lastError;
  if (refund.status !== "failed" && !isWaiting) return null;
  return (
    <div className="grid gap-2">
      {refund.lastError ? (
        <p className="text-muted text-sm wrap-anywhere">
          {isWaiting ? "Why it waits: " : "Reason: "}
          {refund.lastError}
        </p>
      ) : null}
      {refund.isStuck && may("refunds") ? (
        <p>
          <ButtonLink
            to={`/admin/orders/${orderId}?confirm=retry-refund&refund=${refund.id}`}
            preventScrollReset
            variant="quiet"
            size="sm"
          >
            Try again<span className="sr-only">: refund of {formatRupees(refund.amount)}</span>
          </ButtonLink>
        </p>
      ) : null}
    </div>
  );
}
