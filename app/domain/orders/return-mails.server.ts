import type { Db } from "~/db/database.server";
import { renderMail } from "~/platform/mail-layout";
import { queueMail } from "~/platform/mail.server";
import { formatRupees } from "../money";
import { addressInOneLine } from "../settings/settings";
import { readSettings } from "../settings/settings.server";
import { queueOrderMail } from "./fulfilment-mails.server";
import { orderForMail } from "./order-mails.server";
import { type OrderReturn, RETURN_REASON_LABELS, type ReturnRefund } from "./returns";

/** A return as its mails tell it. */
type ToldReturn = Pick<OrderReturn, "id" | "lines" | "reason" | "remarks"> & { orderId: number };

const books = ({ lines }: ToldReturn): [string, string][] =>
  lines.map(({ title, quantity }) => [title, quantity === 1 ? "1 copy" : `${quantity} copies`]);

const why = ({ reason, remarks }: ToldReturn): [string, string][] => [
  ["Reason", RETURN_REASON_LABELS[reason]],
  ...(remarks ? [["Remarks", remarks] as [string, string]] : []),
];

/**
 * What the customer reads of a return, once for each state that it comes into.
 * @param told.answer staff's words, empty for none @param told.refund what went back for the books before @param trx the transaction that changes the state
 */
export async function queueReturnMail(
  trx: Db,
  told: ToldReturn & {
    state: "requested" | "approved" | "declined" | "received";
    answer: string;
    refund: ReturnRefund | null;
  },
  now: Date,
): Promise<void> {
  const { id, orderId, state, answer } = told;
  const words = answer ? [answer] : [];
  const about = { dedupeKey: `return-${state}:${id}`, action: "View order" };
  if (state === "approved") {
    const { postalAddress } = await readSettings(trx);
    const sendTo: [string, string] = ["Send the books to", addressInOneLine(postalAddress)];
    return queueOrderMail(trx, orderId, now, () => ({
      ...about,
      subject: `your return of order #${orderId} is approved`,
      heading: "Your return is approved",
      paragraphs: [
        `please send the books of order #${orderId} back to us, and put a note with the order's number into the parcel.`,
        ...words,
      ],
      // Staff who write where it goes are not contradicted.
      rows: [...books(told), ...(answer || !postalAddress ? [] : [sendTo])],
    }));
  }
  const messages = {
    requested: {
      subject: `your return request for order #${orderId}`,
      heading: "We have your return request",
      paragraphs: [
        `we have received your request to return books of order #${orderId}. Please keep them until we answer by email.`,
      ] as [string],
      rows: [...books(told), ...why(told)],
    },
    declined: {
      subject: `your return request for order #${orderId} is declined`,
      heading: "We cannot take the books back",
      paragraphs: [`we have looked at your request to return books of order #${orderId}.`, ...words] as [
        string,
        ...string[],
      ],
      rows: books(told),
    },
    received: {
      subject: `the books you returned from order #${orderId} have arrived`,
      heading: "Your books have arrived",
      paragraphs: [
        `the books that you returned from order #${orderId} have reached us. ${refunded(told.refund)}`,
        ...words,
      ] as [string, ...string[]],
      rows: books(told),
    },
  };
  await queueOrderMail(trx, orderId, now, () => ({ ...about, ...messages[state] }));
}

const refunded = (refund: ReturnRefund | null) =>
  refund && refund.status !== "failed"
    ? `We have refunded ${formatRupees(refund.amount)} for them already.`
    : "When we refund them, we will tell you in a separate email.";

/** Tells the shop, at its support address where it has one, that a return waits for an answer. */
export async function queueReturnNote(trx: Db, told: ToldReturn, now: Date): Promise<void> {
  const { id, orderId } = told;
  const { order, settings, frame, staffUrl } = await orderForMail(trx, orderId);
  if (!settings.supportEmail) return;
  const content = renderMail({
    ...frame,
    footer: `You get this message because it is the support address of ${settings.shopName}.`,
    heading: "A customer wants to return books",
    paragraphs: [`${order.first_name} (${order.account_email}) asks to return books of order #${orderId}.`],
    rows: [...books(told), ...why(told)],
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
