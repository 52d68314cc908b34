import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { REVIEW_SAVED } from "~/domain/readers/reviews/reviews";
import { REMARKS_MAX, REMARKS_MIN, reviewSchema } from "~/domain/readers/reviews/reviews.schema";
import { saveReview } from "~/domain/readers/reviews/reviews.server";
import { countCall, done, idField, notFound, operation, resultSchema } from "~/api/operation.server";

const { rating, remarks } = reviewSchema.shape;

/** Writing reviews (docs/specification.md §7). */
export const ratings = [
  operation({
    method: "POST",
    path: "/ratings",
    tag: "Storefront",
    summary: "Review a book",
    description: "One review per customer and book: writing again replaces it.",
    access: "customer",
    refusals: { 404: "There is no such book." },
    body: z.object({
      bookid: idField,
      id: idField.nullish().meta({ description: "0. The review belongs to the logged-in customer." }),
      rate: rating,
      remarks: remarks.meta({ minLength: REMARKS_MIN, maxLength: REMARKS_MAX }),
    }),
    answer: resultSchema,
    async handle({ body: { bookid, rate, remarks }, caller }) {
      await countCall("review", caller);
      const review = { bookId: bookid, accountId: caller.account!.id, rating: rate, remarks };
      const outcome = await saveReview(writeDb, review);
      return outcome.ok ? done(REVIEW_SAVED) : notFound(outcome.message);
    },
  }),
];
