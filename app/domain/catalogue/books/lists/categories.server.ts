import { sql } from "kysely";
import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/database.server";
import { type ForgivingListing, type ListSearch, pageOf } from "~/domain/kit/listing/listing";
import { findNames } from "../../names/find-names.server";

/** A category is a book tag (docs/product-decisions.md §2.7). */
export interface CategoryRow {
  id: number;
  name: string;
  /** Including hidden ones. */
  books: number;
  /** Copies sold of these books. */
  sold: number;
}

/** With what is not added up yet (table tag_sales). */
const sold = sql<number>`(tags.sold_count + coalesce((select sum(s.copies) from tag_sales s where s.tag_id = tags.id), 0))`;
const COLUMNS = { name: sql.ref("sort_key"), books: sql.ref("book_count"), sold };
export const CATEGORY_SORTS = ["name", "books", "sold"] as const satisfies (keyof typeof COLUMNS)[];
type CategorySort = (typeof CATEGORY_SORTS)[number];

/** One page of the categories, by default sorted by name, with figures that triggers maintain. */
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
    .select(["id", "name", "book_count as books", sold.as("sold")])
    .orderBy(COLUMNS[field], direction)
    .orderBy("name_key")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, count, ...page, isForgiven };
}

/** Adds what sales noted to the figures of the categories, which stay the same. @returns 0 */
export async function addUpSales(db: Db): Promise<number> {
  const pending = await db.selectFrom("tag_sales").select("id").limit(1).executeTakeFirst();
  if (!pending) return 0;
  if (isPostgres(db)) await ADD_UP.execute(db);
  else await db.transaction().execute(addUp);
  return 0;
}

/** On SQLite, where sales note nothing, but a shop that came from PostgreSQL has what they had noted. */
async function addUp(trx: Db): Promise<void> {
  const sum = sql<number>`(select sum(s.copies) from tag_sales s where s.tag_id = tags.id)`;
  await trx
    .updateTable("tags")
    .set((eb) => ({ sold_count: eb("sold_count", "+", sum) }))
    .where("id", "in", trx.selectFrom("tag_sales").select("tag_id"))
    .execute();
  await trx.deleteFrom("tag_sales").execute();
}

/** Categories are locked in the order of their ids, as by whoever changes those of a book. */
const ADD_UP = sql`
  with sold as (delete from tag_sales returning tag_id, copies),
  sums as (select tag_id, sum(copies) as copies from sold group by tag_id),
  locked as (
    select tags.id, sums.copies from tags join sums on sums.tag_id = tags.id
    order by tags.id for no key update of tags
  )
  update tags set sold_count = sold_count + locked.copies from locked where tags.id = locked.id`;
