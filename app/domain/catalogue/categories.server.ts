import type { Db } from "~/db/database.server";
import { type ForgivingListing, type ListSearch, pageOf } from "../listing/listing";
import { findNames } from "../master-data/find-names.server";

/** A category is a book tag (docs/product-decisions.md §2.7). */
export interface CategoryRow {
  id: number;
  name: string;
  /** Including hidden ones. */
  books: number;
  /** Copies sold of these books. */
  sold: number;
}

const COLUMNS = { name: "name_key", books: "book_count", sold: "sold_count" } as const;
export const CATEGORY_SORTS = ["name", "books", "sold"] as const satisfies (keyof typeof COLUMNS)[];
type CategorySort = (typeof CATEGORY_SORTS)[number];

/** One page of the categories, by default sorted by name, with figures that triggers maintain (20261121T1950). */
export async function listCategories(
  db: Db,
  search: ListSearch<CategorySort>,
): Promise<ForgivingListing<CategoryRow>> {
  const { matches, isForgiven } = await findNames(db, "tags", search.q);
  let matching = db.selectFrom("tags");
  if (matches) matching = matching.where(matches);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  const { field, direction } = search.sort ?? { field: "name", direction: "asc" };
  const rows = await matching
    .select(["id", "name", "book_count as books", "sold_count as sold"])
    .orderBy(COLUMNS[field], direction)
    .orderBy("name_key")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, count, ...page, isForgiven };
}
