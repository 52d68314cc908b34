import type { ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import { discountLabel } from "../coupons/coupons";
import { trackingUrl } from "~/domain/catalogue/names/tracking-page";
import { formatDate, formatDateTime, indianDate } from "~/domain/kit/dates";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import { formatRupees } from "~/domain/kit/money";
import type { PaymentWay } from "../delivery/plan";
import { arrivalSentence, promiseLine } from "../delivery/promise";
import type { OrderState } from "./orders";
import { dueAtDoorSentence, toKeepReady } from "./paying";
import { transferRows } from "../transfers/transfers";
import type { AutomaticRefund } from "./money/refunds";

/** The texts of the mails about an order. Written once, for real mails and for the examples that staff look at. */

/** What these mails show of an order. Paise; days in India. */
export interface MailedOrder {
  id: number;
  first_name: string;
  subtotal: number;
  discount: number;
  coupon_code: string | null;
  shipping: number;
  tax: number;
  total: number;
  /** What is paid before, at the door: by default nothing at the door. */
  due_at_door?: number;
  /** What a change has added and is not paid yet. */
  balance_due?: number;
  /** What was received there. */
  door_received?: number;
  state?: OrderState;
  payment_way?: PaymentWay;
  /** Of an order on account: the plain date by which it is to be paid. */
  due_on?: string | null;
  /** ISO 8601: until when an order that is paid at the door can be confirmed. */
  pay_by?: string;
  eta_date: string | null;
  /** The promise of the order's delivery plan; by default it had none. */
  method_name?: string | null;
  method_carrier?: string | null;
  promised_from?: string | null;
  promised_by?: string | null;
  /** The shop's hours, of an order that is fetched there. */
  pick_up?: string | null;
  invoice_no: string | null;
  tracking_no: string | null;
  /** The pattern of the carrier's page for a parcel; by default it has none. */
  tracking_page?: string | null;
  fullname: string;
  address1: string;
  address2: string;
  place: string;
  state_name: string;
  pincode: string;
}

type Rows = [label: string, value: string, url?: string][];
type Totals = [label: string, value: string][];

export interface OrderMessage {
  kind: MailKind;
  /** Follows the shop's name. */
  subject: string;
  heading: string;
  /** The first continues the sentence that begins with 'Dear …,'. */
  paragraphs: [string, ...string[]];
  lines?: { title: string; quantity: number; amount: string }[];
  totals?: Totals;
  rows?: Rows;
  address?: { label: string; lines: string[] };
  /** What mail programs show beside the subject. */
  preheader?: string;
  action: string;
  /** Where it leads; by default to the order's page. */
  path?: string;
}

export interface OrderedLine {
  title: string;
  quantity: number;
  unit_price: number;
  tax_rate: number;
  /** The plain date on which a pre-ordered book comes out; null: it is out. */
  releasedOn?: string | null;
}

/** Of money that came at the door or by transfer. */
const WE_ASK = "If we need your account or UPI id for it, we will ask you.";
const BANKS_TAKE = "Banks take 5 to 7 working days to show it.";

/** What is still asked for at the door. Paise. */
const dueOf = ({ state = "paid", due_at_door = 0, door_received = 0 }: MailedOrder): number =>
  toKeepReady({ state, dueAtDoor: due_at_door, doorReceived: door_received });

/** What was paid for an order that is confirmed. Paise. */
const paidOf = (order: MailedOrder): number => {
  const { total, due_at_door = 0, door_received = 0, balance_due = 0 } = order;
  return isOnAccount(order) ? 0 : total - due_at_door + door_received - balance_due;
};

/** Whether it is paid later. */
const isOnAccount = ({ payment_way }: MailedOrder): boolean => payment_way === "account";

/** 'Your order is confirmed' */
export function confirmationMessage(order: MailedOrder, lines: readonly OrderedLine[]): OrderMessage {
  const last = lines.map((line) => line.releasedOn ?? "").reduce((a, b) => (a > b ? a : b), "");
  const due = dueOf(order);
  const isPaid = paidOf(order) > 0;
  const which = lines.length === 1 ? "the book is" : "its last book is";
  return {
    kind: "order-confirmation",
    subject: `order #${order.id} confirmed`,
    preheader: `Order #${order.id}, ${formatRupees(order.total)}: ${due > 0 ? dueAtDoorSentence(due) : isPaid ? "we have received your payment" : "it is confirmed"}.`,
    heading: "Order Confirmed!",
    paragraphs: [
      `thank you for your order #${order.id}. ${isPaid ? "We have received your payment." : "It is confirmed."}`,
      ...(due > 0 ? [`${dueAtDoorSentence(due)}: please keep it ready for the parcel.`] : []),
      ...(isOnAccount(order) && order.due_on
        ? [`It is on account: please pay ${formatRupees(order.total)} by ${formatDate(order.due_on)}.`]
        : []),
      ...(last
        ? [
            `We send it from ${formatDate(last)}, when ${which} released. You can cancel it until we have packed it.`,
          ]
        : []),
      ...(order.eta_date ? [`${arrivalSentence(order.eta_date, promiseIn(order))}.`] : []),
      "You can download the bill from the order's page at any time.",
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
      ...(due > 0 ? ([["Due at the door", formatRupees(due)]] satisfies Totals) : []),
    ],
    rows: [["Invoice No", order.invoice_no ?? ""], ...promiseRows(order)],
    address: { label: "Delivery to", lines: deliveryAddress(order) },
    action: "Track Your Order",
  };
}

function promiseIn({ method_name, method_carrier, promised_from, promised_by, pick_up }: MailedOrder) {
  if (!method_name || !promised_from || !promised_by) return null;
  const carrier = method_carrier ?? "";
  return { method: method_name, carrier, from: promised_from, to: promised_by, pickUp: pick_up ?? null };
}

/** The row with what was promised; none for an order that was placed without a delivery plan. */
function promiseRows(order: MailedOrder): Rows {
  const promise = promiseIn(order);
  return promise ? [["Delivery", promiseLine(promise)]] : [];
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
    ...(order.eta_date
      ? { rows: [["Estimated delivery by", formatDate(order.eta_date)]] satisfies Rows }
      : {}),
    action: "View order",
  };
}

/** The row with the coupon's discount; none without a discount. */
export const discountRow = (order: Pick<MailedOrder, "discount" | "coupon_code">): Totals =>
  order.discount > 0 ? [[discountLabel(order.coupon_code), `−${formatRupees(order.discount)}`]] : [];

/** The delivery address, line by line. */
const deliveryAddress = ({ fullname, address1, address2, place, state_name, pincode }: MailedOrder) =>
  [fullname, address1, address2, `${place} ${pincode}`, state_name].filter(Boolean);

/** The tracking number, with the carrier's page if it has one. */
function trackingRow({ tracking_no, tracking_page }: MailedOrder): Rows[number] {
  const url = trackingUrl(tracking_page, tracking_no);
  return url ? ["Tracking number", tracking_no!, url] : ["Tracking number", tracking_no ?? ""];
}

/** 'Your order is on its way', with carrier, tracking number and estimated delivery. */
export const shippedMessage = (order: MailedOrder, carrier: string): OrderMessage => ({
  kind: "order-shipped",
  subject: `order #${order.id} is on its way`,
  preheader: `${carrier}, tracking number ${order.tracking_no ?? "–"}.`,
  heading: "Your order is on its way",
  paragraphs: [
    `your order #${order.id} has left our shop.`,
    ...(dueOf(order) > 0 ? [`${dueAtDoorSentence(dueOf(order))}: please keep it ready.`] : []),
  ],
  rows: [
    ["Carrier", carrier],
    trackingRow(order),
    ...(order.eta_date ? ([["Estimated delivery by", formatDate(order.eta_date)]] as Rows) : []),
  ],
  address: { label: "Delivery to", lines: deliveryAddress(order) },
  action: "Track Your Order",
});

/** 'Please pay your order', for one that staff have placed. @param path of the link that pays it */
export const toPayMessage = (
  order: MailedOrder,
  lines: readonly OrderedLine[],
  path: string,
): OrderMessage => ({
  ...confirmationMessage(order, lines),
  kind: "order-to-pay",
  subject: `please pay order #${order.id}`,
  preheader: `${formatRupees(order.total)}, by ${formatDateTime(order.pay_by ?? "")}.`,
  heading: "Please pay your order",
  paragraphs: [
    `this is your order #${order.id}, as agreed with us. Please pay ${formatRupees(order.total)} by the button below; you need no account for it.`,
    `We keep the books for you until ${formatDateTime(order.pay_by ?? "")}.`,
  ],
  rows: [],
  action: `Pay ${formatRupees(order.total)}`,
  path,
});

/** What a mail about one of several parcels says. */
export interface MailedParcel {
  carrier: string;
  trackingNo: string;
  /** In words: "2 × Gora". */
  books: string;
  /** What is still to be sent; empty for nothing. */
  rest: string;
  /** Whether it is sent in place of one that was lost. */
  isAgain: boolean;
}

/** 'A part of your order is on its way', or books that are sent again. */
export const parcelMessage = (
  order: MailedOrder,
  { carrier, trackingNo, books, rest, isAgain }: MailedParcel,
): OrderMessage => ({
  kind: "parcel-sent",
  subject: isAgain
    ? `books of order #${order.id} are sent again`
    : `a part of order #${order.id} is on its way`,
  preheader: `${carrier}, ${trackingNo}`,
  heading: isAgain ? "Your books are on their way again" : "A part of your order is on its way",
  paragraphs: [
    isAgain
      ? `in place of the parcel that did not arrive, we have sent a new one for your order #${order.id}.`
      : `a parcel of your order #${order.id} has left our shop.`,
    ...(rest ? [`The rest follows: ${rest}.`] : []),
  ],
  rows: [
    ["In this parcel", books],
    ["Carrier", carrier],
    ["Tracking number", trackingNo],
  ],
  address: { label: "Delivery to", lines: deliveryAddress(order) },
  action: "Track Your Order",
});

/** 'A parcel did not arrive' */
export const parcelLostMessage = ({ id }: MailedOrder, books: string): OrderMessage => ({
  kind: "parcel-lost",
  subject: `a parcel of order #${id} did not arrive`,
  preheader: "We take care of it.",
  heading: "A parcel did not arrive",
  paragraphs: [
    `a parcel of your order #${id} is lost on its way: ${books}. We are sorry.`,
    "We send these books again, or return your money if we cannot. You need not do anything.",
  ],
  action: "View order",
});

/** 'Your order has been delivered!' */
export const deliveredMessage = ({ id }: MailedOrder): OrderMessage => ({
  kind: "order-delivered",
  subject: `order #${id} has been delivered`,
  preheader: "We wish you happy reading.",
  heading: "Your order has been delivered!",
  paragraphs: [
    `your order #${id} has reached its address. We wish you happy reading, and would be glad of your review.`,
  ],
  action: "View order",
});

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
  const confirmed = confirmationMessage(order, lines);
  const due = dueOf(order);
  const total = formatRupees(order.total);
  const costs =
    order.total === totalBefore
      ? `It costs ${total}, as before.`
      : `It costs ${total} now (${formatRupees(totalBefore)} before).`;
  return {
    ...confirmed,
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
      ...(due > 0 ? [`${dueAtDoorSentence(due)}: please keep it ready for the parcel.`] : []),
      "If this is not what you wanted, please write to us before we send it.",
    ],
    ...(balanceDue > 0 && payPath
      ? { action: `Pay ${formatRupees(balanceDue)}`, path: payPath }
      : { action: "View order" }),
  };
}

/** 'Please confirm your order', for one that is paid at the door. @param given.path of the link that confirms it */
export function toConfirmMessage(
  order: MailedOrder,
  { code, path }: { code: string; path: string },
): OrderMessage {
  const due = formatRupees(order.due_at_door ?? 0);
  return {
    kind: "order-to-confirm",
    subject: `please confirm order #${order.id}`,
    preheader: `We keep the books for you until ${formatDateTime(order.pay_by ?? "")}.`,
    heading: "Please confirm your order",
    paragraphs: [
      `thank you for your order #${order.id}. You pay ${due} when the parcel arrives.`,
      `Please confirm that we may send it: press the button, or type the code ${code} on the order's page. We may also call you.`,
      `We keep the books for you until ${formatDateTime(order.pay_by ?? "")}. If nobody confirms the order until then, it lapses.`,
    ],
    rows: [["Code", code], ["Due at the door", due], ...promiseRows(order)],
    address: { label: "Delivery to", lines: deliveryAddress(order) },
    action: "Confirm your order",
    path,
  };
}

/**
 * 'How to pay your order', for one that is paid by transfer to the shop.
 * @param given.rows how to pay, line by line @param given.path of the proforma invoice
 */
export const toTransferMessage = (
  order: MailedOrder,
  { rows, path }: { rows: Rows; path: string },
): OrderMessage => ({
  kind: "order-to-transfer",
  subject: `how to pay order #${order.id}`,
  preheader: `${formatRupees(order.total)}, by ${formatDateTime(order.pay_by ?? "")}.`,
  heading: "How to pay your order",
  paragraphs: [
    `thank you for your order #${order.id}. Please transfer ${formatRupees(order.total)} to us, by bank or UPI, and mention the reference below: we find your order by it.`,
    `We keep the books for you until ${formatDateTime(order.pay_by ?? "")}. When the money has come we write again, and send the bill.`,
    "The proforma invoice is attached, with a code for UPI apps if we take UPI.",
  ],
  rows,
  address: { label: "Delivery to", lines: deliveryAddress(order) },
  action: "Proforma invoice",
  path,
});

export interface MailedCancellation {
  /** `refused`: the parcel was, at the door. `lapsed`: nobody confirmed it, or no transfer came. */
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
  { id, payment_way }: Pick<MailedOrder, "id" | "payment_way">,
  reason: MailedCancellation["reason"],
  note: string,
): [string, ...string[]] {
  switch (reason) {
    case "refused":
      return [
        `the parcel of your order #${id} was not accepted and has come back to us, so we have cancelled the order.`,
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

/** 'Your order was cancelled', with what happens to the money. */
export function cancelledMessage(
  { id, payment_way }: MailedOrder,
  { reason, wasPaid, refund, kept = 0, note, isByHand }: MailedCancellation,
): OrderMessage {
  const cancelled = whyCancelled({ id, payment_way }, reason, note);
  const money =
    refund > 0
      ? isByHand
        ? `We are paying back ${formatRupees(refund)}. ${WE_ASK}`
        : `We are returning ${formatRupees(refund)} to the card or account you paid with. ${BANKS_TAKE}`
      : kept > 0
        ? `You paid ${formatRupees(kept)} before. We keep it, since the parcel was sent and came back; nothing more is due.`
        : wasPaid
          ? "Your payment has been refunded already, or is on its way back to you."
          : payment_way === "cod" || payment_way === "account"
            ? "You have not paid for it, and nothing is due."
            : "You have not paid for it. If a payment still arrives, we will return it in full.";
  return {
    kind: "order-cancelled",
    subject: `order #${id} was cancelled`,
    preheader: refund > 0 ? `We are returning ${formatRupees(refund)}.` : "What happens to your payment.",
    heading: "Your order was cancelled",
    paragraphs: [...cancelled, money],
    action: "View order",
  };
}

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
  const to = isByHand ? `. ${WE_ASK}` : ` to the card or account you paid with. ${BANKS_TAKE}`;
  return {
    kind: "refund",
    subject: `refund for order #${id}`,
    preheader: isByHand ? WE_ASK : BANKS_TAKE,
    heading: `We are refunding ${money}`,
    paragraphs: [`we are returning ${money} for ${books ? "books of your" : "your"} order #${id}${to}`],
    rows: [["Amount", money], ...(books ? ([["Books", books]] as Rows) : []), ["Reason", note]],
    action: "View order",
  };
}

/** The same for a refund that the shop made in the gateway's dashboard. @param amount paise */
export function gatewayRefundMessage({ id }: MailedOrder, amount: number): OrderMessage {
  const money = formatRupees(amount);
  return {
    kind: "gateway-refund",
    subject: `refund for order #${id}`,
    preheader: BANKS_TAKE,
    heading: `We are refunding ${money}`,
    paragraphs: [
      `we have returned ${money} for your order #${id} to the card or account you paid with. ${BANKS_TAKE}`,
    ],
    action: "View order",
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
      isByHand
        ? `We are returning ${money} in full. ${WE_ASK}`
        : `We are returning ${money} in full to the card or account you paid with. ${BANKS_TAKE}`,
    ],
    action: "View order",
  };
}

const parcelRows = (carrier: string | null, order: MailedOrder): Rows => [
  ...(carrier ? ([["Carrier", carrier]] as Rows) : []),
  ...(order.tracking_no ? [trackingRow(order)] : []),
  ...(order.eta_date ? ([["Estimated delivery by", formatDate(order.eta_date)]] as Rows) : []),
];

/** 'The details of your parcel have changed' @param shippedAt ISO 8601 */
export const shipmentMessage = (order: MailedOrder, carrier: string, shippedAt: string): OrderMessage => ({
  kind: "shipment-corrected",
  subject: `new details of your parcel, order #${order.id}`,
  preheader: `${carrier}, tracking number ${order.tracking_no ?? "–"}.`,
  heading: "The details of your parcel have changed",
  paragraphs: [
    `what we told you about the parcel of order #${order.id} was not right. The correct details are:`,
  ],
  rows: [...parcelRows(carrier, order), ["Shipped on", formatDate(indianDate(new Date(shippedAt)))]],
  action: "Track Your Order",
});

/** 'Your order is still on its way' @param returnDays 0: no returns */
export const notDeliveredMessage = (
  order: MailedOrder,
  carrier: string | null,
  returnDays: number,
): OrderMessage => ({
  kind: "delivery-taken-back",
  subject: `order #${order.id} is still on its way`,
  preheader: "We told you too early that it had been delivered.",
  heading: "Your order is still on its way",
  paragraphs: [
    `we told you that order #${order.id} had been delivered. That was our mistake: it is still on its way to you.`,
    ...(returnDays > 0 ? ["The time in which you can return books begins when it is delivered."] : []),
  ],
  rows: parcelRows(carrier, order),
  action: "Track Your Order",
});

/** 'Your order has not left yet' */
export const notShippedMessage = ({ id }: MailedOrder): OrderMessage => ({
  kind: "despatch-taken-back",
  subject: `order #${id} has not left our shop yet`,
  preheader: "We told you too early that it was on its way.",
  heading: "Your order has not left our shop yet",
  paragraphs: [
    `we told you that order #${id} was on its way. That was our mistake: it is packed and has not left our shop yet. We will write again when it does.`,
    "The tracking number we sent you is no longer valid.",
  ],
  action: "View order",
});

/** Writes an example of a mail about an order. */
export type OrderExample = (order: MailedOrder, facts: ExampleFacts) => OrderMessage;

const EXAMPLE_CARRIER = "India Post";
const EXAMPLE_ACCOUNT = {
  name: "Kitab Books Private Limited",
  bank: { account: "00120034005600", ifsc: "SBIN0000813" },
  upi: "kitab@sbi",
  days: 5,
};

/** An example of each of these mails. */
export const ORDER_EXAMPLES = {
  "order-confirmation": (order, { books }) =>
    confirmationMessage(
      order,
      books.map(({ title, price }, at) => ({ title, quantity: at + 1, unit_price: price, tax_rate: 0 })),
    ),
  "order-to-confirm": (order, { now }) =>
    toConfirmMessage(
      {
        ...order,
        payment_way: "cod",
        due_at_door: order.total,
        pay_by: new Date(now.getTime() + 86_400_000).toISOString(),
      },
      { code: "204863", path: "/confirm-order?token=example" },
    ),
  "order-to-transfer": (order, { now }) => {
    const payBy = new Date(now.getTime() + 5 * 86_400_000).toISOString();
    return toTransferMessage(
      { ...order, payment_way: "transfer", pay_by: payBy },
      { rows: transferRows({ id: order.id, amount: order.total, payBy }, EXAMPLE_ACCOUNT), path: "/" },
    );
  },
  "order-changed": (order, { books }) =>
    changedMessage(
      order,
      books.map(({ title, price }, at) => ({ title, quantity: at + 1, unit_price: price, tax_rate: 0 })),
      { totalBefore: order.total + 5_000, refund: 5_000, balanceDue: 0, note: "As agreed by phone." },
    ),
  "order-shipped": (order) => shippedMessage(order, EXAMPLE_CARRIER),
  "order-to-pay": (order, { books, now }) =>
    toPayMessage(
      { ...order, pay_by: new Date(now.getTime() + 5 * 86_400_000).toISOString() },
      books.map(({ title, price }, at) => ({ title, quantity: at + 1, unit_price: price, tax_rate: 0 })),
      "/",
    ),
  "parcel-sent": (order, { books }) =>
    parcelMessage(order, {
      carrier: EXAMPLE_CARRIER,
      trackingNo: order.tracking_no ?? "EK123456789IN",
      books: `1 × ${books[0].title}`,
      rest: "",
      isAgain: false,
    }),
  "parcel-lost": (order, { books }) => parcelLostMessage(order, `1 × ${books[0].title}`),
  "order-delivered": deliveredMessage,
  "order-cancelled": (order) =>
    cancelledMessage(order, { reason: "customer", wasPaid: true, refund: order.total, note: "" }),
  "release-moved": (order, { books, now }) =>
    releaseMovedMessage(
      { ...order, eta_date: indianDate(now, 67) },
      [{ title: books[0].title, told: indianDate(now, 30), releasedOn: indianDate(now, 60) }],
      indianDate(now, 60),
    ),
  "shipment-corrected": (order, { now }) => shipmentMessage(order, EXAMPLE_CARRIER, now.toISOString()),
  "despatch-taken-back": notShippedMessage,
  "delivery-taken-back": (order, { returnDays }) => notDeliveredMessage(order, EXAMPLE_CARRIER, returnDays),
  refund: (order, { books }) =>
    staffRefundMessage(order, {
      amount: books[0].price,
      note: "One copy came with a torn cover.",
      books: `1 × ${books[0].title}`,
    }),
  "gateway-refund": (order) => gatewayRefundMessage(order, order.total),
  "payment-refund": (order) => paymentRefundMessage(order, { amount: order.total, reason: "second_payment" }),
} as const satisfies Partial<Record<MailKind, OrderExample>>;
