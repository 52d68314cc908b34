import type { Db } from "~/db/database.server";
import { renderMail } from "~/platform/mail-layout";
import { queueMail } from "~/platform/mail.server";
import { formatDate } from "../dates";
import { formatRupees } from "../money";
import type { OrderEventKind } from "./order-events.server";
import { deliveryAddress, orderForMail } from "./order-mails.server";

/** Mails to the customer about the steps that staff take. Each is queued once, in the transaction of the step. */

const BANKS_TAKE = "Banks take 5 to 7 working days to show it.";

interface Message {
  /** Contains the order's number; a mail with the same key is never sent twice. */
  dedupeKey: string;
  /** Follows the shop's name. */
  subject: string;
  heading: string;
  /** The first continues the sentence that begins with 'Dear …,'. */
  paragraphs: [string, ...string[]];
  rows?: [string, string][];
  address?: { label: string; lines: string[] };
  /** What mail programs show beside the subject. */
  preheader?: string;
  action: string;
}

type MailedOrder = Awaited<ReturnType<typeof orderForMail>>["order"];

/** Queues a mail to the order's customer. @param trx an open transaction */
export async function queueOrderMail(
  trx: Db,
  orderId: number,
  now: Date,
  write: (order: MailedOrder) => Message,
): Promise<void> {
  const { order, settings, frame, url } = await orderForMail(trx, orderId);
  const { dedupeKey, subject, paragraphs, action, ...parts } = write(order);
  const [first, ...others] = paragraphs;
  const content = renderMail({
    ...frame,
    ...parts,
    paragraphs: [`Dear ${order.first_name}, ${first}`, ...others],
    action: { label: action, url },
  });
  const to = order.account_email;
  await queueMail(trx, { dedupeKey, to, subject: `${settings.shopName}: ${subject}`, ...content, now });
}

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

/** 'Your order is on its way', with carrier, tracking number and estimated delivery. */
export async function queueDespatchMail(
  trx: Db,
  parcel: { orderId: number; carrier: string },
  now: Date,
): Promise<void> {
  const { orderId, carrier } = parcel;
  const dedupeKey = await stepKey(trx, "order-shipped", orderId, "shipped");
  await queueOrderMail(trx, orderId, now, (order) => ({
    dedupeKey,
    subject: `order #${orderId} is on its way`,
    preheader: `${carrier}, tracking number ${order.tracking_no ?? "–"}.`,
    heading: "Your order is on its way",
    paragraphs: [`your order #${orderId} has left our shop.`],
    rows: [
      ["Carrier", carrier],
      ["Tracking number", order.tracking_no ?? ""],
      ...(order.eta_date ? [["Estimated delivery by", formatDate(order.eta_date)] as [string, string]] : []),
    ],
    address: { label: "Delivery to", lines: deliveryAddress(order) },
    action: "Track Your Order",
  }));
}

/** 'Your order has been delivered!' */
export async function queueDeliveryMail(trx: Db, orderId: number, now: Date): Promise<void> {
  const dedupeKey = await stepKey(trx, "order-delivered", orderId, "delivered");
  await queueOrderMail(trx, orderId, now, () => ({
    dedupeKey,
    subject: `order #${orderId} has been delivered`,
    preheader: "We wish you happy reading.",
    heading: "Your order has been delivered!",
    paragraphs: [
      `your order #${orderId} has reached its address. We wish you happy reading, and would be glad of your review.`,
    ],
    action: "View order",
  }));
}

/**
 * 'Your order was cancelled', with what happens to the money.
 * @param cancellation.refund paise to refund; @param cancellation.wasPaid whether the order was paid
 * @param cancellation.note staff's note to the customer, empty for none; a customer's own reason is not repeated
 */
export async function queueCancellationMail(
  trx: Db,
  cancellation: {
    orderId: number;
    reason: "customer" | "staff";
    wasPaid: boolean;
    refund: number;
    note: string;
  },
  now: Date,
): Promise<void> {
  const { orderId, reason, wasPaid, refund, note } = cancellation;
  const cancelled: [string, ...string[]] =
    reason === "customer"
      ? [`we have cancelled your order #${orderId}, as you asked.`]
      : [`we had to cancel your order #${orderId}.`, ...(note ? [note] : [])];
  const money =
    refund > 0
      ? `We are returning ${formatRupees(refund)} to the card or account you paid with. ${BANKS_TAKE}`
      : wasPaid
        ? "Your payment has been refunded already, or is on its way back to you."
        : "You have not paid for it. If a payment still arrives, we will return it in full.";
  await queueOrderMail(trx, orderId, now, () => ({
    dedupeKey: `order-cancelled:${orderId}`,
    subject: `order #${orderId} was cancelled`,
    preheader: refund > 0 ? `We are returning ${formatRupees(refund)}.` : "What happens to your payment.",
    heading: "Your order was cancelled",
    paragraphs: [...cancelled, money],
    action: "View order",
  }));
}

/**
 * 'We are refunding …', once for each refund that staff ask for.
 * @param refund.amount paise; @param refund.note the reason that staff typed
 * @param refund.books the returned books, e.g. "1 × Gora"; null: the refund is not for a return
 */
export async function queueStaffRefundMail(
  trx: Db,
  refund: { id: number; orderId: number; amount: number; note: string; books: string | null },
  now: Date,
): Promise<void> {
  const { id, orderId, amount, note, books } = refund;
  const money = formatRupees(amount);
  await queueOrderMail(trx, orderId, now, () => ({
    dedupeKey: `refund:${id}`,
    subject: `refund for order #${orderId}`,
    preheader: BANKS_TAKE,
    heading: `We are refunding ${money}`,
    paragraphs: [
      `we are returning ${money} for ${books ? "books of your" : "your"} order #${orderId} to the card or account you paid with. ${BANKS_TAKE}`,
    ],
    rows: [["Amount", money], ...(books ? [["Books", books] as [string, string]] : []), ["Reason", note]],
    action: "View order",
  }));
}

/** The same for a refund that the shop made in the gateway's dashboard. @param refund.amount paise */
export async function queueGatewayRefundMail(
  trx: Db,
  refund: { id: number; orderId: number; amount: number },
  now: Date,
): Promise<void> {
  const { id, orderId, amount } = refund;
  const money = formatRupees(amount);
  await queueOrderMail(trx, orderId, now, () => ({
    dedupeKey: `refund:${id}`,
    subject: `refund for order #${orderId}`,
    preheader: BANKS_TAKE,
    heading: `We are refunding ${money}`,
    paragraphs: [
      `we have returned ${money} for your order #${orderId} to the card or account you paid with. ${BANKS_TAKE}`,
    ],
    action: "View order",
  }));
}
