import { z } from "zod";
import type { Listing } from "./listing";

/** The answer of the back office's lists (specification section 3, 'Admin paged response'). */
export const listAnswerSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    count: z
      .number()
      .int()
      .meta({ description: "Of the whole list.", examples: [60] }),
    totalPages: z
      .number()
      .int()
      .meta({ description: "0 when nothing matches.", examples: [6] }),
  });

/** A page past the end is empty, for clients that read on until there is nothing more. @param asked the page, from 1 */
export function listToJson<Row, Json>(
  { rows, count, page, size }: Listing<Row>,
  asked: number,
  toJson: (row: Row) => Json,
): { data: Json[]; count: number; totalPages: number } {
  return {
    data: page === asked ? rows.map(toJson) : [],
    count,
    totalPages: Math.ceil(count / size),
  };
}
