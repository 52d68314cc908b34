import { z } from "zod";
import type { Listing } from "./listing";

/**
 * The answer of the back office's lists over the JSON API (docs/specification.md §3).
 * @param id its schema name in the OpenAPI document
 */
export function listJson<Row extends z.ZodType>(row: Row, id?: string) {
  const answer = z.object({
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
  return id === undefined ? answer : answer.meta({ id });
}

/** A page past the end is empty, for clients that read until an empty page. @param asked the page, from 1 */
export function listToJson<Row, Json>(
  { rows, count, page, size }: Listing<Row>,
  asked: number,
  toJson: (row: Row) => Json,
): { data: Json[]; count: number; totalPages: number } {
  return { data: page === asked ? rows.map(toJson) : [], count, totalPages: Math.ceil(count / size) };
}
