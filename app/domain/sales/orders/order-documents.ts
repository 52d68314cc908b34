/** Bills, invoices and the notes that lower them: their kinds, names and URLs. Browser-safe. */

/**
 * A bill of supply when nothing on it is taxed (GST Rule 49), a tax invoice when everything is (Rule 46), else one paper
 * for both, as shops may give to customers without a GSTIN (Rule 46A). A seller without a GSTIN gives a plain bill.
 */
export const INVOICE_KINDS = ["bill_of_supply", "tax_invoice", "invoice_cum_bill_of_supply", "bill"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** A credit note lowers what is taxed, a refund note what is not. */
export const NOTE_KINDS = ["credit_note", "refund_note"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export const DOCUMENT_KINDS = [...INVOICE_KINDS, ...NOTE_KINDS] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  bill_of_supply: "Bill of supply",
  tax_invoice: "Tax invoice",
  invoice_cum_bill_of_supply: "Invoice-cum-bill of supply",
  bill: "Bill",
  credit_note: "Credit note",
  refund_note: "Refund note",
};

/** Why a note was issued. */
export const NOTE_CAUSES = ["refund", "return", "lowered", "changed", "refused", "cancelled"] as const;
export type NoteCause = (typeof NOTE_CAUSES)[number];

/** The same as a sentence without its point. */
export const CAUSE_LABELS: Record<NoteCause, string> = {
  refund: "Money was returned",
  return: "Books were returned",
  lowered: "A sum was taken off",
  changed: "The order was changed",
  refused: "The parcel was refused at the door",
  cancelled: "The order was cancelled",
};

/** Whether a document lowers another one. */
export const isNote = (kind: DocumentKind): kind is NoteKind =>
  kind === "credit_note" || kind === "refund_note";

/**
 * @param lines their tax rates in hundredths of a per cent
 * @param isRegistered whether the seller has a GSTIN
 */
export function documentKind(lines: readonly { taxRate: number }[], isRegistered: boolean): InvoiceKind {
  if (!isRegistered) return "bill";
  if (lines.every((line) => line.taxRate === 0)) return "bill_of_supply";
  return lines.every((line) => line.taxRate > 0) ? "tax_invoice" : "invoice_cum_bill_of_supply";
}

/** A document of an order, as lists name it. Money in paise, times ISO 8601. */
export interface OrderDocument {
  id: number;
  kind: DocumentKind;
  number: string;
  issuedAt: string;
  value: number;
  /** Of a note: the id of the document that it lowers, and why. */
  of: number | null;
  cause: NoteCause | null;
  /** The refund that a note is for. */
  refundId: number | null;
  cancelledAt: string | null;
}

/**
 * The bills and invoices that stand: not cancelled, and not lowered to nothing. If there is none any more, the newest. The
 * first of them has the order's invoice number.
 * @param documents all of the order, the oldest first
 */
export function standingDocuments<
  Document extends Pick<OrderDocument, "id" | "kind" | "of" | "value" | "issuedAt" | "cancelledAt">,
>(documents: readonly Document[]): Document[] {
  const issued = documents.filter(({ kind }) => !isNote(kind));
  const left = ({ id, value }: Document) =>
    documents.reduce((rest, note) => (note.of === id ? rest - note.value : rest), value);
  const standing = issued.filter((one) => one.cancelledAt === null && (left(one) > 0 || one.value === 0));
  return standing.length > 0
    ? standing
    : issued.filter(({ issuedAt }) => issuedAt === issued.at(-1)!.issuedAt);
}

/** The customer's URL of an order's document, which exists once the order has been paid. */
export const documentPath = (orderId: number) => `/orders/${orderId}/invoice`;
/** The same for staff. */
export const staffDocumentPath = (orderId: number) => `/admin/orders/${orderId}/invoice`;
/** The customer's URL of one of an order's documents. */
export const oneDocumentPath = (orderId: number, id: number) => `/orders/${orderId}/documents/${id}`;
/** The same for staff. */
export const staffOneDocumentPath = (orderId: number, id: number) =>
  `/admin/orders/${orderId}/documents/${id}`;

/** @param number e.g. "KB/26-27/000001" @returns e.g. "bill-of-supply-KB-26-27-000001.pdf" */
export function documentFileName({ kind, number }: { kind: DocumentKind; number: string }): string {
  return `${kind.replaceAll("_", "-")}-${number.replace(/[^\dA-Za-z-]+/g, "-")}.pdf`;
}

/** The name of an order's document as an attachment in the queue of mails. */
export const documentAttachment = (orderId: number) => `invoice:${orderId}`;
/** The same of a credit or refund note. @param id of the document */
export const noteAttachment = (id: number) => `note:${id}`;
