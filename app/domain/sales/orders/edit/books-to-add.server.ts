import type { Db } from "~/db/database.server";
import { findChoices } from "~/domain/catalogue/books/successors.server";

/** A book that staff put on an order. Paise. */
export interface BookToAdd {
  id: number;
  title: string;
  authors: string[];
  isbn: string | null;
  /** What a copy costs today. */
  price: number;
  stock: number;
}

/** These books, in the order of the ids; hidden ones too: one that was added before keeps its row, with its refusal. */
export async function booksById(db: Db, ids: readonly number[]): Promise<Omit<BookToAdd, "authors">[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("books")
    .select(["id", "title", "isbn13 as isbn", "charged_price as price", "stock"])
    .where("id", "in", ids)
    .execute();
  return ids.flatMap((id) => rows.filter((row) => row.id === id));
}

/** The books that match what staff typed or scanned: words of title and authors, or an ISBN. At most ten. */
export async function findBooksToAdd(db: Db, typed: string): Promise<BookToAdd[]> {
  const choices = await findChoices(db, typed);
  const books = await booksById(
    db,
    choices.map(({ id }) => id),
  );
  return books.map((book) => ({ ...book, authors: choices.find(({ id }) => id === book.id)!.authors }));
}
