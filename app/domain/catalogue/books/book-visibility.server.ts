import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { queueBookChangedEvent } from "./record/book-events.server";
import { writeHidden } from "./record/write-book.server";

interface Visibility {
  title: string;
  hidden: boolean;
}

/**
 * Hides a book from the store or shows it again (docs/specification.md §4.7). If it already is in that state, nothing
 * changes and no audit entry is written.
 * @returns the book's title; null when there is no such book
 */
export async function setHidden(
  db: Db,
  { bookId, hidden, staffId }: { bookId: number; hidden: boolean; staffId: number },
  now = new Date(),
): Promise<string | null> {
  const after = await changeVisibility(db, { bookId, staffId }, () => hidden, now);
  return after && after.title;
}

/** Hides a visible book, or shows a hidden one. @returns its new state; null when there is no such book */
export function toggleHidden(
  db: Db,
  given: { bookId: number; staffId: number },
  now = new Date(),
): Promise<Visibility | null> {
  return changeVisibility(db, given, (isHidden) => !isHidden, now);
}

async function changeVisibility(
  db: Db,
  { bookId, staffId }: { bookId: number; staffId: number },
  decide: (isHidden: boolean) => boolean,
  now: Date,
): Promise<Visibility | null> {
  const changed = await db.transaction().execute(async (trx) => {
    const book = await trx
      .selectFrom("books")
      .select(["title", "hidden"])
      .where("id", "=", bookId)
      .executeTakeFirst();
    if (!book) return null;
    const hidden = decide(book.hidden === 1);
    if (hidden !== (book.hidden === 1)) {
      await writeHidden(trx, { bookId, hidden, staffId }, now);
      await queueBookChangedEvent(trx, bookId, now);
    }
    return { title: book.title, hidden };
  });
  if (changed?.hidden === false) wake("stock-alerts");
  return changed;
}
