/** The back office's lists over the JSON API: what a body can ask for, and how a page of rows answers. */

import { z } from "zod";
import type { Listing, ListSearch } from "./listing";
import { DEFAULT_PAGE_SIZE, MAX_TERM, searchTerm } from "./listing";

const MAX_PAGE = 100_000;
const MAX_PAGE_SIZE = 100;
const pageSizeRule = `pageSize must be 1 to ${MAX_PAGE_SIZE}`;

/**
 * The fields that every list's body has; page 1 is the first.
 * @param sortable as `sortField` names the columns
 */
export const listFields = <const Field extends string>(sortable: readonly [Field, ...Field[]]) => ({
  page: z.number().int().min(1, "page must be 1 or more").max(MAX_PAGE, "page is too large").default(1),
  pageSize: z.number().int().min(1, pageSizeRule).max(MAX_PAGE_SIZE, pageSizeRule).default(DEFAULT_PAGE_SIZE),
  searchText: z.string().max(MAX_TERM, `searchText must be at most ${MAX_TERM} characters`).nullish(),
  sortField: z.enum(sortable, { error: `sortField must be one of ${sortable.join(", ")}` }).nullish(),
  orderdir: z
    .enum(["asc", "desc"], { error: "orderdir must be asc or desc" })
    .nullish()
    .meta({ description: "Together with sortField; null: the list's own order." }),
});

/** What the back office's own lists are asked with, from the body's fields. */
export function toListSearch<Field extends string>(body: {
  page: number;
  pageSize: number;
  searchText?: string | null | undefined;
  sortField?: Field | null | undefined;
  orderdir?: "asc" | "desc" | null | undefined;
}): ListSearch<Field> {
  const { page, pageSize, searchText, sortField, orderdir } = body;
  return {
    q: searchTerm(searchText ?? ""),
    page,
    size: pageSize,
    sort: sortField && orderdir ? { field: sortField, direction: orderdir } : null,
  };
}

/** The answer of a list. @param id its name in the API's document */
export const listJson = <Row extends z.ZodType>(row: Row, id: string) =>
  z
    .object({
      data: z.array(row),
      count: z
        .number()
        .int()
        .meta({ description: "Of the whole list.", examples: [60] }),
      totalPages: z
        .number()
        .int()
        .meta({ description: "0 when nothing matches.", examples: [6] }),
    })
    .meta({ id });

/** A page after the last one is empty, so that whoever reads them all comes to an end. @param asked the page wanted */
export function listToJson<Row, Json>(
  { rows, count, page, size }: Listing<Row>,
  asked: number,
  toJson: (row: Row) => Json,
): { data: Json[]; count: number; totalPages: number } {
  return { data: page === asked ? rows.map(toJson) : [], count, totalPages: Math.ceil(count / size) };
}
