/**
 * What of GSTR-1 is a form of the tax office: lengths of codes, natures of documents, units, columns. Limits are rows
 * that an owner changes (catalogue/books/tax/tax-limits.ts). Browser-safe. docs/accounts.md says why each is as it is.
 */

/** Lengths that the portal's list of HSN has. */
const HSN_LENGTHS = [4, 6, 8];

/** Whether an HSN can stand in table 12. @param digits the fewest that the seller may give */
export const isReportable = (hsn: string, digits: number): boolean =>
  /^\d+$/.test(hsn) && HSN_LENGTHS.includes(hsn.length) && hsn.length >= digits;

/** Services have codes that begin with 99, and neither unit nor quantity. */
export const isService = (hsn: string): boolean => hsn.startsWith("99");

/** The unit of table 12: books are counted. */
export const unitOf = (hsn: string): "NOS" | "NA" => (isService(hsn) ? "NA" : "NOS");

/** What the code is, in at most 30 characters as the portal takes it; empty: the portal knows it. */
export const describeHsn = (hsn: string): string => DESCRIPTIONS[hsn.slice(0, 4)] ?? "";

const DESCRIPTIONS: Record<string, string> = {
  "4820": "Registers, notebooks, diaries",
  "4901": "Printed books, brochures",
  "4902": "Newspapers and periodicals",
  "4903": "Children’s picture books",
  "4904": "Printed music",
  "4905": "Maps, atlases, globes",
  "4909": "Postcards, greeting cards",
  "4910": "Printed calendars",
  "4911": "Other printed matter",
  "9984": "Online text and information",
};

/**
 * The columns of table 8. Goods that bear no tax in this trade (printed books, maps, notebooks) stand in the rate schedule
 * with the rate nil; a service without tax is exempted by a notification.
 */
export const nilColumn = (hsn: string): "nil" | "exempt" => (isService(hsn) ? "exempt" : "nil");

/** Of the twelve natures of documents in table 13, the two that a shop issues. */
export const NATURES = {
  invoice: { code: 1, name: "Invoices for outward supply" },
  note: { code: 5, name: "Credit Note" },
} as const;

/** Bills of supply share the numbers of invoices; a refund note is the credit note of an exempt sale. */
export const natureOf = (series: "invoice" | "credit_note" | "refund_note") =>
  series === "invoice" ? NATURES.invoice : NATURES.note;
