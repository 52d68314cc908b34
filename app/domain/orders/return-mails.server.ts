import type { Db } from "~/db/database.server";
import { formatRupees } from "../money";
import { noticeStaff } from "../notices/notice-staff.server";
import { addressInOneLine } from "../settings/settings";
import { readSettings } from "../settings/settings.server";
import { queueOrderMail } from "./fulfilment-mails.server";
import { orderForMail } from "./order-mails.server";
import { type OrderReturn, RETURN_REASON_LABELS, type ReturnRefund } from "./returns";

/** What the mails show of a return. */
type MailedReturn = Pick<OrderReturn, "id" | "lines" | "reason" | "remarks"> & { orderId: number };

const books = ({ lines }: MailedReturn): [string, string][] =>
  lines.map(({ title, quantity }) => [title, quantity === 1 ? "1 copy" : `${quantity} copies`]);

const why = ({ reason, remarks }: MailedReturn): [string, string][] => [
  ["Reason", RETURN_REASON_LABELS[reason]],
  ...(remarks ? [["Remarks", remarks] as [string, string]] : []),
];

/**
 * Mails the customer about a return, once for each of its states.
 * @param trx the transaction that changes the state
 * @param about.answer staff's note, empty for none; @param about.refund the refund made for the books before
 */
export async function queueReturnMail(
  trx: Db,
  about: MailedReturn & {
    state: "requested" | "approved" | "declined" | "received";
    answer: string;
    refund: ReturnRefund | null;
  },
  now: Date,
): Promise<void> {
  const { id, orderId, state, answer } = about;
  const note = answer ? [answer] : [];
  const common = { dedupeKey: `return-${state}:${id}`, action: "View order" };
  if (state === "approved") {
    const { postalAddress } = await readSettings(trx);
    const sendTo: [string, string] = ["Send the books to", addressInOneLine(postalAddress)];
    return queueOrderMail(trx, orderId, now, () => ({
      ...common,
      subject: `your return of order #${orderId} is approved`,
      preheader: "Please send the books back to us.",
      heading: "Your return is approved",
      paragraphs: [
        `please send the books of order #${orderId} back to us, and put a note with the order's number into the parcel.`,
        ...note,
      ],
      // Staff's note may give another address, so the shop's own is left out then.
      rows: [...books(about), ...(answer || !postalAddress ? [] : [sendTo])],
    }));
  }
  const messages = {
    requested: {
      subject: `your return request for order #${orderId}`,
      preheader: "Please keep the books until we answer by email.",
      heading: "We have your return request",
      paragraphs: [
        `we have received your request to return books of order #${orderId}. Please keep them until we answer by email.`,
      ] as [string],
      rows: [...books(about), ...why(about)],
    },
    declined: {
      subject: `your return request for order #${orderId} is declined`,
      preheader: "Our answer to your request.",
      heading: "We cannot take the books back",
      paragraphs: [`we have looked at your request to return books of order #${orderId}.`, ...note] as [
        string,
        ...string[],
      ],
      rows: books(about),
    },
    received: {
      subject: `the books you returned from order #${orderId} have arrived`,
      preheader: "What happens to your money.",
      heading: "Your books have arrived",
      paragraphs: [
        `the books that you returned from order #${orderId} have reached us. ${refunded(about.refund)}`,
        ...note,
      ] as [string, ...string[]],
      rows: books(about),
    },
  };
  await queueOrderMail(trx, orderId, now, () => ({ ...common, ...messages[state] }));
}

const refunded = (refund: ReturnRefund | null) =>
  refund && refund.status !== "failed"
    ? `We have refunded ${formatRupees(refund.amount)} for them already.`
    : "When we refund them, we will tell you in a separate email.";

/** Tells the staff who want to know that a return waits for an answer. */
export async function noticeReturn(trx: Db, request: MailedReturn, now: Date): Promise<void> {
  const { id, orderId } = request;
  const { order } = await orderForMail(trx, orderId);
  await noticeStaff(
    trx,
    "return_request",
    {
      key: `order:${orderId}:return:${id}`,
      subject: `return requested for order #${orderId}`,
      preheader: `${order.fullname}: ${RETURN_REASON_LABELS[request.reason]}`,
      heading: "A customer wants to return books",
      paragraphs: [`${order.first_name} (${order.account_email}) asks to return books of order #${orderId}.`],
      rows: [...books(request), ...why(request)],
      action: { label: "Answer the request", path: `/admin/orders/${orderId}` },
    },
    now,
  );
}
