/** Sums of documents, in paise. */
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
