import type { Db } from "~/db/database.server";
import { formatRupees } from "../money";
import { noticeStaff } from "../notices/notice-staff.server";
import { orderForMail } from "./order-mails.server";
import { discountRow } from "./order-messages";
import { isStuckRefund } from "./stuck-refunds.server";

/** Mails to staff about an order, in the transaction in which it happens. */

const openOrder = (orderId: number) => ({ label: "Open the order", path: `/admin/orders/${orderId}` });

/** 'A new order', once per order. @param trx the transaction in which the order becomes paid */
export async function noticePaidOrder(trx: Db, orderId: number, now: Date): Promise<void> {
  const { order } = await orderForMail(trx, orderId);
  const customer = `${order.first_name} ${order.last_name}`.trim();
  const lines = await trx
    .selectFrom("order_lines")
    .select(["title", "quantity", "unit_price"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const total = formatRupees(order.total);
  const place = `${order.place} ${order.pincode}, ${order.state_name}`;
  await noticeStaff(
    trx,
    "paid_order",
    {
      key: `order:${orderId}:paid`,
      subject: `order #${orderId} is paid, ${total}`,
      preheader: `${customer}, ${place}`,
      heading: `New order #${orderId}`,
      paragraphs: [`${customer} has paid ${total}. The books can be packed.`],
      lines: lines.map(({ title, quantity, unit_price }) => ({
        title,
        quantity,
        amount: formatRupees(unit_price * quantity),
      })),
      totals: [
        ...discountRow(order),
        ["Shipping", order.shipping === 0 ? "Free" : formatRupees(order.shipping)],
        ["Total", total],
      ],
      rows: [["Deliver to", place]],
      action: openOrder(orderId),
    },
    now,
  );
}

/**
 * 'A refund has failed', once for each time that it fails, if staff have to try it again.
 * @param trx the transaction in which the refund became failed; @param refund.amount paise
 * @param refund.eventId of the order's log
 */
export async function noticeFailedRefund(
  trx: Db,
  refund: { orderId: number; refundId: number; amount: number; why: string; eventId: number },
  now: Date,
): Promise<void> {
  const { orderId, refundId, eventId } = refund;
  if (!(await isStuckRefund(trx, refundId))) return;
  const { order } = await orderForMail(trx, orderId);
  const customer = `${order.first_name} ${order.last_name}`.trim();
  const amount = formatRupees(refund.amount);
  await noticeStaff(
    trx,
    "failed_refund",
    {
      key: `order:${orderId}:refund-failed:${eventId}`,
      subject: `a refund for order #${orderId} has failed`,
      preheader: `${amount} for ${customer}`,
      heading: `A refund of ${amount} has failed`,
      paragraphs: [
        `${customer} has not got back ${amount} for order #${orderId}. Nothing more happens by itself: please open the order and try the refund again.`,
      ],
      rows: [["What the payment service said", refund.why.slice(0, 200)]],
      action: openOrder(orderId),
    },
    now,
  );
}
