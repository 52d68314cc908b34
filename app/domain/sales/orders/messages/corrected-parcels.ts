import { isFetched } from "../../delivery/pick-up";
import { type MailedOrder, type OrderMessage, type Rows, trackingRow } from "./order-message";

/** The texts of the mails that correct what was said of one of several parcels. */

/** What such a mail says of the parcel. */
export interface MailedPart {
  /** Null: the books are fetched at the shop. */
  carrier: string | null;
  trackingNo: string | null;
  /** The carrier's page of parcels, as the shop has it; null: it has none. */
  trackingPage: string | null;
  /** In words: "2 × Gora". */
  books: string;
}

const partRows = ({ carrier, trackingNo, trackingPage, books }: MailedPart): Rows => [
  ["Books", books],
  ...(carrier ? ([["Carrier", carrier]] as Rows) : []),
  ...(trackingNo ? [trackingRow({ tracking_no: trackingNo, tracking_page: trackingPage })] : []),
];

/** 'The details of your parcel have changed', of one of several. */
export const parcelCorrectedMessage = ({ id }: MailedOrder, part: MailedPart): OrderMessage => ({
  kind: "shipment-corrected",
  subject: `new details of a parcel, order #${id}`,
  preheader: `${part.carrier}, tracking number ${part.trackingNo}.`,
  heading: "The details of a parcel have changed",
  paragraphs: [`what we told you about a parcel of order #${id} was not right. The correct details are:`],
  rows: partRows(part),
  action: "Track Your Order",
});

/** 'A part of your order is still on its way' @param returnDays 0: no returns */
export const partNotDeliveredMessage = (
  order: MailedOrder,
  part: MailedPart,
  returnDays: number,
): OrderMessage => {
  const { id } = order;
  const waits = isFetched(order.pick_up);
  return {
    kind: "delivery-taken-back",
    subject: `books of order #${id} are still ${waits ? "ready to be fetched" : "on their way"}`,
    preheader: `We told you too early that all of it had been ${waits ? "fetched" : "delivered"}.`,
    heading: waits ? "Some of your books are still here" : "A part of your order is still on its way",
    paragraphs: [
      waits
        ? `we told you that order #${id} had been fetched. That was our mistake: some of its books still wait for you at our shop.`
        : `we told you that order #${id} had been delivered. That was our mistake: a parcel of it is still on its way to you.`,
      ...(returnDays > 0
        ? [
            `The time in which you can return books begins when ${waits ? "you fetch them" : "it is delivered"}.`,
          ]
        : []),
    ],
    rows: partRows(part),
    ...(waits ? {} : { action: "Track Your Order" }),
  };
};

/** 'Your parcel is not lost' */
export const partNotLostMessage = (order: MailedOrder, part: MailedPart): OrderMessage => {
  const { id } = order;
  const waits = isFetched(order.pick_up);
  return {
    kind: "loss-taken-back",
    subject: `books of order #${id} are not lost`,
    preheader: waits ? "They wait for you at our shop." : "They are on their way to you.",
    heading: "Your books are not lost",
    paragraphs: [
      waits
        ? `we told you that books of your order #${id} are lost. That was our mistake: they wait for you at our shop.`
        : `we told you that a parcel of your order #${id} is lost. That was our mistake: it is still on its way to you.`,
    ],
    rows: partRows(part),
    ...(waits ? {} : { action: "Track Your Order" }),
  };
};

/** 'A parcel has not left yet', or a part is not ready to be fetched. */
export const partNotSentMessage = (order: MailedOrder, { books }: MailedPart): OrderMessage => {
  const { id } = order;
  const waits = isFetched(order.pick_up);
  return {
    kind: "despatch-taken-back",
    subject: waits
      ? `books of order #${id} are not ready to be fetched yet`
      : `a parcel of order #${id} has not left our shop yet`,
    preheader: `We told you too early that it was ${waits ? "ready" : "on its way"}.`,
    heading: waits ? "Some of your books are not ready yet" : "A parcel has not left our shop yet",
    paragraphs: [
      waits
        ? `we told you that books of order #${id} were ready to be fetched. That was our mistake. We will write again when they are.`
        : `we told you that a parcel of order #${id} was on its way. That was our mistake: it has not left our shop yet. We will write again when it does.`,
      ...(waits ? [] : ["The tracking number we sent you for it is no longer valid."]),
    ],
    rows: [["Books", books]],
  };
};
