/**
 * What of GSTR-1 is a rule of the tax office and may change: limits with the day from which they hold, natures of
 * documents, units, columns. Browser-safe. docs/accounts.md says why each is as it is.
 */

/**
 * Table 5 lists each sale to an unregistered buyer in another state whose document is worth more than this (rule 59;
 * notification 12/2024 lowered it). Smaller ones are in the sums of table 7. The oldest first; paise.
 */
export const LARGE_ABOVE = [
  { from: "2017-07-01", above: 2_50_000_00 },
  { from: "2024-08-01", above: 1_00_000_00 },
] as const;

/** @param day of the document's issue @returns paise */
export const largeAbove = (day: string): number =>
  (LARGE_ABOVE.findLast(({ from }) => from <= day) ?? LARGE_ABOVE[0]).above;

/** A seller above this turnover (paise) in the financial year before gives six digits of HSN, others four (notification 78/2020). */
export const SIX_DIGITS_ABOVE = 5_00_00_000_00;

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
