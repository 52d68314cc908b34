import { z } from "zod";
import { asciiDigits } from "../digits";

/** Query parameters are texts. */
const whole = z
  .string()
  .max(6)
  .overwrite(asciiDigits)
  .regex(/^\d{1,6}$/)
  .transform(Number);

/** Which page of a list the JSON API returns: `page` counts from 0. @param most the largest page, and the size if none is given */
export const pagingSchema = (most: number, usual = most) =>
  z.object({
    page: whole.optional().default(0).meta({ type: "integer", minimum: 0 }),
    pageSize: whole
      .pipe(z.number().min(1).max(most, `pageSize must be 1 to ${most}`))
      .optional()
      .default(usual)
      .meta({ type: "integer", minimum: 1, maximum: most }),
  });

/** What an answer says of the list beside its page. */
export const pagingJson = {
  count: z
    .number()
    .int()
    .meta({ description: "How many the whole list has.", examples: [60] }),
  nextPage: z
    .number()
    .int()
    .nullable()
    .meta({ description: "null on the last page.", examples: [1] }),
};
