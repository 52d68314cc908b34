import type { Db } from "~/db/database.server";
import { formatAmount, formatRupees } from "~/domain/kit/money";
import {
  noticeReaders,
  type NoticeReaders,
  noticeStaff,
  type StaffNotice,
} from "~/domain/shop/notices/notice-staff.server";
import { type Misfit, misfitSentence } from "./misfit-payments";
import { type ConfirmedOrder, orderForMail } from "../order-mails.server";
import { dueAtDoorSentence, dueOnline } from "../paying";
import { discountRow } from "../messages/order-message";
import { isStuckRefund } from "../money/stuck-refunds.server";

/** Mails to staff about an order, in the transaction in which it happens. Who makes a test purchase looks at its page. */

const openOrder = (orderId: number) => ({ label: "Open the order", path: `/admin/orders/${orderId}` });

/** 'A new order', once per order, when it can be packed. @param readers of `paid_order` */
export async function noticePaidOrder(
  trx: Db,
  { order, lines }: Pick<ConfirmedOrder, "order" | "lines">,
  readers: NoticeReaders,
  now: Date,
): Promise<void> {
  const orderId = order.id;
  const customer = `${order.first_name} ${order.last_name}`.trim();
  const total = formatRupees(order.total);
  const place = `${order.place} ${order.pincode}, ${order.state_name}`;
  const isOnAccount = order.payment_way === "account";
  const isPaid = !isOnAccount && order.due_at_door === 0;
  const owed = isOnAccount ? "it is on account" : dueAtDoorSentence(order.due_at_door);
  const notice: StaffNotice = {
    key: `order:${orderId}:paid`,
    subject: `order #${orderId} is ${isPaid ? "paid" : "confirmed"}, ${total}`,
    preheader: `${customer}, ${place}`,
    heading: `New order #${orderId}`,
    paragraphs: [
      isPaid
        ? `${customer} has paid ${total}. The books can be packed.`
        : `${customer} has ordered for ${total}; ${owed}. The books can be packed.`,
    ],
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
  };
  await noticeReaders(trx, readers, notice, now);
}

/**
 * 'A payment does not fit its order', once for each payment.
 * @param trx the transaction that records it; @param misfit.payment in the smallest unit of its currency
 */
export async function noticeMisfit(
  trx: Db,
  misfit: { orderId: number; payment: { id: string; amount: number; currency: string }; misfit: Misfit },
  now: Date,
): Promise<void> {
  const { orderId, payment } = misfit;
  const { order } = await orderForMail(trx, orderId);
  if (order.is_test === 1) return;
  const money = formatAmount(payment.amount, payment.currency);
  const due = formatRupees(
    dueOnline({ paymentWay: order.payment_way, total: order.total, dueAtDoor: order.due_at_door }),
  );
  await noticeStaff(
    trx,
    "unknown_payment",
    {
      key: `order:${orderId}:misfit:${payment.id}`,
      subject: `a payment does not fit order #${orderId}`,
      preheader: `${money} instead of ${due}`,
      heading: `A payment of ${money} does not fit order #${orderId}`,
      paragraphs: [
        `${due} is paid for the order online. ${misfitSentence(misfit.misfit)}. The order is as it was.`,
      ],
      rows: [["Its number at the payment service", payment.id]],
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
  if (order.is_test === 1) return;
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
