/** The request bodies of the JSON API's lists (docs/specification.md §7). */

import { z } from "zod";
import { DEFAULT_PAGE_SIZE, type ListSearch, MAX_TERM, searchTerm } from "./listing";

const MAX_PAGE = 100_000;
const MAX_PAGE_SIZE = 100;
const pageSizeRule = `pageSize must be 1 to ${MAX_PAGE_SIZE}`;

/**
 * The fields of every list's body.
 * @param sortable the columns allowed in `sortField`
 */
export const listFields = <const Field extends string>(sortable: readonly [Field, ...Field[]]) => ({
  page: z
    .number()
    .int()
    .min(1, "page must be 1 or more")
    .max(MAX_PAGE, "page is too large")
    .default(1)
    .meta({ description: "1 is the first." }),
  pageSize: z.number().int().min(1, pageSizeRule).max(MAX_PAGE_SIZE, pageSizeRule).default(DEFAULT_PAGE_SIZE),
  searchText: z.string().max(MAX_TERM, `searchText must be at most ${MAX_TERM} characters`).nullish(),
  sortField: z.enum(sortable, { error: `sortField must be ${sortable.join(", ")} or null` }).nullish(),
  orderdir: z
    .enum(["asc", "desc"], { error: "orderdir must be asc or desc" })
    .nullish()
    .meta({ description: "Together with sortField; null: the list's own order." }),
});

/** Converts the body's fields to the search of the back office's lists. */
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

/**
 * The body of a list that has no filters.
 * @param sortable the sortable columns, by their name in the API
 */
export function listBodySchema<Name extends string, Field extends string>(sortable: Record<Name, Field>) {
  const names = Object.keys(sortable) as [Name, ...Name[]];
  return z
    .object(listFields(names))
    .transform((body): ListSearch<Field> =>
      toListSearch({ ...body, sortField: body.sortField && sortable[body.sortField as Name] }),
    );
}
