/** Bills of supply and tax invoices: their kinds, names and URLs. Browser-safe. */

/**
 * A bill of supply when nothing on it is taxed (GST Rule 49), a tax invoice when everything is (Rule 46), else one paper
 * for both, as shops may give to customers without a GSTIN (Rule 46A).
 */
export const DOCUMENT_KINDS = ["bill_of_supply", "tax_invoice", "invoice_cum_bill_of_supply"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  bill_of_supply: "Bill of supply",
  tax_invoice: "Tax invoice",
  invoice_cum_bill_of_supply: "Invoice-cum-bill of supply",
};

/** @param lines their tax rates in hundredths of a per cent */
export function documentKind(lines: readonly { taxRate: number }[]): DocumentKind {
  if (lines.every((line) => line.taxRate === 0)) return "bill_of_supply";
  return lines.every((line) => line.taxRate > 0) ? "tax_invoice" : "invoice_cum_bill_of_supply";
}

/** The customer's URL of an order's document, which exists once the order has been paid. */
export const documentPath = (orderId: number) => `/orders/${orderId}/invoice`;
/** The same for staff. */
export const staffDocumentPath = (orderId: number) => `/admin/orders/${orderId}/invoice`;

/** @param number e.g. "KB/26-27/000001" @returns e.g. "bill-of-supply-KB-26-27-000001.pdf" */
export function documentFileName({ kind, number }: { kind: DocumentKind; number: string }): string {
  return `${kind.replaceAll("_", "-")}-${number.replace(/[^\dA-Za-z-]+/g, "-")}.pdf`;
}

/** The name of an order's document as an attachment in the queue of mails. */
export const documentAttachment = (orderId: number) => `invoice:${orderId}`;
