import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { OrderedBooks } from "./order-detail";

/** How many titles a row of My Orders shows. */
const TITLES_SHOWN = 3;

const titleRows = prepared((db, given: { orderIds: number[] }) =>
  db
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select(["l.order_id", "l.book_id", "l.title", "b.cover"])
    .where("l.order_id", "in", given.orderIds)
    .orderBy("l.id"),
);

/** @returns what the row of each of these orders shows of its books */
export async function booksOf(db: Db, orderIds: number[]): Promise<(orderId: number) => OrderedBooks> {
  if (orderIds.length === 0) return () => ({ books: [], more: 0 });
  const lines = await titleRows(db, { orderIds });
  return (orderId) => {
    const all = lines.filter((line) => line.order_id === orderId);
    const books = all.slice(0, TITLES_SHOWN);
    return {
      books: books.map(({ book_id, title, cover }) => ({ bookId: book_id, title, cover })),
      more: all.length - books.length,
    };
  };
}
