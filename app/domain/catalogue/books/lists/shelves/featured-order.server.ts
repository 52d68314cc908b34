import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { authorsOf } from "~/domain/catalogue/books/lists/book-lists.server";

/** A featured book as the list of their order shows it. */
export interface FeaturedBook {
  id: number;
  title: string;
  authors: string[];
  cover: string | null;
  /** Not shown in the store at present. */
  hidden: boolean;
  /** Whether staff placed it by hand. */
  isPlaced: boolean;
}

/** The most books that the list shows; those after them follow by rating. */
const FEATURED_SHOWN = 60;

/** The books marked as featured, hidden ones too, in the order of the store's sort 'featured'; the first 60. */
export async function listFeatured(db: Db): Promise<{ books: FeaturedBook[]; count: number }> {
  const { count } = await db
    .selectFrom("books")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("featured", "=", 1)
    .executeTakeFirstOrThrow();
  const rows = await inFeaturedOrder(db)
    .select(["id", "title", "cover", "hidden", "featured_rank"])
    .limit(FEATURED_SHOWN)
    .execute();
  const authors = await authorsOf(
    db,
    rows.map(({ id }) => id),
  );
  const books = rows.map((row) => ({
    id: row.id,
    title: row.title,
    authors: (authors.get(row.id) ?? []).map(({ name }) => name),
    cover: row.cover,
    hidden: row.hidden === 1,
    isPlaced: row.featured_rank > 0,
  }));
  return { books, count };
}

const inFeaturedOrder = (db: Db) =>
  db
    .selectFrom("books")
    .where("featured", "=", 1)
    .orderBy("featured_rank", "desc")
    .orderBy("rating", "desc")
    .orderBy("sold_count", "desc")
    .orderBy("id", "desc");

/**
 * Moves a featured book one place up or down. From then on the books down to it stand where staff put them; the others
 * still follow by rating. At either end nothing changes.
 * @returns its title and its new place from 1; null when the book is not featured
 */
export async function moveFeatured(
  db: Db,
  { bookId, direction, staffId }: { bookId: number; direction: "up" | "down"; staffId: number },
  now = new Date(),
): Promise<{ title: string; place: number } | null> {
  return db.transaction().execute(async (trx) => {
    const books = await inFeaturedOrder(trx).select(["id", "title", "featured_rank"]).execute();
    const from = books.findIndex(({ id }) => id === bookId);
    const book = books[from];
    if (!book) return null;
    const to = direction === "up" ? from - 1 : from + 1;
    if (to < 0 || to >= books.length) return { title: book.title, place: from + 1 };
    books.splice(from, 1);
    books.splice(to, 0, book);
    const placed = Math.max(from + 1, to + 1, books.filter(({ featured_rank }) => featured_rank > 0).length);
    for (const [at, { id, featured_rank }] of books.entries()) {
      const rank = Math.max(0, placed - at);
      if (rank !== featured_rank)
        await trx.updateTable("books").set({ featured_rank: rank }).where("id", "=", id).execute();
    }
    const place = "Place among the featured books";
    await recordAudit(
      trx,
      {
        staffId,
        subject: "book",
        subjectId: bookId,
        action: "moved",
        before: { [place]: from + 1 },
        after: { [place]: to + 1 },
      },
      now,
    );
    return { title: book.title, place: to + 1 };
  });
}

/** Back to the order by rating. @returns how many books had been placed by hand */
export async function resetFeaturedOrder(
  db: Db,
  { staffId }: { staffId: number },
  now = new Date(),
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const placed = await trx
      .updateTable("books")
      .set({ featured_rank: 0 })
      .where("featured_rank", ">", 0)
      .returning("id")
      .execute();
    if (placed.length > 0) {
      const order = "Order of the featured books";
      await recordAudit(
        trx,
        {
          staffId,
          subject: "home",
          subjectId: 0,
          action: "updated",
          before: { [order]: "by hand" },
          after: { [order]: "by rating" },
        },
        now,
      );
    }
    return placed.length;
  });
}
