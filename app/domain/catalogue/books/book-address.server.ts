import type { Db } from "~/db/database.server";
import { bookPath } from "./book-address";

/** @returns the canonical path of a visible book's page; null for a hidden or unknown book */
export async function findBookPath(db: Db, bookId: number): Promise<string | null> {
  const book = await db
    .selectFrom("books")
    .select(["id", "title"])
    .where("id", "=", bookId)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  return book ? bookPath(book) : null;
}
