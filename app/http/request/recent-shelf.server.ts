import { readDb } from "~/db/shop-database.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import { RECENT_SHELF, type ShelfBook, shelfBook } from "~/domain/catalogue/books/lists/catalogue";
import { perDay } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { readHeader } from "./headers.server";
import { recentIds } from "./recent-books.server";

/** The visible books that the sender's browser has looked at last. @param shown ids of books that the page shows anyway */
export async function recentShelf(request: Request, shown: number[]): Promise<ShelfBook[]> {
  const ids = recentIds(readHeader(request, "cookie")).filter((id) => !shown.includes(id));
  if (ids.length === 0) return [];
  // The same books are asked for again after each change of the cart.
  const cards = await perDay(readDb, `recent ${ids}`, () => bookCards(readDb, ids));
  return cards.slice(0, RECENT_SHELF).map(shelfBook);
}
