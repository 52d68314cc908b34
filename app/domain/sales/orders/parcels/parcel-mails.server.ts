import type { Db } from "~/db/database.server";
import { queueOrderMail } from "../order-mails.server";
import { isFetched } from "../messages/order-message";
import {
  type MailedParcel,
  parcelLostMessage,
  parcelMessage,
  partReadyMessage,
} from "../messages/parcel-messages";

/** Tells the customer of a parcel that is not the whole order. @param trx the transaction that wrote it */
export async function queueParcelMail(
  trx: Db,
  parcel: MailedParcel & { orderId: number; parcelId: number },
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, parcel.orderId, now, {
    dedupeKey: `parcel-sent:${parcel.orderId}:${parcel.parcelId}`,
    write: (order, { postalAddress }) =>
      isFetched(order) ? partReadyMessage(order, postalAddress, parcel) : parcelMessage(order, parcel),
  });
}

/** Tells the customer that a parcel is lost. @param parcel.books in words */
export async function queueParcelLostMail(
  trx: Db,
  { orderId, parcelId, books }: { orderId: number; parcelId: number; books: string },
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `parcel-lost:${orderId}:${parcelId}`,
    write: (order) => parcelLostMessage(order, books),
  });
}
