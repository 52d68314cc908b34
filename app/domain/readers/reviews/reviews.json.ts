import { z } from "zod";
import type { Review } from "./reviews";

/** A review as visitors may see it (docs/specification.md §3). */
export const reviewJson = z
  .object({
    id: z.number().int(),
    bookid: z
      .number()
      .int()
      .meta({ description: "Another edition's, if the reviews of all editions are pooled.", examples: [1] }),
    rate: z
      .number()
      .int()
      .min(1)
      .max(5)
      .meta({ examples: [5] }),
    remarks: z.string().meta({ examples: ["Read it twice."] }),
    name: z.string().meta({
      description: "The reviewer's: the first name and the initial of the last.",
      examples: ["Priya S."],
    }),
    email: z.string().meta({ description: "The reviewer's, masked.", examples: ["p•••a@example.com"] }),
    timestamp: z.string().meta({ description: "When it was last written.", format: "date-time" }),
    verifiedPurchase: z.boolean().meta({ description: "The reviewer has bought the book here." }),
  })
  .meta({ id: "Review" });

/** A review as everybody may see it: the address masked, the name short. */
export function reviewToJson(review: Review): z.input<typeof reviewJson> {
  return {
    id: review.id,
    bookid: review.bookId,
    rate: review.rating,
    remarks: review.remarks,
    name: review.reviewer,
    email: review.maskedEmail,
    timestamp: review.writtenAt,
    verifiedPurchase: review.verifiedPurchase,
  };
}
