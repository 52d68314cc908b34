import { isFetched } from "~/domain/sales/delivery/pick-up";
import { canStaffMove, canTakeBack, type TakeBack } from "~/domain/sales/orders/fulfilment/fulfilment";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** 'Mark order #12 as delivered?'; shows nothing if the order is not shipped. */
export function DeliverDialog({ order }: { order: StaffOrder }) {
  if (!canStaffMove(order.status, "delivered")) return null;
  const what = isFetched(order.delivery?.pickUp) ? "fetched" : "delivered";
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <ConfirmForm
      title={`Mark order #${order.id} as ${what}?`}
      closeTo={closeTo}
      cancel="Not yet"
      button={
        <Button name="intent" value="deliver">
          Mark as {what}
        </Button>
      }
    >
      <p>The customer is told by email, and the days for returns begin.</p>
    </ConfirmForm>
  );
}

interface Question {
  title: string;
  what: string;
  button: string;
  /** The link's text on the order's page. */
  link: string;
}

const QUESTIONS: Record<TakeBack, Question> = {
  packing: {
    title: "Not packed yet?",
    what: "The order waits to be packed again. The customer gets no email about it.",
    button: "Take back packing",
    link: "Not packed yet",
  },
  despatch: {
    title: "Not shipped yet?",
    what: "The order is packed again, without carrier and tracking number. The customer, who was told that it is on its way, is told by email that it has not left yet.",
    button: "Take back shipping",
    link: "Not shipped yet",
  },
  delivery: {
    title: "Not delivered yet?",
    what: "The order is on its way again. The customer, who was told that it arrived, is told by email that it has not. The days for returns begin with the real delivery.",
    button: "Take back delivery",
    link: "Not delivered yet",
  },
};

/** The same of books that are fetched at the shop. */
const AT_SHOP: Record<TakeBack, Question> = {
  packing: QUESTIONS.packing,
  despatch: {
    title: "Not ready yet?",
    what: "The order is packed again. The customer, who was told that the books are ready to be fetched, is told by email that they are not.",
    button: "Take back “ready to fetch”",
    link: "Not ready yet",
  },
  delivery: {
    title: "Not fetched yet?",
    what: "The books wait at the shop again. The customer, who was told that they were fetched, is told by email that they were not. The days for returns begin when they are.",
    button: "Take back “fetched”",
    link: "Not fetched yet",
  },
};

export const takeBackQuestion = ({ delivery }: Pick<StaffOrder, "delivery">, step: TakeBack): Question =>
  (isFetched(delivery?.pickUp) ? AT_SHOP : QUESTIONS)[step];

/** The confirmation before the last step is taken back; shows nothing if it cannot be. */
export function TakeBackDialog({ order }: { order: StaffOrder }) {
  const step = canTakeBack(order);
  if (!step) return null;
  const { title, what, button } = takeBackQuestion(order, step);
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <ConfirmForm
      title={title}
      closeTo={closeTo}
      cancel="Leave it"
      button={
        <Button name="intent" value="take-back">
          {button}
        </Button>
      }
    >
      <input type="hidden" name="step" value={step} />
      <p>{what}</p>
    </ConfirmForm>
  );
}
