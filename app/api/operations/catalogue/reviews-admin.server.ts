import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import { reviewFor, reviewStateMessage } from "~/domain/readers/reviews/moderation";
import {
  moderatedReviewPageJson,
  moderatedReviewToJson,
  pagedReviewsSchema,
  visibilityBody,
} from "~/domain/readers/reviews/moderation.json.ts";
import { listReviewsForStaff, setReviewHidden } from "~/domain/readers/reviews/moderation.server";
import { done, idParam, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Reviews";
const access = "staff";
const right = "reviews";

/** Customers' reviews for staff, hidden ones too. */
export const reviewsAdmin = [
  operation({
    method: "POST",
    path: "/reviews/admin/paged",
    tag,
    summary: "Search, filter and page through all reviews",
    description: "Searches by title, author or reviewer; the newest first unless sorted.",
    access,
    right,
    body: pagedReviewsSchema,
    answer: moderatedReviewPageJson,
    async handle({ body, caller }) {
      const { rights } = caller.account!;
      const list = await listReviewsForStaff(readDb, body);
      return listToJson(list, body.page, (review) => moderatedReviewToJson(reviewFor(review, rights)));
    },
  }),

  operation({
    method: "POST",
    path: "/reviews/admin/{reviewId}/visibility",
    tag,
    summary: "Hide a review from the store, or show it again",
    description: "The book's rating changes with it.",
    access,
    right,
    params: z.object({ reviewId: idParam }),
    body: visibilityBody,
    answer: resultSchema,
    async handle({ params: { reviewId }, body: { hidden, timestamp }, caller }) {
      const wanted = { reviewId, hidden, readAt: timestamp ?? null, staffId: caller.account!.id };
      const outcome = await setReviewHidden(writeDb, wanted);
      if (outcome.ok) return done(reviewStateMessage(hidden));
      return outcome.reason === "not_found" ? notFound(outcome.message) : refused(outcome.message);
    },
  }),
];
