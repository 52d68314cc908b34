import { formatRupees } from "~/domain/kit/money";
import { addressInOneLine } from "~/domain/shop/settings/settings";
import type { OrderExample, OrderExamples, OrderMessage } from "../messages/order-message";
import { type OrderReturn, RETURN_REASON_LABELS, type ReturnRefund } from "./returns";

/** What the mails show of a return. */
export type MailedReturn = Pick<OrderReturn, "id" | "lines" | "reason" | "remarks"> & { orderId: number };

/** Title and copies of each returned book, as lines of a mail. */
export const returnedBooks = ({ lines }: MailedReturn): [string, string][] =>
  lines.map(({ title, quantity }) => [title, quantity === 1 ? "1 copy" : `${quantity} copies`]);

/** The customer's reason and remarks, as lines of a mail. */
export const whyReturned = ({ reason, remarks }: MailedReturn): [string, string][] => [
  ["Reason", RETURN_REASON_LABELS[reason]],
  ...(remarks ? [["Remarks", remarks] as [string, string]] : []),
];

export type AnsweredReturn = MailedReturn & {
  state: "requested" | "approved" | "declined" | "received";
  /** Staff's note, empty for none. */
  answer: string;
  /** The refund made for the books before. */
  refund: ReturnRefund | null;
};

/** The mail about a state of a return. @param postalAddress the shop's */
export function returnMessage(about: AnsweredReturn, postalAddress: string): OrderMessage {
  const { orderId, state, answer } = about;
  const note = answer ? [answer] : [];
  const sendTo: [string, string] = ["Send the books to", addressInOneLine(postalAddress)];
  const messages: Record<typeof state, Omit<OrderMessage, "kind">> = {
    requested: {
      subject: `your return request for order #${orderId}`,
      preheader: "Please keep the books until we answer by email.",
      heading: "We have your return request",
      paragraphs: [
        `we have received your request to return books of order #${orderId}. Please keep them until we answer by email.`,
      ],
      rows: [...returnedBooks(about), ...whyReturned(about)],
    },
    approved: {
      subject: `your return of order #${orderId} is approved`,
      preheader: "Please send the books back to us.",
      heading: "Your return is approved",
      paragraphs: [
        `please send the books of order #${orderId} back to us, and put a note with the order's number into the parcel.`,
        ...note,
      ],
      // Staff's note may give another address, so the shop's own is left out then.
      rows: [...returnedBooks(about), ...(answer || !postalAddress ? [] : [sendTo])],
    },
    declined: {
      subject: `your return request for order #${orderId} is declined`,
      preheader: "Our answer to your request.",
      heading: "We cannot take the books back",
      paragraphs: [`we have looked at your request to return books of order #${orderId}.`, ...note],
      rows: returnedBooks(about),
    },
    received: {
      subject: `the books you returned from order #${orderId} have arrived`,
      preheader: "What happens to your money.",
      heading: "Your books have arrived",
      paragraphs: [
        `the books that you returned from order #${orderId} have reached us. ${refunded(about.refund)}`,
        ...note,
      ],
      rows: returnedBooks(about),
    },
  };
  return { kind: `return-${state}`, ...messages[state] };
}

const refunded = (refund: ReturnRefund | null) =>
  refund && refund.status !== "failed"
    ? `We have refunded ${formatRupees(refund.amount)} for them already.`
    : "When we refund them, we will tell you in a separate email.";

const exampleOf =
  (state: AnsweredReturn["state"], answer = ""): OrderExample =>
  ({ id }, { books, postalAddress }) =>
    returnMessage(
      {
        id: 1,
        orderId: id,
        state,
        answer,
        refund: null,
        reason: "damaged",
        remarks: "The cover is torn.",
        lines: [{ bookId: 1, title: books[0].title, quantity: 1 }],
      },
      postalAddress,
    );

/** An example of each of these mails. */
export const RETURN_EXAMPLES = {
  "return-requested": exampleOf("requested"),
  "return-approved": exampleOf("approved"),
  "return-declined": exampleOf("declined", "The ten days for returns are over."),
  "return-received": exampleOf("received"),
} as const satisfies OrderExamples;
