import type { InferResult } from "kysely";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { forthcomingOf, SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import type { Settings } from "~/domain/shop/settings/settings";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { hasEmail } from "~/domain/kit/no-email";
import { payPath } from "../payments/pay-path.server";
import { documentAttachment, noteAttachment } from "./order-documents";
import type { MailedOrder, OrderMessage } from "./messages/order-message";
import { confirmationMessage } from "./messages/order-messages";
import { paymentRefundMessage } from "./messages/refund-messages";
import type { AutomaticRefund } from "./money/refunds";

/** The order with its customer, as every mail about it needs it. For an order that has another `where` than its id. */
export const mailedOrders = (trx: Db) =>
  trx
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .leftJoin("customer_groups as member", (join) =>
      join.onRef("member.id", "=", "a.group_id").on("member.active", "=", 1),
    )
    .selectAll("o")
    .select(["a.email as account_email", "a.first_name", "a.last_name", "member.invoice_by"]);

type MailedRow = InferResult<ReturnType<typeof mailedOrders>>[number] & Pick<MailedOrder, "tracking_page">;

/** The shop, as every mail about an order needs it. One round trip. */
export async function shopForMail(trx: Db): Promise<{ settings: Settings; shop: OrderMailShop }> {
  const reading = readSettings(trx);
  const [settings, frame] = await Promise.all([reading, readMailFrame(trx, reading)]);
  return { settings, shop: { frame, origin: shopOrigin(), supportEmail: settings.supportEmail } };
}

/** What every mail about an order needs: the order with its customer, and the shop. One round trip. */
export async function orderForMail(trx: Db, orderId: number) {
  const [order, shop] = await Promise.all([
    mailedOrders(trx)
      .leftJoin("logistics_providers as carrier", "carrier.id", "o.logistics_provider_id")
      .select("carrier.tracking_page")
      .where("o.id", "=", orderId)
      .executeTakeFirstOrThrow(),
    shopForMail(trx),
  ]);
  return { order, ...shop };
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
  { kind, subject, action = "View order", paragraphs, path = `/orders/${order.id}`, ...parts }: OrderMessage,
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
      action: { label: action, url: `${origin}${path}` },
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

interface OrderMail {
  /** Contains the order's number; a mail with the same key is never sent twice. */
  dedupeKey: string;
  /** The names of documents. */
  attachments?: readonly string[];
  write: (order: MailedOrder) => OrderMessage;
}

/**
 * Queues a mail to the order's customer. It goes to the email address of the account, since the delivery address may be
 * another person's. A test purchase has no customer, so nothing is sent.
 * @param trx an open transaction
 */
export async function queueOrderMail(
  trx: Db,
  orderId: number,
  now: Date,
  mail: Omit<OrderMail, "write"> & { write: (order: MailedOrder, settings: Settings) => OrderMessage },
): Promise<void> {
  const given = await orderForMail(trx, orderId);
  await queueMailOf(trx, given, now, { ...mail, write: (order) => mail.write(order, given.settings) });
}

/** The same of an order that was read. */
async function queueMailOf(
  trx: Db,
  { order, shop }: { order: MailedRow; shop: OrderMailShop },
  now: Date,
  { dedupeKey, attachments, write }: OrderMail,
): Promise<void> {
  if (order.is_test === 1 || !hasEmail(order.account_email)) return;
  const message = orderMail(shop, order, write(order));
  const to = order.account_email;
  await queueMail(trx, { dedupeKey, to, ...message, ...(attachments && { attachments }), now });
}

/**
 * The credit and refund notes of an order that a mail tells of, as its attachments.
 * @param of.refundIds those of these refunds; left out: those that were issued `now`, in this transaction
 */
export async function notesToMail(
  trx: Db,
  of: { orderId: number; refundIds?: readonly number[] },
  now: Date,
): Promise<string[]> {
  const notes = await trx
    .selectFrom("documents")
    .select("id")
    .where("order_id", "=", of.orderId)
    .where("of_document", "is not", null)
    .where((eb) =>
      of.refundIds === undefined
        ? eb("issued_at", "=", now.toISOString())
        : eb("refund_id", "in", of.refundIds),
    )
    .orderBy("id")
    .execute();
  return notes.map(({ id }) => noteAttachment(id));
}

/** The invoice of an order as an attachment; none, where the customer's group gets it by post. */
export const invoiceOf = ({ id, invoice_by }: Pick<MailedRow, "id" | "invoice_by">): string[] =>
  invoice_by === "post" ? [] : [documentAttachment(id)];

/** The lines of an order with their books as they are now, in its order. */
export const linesForMail = (trx: Db, orderId: number) =>
  trx
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select(["l.book_id", "l.title", "l.quantity", "l.unit_price", "l.tax_rate", "l.preorder", "l.owed"])
    .select(SALE_COLUMNS)
    .where("l.order_id", "=", orderId)
    .orderBy("l.id")
    .execute();

/** An order with what its confirmation says. */
export interface ConfirmedOrder {
  order: MailedRow;
  shop: OrderMailShop;
  lines: Awaited<ReturnType<typeof linesForMail>>;
}

/**
 * Queues 'Your order is confirmed', once per order.
 * @param trx the transaction in which the order becomes paid @param given after it
 * @param again set when staff send it again: a key that differs for each time
 */
export async function queueConfirmation(
  trx: Db,
  given: ConfirmedOrder,
  now: Date,
  again?: string,
): Promise<void> {
  const { id } = given.order;
  const today = indianDate(now);
  const lines = given.lines.map((row) => ({
    ...row,
    releasedOn: row.preorder === 1 ? forthcomingOf(row, today)?.releasedOn : null,
  }));
  await queueMailOf(trx, given, now, {
    dedupeKey: ["order-confirmation", id, again].filter(Boolean).join(":"),
    attachments: invoiceOf(given.order),
    write: (order) => confirmationMessage(order, lines, payPath(id)),
  });
}

/** The same of any paid order. */
export async function queueOrderConfirmation(
  trx: Db,
  orderId: number,
  now: Date,
  again?: string,
): Promise<void> {
  const [read, lines] = await Promise.all([orderForMail(trx, orderId), linesForMail(trx, orderId)]);
  await queueConfirmation(trx, { ...read, lines }, now, again);
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
