import { isFetched } from "~/domain/sales/delivery/pick-up";
import { formatDate, formatDateTime, formatTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { arrivalSentence, readySentence } from "~/domain/sales/delivery/promise";
import { isOfTheOrder } from "~/domain/sales/orders/money/refunds";
import { type OrderDetail, payingOf } from "~/domain/sales/orders/order-detail";
import { cancelledSentence, progressStep } from "~/domain/sales/orders/orders";
import { copiesInWords, openLines, parcelState } from "~/domain/sales/orders/parcels/parcels";
import { Form, Link } from "react-router";
import {
  dueAtDoorSentence,
  isPaidOnline,
  isToConfirm,
  stillToPay,
  toKeepReady,
  whenPaidAtDoor,
} from "~/domain/sales/orders/paying";
import { Button, ButtonLink } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { Notice } from "~/ui/kit/notice";
import { OrderProgress } from "./order-progress";
import { TrackingLink } from "./tracking-link";
import { refundSentence } from "./order-payment";

interface OrderTrackingProps {
  order: OrderDetail;
  minutesLeft: number | null;
  /** The number of the order that replaced this one, if one did. */
  replacedBy: number | null;
  /** Why a code was refused that should confirm the order; undefined: none was. */
  codeProblem?: string | undefined;
  /** Where what a change has added is paid; null: nothing is. */
  payPath: string | null;
}

/** Whether the parcels say more than the order: several, or one that is not the whole of it. */
const isInParts = ({ state, parcels }: OrderDetail) =>
  parcels.length > 1 || (parcels.length === 1 && (state === "packed" || parcels[0]!.lostAt !== null));

/** Each parcel, and what is still to be sent. */
function Parcels({ order }: { order: OrderDetail }) {
  const rest = openLines(order);
  return (
    <ul className="mt-2 grid gap-3">
      {order.parcels.map((parcel) => (
        <li key={parcel.id} className="wrap-anywhere">
          <strong>
            Parcel {parcel.number}: {parcelState(parcel, isFetched(order.delivery?.pickUp))}
          </strong>
          <span className="block">{copiesInWords(parcel.lines)}</span>
          <span className="text-muted block">
            Sent on {formatDate(parcel.sentAt)}
            {parcel.trackingNo ? (
              <>
                {" · "}
                <TrackingLink order={parcel} />
              </>
            ) : null}
            {parcel.carrier ? ` (${parcel.carrier})` : null}
          </span>
        </li>
      ))}
      {rest.length > 0 ? <li>Still to be sent: {copiesInWords(rest)}</li> : null}
    </ul>
  );
}

/** The bar and its sentence depend on the state, not on the API's spelling (docs/product-decisions.md §3.7). */
export function OrderTracking({ order, minutesLeft, replacedBy, codeProblem, payPath }: OrderTrackingProps) {
  if (order.state === "pending") {
    const paying = payingOf(order);
    return (
      <>
        {isToConfirm(paying) ? (
          <ToConfirm order={order} problem={codeProblem} />
        ) : (
          <Unpaid order={order} minutesLeft={minutesLeft} />
        )}
        <OrderProgress order={order} />
      </>
    );
  }
  if (progressStep(order.state) < 0) return <Stopped order={order} replacedBy={replacedBy} />;
  return (
    <>
      <div className="grid gap-1">
        {order.state === "delivered" ? (
          <p className="font-display text-xl">
            {isFetched(order.delivery?.pickUp)
              ? "You have fetched your books!"
              : "Your order has been delivered!"}
          </p>
        ) : order.state === "shipped" && isFetched(order.delivery?.pickUp) ? (
          <p className="font-display text-xl">{readySentence(order.delivery.pickUp)}</p>
        ) : order.etaDate ? (
          <p className="font-display text-xl">{arrivalSentence(order.etaDate, order.delivery)}</p>
        ) : null}
        {order.wait?.from ? (
          <p className="max-w-prose">
            We send this order from {formatDate(order.wait.from)}, when “{order.wait.title}” is released. You
            can cancel it until we have packed it.
          </p>
        ) : null}
        {toKeepReady(order) > 0 ? (
          <p className="max-w-prose font-semibold">
            Confirmed – {dueAtDoorSentence(toKeepReady(order))}. Please keep it ready
            {isFetched(order.delivery?.pickUp) ? null : " for the parcel"}.
          </p>
        ) : null}
        {stillToPay(order) > 0 && payPath ? (
          <p className="mt-2 grid justify-items-start gap-3">
            We have changed this order: {formatRupees(stillToPay(order))} is still to be paid before we pack
            it.
            <ButtonLink to={payPath} reloadDocument>
              Pay {formatRupees(stillToPay(order))}
            </ButtonLink>
          </p>
        ) : null}
        {isInParts(order) ? (
          <Parcels order={order} />
        ) : order.state === "shipped" && order.trackingNo ? (
          <p className="text-muted wrap-anywhere">
            Tracking number:{" "}
            <strong className="text-ink">
              <TrackingLink order={order} />
            </strong>
            {order.carrier ? ` (${order.carrier})` : null}
          </p>
        ) : null}
      </div>
      <OrderProgress order={order} times={order} />
    </>
  );
}

/** An order that is paid at the door: the mailed code confirms it. Its form works on any device that is logged in. */
function ToConfirm({ order, problem }: { order: OrderDetail; problem: string | undefined }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose">
        You pay {formatRupees(order.dueAtDoor)} {whenPaidAtDoor(isFetched(order.delivery?.pickUp))}. Please
        confirm the order with the code that we have mailed you, or by the link in that mail. We keep the
        books for you until {formatDateTime(order.payBy)}.
      </p>
      <Form method="post" action={`/orders/${order.id}`} className="grid w-full max-w-xs gap-4">
        <TextField
          label="Code of six digits"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          errors={problem ? [problem] : undefined}
          required
        />
        <Button name="intent" value="confirm">
          Confirm order
        </Button>
      </Form>
      <Form method="post" action={`/orders/${order.id}`}>
        <Button name="intent" value="send-code" variant="quiet" size="sm">
          Send the code again
        </Button>
      </Form>
    </div>
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
          : order.refusedAt
            ? isFetched(order.delivery?.pickUp)
              ? "The books were not fetched, so this order was cancelled."
              : "The parcel was not accepted and has come back to us, so this order was cancelled."
            : order.paymentWay === "cod" &&
                order.cancelReason === "payment_timeout" &&
                !isPaidOnline(payingOf(order))
              ? "This order was cancelled because nobody confirmed it in time."
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
