import { isFetched } from "~/domain/sales/delivery/pick-up";
import { Form, Link } from "react-router";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { canStaffMove, canTakeBack, whyNot } from "~/domain/sales/orders/fulfilment/fulfilment";
import type { DoorHistory } from "~/domain/sales/at-the-door/door-limits.server";
import { canRefuse, refusedInWords } from "~/domain/sales/at-the-door/refusing";
import { stepLabel } from "~/domain/sales/orders/orders";
import { payingOf } from "~/domain/sales/orders/order-detail";
import { dueAtDoorSentence, isToConfirm, stillDueAtDoor } from "~/domain/sales/orders/paying";
import { cancelReasonLabel } from "~/domain/sales/orders/desk/order-timeline";
import { waitSentence } from "~/domain/sales/orders/fulfilment/pre-orders";
import { copiesInWords, openLines } from "~/domain/sales/orders/parcels/parcels";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { IfMay, useMay } from "~/ui/admin/frame/rights";
import { Button, ButtonLink } from "~/ui/kit/button";
import { OrderProgress } from "~/ui/orders/order-progress";
import { SendLinks } from "./send-links";
import { Panel } from "./order-facts";
import { takeBackQuestion } from "./step-dialogs";
import { DespatchForm, type DespatchProps } from "./despatch-form";

interface NextStepProps extends DespatchProps {
  /** Of an order that is paid at the door and not sent yet: how many parcels were refused before; else null. */
  history: DoorHistory | null;
  /** The order that waits longest to be packed, once this one is; null: none, or this one waits itself. */
  next: number | null;
  /** A text with a new code, to be sent to the customer. */
  text?: string;
}

/** The order's progress and the form for its next step. */
export function NextStep(props: NextStepProps) {
  const { order } = props;
  return (
    <Panel title="Progress" isBoxed>
      {order.state === "cancelled" || order.state === "refunded" ? null : <OrderProgress order={order} />}
      {props.history ? <RefusedBefore {...props.history} /> : null}
      <Step {...props} />
      <IfMay right="dispatch">
        <LastStep order={order} />
        {props.next === null ? null : (
          <p className="text-right text-sm">
            <Link to={`/admin/orders/${props.next}`} className="link inline-block py-1 font-semibold">
              Next to pack: #{props.next}
            </Link>
          </p>
        )}
      </IfMay>
    </Panel>
  );
}

/** The link that takes back the last step. */
function LastStep({ order }: { order: StaffOrder }) {
  const step = canTakeBack(order);
  if (!step) return null;
  return (
    <p className="text-right text-sm">
      <Link to="?confirm=take-back" preventScrollReset className="link inline-block py-1">
        {takeBackQuestion(order, step).link}
      </Link>
    </p>
  );
}

/** For staff who do not pack and ship. */
const WAITS = {
  paid: "Paid: the books wait to be packed.",
  packed: "Packed: the parcel waits to be shipped.",
  shipped: "The parcel is shipped.",
};

const WAITS_AT_SHOP = {
  ...WAITS,
  packed: "Packed: the customer is to be told that the books are ready.",
  shipped: "The books wait at the shop to be fetched.",
};

function Step({ order, text, ...rest }: NextStepProps) {
  const { id, state, status } = order;
  const may = useMay();
  const due = stillDueAtDoor(order);
  const isPickUp = isFetched(order.delivery?.pickUp);
  if (isToConfirm(payingOf(order))) return <ToConfirm order={order} text={text} />;
  if (state === "pending" && order.paymentWay === "transfer")
    return (
      <p>Waiting for a transfer to the shop. If none comes, it lapses on {formatDateTime(order.payBy)}.</p>
    );
  if (state === "pending")
    return <p>The customer has not paid yet. If unpaid, it lapses on {formatDateTime(order.payBy)}.</p>;
  if (state === "cancelled") {
    return (
      <p>
        {order.refusedAt
          ? `${isPickUp ? "The books were never fetched" : "The parcel was refused"}, and the order cancelled`
          : "Cancelled"}
        {order.cancelledAt ? ` on ${formatDate(order.cancelledAt)}` : null}:{" "}
        {order.refusedAt
          ? "its books are back in stock"
          : cancelReasonLabel(order.cancelReason ?? "staff").toLowerCase()}
        .
      </p>
    );
  }
  if (state === "refunded") return <p>All that was paid for this order has been refunded.</p>;
  if (state === "delivered")
    return (
      <p>
        {stepLabel(state, isPickUp)}
        {order.deliveredAt ? ` on ${formatDate(order.deliveredAt)}` : null}.
      </p>
    );
  if (status.left === 0 && state !== "shipped")
    return <p>All that was paid is being refunded. Do not send this order.</p>;
  if (order.wait && state !== "shipped") return <p>{waitSentence(order.wait)}</p>;
  if (!may("dispatch"))
    return (
      <p>
        {due > 0
          ? `${stepLabel(state, isPickUp)} – ${dueAtDoorSentence(due)}.`
          : (isPickUp ? WAITS_AT_SHOP : WAITS)[state]}
      </p>
    );
  if (canStaffMove(status, "packed")) {
    return (
      <OneButton id={id} intent="pack" label="Mark as packed">
        {due > 0
          ? `Confirmed – ${dueAtDoorSentence(due)}: the books can be packed.`
          : "Paid: the books can be packed."}
      </OneButton>
    );
  }
  if (canStaffMove(status, "shipped"))
    return <DespatchForm key={order.parcels.length} order={order} {...rest} />;
  if (state === "paid") return <p>{whyNot(id, status, "packed")}.</p>;
  if (openLines(order).length > 0)
    return (
      <>
        <p>
          {copiesInWords(openLines(order))} {openLines(order).length === 1 ? "is" : "are"} to be sent again,
          from the stock; or refund what cannot be sent.
        </p>
        <DespatchForm key={order.parcels.length} order={order} {...rest} />
      </>
    );
  return (
    <div className="border-line flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4">
      <p>
        {isPickUp ? "The books wait at the shop to be fetched" : "The parcel is shipped"}
        {due > 0 ? `; ${dueAtDoorSentence(due)}` : null}.
        {canRefuse(order) && may("refunds") ? (
          <>
            {" "}
            <Link to="?confirm=refuse" preventScrollReset className="link inline-block py-1">
              {isPickUp ? "Never fetched" : "Parcel refused"}
            </Link>
          </>
        ) : null}
      </p>
      <ButtonLink to="?confirm=deliver" preventScrollReset>
        {isPickUp ? "Mark as fetched" : "Mark as delivered"}
      </ButtonLink>
    </div>
  );
}

function RefusedBefore({ customer, pincode, pin, pinPrefix, place }: DoorHistory) {
  return (
    <p className="text-muted text-sm">
      Refused at the door before: by this customer {refusedInWords(customer)}; at PIN code {pincode}{" "}
      {refusedInWords(pin)}; at all that begin with {pinPrefix} {refusedInWords(place)}.{" "}
      <Link to={`/admin/logistics/refused?q=${pinPrefix}`} className="link inline-block py-1">
        By PIN code
      </Link>
    </p>
  );
}

/** Staff confirm an order that is paid at the door, when they know that somebody will take the parcel. */
function ToConfirm({ order, text }: { order: StaffOrder; text?: string }) {
  const may = useMay();
  const { id, address, payBy, dueAtDoor } = order;
  return (
    <>
      <p>
        {dueAtDoorSentence(dueAtDoor)}. Nobody has confirmed the order yet: call{" "}
        <a href={`tel:${address.mobile}`} className="link whitespace-nowrap">
          {address.mobile}
        </a>
        . It lapses on {formatDateTime(payBy)}.
      </p>
      {may("dispatch") ? (
        <OneButton id={id} intent="confirm" label="Confirm order">
          The customer will take the parcel:
        </OneButton>
      ) : null}
      {may("dispatch") ? <NewCode order={order} text={text} /> : null}
    </>
  );
}

/** A new code, by mail or in a text that staff send from their own phone. */
function NewCode({ order: { id, address }, text }: { order: StaffOrder; text?: string }) {
  return (
    <>
      {text ? (
        <div role="status" className="bg-sunken grid gap-2 rounded-md p-4">
          <p className="wrap-anywhere select-all">{text}</p>
          <SendLinks mobile={address.mobile} text={text} />
          <p className="text-muted text-sm">It is shown only now. The codes before it end.</p>
        </div>
      ) : null}
      <Form
        method="post"
        action={`/admin/orders/${id}`}
        preventScrollReset
        className="flex flex-wrap items-center gap-3"
      >
        <p>The customer can confirm it too:</p>
        <Button name="intent" value="send-code" variant="quiet" size="sm">
          Email a New Code
        </Button>
        <Button name="intent" value="text-code" variant="quiet" size="sm">
          Write a Text
        </Button>
      </Form>
    </>
  );
}

function OneButton({
  id,
  intent,
  label,
  children,
}: {
  id: number;
  intent: string;
  label: string;
  /** The present state as a sentence. */
  children: string;
}) {
  return (
    <Form
      method="post"
      action={`/admin/orders/${id}`}
      preventScrollReset
      className="border-line flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4"
    >
      <p>{children}</p>
      <Button name="intent" value={intent}>
        {label}
      </Button>
    </Form>
  );
}
