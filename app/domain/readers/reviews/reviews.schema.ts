import { z } from "zod";
import { pagingSchema } from "~/domain/kit/listing/paging.schema";
import { typedText } from "~/domain/kit/typed-text";

export const REMARKS_MIN = 3;
export const REMARKS_MAX = 500;

const TOO_SHORT = "Review must be at least 3 characters";
const TOO_LONG = "Review must not exceed 500 characters";

/** Browsers send line ends as CRLF but count them as one; control characters are removed. */
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** Characters as people and the database count them, not UTF-16 units. */
const characters = (text: string) => [...text].length;

/** A review as sent by its author (docs/specification.md §5). */
export const reviewSchema = z.object({
  rating: z
    .number({ error: "Please select a rating" })
    .int("Please select a rating")
    .min(1, "Please select a rating")
    .max(5, "Rating must be at most 5")
    .meta({ examples: [5] }),
  remarks: typedText(REMARKS_MAX, TOO_LONG, TOO_SHORT)
    .transform(clean)
    .refine((text) => characters(text) >= REMARKS_MIN, TOO_SHORT)
    .refine((text) => characters(text) <= REMARKS_MAX, TOO_LONG)
    .meta({ minLength: REMARKS_MIN, examples: ["Read it twice."] }),
});

const REVIEWS_MAX = 100;
/** Which page of a book's reviews the JSON API returns; `page` counts from 0. */
export const reviewsPageSchema = pagingSchema(REVIEWS_MAX);
