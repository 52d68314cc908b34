/** Reviews as staff see them: hidden ones too, and who wrote them. */

import { parseId } from "../ids";
import { type ListSearch, parseListSearch } from "../listing/listing";
import { readParam } from "../search-params";

export const REVIEW_STATES = ["visible", "hidden"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = { visible: "Visible", hidden: "Hidden" };

/** What staff are told of a review hidden or shown. */
export const reviewStateWords = (hidden: boolean) =>
  hidden ? "The review is hidden" : "The review is shown again";

export function parseReviewState(value: unknown): ReviewState | null {
  return REVIEW_STATES.find((state) => state === value) ?? null;
}

export const RATINGS = [5, 4, 3, 2, 1] as const;

export const REVIEW_SORTS = ["rating", "date"] as const;

export interface ReviewSearch extends ListSearch<(typeof REVIEW_SORTS)[number]> {
  /** null: all, of each of the three. */
  state: ReviewState | null;
  rating: number | null;
  /** A customer's id. */
  customer: number | null;
}

/** Reads the list's URL; what makes no sense counts as absent. */
export function parseReviewSearch(params: URLSearchParams): ReviewSearch {
  return {
    ...parseListSearch(params, REVIEW_SORTS),
    state: parseReviewState(readParam(params, "state")),
    rating: RATINGS.find((rating) => String(rating) === readParam(params, "rating")) ?? null,
    customer: parseId(readParam(params, "customer")),
  };
}

export interface ModeratedReview {
  id: number;
  book: { id: number; title: string; hidden: boolean };
  /** 1 to 5 */
  rating: number;
  remarks: string;
  reviewer: { id: number; name: string; email: string };
  /** When it was last written, UTC ISO 8601. */
  writtenAt: string;
  hidden: boolean;
}
