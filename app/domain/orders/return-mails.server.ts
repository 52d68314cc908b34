import type { Db } from "~/db/database.server";
import { renderMail } from "~/platform/mail-layout";
import { queueMail } from "~/platform/mail.server";
import { formatRupees } from "../money";
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
      heading: "We have your return request",
      paragraphs: [
        `we have received your request to return books of order #${orderId}. Please keep them until we answer by email.`,
      ] as [string],
      rows: [...books(about), ...why(about)],
    },
    declined: {
      subject: `your return request for order #${orderId} is declined`,
      heading: "We cannot take the books back",
      paragraphs: [`we have looked at your request to return books of order #${orderId}.`, ...note] as [
        string,
        ...string[],
      ],
      rows: books(about),
    },
    received: {
      subject: `the books you returned from order #${orderId} have arrived`,
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

/** Mails the shop's support address, if there is one, that a return waits for an answer. */
export async function queueReturnNote(trx: Db, request: MailedReturn, now: Date): Promise<void> {
  const { id, orderId } = request;
  const { order, settings, frame, staffUrl } = await orderForMail(trx, orderId);
  if (!settings.supportEmail) return;
  const content = renderMail({
    ...frame,
    footer: `You get this message because it is the support address of ${settings.shopName}.`,
    heading: "A customer wants to return books",
    paragraphs: [`${order.first_name} (${order.account_email}) asks to return books of order #${orderId}.`],
    rows: [...books(request), ...why(request)],
    action: { label: "Answer the request", url: staffUrl },
  });
  await queueMail(trx, {
    dedupeKey: `return-note:${id}`,
    to: settings.supportEmail,
    subject: `${settings.shopName}: return requested for order #${orderId}`,
    ...content,
    now,
  });
}
