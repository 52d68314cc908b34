import { isFetched } from "../../delivery/pick-up";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { partNotLostMessage } from "./corrected-parcels";
import {
  arrivalRows,
  deliveryTo,
  keepReady,
  type MailedOrder,
  type OrderExamples,
  type OrderMessage,
  type Rows,
  trackingRow,
} from "./order-message";

/** The texts of the mails about what is sent, and of those that correct them. */

const carrierAndNumber = (carrier: string, { tracking_no }: MailedOrder): string =>
  `${carrier}, tracking number ${tracking_no ?? "–"}.`;

/** 'Your books are ready', for an order that is fetched at the shop. @param place the shop's address; "" for none */
export const readyToFetchMessage = (order: MailedOrder, place: string): OrderMessage => ({
  kind: "order-shipped",
  subject: `order #${order.id} is ready to be fetched`,
  preheader: order.pick_up || "You can fetch your books at our shop.",
  heading: "Your books are ready",
  paragraphs: [
    `the books of your order #${order.id} are ready to be fetched at our shop.`,
    ...keepReady(order, "."),
  ],
  rows: order.pick_up ? [["Hours", order.pick_up]] : [],
  ...(place && { address: { label: "Our shop", lines: place.split("\n") } }),
});

/** 'Your order is on its way', with carrier, tracking number and estimated delivery. */
export const shippedMessage = (order: MailedOrder, carrier: string): OrderMessage => ({
  kind: "order-shipped",
  subject: `order #${order.id} is on its way`,
  preheader: carrierAndNumber(carrier, order),
  heading: "Your order is on its way",
  paragraphs: [`your order #${order.id} has left our shop.`, ...keepReady(order, ".")],
  rows: [["Carrier", carrier], trackingRow(order), ...arrivalRows(order)],
  address: deliveryTo(order),
  action: "Track Your Order",
});

/** What a mail about one of several parcels says. */
export interface MailedParcel {
  /** Null: the books are fetched at the shop. */
  carrier: string | null;
  trackingNo: string | null;
  /** The carrier's page of parcels, as the shop has it; null: it has none. */
  trackingPage: string | null;
  /** In words: "2 × Gora". */
  books: string;
  /** What is still to be sent; empty for nothing. */
  rest: string;
  /** Whether it is sent in place of one that was lost. */
  isAgain: boolean;
}

/** 'A part of your order is ready', for one that is fetched at the shop. */
export const partReadyMessage = (
  order: MailedOrder,
  place: string,
  { books, rest }: Pick<MailedParcel, "books" | "rest">,
): OrderMessage => {
  const { rows = [], ...ready } = readyToFetchMessage(order, place);
  return {
    ...ready,
    kind: "parcel-sent",
    subject: `books of order #${order.id} are ready to be fetched`,
    paragraphs: [
      `books of your order #${order.id} are ready to be fetched at our shop.`,
      ...(rest ? [`The rest follows: ${rest}.`] : []),
    ],
    rows: [["Books", books], ...rows],
  };
};

/** 'A part of your order is on its way', or books that are sent again. */
export const parcelMessage = (
  order: MailedOrder,
  { carrier, trackingNo, trackingPage, books, rest, isAgain }: MailedParcel,
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
    ["Carrier", carrier ?? ""],
    trackingRow({ tracking_no: trackingNo, tracking_page: trackingPage }),
  ],
  address: deliveryTo(order),
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
});

/** 'Your order has been delivered!', or that it was fetched at the shop. */
export const deliveredMessage = ({ id, pick_up }: MailedOrder): OrderMessage => {
  const [subject, heading, what] = isFetched(pick_up)
    ? ["was fetched", "You have your books!", `the books of your order #${id} were fetched at our shop`]
    : ["has been delivered", "Your order has been delivered!", `your order #${id} has reached its address`];
  return {
    kind: "order-delivered",
    subject: `order #${id} ${subject}`,
    preheader: "We wish you happy reading.",
    heading,
    paragraphs: [`${what}. We wish you happy reading, and would be glad of your review.`],
  };
};

const parcelRows = (carrier: string | null, order: MailedOrder): Rows => [
  ...(carrier ? ([["Carrier", carrier]] as Rows) : []),
  ...(order.tracking_no ? [trackingRow(order)] : []),
  ...arrivalRows(order),
];

/** 'The details of your parcel have changed' @param shippedAt ISO 8601 */
export const shipmentMessage = (order: MailedOrder, carrier: string, shippedAt: string): OrderMessage => ({
  kind: "shipment-corrected",
  subject: `new details of your parcel, order #${order.id}`,
  preheader: carrierAndNumber(carrier, order),
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
): OrderMessage => {
  const waits = isFetched(order.pick_up);
  const returns = `The time in which you can return books begins when ${waits ? "you fetch them" : "it is delivered"}.`;
  return {
    kind: "delivery-taken-back",
    subject: `order #${order.id} is still ${waits ? "ready to be fetched" : "on its way"}`,
    preheader: `We told you too early that it had been ${waits ? "fetched" : "delivered"}.`,
    heading: waits ? "Your books are still here" : "Your order is still on its way",
    paragraphs: [
      waits
        ? `we told you that order #${order.id} had been fetched. That was our mistake: its books still wait for you at our shop.`
        : `we told you that order #${order.id} had been delivered. That was our mistake: it is still on its way to you.`,
      ...(returnDays > 0 ? [returns] : []),
    ],
    ...(waits ? {} : { rows: parcelRows(carrier, order), action: "Track Your Order" }),
  };
};

/** 'Your order has not left yet', or is not ready to be fetched. */
export const notShippedMessage = (order: MailedOrder): OrderMessage =>
  isFetched(order.pick_up) ? notReadyMessage(order) : notLeftMessage(order);

const notReadyMessage = ({ id }: MailedOrder): OrderMessage => ({
  kind: "despatch-taken-back",
  subject: `order #${id} is not ready to be fetched yet`,
  preheader: "We told you too early that it was ready.",
  heading: "Your books are not ready yet",
  paragraphs: [
    `we told you that the books of order #${id} were ready to be fetched. That was our mistake. We will write again when they are.`,
  ],
});

const notLeftMessage = ({ id }: MailedOrder): OrderMessage => ({
  kind: "despatch-taken-back",
  subject: `order #${id} has not left our shop yet`,
  preheader: "We told you too early that it was on its way.",
  heading: "Your order has not left our shop yet",
  paragraphs: [
    `we told you that order #${id} was on its way. That was our mistake: it is packed and has not left our shop yet. We will write again when it does.`,
    "The tracking number we sent you is no longer valid.",
  ],
});

const EXAMPLE_CARRIER = "India Post";

/** An example of each of these mails. */
export const PARCEL_EXAMPLES = {
  "order-shipped": (order) => shippedMessage(order, EXAMPLE_CARRIER),
  "parcel-sent": (order, { books }) =>
    parcelMessage(order, {
      carrier: EXAMPLE_CARRIER,
      trackingNo: order.tracking_no ?? "EK123456789IN",
      trackingPage: order.tracking_page ?? null,
      books: `1 × ${books[0].title}`,
      rest: "",
      isAgain: false,
    }),
  "parcel-lost": (order, { books }) => parcelLostMessage(order, `1 × ${books[0].title}`),
  "loss-taken-back": (order, { books }) =>
    partNotLostMessage(order, {
      carrier: EXAMPLE_CARRIER,
      trackingNo: order.tracking_no ?? "EK123456789IN",
      trackingPage: order.tracking_page ?? null,
      books: `1 × ${books[0].title}`,
    }),
  "order-delivered": deliveredMessage,
  "shipment-corrected": (order, { now }) => shipmentMessage(order, EXAMPLE_CARRIER, now.toISOString()),
  "despatch-taken-back": notShippedMessage,
  "delivery-taken-back": (order, { returnDays }) => notDeliveredMessage(order, EXAMPLE_CARRIER, returnDays),
} as const satisfies OrderExamples;
