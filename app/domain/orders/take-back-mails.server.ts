import type { Db } from "~/db/database.server";
import { formatDate, indianDate } from "../dates";
import { readSettings } from "../settings/settings.server";
import { queueOrderMail } from "./fulfilment-mails.server";

/** Mails to the customer that correct an earlier mail. Each is queued once for each entry of the order's log. */

interface Correction {
  orderId: number;
  /** The entry of the order's log. */
  eventId: number;
}

type Rows = [string, string][];

const parcelRows = (
  carrier: string | null,
  { tracking_no, eta_date }: { tracking_no: string | null; eta_date: string | null },
): Rows => [
  ...(carrier ? ([["Carrier", carrier]] as Rows) : []),
  ...(tracking_no ? ([["Tracking number", tracking_no]] as Rows) : []),
  ...(eta_date ? ([["Estimated delivery by", formatDate(eta_date)]] as Rows) : []),
];

/** 'The details of your parcel have changed' @param correction.shippedAt ISO 8601 */
export async function queueShipmentMail(
  trx: Db,
  correction: Correction & { carrier: string; shippedAt: string },
  now: Date,
): Promise<void> {
  const { orderId, eventId, carrier, shippedAt } = correction;
  await queueOrderMail(trx, orderId, now, (order) => ({
    dedupeKey: `shipment-corrected:${eventId}`,
    subject: `new details of your parcel, order #${orderId}`,
    preheader: `${carrier}, tracking number ${order.tracking_no ?? "–"}.`,
    heading: "The details of your parcel have changed",
    paragraphs: [
      `what we told you about the parcel of order #${orderId} was not right. The correct details are:`,
    ],
    rows: [...parcelRows(carrier, order), ["Shipped on", formatDate(indianDate(new Date(shippedAt)))]],
    action: "Track Your Order",
  }));
}

/** 'Your order is still on its way' */
export async function queueNotDeliveredMail(
  trx: Db,
  correction: Correction & { carrier: string | null },
  now: Date,
): Promise<void> {
  const { orderId, eventId, carrier } = correction;
  const { returnDays } = await readSettings(trx);
  await queueOrderMail(trx, orderId, now, (order) => ({
    dedupeKey: `delivery-taken-back:${eventId}`,
    subject: `order #${orderId} is still on its way`,
    preheader: "We told you too early that it had been delivered.",
    heading: "Your order is still on its way",
    paragraphs: [
      `we told you that order #${orderId} had been delivered. That was our mistake: it is still on its way to you.`,
      ...(returnDays > 0 ? ["The time in which you can return books begins when it is delivered."] : []),
    ],
    rows: parcelRows(carrier, order),
    action: "Track Your Order",
  }));
}

/** 'Your order has not left yet' */
export async function queueNotShippedMail(
  trx: Db,
  { orderId, eventId }: Correction,
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, orderId, now, () => ({
    dedupeKey: `despatch-taken-back:${eventId}`,
    subject: `order #${orderId} has not left our shop yet`,
    preheader: "We told you too early that it was on its way.",
    heading: "Your order has not left our shop yet",
    paragraphs: [
      `we told you that order #${orderId} was on its way. That was our mistake: it is packed and has not left our shop yet. We will write again when it does.`,
      "The tracking number we sent you is no longer valid.",
    ],
    action: "View order",
  }));
}
