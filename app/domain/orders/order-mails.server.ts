import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { type MailFrame, writeMail } from "../mail-words/mail-frame";
import { readMailFrame } from "../mail-words/mail-frame.server";
import { forthcomingOf, SALE_COLUMNS } from "../catalogue/sale";
import { indianDate } from "../dates";
import { readSettings } from "../settings/settings.server";
import { documentAttachment } from "./order-documents";
import {
  confirmationMessage,
  type MailedOrder,
  type OrderMessage,
  paymentRefundMessage,
} from "./order-messages";
import type { AutomaticRefund } from "./refunds";

/** What every mail about an order needs: the order with its customer, and the shop. */
export async function orderForMail(trx: Db, orderId: number) {
  const order = await trx
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .selectAll("o")
    .select(["a.email as account_email", "a.first_name", "a.last_name"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const settings = await readSettings(trx);
  const frame = await readMailFrame(trx, settings);
  return { order, settings, shop: { frame, origin: shopOrigin(), supportEmail: settings.supportEmail } };
}

/** The shop, for a mail about an order. */
export interface OrderMailShop {
  frame: MailFrame;
  origin: string;
  supportEmail: string;
}

/** A mail about an order without its recipient. The shop's own opening line stands in place of 'Dear …,'. */
export function orderMail(
  { frame, origin, supportEmail }: OrderMailShop,
  order: Pick<MailedOrder, "id" | "first_name">,
  { kind, subject, action, paragraphs, ...parts }: OrderMessage,
): { subject: string; text: string; html: string } {
  const [first, ...others] = paragraphs;
  const hasOpening = Boolean(frame.words?.[kind]?.opening);
  const begun = hasOpening
    ? first.charAt(0).toUpperCase() + first.slice(1)
    : `Dear ${order.first_name}, ${first}`;
  const content = writeMail(
    frame,
    kind,
    {
      home: origin,
      ...parts,
      paragraphs: [begun, ...others],
      action: { label: action, url: `${origin}/orders/${order.id}` },
      footer: [
        `You get this message because you ordered at ${frame.shopName}.`,
        supportEmail && `Questions? Write to ${supportEmail} and mention order #${order.id}.`,
      ]
        .filter(Boolean)
        .join(" "),
    },
    { "first name": order.first_name, order: `#${order.id}` },
  );
  return { subject: `${frame.shopName}: ${subject}`, ...content };
}

/**
 * Queues a mail to the order's customer. It goes to the email address of the account, since the delivery address may be
 * another person's.
 * @param trx an open transaction
 * @param mail.dedupeKey contains the order's number; a mail with the same key is never sent twice
 * @param mail.attachment the name of a document
 */
export async function queueOrderMail(
  trx: Db,
  orderId: number,
  now: Date,
  mail: { dedupeKey: string; attachment?: string; write: (order: MailedOrder) => OrderMessage },
): Promise<void> {
  const { order, shop } = await orderForMail(trx, orderId);
  const { dedupeKey, attachment, write } = mail;
  const message = orderMail(shop, order, write(order));
  const to = order.account_email;
  await queueMail(trx, { dedupeKey, to, ...message, ...(attachment && { attachment }), now });
}

/**
 * Queues 'Your order is confirmed', once per order.
 * @param trx the transaction in which the order becomes paid
 * @param again set when staff send it again: a key that differs for each time
 */
export async function queueOrderConfirmation(
  trx: Db,
  orderId: number,
  now: Date,
  again?: string,
): Promise<void> {
  const rows = await trx
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select(["l.title", "l.quantity", "l.unit_price", "l.tax_rate", "l.preorder"])
    .select(SALE_COLUMNS)
    .where("l.order_id", "=", orderId)
    .orderBy("l.id")
    .execute();
  const today = indianDate(now);
  const lines = rows.map((row) => ({
    ...row,
    releasedOn: row.preorder === 1 ? forthcomingOf(row, today)?.releasedOn : null,
  }));
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: ["order-confirmation", orderId, again].filter(Boolean).join(":"),
    attachment: documentAttachment(orderId),
    write: (order) => confirmationMessage(order, lines),
  });
}

/**
 * Queues 'Your payment is being refunded', once per payment.
 * @param trx the transaction that queues the refund; @param refund.amount paise
 */
export async function queueRefundNotice(
  trx: Db,
  refund: { orderId: number; paymentRowId: number; amount: number; reason: AutomaticRefund },
  now: Date,
): Promise<void> {
  await queueOrderMail(trx, refund.orderId, now, {
    dedupeKey: `payment-refund:${refund.paymentRowId}`,
    write: (order) => paymentRefundMessage(order, refund),
  });
}
