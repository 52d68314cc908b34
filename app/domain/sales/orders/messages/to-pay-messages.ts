import { isFetched } from "../../delivery/pick-up";
import { formatDateTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { transferRows } from "../../transfers/transfers";
import { whenPaidAtDoor } from "../paying";
import {
  daysFrom,
  deliveryTo,
  exampleLines,
  reservedUntil,
  type MailedOrder,
  type OrderedLine,
  type OrderExamples,
  type OrderMessage,
  promiseRows,
  type Rows,
} from "./order-message";
import { confirmationMessage } from "./order-messages";

/** The texts of the mails that ask for something before an order is ours to pack: the money, or a confirmation. */

const amountAndDay = ({ total, pay_by = "" }: MailedOrder): string =>
  `${formatRupees(total)}, by ${formatDateTime(pay_by)}.`;

/** 'Please pay your order', for one that staff have placed. @param path of the link that pays it */
export const toPayMessage = (
  order: MailedOrder,
  lines: readonly OrderedLine[],
  path: string,
): OrderMessage => ({
  ...confirmationMessage(order, lines),
  kind: "order-to-pay",
  subject: `please pay order #${order.id}`,
  preheader: amountAndDay(order),
  heading: "Please pay your order",
  paragraphs: [
    `this is your order #${order.id}, as agreed with us. Please pay ${formatRupees(order.total)} by the button below; you need no account for it.`,
    reservedUntil(order),
  ],
  rows: promiseRows(order),
  action: `Pay ${formatRupees(order.total)}`,
  path,
});

/** 'Please confirm your order', for one that is paid at the door. @param given.path of the link that confirms it */
export function toConfirmMessage(
  order: MailedOrder,
  { code, path }: { code: string; path: string },
): OrderMessage {
  const due = formatRupees(order.due_at_door ?? 0);
  return {
    kind: "order-to-confirm",
    subject: `please confirm order #${order.id}`,
    preheader: reservedUntil(order),
    heading: "Please confirm your order",
    paragraphs: [
      `thank you for your order #${order.id}. You pay ${due} ${whenPaidAtDoor(isFetched(order.pick_up))}.`,
      `Please confirm ${isFetched(order.pick_up) ? "it" : "that we may send it"}: press the button, or type the code ${code} on the order's page. We may also call you.`,
      `${reservedUntil(order)} If nobody confirms the order until then, it lapses.`,
    ],
    rows: [["Code", code], ["Due at the door", due], ...promiseRows(order)],
    address: deliveryTo(order),
    action: "Confirm your order",
    path,
  };
}

/**
 * 'How to pay your order', for one that is paid by transfer to the shop.
 * @param given.rows how to pay, line by line @param given.path of the proforma invoice
 */
export const toTransferMessage = (
  order: MailedOrder,
  { rows, path }: { rows: Rows; path: string },
): OrderMessage => ({
  kind: "order-to-transfer",
  subject: `how to pay order #${order.id}`,
  preheader: amountAndDay(order),
  heading: "How to pay your order",
  paragraphs: [
    `thank you for your order #${order.id}. Please transfer ${formatRupees(order.total)} to us, by bank or UPI, and mention the reference below: we find your order by it.`,
    `${reservedUntil(order)} When the money has come we write again, and send the bill.`,
    "The proforma invoice is attached, with a code for UPI apps if we take UPI.",
  ],
  rows: [...rows, ...promiseRows(order)],
  address: deliveryTo(order),
  action: "Proforma invoice",
  path,
});

const EXAMPLE_ACCOUNT = {
  name: "Kitab Books Private Limited",
  bank: { account: "00120034005600", ifsc: "SBIN0000813" },
  upi: "kitab@sbi",
  days: 5,
};

/** An example of each of these mails. */
export const TO_PAY_EXAMPLES = {
  "order-to-pay": (order, { books, now }) =>
    toPayMessage({ ...order, pay_by: daysFrom(now, 5) }, exampleLines(books), "/"),
  "order-to-confirm": (order, { now }) =>
    toConfirmMessage(
      { ...order, payment_way: "cod", due_at_door: order.total, pay_by: daysFrom(now, 1) },
      { code: "204863", path: "/confirm-order?token=example" },
    ),
  "order-to-transfer": (order, { now }) => {
    const payBy = daysFrom(now, 5);
    return toTransferMessage(
      { ...order, payment_way: "transfer", pay_by: payBy },
      { rows: transferRows({ id: order.id, amount: order.total, payBy }, EXAMPLE_ACCOUNT), path: "/" },
    );
  },
} as const satisfies OrderExamples;
