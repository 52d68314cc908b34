/** Bills and invoices: what they are called and where they are found. Browser-safe. */

/** GST Rules 49 and 46: a bill when nothing on it bears GST, else a tax invoice. */
export const DOCUMENT_KINDS = ["bill_of_supply", "tax_invoice"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  bill_of_supply: "Bill of supply",
  tax_invoice: "Tax invoice",
};

/** @param lines their tax rates in hundredths of a per cent */
export function documentKind(lines: readonly { taxRate: number }[]): DocumentKind {
  return lines.some((line) => line.taxRate > 0) ? "tax_invoice" : "bill_of_supply";
}

/** Where its customer finds an order's document; it is there once the order has been paid. */
export const documentPath = (orderId: number) => `/orders/${orderId}/invoice`;
/** Where staff find it. */
export const staffDocumentPath = (orderId: number) => `/admin/orders/${orderId}/invoice`;

/** @param number e.g. "KB/26-27/000001" @returns e.g. "bill-of-supply-KB-26-27-000001.pdf" */
export function documentFileName({ kind, number }: { kind: DocumentKind; number: string }): string {
  return `${kind.replaceAll("_", "-")}-${number.replace(/[^\dA-Za-z-]+/g, "-")}.pdf`;
}

/** Names an order's document among the attachments of mails. */
export const documentAttachment = (orderId: number) => `invoice:${orderId}`;
