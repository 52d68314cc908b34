/** Reviews for staff: hidden ones too, and with their authors. */

import type { Right } from "~/domain/kit/rights/rights";
import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam, readId } from "~/domain/kit/search-params";

export const REVIEW_STATES = ["visible", "hidden"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = { visible: "Visible", hidden: "Hidden" };

/** The message to staff after a review was hidden or shown. */
export const reviewStateMessage = (hidden: boolean) =>
  hidden ? "The review is hidden" : "The review is shown again";

/** @returns null for anything that is no state */
export function parseReviewState(value: unknown): ReviewState | null {
  return REVIEW_STATES.find((state) => state === value) ?? null;
}

export const RATINGS = [5, 4, 3, 2, 1] as const;

export const REVIEW_SORTS = ["rating", "date"] as const;

export interface ReviewSearch extends ListSearch<(typeof REVIEW_SORTS)[number]> {
  /** In each of the three filters null means all. */
  state: ReviewState | null;
  rating: number | null;
  /** A customer's id. */
  customer: number | null;
}

/** Reads the list's URL; invalid values are ignored. */
export function parseReviewSearch(params: URLSearchParams): ReviewSearch {
  return {
    ...parseListSearch(params, REVIEW_SORTS),
    state: parseReviewState(readParam(params, "state")),
    rating: RATINGS.find((rating) => String(rating) === readParam(params, "rating")) ?? null,
    customer: readId(params, "customer"),
  };
}

export interface ModeratedReview {
  id: number;
  book: { id: number; title: string; hidden: boolean };
  /** 1 to 5 */
  rating: number;
  remarks: string;
  /** `email` null: not for somebody without the right to see customers. */
  reviewer: { id: number; name: string; email: string | null };
  /** When it was last written, UTC ISO 8601. */
  writtenAt: string;
  hidden: boolean;
}

/** A review as somebody with these rights may see it: emails belong to the right to see customers. */
export const reviewFor = (review: ModeratedReview, rights: readonly Right[]): ModeratedReview =>
  rights.includes("customers") ? review : { ...review, reviewer: { ...review.reviewer, email: null } };
