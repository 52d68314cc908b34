import { isFetched } from "../../delivery/pick-up";
import { formatRupees } from "~/domain/kit/money";
import type { AutomaticRefund } from "../money/refunds";
import type { MailedOrder, OrderExamples, OrderMessage, Rows } from "./order-message";

/** The texts of the mails about a cancelled order, and about money that goes back. */

/** Of money that came at the door or by transfer. */
const WE_ASK = "If we need your account or UPI id for it, we will ask you.";
export const BANKS_TAKE = "Banks take 5 to 7 working days to show it.";
const TO_CARD = `to the card or account you paid with. ${BANKS_TAKE}`;

export interface MailedCancellation {
  /** `refused`: the parcel was, at the door, or the books were not fetched. `lapsed`: nobody confirmed it, or no transfer came. */
  reason: "customer" | "staff" | "refused" | "lapsed";
  wasPaid: boolean;
  /** Paise to refund. */
  refund: number;
  /** Of a refused parcel: paise that were paid before and are not returned; by default none. */
  kept?: number;
  /** Whether the shop pays it back itself, without the payment service. */
  isByHand?: boolean;
  /** Staff's note to the customer, empty for none; a customer's own reason is not repeated. */
  note: string;
}

function whyCancelled(
  { id, payment_way, pick_up }: MailedOrder,
  { reason, note }: MailedCancellation,
): [string, ...string[]] {
  switch (reason) {
    case "refused":
      return [
        isFetched(pick_up)
          ? `the books of your order #${id} were not fetched, so we have cancelled the order.`
          : `the parcel of your order #${id} was not accepted and has come back to us, so we have cancelled the order.`,
      ];
    case "lapsed":
      return [
        payment_way === "transfer"
          ? `no transfer for your order #${id} has come in time, so we have cancelled it. You can place it again.`
          : `your order #${id} was not confirmed in time, so we have cancelled it. You can place it again.`,
      ];
    case "customer":
      return [`we have cancelled your order #${id}, as you asked.`];
    case "staff":
      return [`we had to cancel your order #${id}.`, ...(note ? [note] : [])];
  }
}

function moneySentence(
  { payment_way, pick_up }: MailedOrder,
  { wasPaid, refund, kept = 0, isByHand }: MailedCancellation,
): string {
  if (refund > 0) {
    return isByHand
      ? `We are paying back ${formatRupees(refund)}. ${WE_ASK}`
      : `We are returning ${formatRupees(refund)} ${TO_CARD}`;
  }
  if (kept > 0) {
    const why = isFetched(pick_up) ? "the books waited for you" : "the parcel was sent and came back";
    return `You paid ${formatRupees(kept)} before. We keep it, since ${why}; nothing more is due.`;
  }
  if (wasPaid) return "Your payment has been refunded already, or is on its way back to you.";
  return payment_way === "cod" || payment_way === "account"
    ? "You have not paid for it, and nothing is due."
    : "You have not paid for it. If a payment still arrives, we will return it in full.";
}

/** 'Your order was cancelled', with what happens to the money. */
export const cancelledMessage = (order: MailedOrder, cancellation: MailedCancellation): OrderMessage => ({
  kind: "order-cancelled",
  subject: `order #${order.id} was cancelled`,
  preheader:
    cancellation.refund > 0
      ? `We are returning ${formatRupees(cancellation.refund)}.`
      : "What happens to your payment.",
  heading: "Your order was cancelled",
  paragraphs: [...whyCancelled(order, cancellation), moneySentence(order, cancellation)],
});

export interface MailedRefund {
  /** Paise. */
  amount: number;
  /** The reason that staff typed. */
  note: string;
  /** The returned books, e.g. "1 × Gora"; null: not for a return. */
  books: string | null;
  /** Whether the shop pays it back itself, without the payment service. */
  isByHand?: boolean;
}

/** 'We are refunding …', for a refund that staff ask for. */
export function staffRefundMessage(
  { id }: MailedOrder,
  { amount, note, books, isByHand = false }: MailedRefund,
): OrderMessage {
  const money = formatRupees(amount);
  const to = isByHand ? `. ${WE_ASK}` : ` ${TO_CARD}`;
  return {
    kind: "refund",
    subject: `refund for order #${id}`,
    preheader: isByHand ? WE_ASK : BANKS_TAKE,
    heading: `We are refunding ${money}`,
    paragraphs: [`we are returning ${money} for ${books ? "books of your" : "your"} order #${id}${to}`],
    rows: [["Amount", money], ...(books ? ([["Books", books]] as Rows) : []), ["Reason", note]],
  };
}

/** The same for a refund that the shop made in the gateway's dashboard. @param amount paise */
export const gatewayRefundMessage = ({ id }: MailedOrder, amount: number): OrderMessage => ({
  kind: "gateway-refund",
  subject: `refund for order #${id}`,
  preheader: BANKS_TAKE,
  heading: `We are refunding ${formatRupees(amount)}`,
  paragraphs: [`we have returned ${formatRupees(amount)} for your order #${id} ${TO_CARD}`],
});

/**
 * 'A note for your order', with what lowers its bill attached.
 * @param about.amount paise @param about.newOrderId the order that it pays, of books that were exchanged
 */
export function noteMessage(
  { id }: MailedOrder,
  { amount, isRefund, newOrderId }: { amount: number; isRefund: boolean; newOrderId?: number | undefined },
): OrderMessage {
  const money = formatRupees(amount);
  const [preheader, heading, said] = newOrderId
    ? [
        `${money} pays for order #${newOrderId}.`,
        "We have exchanged your books",
        `${money} of your order #${id} pays for order #${newOrderId}, which we send you in exchange.`,
      ]
    : isRefund
      ? [
          `${money} has gone back to you.`,
          `We have returned ${money}`,
          `${money} of your order #${id} has gone back to you.`,
        ]
      : [
          `${money} less is to be paid.`,
          `You owe ${money} less`,
          `we have taken ${money} off the invoice of your order #${id}.`,
        ];
  return {
    kind: "order-note",
    subject: `a note for order #${id}`,
    preheader,
    heading,
    paragraphs: [said, "You find the note for it on the order's page at any time."],
  };
}

const WHY_REFUNDED: Record<AutomaticRefund, string> = {
  unserviceable:
    "Your payment arrived after the time reserved for it had passed, and the books have been sold to other readers since.",
  order_cancelled: "Your payment arrived after this order had been cancelled.",
  wrong_amount:
    "That is not what the order comes to, so it could not pay for it. The order itself does not change.",
  second_payment:
    "This order had been paid already, so this second payment was not needed. The order itself does not change.",
};

/** 'Your payment is being refunded', for a payment that the order cannot use. @param refund.amount paise */
export function paymentRefundMessage(
  { id, payment_way }: MailedOrder,
  { amount, reason }: { amount: number; reason: AutomaticRefund },
): OrderMessage {
  const money = formatRupees(amount);
  const isByHand = payment_way === "transfer";
  return {
    kind: "payment-refund",
    subject: `refund for order #${id}`,
    preheader: `${money} ${isByHand ? "goes back to you" : "is on its way back to you"}.`,
    heading: "Your payment is being refunded",
    paragraphs: [
      `we received ${money} for your order #${id}.`,
      WHY_REFUNDED[reason],
      `We are returning ${money} in full${isByHand ? `. ${WE_ASK}` : ` ${TO_CARD}`}`,
    ],
  };
}

/** An example of each of these mails. */
export const REFUND_EXAMPLES = {
  "order-cancelled": (order) =>
    cancelledMessage(order, { reason: "customer", wasPaid: true, refund: order.total, note: "" }),
  refund: (order, { books }) =>
    staffRefundMessage(order, {
      amount: books[0].price,
      note: "One copy came with a torn cover.",
      books: `1 × ${books[0].title}`,
    }),
  "gateway-refund": (order) => gatewayRefundMessage(order, order.total),
  "order-note": (order) => noteMessage(order, { amount: order.total, isRefund: true }),
  "payment-refund": (order) => paymentRefundMessage(order, { amount: order.total, reason: "second_payment" }),
} as const satisfies OrderExamples;
