import type { Db } from "~/db/database.server";
import { type Listing, type ListSearch, pageOf } from "../listing/listing";
import { perCatalogueVersion } from "./catalogue-memo.server";
import { nameKey } from "./names";

/** A category is a book tag (decisions.md, 'Admin Categories'). */
export interface CategoryRow {
  id: number;
  name: string;
  /** Hidden ones count too. */
  books: number;
  /** Copies sold of these books. */
  sold: number;
}

export const CATEGORY_SORTS = ["name", "books", "sold"] as const;
type CategorySort = (typeof CATEGORY_SORTS)[number];

/**
 * One page of the categories with their figures, by name unless sorted otherwise. Adding up goes over every book, so
 * it is done once per state of the catalogue.
 */
export async function listCategories(
  db: Db,
  search: ListSearch<CategorySort>,
): Promise<Listing<CategoryRow>> {
  const all = await perCatalogueVersion(db, "categories", () => countCategories(db));
  const key = nameKey(search.q);
  const matching = key ? all.filter((row) => nameKey(row.name).includes(key)) : all;
  const sorted = search.sort ? inOrder(matching, search.sort) : matching;
  const { limit, offset, ...page } = pageOf(search, matching.length);
  return { rows: sorted.slice(offset, offset + limit), count: matching.length, ...page };
}

function inOrder(
  rows: CategoryRow[],
  { field, direction }: NonNullable<ListSearch<CategorySort>["sort"]>,
): CategoryRow[] {
  const sign = direction === "asc" ? 1 : -1;
  // The rows come by name, and sorting keeps the order of equals.
  if (field === "name") return direction === "asc" ? rows : rows.toReversed();
  return rows.toSorted((a, b) => sign * (a[field] - b[field]));
}

async function countCategories(db: Db): Promise<CategoryRow[]> {
  const figures = await db
    .selectFrom("book_tags as bt")
    .innerJoin("books as b", "b.id", "bt.book_id")
    .select("bt.tag_id")
    .select((eb) => [eb.fn.countAll<number>().as("books"), eb.fn.sum<number>("b.sold_count").as("sold")])
    .groupBy("bt.tag_id")
    .execute();
  const byTag = new Map(figures.map((row) => [row.tag_id, row]));
  const tags = await db.selectFrom("tags").select(["id", "name"]).orderBy("name_key").execute();
  return tags.map(({ id, name }) => ({
    id,
    name,
    books: byTag.get(id)?.books ?? 0,
    sold: byTag.get(id)?.sold ?? 0,
  }));
}
