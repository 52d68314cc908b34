import type { Db } from "~/db/database.server";
import { queueOrderMail } from "../order-mails.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import type { MailedOrder, OrderMessage } from "../messages/order-message";
import {
  type MailedPart,
  parcelCorrectedMessage,
  partNotDeliveredMessage,
  partNotLostMessage,
  partNotSentMessage,
} from "../messages/corrected-parcels";
import { isFetched } from "../../delivery/pick-up";
import {
  type MailedParcel,
  parcelLostMessage,
  parcelMessage,
  partReadyMessage,
} from "../messages/parcel-messages";
import { copiesInWords, type SentParcel } from "./parcels";

/** Tells the customer of a parcel that is not the whole order. @param trx the transaction that wrote it */
export async function queueParcelMail(
  trx: Db,
  parcel: MailedParcel & { orderId: number; parcelId: number },
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, parcel.orderId, now, {
    dedupeKey: `parcel-sent:${parcel.orderId}:${parcel.parcelId}`,
    write: (order, { postalAddress }) =>
      isFetched(order.pick_up)
        ? partReadyMessage(order, postalAddress, parcel)
        : parcelMessage(order, parcel),
  });
}

/** Tells the customer that a parcel is lost, once for each time. @param lost.books in words */
export async function queueParcelLostMail(
  trx: Db,
  { orderId, eventId, books }: { orderId: number; eventId: number; books: string },
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `parcel-lost:${eventId}`,
    write: (order) => parcelLostMessage(order, books),
  });
}

/** Mails that correct earlier ones about one of several parcels. Each is queued once for each entry of the order's log. */
interface Correction {
  orderId: number;
  /** The entry of the order's log. */
  eventId: number;
  parcel: SentParcel;
}

/** Tells the customer the right carrier or number of a parcel. */
export async function queueParcelCorrectedMail(trx: Db, about: Correction, now: Date): Promise<void> {
  await queueCorrection(trx, about, now, (order, parcel) => parcelCorrectedMessage(order, parcel));
}

/** Tells the customer, who was told that all has arrived, that a parcel has not. */
export async function queuePartNotDeliveredMail(trx: Db, about: Correction, now: Date): Promise<void> {
  const { returnDays } = await readSettings(trx);
  await queueCorrection(trx, about, now, (order, parcel) =>
    partNotDeliveredMessage(order, parcel, returnDays),
  );
}

/** Tells the customer that a parcel is not lost after all. */
export async function queuePartNotLostMail(trx: Db, about: Correction, now: Date): Promise<void> {
  await queueCorrection(trx, about, now, partNotLostMessage);
}

/** Tells the customer that a parcel has not left the shop after all. */
export async function queuePartNotSentMail(trx: Db, about: Correction, now: Date): Promise<void> {
  await queueCorrection(trx, about, now, partNotSentMessage);
}

async function queueCorrection(
  trx: Db,
  { orderId, eventId, parcel }: Correction,
  now: Date,
  message: (order: MailedOrder, parcel: MailedPart) => OrderMessage,
): Promise<void> {
  const { carrier, trackingNo, lines } = parcel;
  const row = await trx
    .selectFrom("logistics_providers")
    .select("tracking_page")
    .where("name", "=", carrier ?? "")
    .executeTakeFirst();
  const part = { carrier, trackingNo, trackingPage: row?.tracking_page ?? null, books: copiesInWords(lines) };
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `parcel-step:${eventId}`,
    write: (order) => message(order, part),
  });
}
