/** India Post's tariffs for the presets: rupees without tax, weights in grams. Each says from when it is and where it stands. */

export interface Tariff {
  name: string;
  /** The plain date from which it applies. */
  since: string;
  source: string;
  /** What staff must know before they use it. */
  notes: readonly string[];
}

export const GYAN_POST = {
  name: "Gyan Post",
  since: "2025-05-01",
  source: "Standard Operating Procedure for Gyan Post, Department of Posts, May 2025",
  steps: [
    { upToGrams: 300, rupees: 20 },
    { upToGrams: 500, rupees: 25 },
    { upToGrams: 1000, rupees: 35 },
    { upToGrams: 2000, rupees: 50 },
    { upToGrams: 3000, rupees: 65 },
    { upToGrams: 4000, rupees: 80 },
    { upToGrams: 5000, rupees: 100 },
  ],
  /** Our guess for surface mail: no figures are published. */
  days: { from: 5, to: 12 },
  notes: [
    "One price for all India, tracked, by surface, booked at the counter, up to 5 kg.",
    "For textbooks, exam books, and social, cultural and religious books; not for periodicals, business books, or what has advertisements. The counter decides: mark others as “It may not go” on their forms, or in a file of books; a parcel with one of them is offered the other ways alone.",
    "The parcel says “Gyan Post” outside, and its cover stays open for inspection.",
  ],
} as const satisfies Tariff & { steps: readonly { upToGrams: number; rupees: number }[]; days: object };

/** Steps of Speed Post's tariff for documents, in grams. */
const DOCUMENT_STEPS = [50, 250, 500] as const;

export const SPEED_POST = {
  name: "Speed Post",
  since: "2025-10-01",
  source: "Post Office (Fourth Amendment) Regulations, 2025, S.O. 4375(E), table IV-A",
  upToGrams: DOCUMENT_STEPS,
  /** By distance; the zones have these names. `further`: each 500 g above, in the tariff of 1 October 2012. */
  distances: [
    { zone: "Local", upToKm: 0, rupees: [19, 24, 28], further: 10, days: { from: 1, to: 2 } },
    { zone: "Up to 200 km", upToKm: 200, rupees: [47, 59, 70], further: 15, days: { from: 1, to: 3 } },
    { zone: "201 to 500 km", upToKm: 500, rupees: [47, 63, 75], further: 30, days: { from: 2, to: 4 } },
    { zone: "501 to 1,000 km", upToKm: 1000, rupees: [47, 68, 82], further: 30, days: { from: 2, to: 5 } },
    { zone: "1,001 to 2,000 km", upToKm: 2000, rupees: [47, 72, 86], further: 40, days: { from: 3, to: 6 } },
    { zone: "Above 2,000 km", upToKm: Infinity, rupees: [47, 77, 93], further: 50, days: { from: 4, to: 8 } },
  ],
  notes: [
    "The table is for documents up to 500 g and 35 × 27 × 2 cm. Whether your post office books a book as a document or as a parcel could not be found out: ask there first.",
    "For parcels above 500 g no tariff of 2025 could be found. The steps up to 5 kg that you can add are a guess, from what each further 500 g cost in 2012.",
    "Distances are from the middle of the shop's sorting district (the first three digits of its PIN code) to the middle of each other one. “Local” is the shop's own.",
  ],
} as const satisfies Tariff & { distances: readonly object[]; upToGrams: readonly number[] };

/** GST on postage, which the tariffs do not have. */
export const POSTAGE_TAX_PERCENT = 18;
