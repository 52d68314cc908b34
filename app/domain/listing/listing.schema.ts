/** What the JSON API's lists can be asked (docs/specification.md §7.6). */

import { z } from "zod";
import { DEFAULT_PAGE_SIZE, type ListSearch, MAX_TERM, searchTerm } from "./listing";

const MAX_PAGE = 100_000;
const MAX_PAGE_SIZE = 100;
const pageSizeRule = `pageSize must be 1 to ${MAX_PAGE_SIZE}`;

/**
 * The fields that every list's body has.
 * @param sortable as `sortField` names the columns
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

/**
 * The whole body of a list without filters of its own.
 * @param sortable the columns that can be sorted by: as the API names them, and as the list does
 */
export function listBodySchema<Name extends string, Field extends string>(sortable: Record<Name, Field>) {
  const names = Object.keys(sortable) as [Name, ...Name[]];
  return z
    .object(listFields(names))
    .transform((body): ListSearch<Field> =>
      toListSearch({ ...body, sortField: body.sortField && sortable[body.sortField as Name] }),
    );
}
