import type { Db } from "~/db/database.server";
import type { OrderEventKind } from "../order-events.server";
import { notesToMail, queueOrderMail } from "../order-mails.server";
import { isFetched } from "../../delivery/pick-up";
import { deliveredMessage, readyToFetchMessage, shippedMessage } from "../messages/parcel-messages";
import {
  cancelledMessage,
  gatewayRefundMessage,
  noteMessage,
  type MailedCancellation,
  type MailedRefund,
  staffRefundMessage,
} from "../messages/refund-messages";

/** Mails to the customer about the steps that staff take. Each is queued once, in the transaction of the step. */

/** A step that was taken back and repeated is mailed again. @param trx the transaction that logged the step */
async function stepKey(trx: Db, name: string, orderId: number, kind: OrderEventKind): Promise<string> {
  const { times } = await trx
    .selectFrom("order_events")
    .select((eb) => eb.fn.countAll<number>().as("times"))
    .where("order_id", "=", orderId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return times > 1 ? `${name}:${orderId}:${times}` : `${name}:${orderId}`;
}

/** Tells the customer that the order is shipped, or can be fetched at the shop, once for each time that it is. */
export async function queueDespatchMail(
  trx: Db,
  { orderId, carrier }: { orderId: number; carrier: string | null },
  now: Date,
): Promise<void> {
  const dedupeKey = await stepKey(trx, "order-shipped", orderId, "shipped");
  await queueOrderMail(trx, orderId, now, {
    dedupeKey,
    write: (order, { postalAddress }) =>
      isFetched(order.pick_up)
        ? readyToFetchMessage(order, postalAddress)
        : shippedMessage(order, carrier ?? ""),
  });
}

/** Tells the customer that the order has arrived, once for each time that it is marked. */
export async function queueDeliveryMail(trx: Db, orderId: number, now: Date): Promise<void> {
  const dedupeKey = await stepKey(trx, "order-delivered", orderId, "delivered");
  await queueOrderMail(trx, orderId, now, { dedupeKey, write: deliveredMessage });
}

/** Tells the customer that the order is cancelled, and what becomes of the money; with the notes that it has now. */
export async function queueCancellationMail(
  trx: Db,
  cancellation: MailedCancellation & { orderId: number },
  now: Date,
): Promise<void> {
  const { orderId } = cancellation;
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `order-cancelled:${orderId}`,
    attachments: await notesToMail(trx, { orderId }, now),
    write: (order) => cancelledMessage(order, cancellation),
  });
}

/**
 * Once for each refund that staff ask for.
 * @param refund.amount paise; @param refund.note the reason that staff typed
 * @param refund.books the returned books, e.g. "1 × Gora"; null: the refund is not for a return
 */
export async function queueStaffRefundMail(
  trx: Db,
  refund: { id: number; orderId: number; isByHand: boolean } & MailedRefund,
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, refund.orderId, now, {
    dedupeKey: `refund:${refund.id}`,
    write: (order) => staffRefundMessage(order, refund),
  });
}

/** The same for a refund that the shop made in the gateway's dashboard, with the notes for it. @param refund.amount paise */
export async function queueGatewayRefundMail(
  trx: Db,
  refund: { id: number; orderId: number; amount: number },
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, refund.orderId, now, {
    dedupeKey: `refund:${refund.id}`,
    attachments: await notesToMail(trx, { orderId: refund.orderId, refundIds: [refund.id] }, now),
    write: (order) => gatewayRefundMessage(order, refund.amount),
  });
}

/**
 * Sends the notes of a refund that was told when staff asked for it, of books that were exchanged, or of what staff took off an
 * invoice on account just now. Nothing if there are none.
 * @param about.refundIds left out: it was taken off @param about.amount paise @param about.newOrderId what it pays in exchange
 */
export async function queueNoteMail(
  trx: Db,
  about: { orderId: number; amount: number; refundIds?: readonly number[]; newOrderId?: number },
  now: Date,
): Promise<void> {
  const { orderId, amount, refundIds, newOrderId } = about;
  const attachments = await notesToMail(trx, about, now);
  if (attachments.length === 0) return;
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: attachments.join(" "),
    attachments,
    write: (order) => noteMessage(order, { amount, isRefund: refundIds !== undefined, newOrderId }),
  });
}
