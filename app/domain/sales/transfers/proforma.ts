import { formatDate, formatDateTime, indianDate } from "~/domain/kit/dates";
import type { Settings } from "~/domain/shop/settings/settings";
import { detailsOf } from "~/domain/shop/settings/transfer";
import { type DocumentContent, documentContent } from "../documents/document-content";
import { recipientOf, sellerOf } from "../documents/issued-document";
import { columnsForDraft, documentsToIssue, type OrderedLine, placeOf } from "../documents/new-documents";
import { type OrderDetail, payingOf } from "../orders/order-detail";
import { isToTransfer } from "../orders/paying";
import { toTransfer, transferRows, upiLink } from "./transfers";

/** The texts of a proforma invoice, and what its code says; null: no code. */
export interface Proforma {
  content: DocumentContent;
  code: string | null;
}

/**
 * The offer that schools and libraries pay against: the order as a bill would show it, with where the money goes and a code
 * for UPI apps. It is no bill, and has no number of a series; a bill follows with the payment.
 * @param order paid by transfer, in any state: only one that waits for its money says how to pay
 */
export function proformaOf(order: OrderDetail, lines: readonly OrderedLine[], settings: Settings): Proforma {
  const seller = sellerOf(settings);
  // One paper, whatever the bill will be.
  const columns = columnsForDraft(order);
  const [draft] = documentsToIssue({ ...columns, buyer_gstin: "" }, lines, seller);
  const document = {
    ...draft!,
    ...placeOf(columns, seller),
    id: null,
    number: `P-${order.id}`,
    issuedAt: order.placedAt,
    seller,
    payment: { id: "", method: "transfer" },
    recipient: recipientOf(columns),
    buyerGstin: columns.buyer_gstin,
    buyerReference: columns.buyer_reference,
    of: null,
    cause: null,
    cancelledAt: null,
  };
  const bill = documentContent(document, order, []);
  const isWaiting = isToTransfer(payingOf(order));
  const details = isWaiting ? detailsOf(settings) : null;
  const waiting = toTransfer(order);
  const pay = details ? transferRows(waiting, details) : [];
  const place = bill.facts.filter(([name]) => name === "Place of supply");
  return {
    code: details?.upi ? upiLink(details.upi, details.name, waiting) : null,
    content: {
      ...bill,
      title: "Proforma invoice",
      roles: ["Seller", "Buyer"],
      facts: [
        ["Number", document.number],
        ["Date", formatDate(indianDate(new Date(order.placedAt)))],
        ["Order", `#${order.id}`],
        ...(isWaiting ? [["Pay by", formatDateTime(order.payBy)] satisfies [string, string]] : []),
        ...place,
      ],
      payment: isWaiting ? "Not paid yet." : order.paidAt ? bill.payment : "Not paid.",
      pay,
      notes: [
        "This is a proforma invoice, not a bill. The bill follows when the payment has come.",
        ...bill.notes,
      ],
    },
  };
}
