import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { findBooks } from "../books.server";
import { FEED_BOOKS, type NewBook } from "./feed";

/** The newest visible books, newest first. */
export async function newBooks(db: Db, limit = FEED_BOOKS): Promise<NewBook[]> {
  const rows = await db
    .selectFrom("books")
    .select(["id", "created_at", "updated_at"])
    .where("hidden", "=", literalFlag(0))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const times = new Map(rows.map((row) => [row.id, row]));
  const books = await findBooks(
    db,
    rows.map((row) => row.id),
  );
  return books.map((book) => {
    const { created_at, updated_at } = times.get(book.id)!;
    return { ...book, createdAt: created_at, updatedAt: updated_at };
  });
}
