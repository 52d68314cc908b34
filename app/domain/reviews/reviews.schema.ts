import { z } from "zod";

export const REMARKS_MIN = 3;
export const REMARKS_MAX = 500;

const TOO_SHORT = "Review must be at least 3 characters";

/** Browsers send line ends as CRLF but count them as one; control characters have no place in a review. */
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** Characters as people and the database count them, not UTF-16 units. */
const characters = (text: string) => [...text].length;

/** Specification section 5, Review. */
export const reviewSchema = z.object({
  rating: z
    .number({ error: "Please select a rating" })
    .int("Please select a rating")
    .min(1, "Please select a rating")
    .max(5, "Rating must be at most 5"),
  remarks: z
    .string({ error: TOO_SHORT })
    .transform(clean)
    .refine((text) => characters(text) >= REMARKS_MIN, TOO_SHORT)
    .refine((text) => characters(text) <= REMARKS_MAX, "Review must not exceed 500 characters"),
});
