import { indianDate, formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { arrivalSentence } from "../../delivery/promise";
import { dueAtDoorSentence } from "../paying";
import {
  arrivalRows,
  deliveryTo,
  discountRow,
  dueOf,
  exampleLines,
  isOnAccount,
  keepReady,
  type MailedOrder,
  type OrderedLine,
  type OrderExamples,
  type OrderMessage,
  paidOf,
  promiseIn,
  promiseRows,
} from "./order-message";
import { BANKS_TAKE } from "./refund-messages";

/** The texts of the mails that say what an order is, and how it has changed. */

/** 'Your order is confirmed' @param payPath where what books in exchange cost more is paid */
export function confirmationMessage(
  order: MailedOrder,
  lines: readonly OrderedLine[],
  payPath?: string,
): OrderMessage {
  const last = lines.map((line) => line.releasedOn ?? "").reduce((a, b) => (a > b ? a : b), "");
  const due = dueOf(order);
  const isPaid = paidOf(order) > 0;
  const { exchange_of: exchangeOf } = order;
  const open = exchangeOf && payPath ? (order.balance_due ?? 0) : 0;
  const which = lines.length === 1 ? "the book is" : "its last book is";
  return {
    kind: "order-confirmation",
    subject: `order #${order.id} confirmed`,
    preheader: `Order #${order.id}, ${formatRupees(order.total)}: ${due > 0 ? dueAtDoorSentence(due) : exchangeOf ? `in exchange for books of order #${exchangeOf}` : isPaid ? "we have received your payment" : "it is confirmed"}.`,
    heading: "Order Confirmed!",
    paragraphs: [
      exchangeOf
        ? `this is your order #${order.id}, in exchange for books of order #${exchangeOf}. What you paid for those pays for these.`
        : `thank you for your order #${order.id}. ${isPaid ? "We have received your payment." : "It is confirmed."}`,
      ...(open > 0 ? [`Please pay ${formatRupees(open)} more by the button below: then we send it.`] : []),
      ...keepReady(order, " for the parcel."),
      ...(isOnAccount(order) && order.due_on
        ? [`It is on account: please pay ${formatRupees(order.total)} by ${formatDate(order.due_on)}.`]
        : []),
      ...(last
        ? [
            `We send it from ${formatDate(last)}, when ${which} released. You can cancel it until we have packed it.`,
          ]
        : []),
      ...(order.eta_date ? [`${arrivalSentence(order.eta_date, promiseIn(order))}.`] : []),
      order.invoice_by === "post"
        ? "The invoice comes to you by post. You can also download it from the order's page at any time."
        : "You can download the bill from the order's page at any time.",
    ],
    lines: lines.map(({ title, quantity, unit_price, releasedOn }) => ({
      title: releasedOn ? `${title}, out on ${formatDate(releasedOn)}` : title,
      quantity,
      amount: formatRupees(unit_price * quantity),
    })),
    totals: [
      ["Subtotal", formatRupees(order.subtotal)],
      ...discountRow(order),
      ["Shipping", order.shipping === 0 ? "Free" : formatRupees(order.shipping)],
      ["Tax (incl)", formatRupees(order.tax)],
      ["Total", formatRupees(order.total)],
      ...(due > 0 ? [["Due at the door", formatRupees(due)] as [string, string]] : []),
    ],
    rows: [["Invoice No", order.invoice_no ?? ""], ...promiseRows(order)],
    address: deliveryTo(order),
    ...(open > 0 ? { action: `Pay ${formatRupees(open)}`, path: payPath! } : { action: "Track Your Order" }),
  };
}

/** What a mail about a change says. Paise. */
export interface MailedChange {
  totalBefore: number;
  /** Goes back now. */
  refund: number;
  /** To be paid before the order is packed, and where. */
  balanceDue: number;
  payPath?: string;
  /** Staff's note; empty for none. */
  note: string;
}

/** 'Your order was changed' */
export function changedMessage(
  order: MailedOrder,
  lines: readonly OrderedLine[],
  { totalBefore, refund, balanceDue, payPath, note }: MailedChange,
): OrderMessage {
  const total = formatRupees(order.total);
  const costs =
    order.total === totalBefore
      ? `It costs ${total}, as before.`
      : `It costs ${total} now (${formatRupees(totalBefore)} before).`;
  return {
    ...confirmationMessage(order, lines),
    kind: "order-changed",
    subject: `order #${order.id} was changed`,
    preheader: costs,
    heading: "Your order was changed",
    paragraphs: [
      `we have changed your order #${order.id}. ${costs}`,
      ...(note ? [note] : []),
      ...(refund > 0 ? [`${formatRupees(refund)} is on its way back to you. ${BANKS_TAKE}`] : []),
      ...(balanceDue > 0
        ? [`${formatRupees(balanceDue)} is still to be paid: we pack the order when it has come.`]
        : []),
      ...keepReady(order, " for the parcel."),
      ...(order.invoice_by === "post" && order.invoice_no ? ["The invoice comes to you by post."] : []),
      "If this is not what you wanted, please write to us before we send it.",
    ],
    action: "View order",
    ...(balanceDue > 0 && payPath && { action: `Pay ${formatRupees(balanceDue)}`, path: payPath }),
  };
}

/**
 * 'Your pre-order is released on another day', for books whose publication date has moved.
 * @param sentFrom the plain date from which the order is sent; null: at once
 */
export function releaseMovedMessage(
  order: MailedOrder,
  books: readonly { title: string; told: string; releasedOn: string }[],
  sentFrom: string | null,
): OrderMessage {
  const [first, ...others] = books.map(
    ({ title, told, releasedOn }) =>
      `“${title}” is released on ${formatDate(releasedOn)}, and not on ${formatDate(told)} as we told you.`,
  );
  return {
    kind: "release-moved",
    subject: `a new release date, order #${order.id}`,
    preheader: first!,
    heading: "The release date has changed",
    paragraphs: [
      `this is about the pre-order in your order #${order.id}.`,
      first!,
      ...others,
      ...(sentFrom ? [`We send your order from ${formatDate(sentFrom)}.`] : []),
      `If that does not suit you, you can cancel the order on its page until we have packed it. ${paidOf(order) > 0 ? "Your payment is then returned in full." : "Nothing is due then."}`,
    ],
    rows: arrivalRows(order),
  };
}

/** An example of each of these mails. */
export const ORDER_EXAMPLES = {
  "order-confirmation": (order, { books }) => confirmationMessage(order, exampleLines(books)),
  "order-changed": (order, { books }) =>
    changedMessage(order, exampleLines(books), {
      totalBefore: order.total + 5_000,
      refund: 5_000,
      balanceDue: 0,
      note: "As agreed by phone.",
    }),
  "release-moved": (order, { books, now }) =>
    releaseMovedMessage(
      { ...order, eta_date: indianDate(now, 67) },
      [{ title: books[0].title, told: indianDate(now, 30), releasedOn: indianDate(now, 60) }],
      indianDate(now, 60),
    ),
} as const satisfies OrderExamples;
