import type { StoredTaxRate } from "./tax-rates";

/** GST as it stands in November 2026, where it is sure: for an accountant to look at, not in their place. */
export const INDIA_RATES: readonly Omit<StoredTaxRate, "id">[] = [
  {
    hsn: "4901",
    from: "2017-07-01",
    rate: 0,
    condition: "any",
    note: "Printed books: nil (cleartax.in). Brochures and leaflets of 4901 bear 5 %: give these a rate of their own.",
  },
  {
    hsn: "4902",
    from: "2017-07-01",
    rate: 0,
    condition: "any",
    note: "Newspapers and periodicals: nil (cleartax.in)",
  },
  {
    hsn: "4903",
    from: "2017-07-01",
    rate: 0,
    condition: "any",
    note: "Children's picture, drawing and colouring books: nil (cleartax.in)",
  },
  {
    hsn: "4905",
    from: "2017-07-01",
    rate: 1200,
    condition: "any",
    note: "Maps and atlases, until 21 September 2025 (msassociates.pro)",
  },
  {
    hsn: "4905",
    from: "2025-09-22",
    rate: 0,
    condition: "any",
    note: "Maps and atlases: nil since 22 September 2025 (msassociates.pro)",
  },
  {
    hsn: "4820",
    from: "2017-07-01",
    rate: 1200,
    condition: "any",
    note: "Exercise books and notebooks, until 21 September 2025 (msassociates.pro)",
  },
  {
    hsn: "4820",
    from: "2025-09-22",
    rate: 0,
    condition: "any",
    note: "Exercise books and notebooks: nil since 22 September 2025 (msassociates.pro). Diaries and registers of 4820 bear 18 % (pocketful.in): give these a rate of their own.",
  },
  {
    hsn: "9984",
    from: "2017-07-01",
    rate: 1800,
    condition: "any",
    note: "E-books and other online content: 18 % (gstgyaan.com)",
  },
  {
    hsn: "9984",
    from: "2018-07-27",
    rate: 500,
    condition: "printed",
    note: "E-books of which there is a printed edition: 5 % (gstgyaan.com, entry 22)",
  },
];
