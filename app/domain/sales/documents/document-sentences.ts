import { formatDate, indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { EXCHANGE } from "../orders/exchange/exchange";
import type { OrderDetail } from "../orders/order-detail";
import { paymentMethodLabel } from "../orders/orders";
import { stillDueAtDoor, stillToPay } from "../orders/paying";
import { isAutomaticRefund } from "../orders/money/refunds";
import { openOf, receivedOf } from "../trade/on-account";
import { DOCUMENT_LABELS, standingDocuments } from "../orders/order-documents";
import type { DocumentContent } from "./document-content";
import type { OtherDocument, ShownDocument } from "./issued-document";

/** The order of a document, as its texts need it. */
export type OrderOfDocument = Pick<
  OrderDetail,
  | "id"
  | "placedAt"
  | "state"
  | "paymentWay"
  | "dueOn"
  | "gateway"
  | "paidAt"
  | "dueAtDoor"
  | "doorReceived"
  | "balanceDue"
  | "cancelledAt"
  | "refunds"
  | "credited"
> & {
  address: Pick<OrderDetail["address"], "state">;
  totals: Pick<OrderDetail["totals"], "total">;
  payments: Pick<OrderDetail["payments"][number], "status" | "amount">[];
};

/** What became of a document and of the order's money, in the sentences below its table. */

export const dateOf = ({ issuedAt }: { issuedAt: string }) => formatDate(indianDate(new Date(issuedAt)));

/** How a document was paid, what of it is due, or what took its place. */
export function paymentSentence(
  { id, issuedAt, payment, cancelledAt }: ShownDocument,
  order: OrderOfDocument,
  others: readonly OtherDocument[],
): string {
  const standing = standingDocuments(others);
  if (cancelledAt) return `This document was cancelled on ${formatDate(cancelledAt)}.`;
  if (id !== null && standing.length > 0 && standing.every((one) => one.id !== id))
    return `Other documents of the order have taken its place: ${standing.map((one) => one.number).join(", ")}.`;
  const { dueAtDoor, doorReceived, paymentWay, totals } = order;
  const ofWhole = standing.length > 1 ? "Of the whole order: " : "";
  if (paymentWay === "account") return `${ofWhole}${accountSentence(order, issuedAt)}`;
  const open = stillToPay(order);
  const byHand = payment.method === "cash" || payment.method === EXCHANGE ? payment.method : "transfer";
  const gateway = paymentWay === "transfer" ? byHand : order.gateway;
  const method = paymentMethodLabel(gateway, payment.method);
  const paidOn = formatDate(order.paidAt ?? issuedAt);
  const before = totals.total - dueAtDoor - order.balanceDue;
  const paid = `${formatRupees(before)} paid on ${paidOn}: ${method}${payment.id ? `, ${payment.id}` : ""}.`;
  const due = stillDueAtDoor(order);
  const parts = [
    ...(before > 0 ? [paid] : []),
    ...(doorReceived > 0 ? [`${formatRupees(doorReceived)} paid at the door.`] : []),
    ...(open > 0 ? [`${formatRupees(open)} to be paid before it is sent.`] : []),
    ...(due > 0 ? [`${formatRupees(due)} to be paid at the door.`] : []),
  ];
  if (parts.length === 0) return "Nothing was paid, and nothing is due.";
  return `${ofWhole}${parts.join(" ")}`;
}

/** What of an order on account has come, and what is open. */
function accountSentence(order: OrderOfDocument, issuedAt: string): string {
  const { state, totals, credited = 0 } = order;
  const received = receivedOf(order);
  const open = openOf({ state, total: totals.total, credited, received });
  const came = received > 0 ? ` ${formatRupees(received)} was received.` : "";
  const due = open > 0 ? `${formatRupees(open)} to be paid by ${formatDate(order.dueOn ?? issuedAt)}.` : "";
  return `On account: ${due || "nothing is due."}${came}`;
}

/** The refunds of the order itself, not of a second payment. */
const ownRefunds = (order: OrderOfDocument) =>
  order.refunds.filter(({ reason }) => !isAutomaticRefund(reason));

/** What was returned of the order's money, as a sentence; empty for nothing. */
export function returnedSentence(order: OrderOfDocument): string {
  const refunds = ownRefunds(order);
  const processed = refunds.filter(({ status }) => status === "processed");
  const returned = processed.filter(({ reason }) => reason !== EXCHANGE);
  const exchanged = processed.filter(({ reason }) => reason === EXCHANGE);
  const underWay = refunds.filter(({ status }) => status === "queued" || status === "pending");
  const amount = (of: typeof refunds) => formatRupees(of.reduce((sum, refund) => sum + refund.amount, 0));
  return [
    returned.length > 0
      ? `${amount(returned)} was returned on ${formatDate(returned.at(-1)!.updatedAt)}.`
      : "",
    underWay.length > 0 ? `${amount(underWay)} is being returned.` : "",
    exchanged.length > 0 ? `${amount(exchanged)} has paid for books sent in exchange.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What became of a document: whether it was cancelled, and the notes that lowered it. A note has no stamp. */
export function stampOf(
  document: ShownDocument,
  order: OrderOfDocument,
  others: readonly OtherDocument[],
): DocumentContent["stamp"] {
  if (document.of !== null) return null;
  const notes = others.filter(({ of }) => of !== null && of === document.id);
  const money = returnedSentence(order);
  const isOver = order.state === "cancelled" || order.state === "refunded";
  if (!isOver && document.cancelledAt === null && notes.length === 0 && !money) return null;
  const sentences = [
    order.cancelledAt
      ? `The order was cancelled on ${formatDate(order.cancelledAt)}.`
      : document.cancelledAt
        ? `The order was changed on ${formatDate(document.cancelledAt)}, and has another document.`
        : "",
    money,
    ...notes.map(
      (note) =>
        `Lowered by ${DOCUMENT_LABELS[note.kind].toLowerCase()} ${note.number} of ${dateOf(note)}: ${formatRupees(note.value)}.`,
    ),
  ];
  const isCancelled = order.state === "cancelled" || document.cancelledAt !== null;
  const isPart = money !== "" && order.state !== "refunded";
  return {
    title: isCancelled
      ? "Cancelled"
      : order.state === "refunded"
        ? "Refunded"
        : isPart
          ? "Partly refunded"
          : "Lowered",
    text: sentences.filter(Boolean).join(" "),
  };
}
