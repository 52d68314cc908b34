/** The sums of a month's documents. Paise; browser-safe. */

export interface DocumentSums {
  documents: number;
  /** Taxable value, exempt sales among it, and taxes. */
  value: number;
  taxable: number;
  centralTax: number;
  stateTax: number;
  integratedTax: number;
}

export const NO_SUMS: DocumentSums = {
  documents: 0,
  value: 0,
  taxable: 0,
  centralTax: 0,
  stateTax: 0,
  integratedTax: 0,
};

/** @param sign -1 takes the other away */
export const added = (one: DocumentSums, other: DocumentSums, sign: 1 | -1 = 1): DocumentSums => ({
  documents: one.documents + sign * other.documents,
  value: one.value + sign * other.value,
  taxable: one.taxable + sign * other.taxable,
  centralTax: one.centralTax + sign * other.centralTax,
  stateTax: one.stateTax + sign * other.stateTax,
  integratedTax: one.integratedTax + sign * other.integratedTax,
});

/** What is left of the sales after the notes; its number of documents is that of the sales. */
export const netOf = ({ sales, notes }: { sales: DocumentSums; notes: DocumentSums }): DocumentSums => ({
  ...added(sales, notes, -1),
  documents: sales.documents,
});

/** All three taxes. */
export const taxOf = ({ centralTax, stateTax, integratedTax }: Omit<DocumentSums, "documents">): number =>
  centralTax + stateTax + integratedTax;

/** The sums of all lines of one place, rate and HSN: bills and invoices, less the notes. */
export interface SumOfLines extends Omit<DocumentSums, "documents"> {
  /** The GST code of the state of supply; '': abroad or not known. */
  place: string;
  /** Hundredths of a per cent. */
  rate: number;
  hsn: string;
  copies: number;
}

/** The same by another key, in its order: by place and rate, or by HSN and rate. */
export function rolledUp(lines: readonly SumOfLines[], by: "place" | "hsn"): SumOfLines[] {
  const sums = new Map<string, SumOfLines>();
  for (const line of lines) {
    const key = `${line[by]} ${String(line.rate).padStart(5, "0")}`;
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...line, [by === "place" ? "hsn" : "place"]: "" });
      continue;
    }
    for (const figure of FIGURES) sum[figure] += line[figure];
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

const FIGURES = ["copies", "value", "taxable", "centralTax", "stateTax", "integratedTax"] as const;

/** The documents of a day: value of bills and invoices, and of notes. */
export interface DayOfMonth {
  date: string;
  documents: number;
  sales: number;
  notes: number;
}

/** The refunds whose money went back on a day, in rupees. */
export interface DayOfRefunds {
  date: string;
  count: number;
  amount: number;
}

/** Money that came and went back in one way. */
export interface WayOfPayment {
  /** As people read it. */
  way: string;
  payments: number;
  received: number;
  refunds: number;
  refunded: number;
}

/** The kinds of what is not settled, as people read them. */
export const OPEN_LABELS = {
  door: "Sent, and not paid at the door yet",
  balance: "To be paid after a change of the order",
  transfer: "Orders that wait for a transfer",
  account: "Invoices on account",
  refund: "Refunds on their way",
} as const;

export type OpenKind = keyof typeof OPEN_LABELS;
export const OPEN_KINDS = Object.keys(OPEN_LABELS) as OpenKind[];

/** What is not settled at this moment, whatever the period. */
export interface OpenSum {
  kind: OpenKind;
  count: number;
  amount: number;
}
