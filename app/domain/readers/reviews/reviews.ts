/** A review as visitors see it. */
export interface Review {
  id: number;
  bookId: number;
  /** Which edition of the work it is about, 'Paperback'; only where the reviews of several are shown together. */
  edition?: string;
  /** 1 to 5 */
  rating: number;
  remarks: string;
  /** The reviewer's first name and the initial of the last, 'Priya S.'. */
  reviewer: string;
  /** The reviewer's email address, for the JSON API alone. */
  maskedEmail: string;
  /** The reviewer has a paid order with the book. */
  verifiedPurchase: boolean;
  /** When it was last written, UTC ISO 8601. */
  writtenAt: string;
}

export const REVIEW_SAVED = "Review submitted successfully!";

/**
 * Masks an address where others can read it (docs/product-decisions.md §1.23): 'p•••a@example.com'. With only one or two
 * letters before the @, only the first is shown, since both would reveal the address.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const letters = Array.from(email.slice(0, at));
  const last = letters.length > 2 ? letters.at(-1)! : "";
  return `${letters[0] ?? ""}•••${last}${email.slice(at)}`;
}

/** 'x out of 5' (docs/specification.md §2.5). @param rating mean of the stars, 0 to 5 */
export function outOfFive(rating: number): string {
  return `${rating.toFixed(1)} out of 5`;
}
