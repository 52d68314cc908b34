import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { bookCards, findBooks } from "~/domain/catalogue/books/books.server";
import {
  BESTSELLERS,
  type BookCard,
  type BookDetails,
  CATEGORY_COVERS,
  NO_FILTERS,
  type ShelvedCategory,
} from "~/domain/catalogue/books/lists/catalogue";
import { perCatalogueVersion, perDay } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { countBooks, listTags } from "~/domain/catalogue/books/lists/catalogue.server";
import { choosePlan, inOrder, selectBooks } from "~/domain/catalogue/books/lists/selection.server";

/** The visible books with the most copies sold, best first; without unsold ones. Cached per catalogue version and day. */
export function bestsellers(db: Db): Promise<BookCard[]> {
  return perDay(db, "bestsellers", async () => bookCards(db, await bestsellerIds(db)));
}

/** Like `bestsellers`, with all that a visitor may see of each. Cached per catalogue version and day. */
export function bestsellerDetails(db: Db): Promise<BookDetails[]> {
  return perDay(db, "bestseller details", async () => findBooks(db, await bestsellerIds(db)));
}

async function bestsellerIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("books")
    .select("id")
    .where("hidden", "=", literalFlag(0))
    .where("sold_count", ">", 0)
    .orderBy("sold_count", "desc")
    .orderBy("id", "desc")
    .limit(BESTSELLERS)
    .execute();
  return rows.map((row) => row.id);
}

/** Every tag with a visible book, by name, with the covers of its best books. Cached per catalogue version. */
export function shelvedCategories(db: Db): Promise<ShelvedCategory[]> {
  return perCatalogueVersion(db, "shelved categories", async () => {
    const total = await countBooks(db, NO_FILTERS);
    const shelved: ShelvedCategory[] = [];
    for (const tag of await listTags(db)) {
      const filters = { ...NO_FILTERS, tags: [tag.name] };
      const plan = choosePlan(filters, CATEGORY_COVERS, tag.count, total);
      const best = await inOrder(selectBooks(db, filters, [tag.id], plan, null)!, filters)
        .select("b.cover")
        .limit(CATEGORY_COVERS)
        .execute();
      shelved.push({ ...tag, covers: best.map((book) => book.cover) });
      // Other requests get their turn: all tags of a large shop take too long.
      await setImmediate();
    }
    return shelved;
  });
}
