import { z } from "zod";
import { listJson } from "~/domain/kit/listing/listing.json";
import { listFields, toListSearch } from "~/domain/kit/listing/listing.schema";
import { type ModeratedReview, REVIEW_SORTS, REVIEW_STATES, type ReviewSearch } from "./moderation";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });
const ratingRule = "rating must be 1 to 5";

/** The body of POST /reviews/admin/paged. */
export const pagedReviewsSchema = z
  .object({
    ...listFields(REVIEW_SORTS),
    state: z.enum(REVIEW_STATES, { error: `state must be ${REVIEW_STATES.join(" or ")}` }).nullish(),
    rating: z.number().int().min(1, ratingRule).max(5, ratingRule).nullish(),
    customerId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
  })
  .transform((body): ReviewSearch => ({
    ...toListSearch(body),
    state: body.state ?? null,
    rating: body.rating ?? null,
    customer: body.customerId ?? null,
  }));

/** The body of POST /reviews/admin/{reviewId}/visibility. */
export const visibilityBody = z.object({
  hidden: z.boolean(),
  timestamp: z.string().max(40).nullish().meta({
    description:
      "The timestamp of the review as it was read: if the review was rewritten since, the request is refused. If left out, it applies to the current text.",
  }),
});

/** A review for staff: with its author, even if hidden. */
const moderatedReviewJson = z
  .object({
    id,
    book: z.object({ id, title: z.string().meta({ examples: ["Gora"] }), hidden: z.boolean() }),
    rate: z
      .number()
      .int()
      .meta({ examples: [5] }),
    remarks: z.string().meta({ examples: ["Read it twice."] }),
    customer: z.object({
      id,
      name: z.string().meta({ examples: ["Asha Rao"] }),
      email: z
        .string()
        .nullable()
        .meta({ description: "Null without the right to see customers.", examples: ["asha@example.com"] }),
    }),
    timestamp: z.string().meta({ description: "When it was last written.", format: "date-time" }),
    hidden: z.boolean(),
  })
  .meta({ id: "ModeratedReview" });

export const moderatedReviewPageJson = listJson(moderatedReviewJson, "ModeratedReviewPage");

/** A review as staff see it. */
export function moderatedReviewToJson(review: ModeratedReview): z.input<typeof moderatedReviewJson> {
  return {
    id: review.id,
    book: review.book,
    rate: review.rating,
    remarks: review.remarks,
    customer: review.reviewer,
    timestamp: review.writtenAt,
    hidden: review.hidden,
  };
}
