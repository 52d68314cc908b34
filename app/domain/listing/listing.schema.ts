import { z } from "zod";
import type { ListSearch } from "./listing";

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 100;
const MAX_TERM = 100;

const pageSizeRule = `pageSize must be 1 to ${MAX_PAGE_SIZE}`;

const paging = z.object({
  page: z
    .number()
    .int()
    .min(1, "page must be 1 or more")
    .max(MAX_PAGE, "page is too large")
    .default(1)
    .meta({ description: "1 is the first." }),
  pageSize: z.number().int().min(1, pageSizeRule).max(MAX_PAGE_SIZE, pageSizeRule).default(10),
  searchText: z.string().max(MAX_TERM, `searchText must be at most ${MAX_TERM} characters`).nullish(),
  orderdir: z
    .enum(["asc", "desc"], { error: "orderdir must be asc or desc" })
    .nullish()
    .meta({ description: "Together with sortField; null: the list's own order." }),
});

/**
 * The body of the back office's lists (specification section 7, 'Admin').
 * @param sortable the columns that can be sorted by: as the API names them, and as the list does
 */
export function listBodySchema<Name extends string, Field extends string>(sortable: Record<Name, Field>) {
  const names = Object.keys(sortable) as Name[];
  return paging
    .extend({
      sortField: z.enum(names, { error: `sortField must be ${names.join(", ")} or null` }).nullish(),
    })
    .transform(({ page, pageSize, searchText, orderdir, sortField }): ListSearch<Field> => ({
      // SQLite's functions end a text at NUL.
      q: (searchText ?? "").replace(/\p{Cc}+/gu, " ").trim(),
      page,
      size: pageSize,
      sort: sortField && orderdir ? { field: sortable[sortField as Name], direction: orderdir } : null,
    }));
}
