import { sql } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { unindexed } from "~/db/planner.server";
import { lockBooks } from "~/domain/kit/locks.server";
import { prepared } from "~/db/prepared.server";
import { reviewedBooks, visibleEditions } from "~/domain/catalogue/editions/editions.server";
import { maskEmail, type Review } from "./reviews";
import { reviewerName } from "./reviewer-name";

/**
 * The visible reviews of a book, and of the other editions if their reviews are pooled; newest first. Hidden ones are
 * not counted either: triggers keep books.rating and books.rating_count for the listed ones.
 */
export async function listReviews(
  db: Db,
  bookId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Review[]> {
  const books = await reviewedBooks(db, bookId);
  const editions = books.length > 1 ? await visibleEditions(db, bookId) : [];
  const labels = new Map(editions.map(({ id, label }) => [id, label]));
  const rows = await db
    .selectFrom("reviews as r")
    .innerJoin("accounts as a", "a.id", "r.account_id")
    .select([
      "r.id",
      "r.book_id",
      "r.rating",
      "r.remarks",
      "r.updated_at",
      "a.email",
      "a.first_name",
      "a.last_name",
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("orders as o")
            .innerJoin("order_lines as line", "line.order_id", "o.id")
            .select("line.id")
            .whereRef("o.account_id", "=", "r.account_id")
            .whereRef("line.book_id", "=", "r.book_id")
            .where("o.state", "in", ["paid", "packed", "shipped", "delivered"]),
        )
        .as("verified"),
    )
    .where("r.book_id", "in", books)
    // A book has few reviews: SQLite would read all visible ones of the shop, for their order.
    .where(unindexed<number>("r.hidden"), "=", 0)
    .orderBy("r.updated_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    bookId: row.book_id,
    ...(labels.has(row.book_id) && { edition: labels.get(row.book_id)! }),
    rating: row.rating,
    remarks: row.remarks,
    reviewer: reviewerName({ firstName: row.first_name, lastName: row.last_name }),
    maskedEmail: maskEmail(row.email),
    verifiedPurchase: Boolean(row.verified),
    writtenAt: row.updated_at,
  }));
}

/** The number of listed reviews with one star, two, … five, in this order. */
export async function countStars(db: Db, bookId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("reviews")
    .select((eb) => ["rating", eb.fn.countAll<number>().as("count")])
    .where("book_id", "in", await reviewedBooks(db, bookId))
    .where(unindexed<number>("hidden"), "=", 0)
    .groupBy("rating")
    .execute();
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.count ?? 0);
}

/** Like `listReviews`, with the book's rating and number of reviews. @returns null for an unknown or hidden book */
export async function reviewsOfBook(
  db: Db,
  bookId: number,
  window: { offset: number; limit: number },
): Promise<{ reviews: Review[]; rating: number; count: number } | null> {
  const book = await db
    .selectFrom("books")
    .select(["rating", "rating_count"])
    .where("id", "=", bookId)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  if (!book) return null;
  return { reviews: await listReviews(db, bookId, window), rating: book.rating, count: book.rating_count };
}

/** A customer's review of a book; null when there is none. */
export async function ownReview(
  db: Db,
  bookId: number,
  accountId: number,
): Promise<{ rating: number; remarks: string } | null> {
  const [row] = await reviewOf(db, { bookId, accountId });
  return row ?? null;
}

const reviewOf = prepared((db, given: { bookId: number; accountId: number }) =>
  db
    .selectFrom("reviews")
    .select(["rating", "remarks"])
    .where("book_id", "=", given.bookId)
    .where("account_id", "=", given.accountId),
);

/**
 * Saves a customer's review; a second one replaces the first (docs/product-decisions.md §3.13). A review that staff
 * have hidden stays hidden.
 * @param review already through `reviewSchema`
 * @returns not ok for a book that is unknown or hidden
 */
export async function saveReview(
  db: Db,
  review: { bookId: number; accountId: number; rating: number; remarks: string },
  now = new Date(),
): Promise<{ ok: true } | { ok: false; message: string }> {
  const { bookId, accountId, rating, remarks } = review;
  const time = now.toISOString();
  return beside(db, async (trx) => {
    // A review of one edition may count for the others too.
    await lockBooks(trx, sql<number>`(select rated_id from books_rated_by where book_id = ${bookId})`);
    const book = await trx
      .selectFrom("books")
      .select("id")
      .where("id", "=", bookId)
      .where("hidden", "=", 0)
      .executeTakeFirst();
    if (!book) return { ok: false, message: "Book Not Found" };
    await trx
      .insertInto("reviews")
      .values({ book_id: bookId, account_id: accountId, rating, remarks, created_at: time, updated_at: time })
      .onConflict((conflict) =>
        conflict.columns(["book_id", "account_id"]).doUpdateSet({ rating, remarks, updated_at: time }),
      )
      .execute();
    return { ok: true };
  });
}
