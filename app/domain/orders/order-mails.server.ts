import type { Db } from "~/db/database.server";
import { renderMail } from "~/platform/mail-layout";
import { queueMail } from "~/platform/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { discountLabel } from "../coupons/coupons";
import { formatDate } from "../dates";
import { DOCUMENT_LABELS, documentAttachment, documentKind } from "./order-documents";
import { formatRupees } from "../money";
import type { AutomaticRefund } from "./refunds";
import { mailFrame } from "../settings/settings";
import { readSettings } from "../settings/settings.server";

/** What every mail about an order needs: the order with its customer, the frame, and the URL of its page. */
export async function orderForMail(trx: Db, orderId: number) {
  const order = await trx
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .selectAll("o")
    .select(["a.email as account_email", "a.first_name", "a.last_name"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const settings = await readSettings(trx);
  const origin = shopOrigin();
  const frame = {
    ...mailFrame(settings),
    home: origin,
    footer: [
      `You get this message because you ordered at ${settings.shopName}.`,
      settings.supportEmail && `Questions? Write to ${settings.supportEmail} and mention order #${orderId}.`,
    ]
      .filter(Boolean)
      .join(" "),
  };
  return {
    order,
    settings,
    frame,
    url: `${origin}/orders/${orderId}`,
  };
}

/**
 * Queues 'Your order is confirmed', once per order. It goes to the email address of the account, since the delivery
 * address may be another person's.
 * @param trx the transaction in which the order becomes paid
 * @param again set when staff send it again: a key that differs for each time
 */
export async function queueOrderConfirmation(
  trx: Db,
  orderId: number,
  now: Date,
  again?: string,
): Promise<void> {
  const { order, settings, frame, url } = await orderForMail(trx, orderId);
  const lines = await trx
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const books = lines.map(({ title, quantity, unit_price }) => ({
    title,
    quantity,
    amount: formatRupees(unit_price * quantity),
  }));
  const document = DOCUMENT_LABELS[documentKind(lines.map((line) => ({ taxRate: line.tax_rate })))];
  const content = renderMail({
    ...frame,
    preheader: `Order #${order.id}, ${formatRupees(order.total)}: we have received your payment.`,
    heading: "Order Confirmed!",
    paragraphs: [
      `Dear ${order.first_name}, thank you for your order #${order.id}. We have received your payment.`,
      ...(order.eta_date ? [`Estimated delivery by ${formatDate(order.eta_date)}.`] : []),
      `You can download the ${document.toLowerCase()} from the order's page at any time.`,
    ],
    lines: books,
    totals: [
      ["Subtotal", formatRupees(order.subtotal)],
      ...discountRow(order),
      ["Shipping", order.shipping === 0 ? "Free" : formatRupees(order.shipping)],
      ["Tax (incl)", formatRupees(order.tax)],
      ["Total", formatRupees(order.total)],
    ],
    rows: [["Invoice No", order.invoice_no ?? ""]],
    address: { label: "Delivery to", lines: deliveryAddress(order) },
    action: { label: "Track Your Order", url },
  });
  const subject = `${settings.shopName}: order #${order.id} confirmed`;
  await queueMail(trx, {
    dedupeKey: ["order-confirmation", order.id, again].filter(Boolean).join(":"),
    to: order.account_email,
    subject,
    ...content,
    attachment: documentAttachment(order.id),
    now,
  });
}

/** The row with the coupon's discount; none without a discount. */
export const discountRow = (order: { discount: number; coupon_code: string | null }): [string, string][] =>
  order.discount > 0 ? [[discountLabel(order.coupon_code), `−${formatRupees(order.discount)}`]] : [];

/** The delivery address, line by line. */
export function deliveryAddress(order: {
  fullname: string;
  address1: string;
  address2: string;
  place: string;
  state_name: string;
  pincode: string;
}): string[] {
  const { fullname, address1, address2, place, state_name, pincode } = order;
  return [fullname, address1, address2, `${place} ${pincode}`, state_name].filter(Boolean);
}

const WHY_REFUNDED: Record<AutomaticRefund, string> = {
  unserviceable:
    "Your payment arrived after the time reserved for it had passed, and the books have been sold to other readers since.",
  order_cancelled: "Your payment arrived after this order had been cancelled.",
  second_payment:
    "This order had been paid already, so this second payment was not needed. The order itself does not change.",
};

/**
 * Queues 'Your payment is being refunded', once per payment.
 * @param trx the transaction that queues the refund; @param refund.amount paise
 */
export async function queueRefundNotice(
  trx: Db,
  refund: { orderId: number; paymentRowId: number; amount: number; reason: AutomaticRefund },
  now: Date,
): Promise<void> {
  const { order, settings, frame, url } = await orderForMail(trx, refund.orderId);
  const content = renderMail({
    ...frame,
    preheader: `${formatRupees(refund.amount)} is on its way back to you.`,
    heading: "Your payment is being refunded",
    paragraphs: [
      `Dear ${order.first_name}, we received ${formatRupees(refund.amount)} for your order #${order.id}.`,
      WHY_REFUNDED[refund.reason],
      `We are returning ${formatRupees(refund.amount)} in full to the card or account you paid with. Banks take 5 to 7 working days to show it.`,
    ],
    action: { label: "View order", url },
  });
  const subject = `${settings.shopName}: refund for order #${order.id}`;
  const dedupeKey = `payment-refund:${refund.paymentRowId}`;
  await queueMail(trx, { dedupeKey, to: order.account_email, subject, ...content, now });
}
