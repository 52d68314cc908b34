import type { Db } from "~/db/database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { queueOrderMail } from "../order-mails.server";
import { notDeliveredMessage, notShippedMessage, shipmentMessage } from "../messages/parcel-messages";

/** Mails to the customer that correct an earlier mail. Each is queued once for each entry of the order's log. */

interface Correction {
  orderId: number;
  /** The entry of the order's log. */
  eventId: number;
}

/** @param correction.shippedAt ISO 8601 */
export async function queueShipmentMail(
  trx: Db,
  correction: Correction & { carrier: string; shippedAt: string },
  now: Date,
): Promise<void> {
  const { orderId, eventId, carrier, shippedAt } = correction;
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `shipment-corrected:${eventId}`,
    write: (order) => shipmentMessage(order, carrier, shippedAt),
  });
}

/** Tells the customer that the order has not arrived after all. */
export async function queueNotDeliveredMail(
  trx: Db,
  correction: Correction & { carrier: string | null },
  now: Date,
): Promise<void> {
  const { orderId, eventId, carrier } = correction;
  const { returnDays } = await readSettings(trx);
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `delivery-taken-back:${eventId}`,
    write: (order) => notDeliveredMessage(order, carrier, returnDays),
  });
}

/** Tells the customer that the order has not been shipped after all. */
export async function queueNotShippedMail(
  trx: Db,
  { orderId, eventId }: Correction,
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `despatch-taken-back:${eventId}`,
    write: notShippedMessage,
  });
}
