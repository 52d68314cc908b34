import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import type { Writer } from "../books/record/write-book.server";
import { type BookOfWork, booksOfWorks } from "./editions.server";
import { editionText, linkProblem, OTHER_EDITIONS } from "./links";

export type Linked = { ok: true; title: string } | { ok: false; message: string };

const NO_BOOK = { ok: false, message: "Book Not Found" } as const;

/** The field's name in the history of each book. */
const POOL = "One review pool for all editions";

/**
 * Makes two books editions of one work. Linked already: nothing changes.
 * @returns `title` of the other book; not ok if they are editions of two works, or there are too many
 */
export function linkEditions(
  db: Db,
  { bookId, otherId, staffId }: { bookId: number; otherId: number; staffId: number },
  now = new Date(),
): Promise<Linked> {
  return db.transaction().execute((trx) => writeLink(trx, { bookId, otherId, staffId }, now));
}

/** Like `linkEditions`. @param trx an open transaction */
export async function writeLink(
  trx: Db,
  { bookId, otherId, ...by }: Writer & { bookId: number; otherId: number },
  now: Date,
): Promise<Linked> {
  const [book, other] = [await findBook(trx, bookId), await findBook(trx, otherId)];
  if (!book || !other) return NO_BOOK;
  if (bookId === otherId) return { ok: false, message: "This is the same book" };
  const { title } = other;
  if (book.workId !== null && book.workId === other.workId) return { ok: true, title };
  const books = await bookAndEditions(trx, [book, other]);
  const message = linkProblem([book.workId, other.workId], { otherTitle: title, count: books.length });
  if (message !== null) return { ok: false, message };
  const workId =
    book.workId ??
    other.workId ??
    (await trx.insertInto("works").values({ pools_reviews: 0 }).returning("id").executeTakeFirstOrThrow()).id;
  await writeWork(trx, { ids: books.map(({ id }) => id), workId, changed: [bookId, otherId], by }, now);
  return { ok: true, title };
}

/** Takes a book out of its work; the last one left is no work any more. @returns `title` of the book */
export function unlinkEdition(
  db: Db,
  { bookId, ...by }: Writer & { bookId: number },
  now = new Date(),
): Promise<Linked> {
  return db.transaction().execute(async (trx) => {
    const book = await findBook(trx, bookId);
    if (!book) return NO_BOOK;
    await removeEditions(trx, { bookIds: [bookId], ...by }, now);
    return { ok: true, title: book.title };
  });
}

/** Takes books out of their work, if they have one; the last one left is no work any more. @param trx an open transaction */
export async function removeEditions(
  trx: Db,
  { bookIds, ...by }: Writer & { bookIds: number[] },
  now: Date,
): Promise<void> {
  const found = await foundBooks(trx).where("id", "in", bookIds).where("work_id", "is not", null).execute();
  if (found.length === 0) return;
  const books = await bookAndEditions(trx, found);
  const changed = found.map(({ id }) => id);
  await writeWork(trx, { ids: books.map(({ id }) => id), workId: null, changed, by }, now);
}

/**
 * Decides whether the reviews of one edition count for all editions of a book's work, and each one's page lists them.
 * @returns not ok for a book without other editions
 */
export function poolReviews(
  db: Db,
  { bookId, pooled, ...by }: Writer & { bookId: number; pooled: boolean },
  now = new Date(),
): Promise<Linked> {
  return db.transaction().execute(async (trx) => {
    const book = await findBook(trx, bookId);
    if (!book || book.workId === null) return { ok: false, message: "The book has no other editions" };
    const changed = await trx
      .updateTable("works")
      .set({ pools_reviews: pooled ? 1 : 0 })
      .where("id", "=", book.workId)
      .where("pools_reviews", "=", pooled ? 0 : 1)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return { ok: true, title: book.title };
    const [before, after] = [{ [POOL]: !pooled }, { [POOL]: pooled }];
    for (const { id } of await bookAndEditions(trx, [book]))
      await recordAudit(
        trx,
        { ...by, subject: "book", subjectId: id, action: "updated", before, after },
        now,
      );
    return { ok: true, title: book.title };
  });
}

const foundBooks = (trx: Db) =>
  trx.selectFrom("books").select(["id", "title", "isbn13", "work_id as workId"]);

const findBook = (trx: Db, id: number): Promise<BookOfWork | undefined> =>
  foundBooks(trx).where("id", "=", id).executeTakeFirst();

/** These books and the other editions of their works. */
const bookAndEditions = (trx: Db, books: BookOfWork[]): Promise<BookOfWork[]> =>
  booksOfWorks(trx, { ids: books.map(({ id }) => id), isbns: [] });

/**
 * Puts books into a work, or takes them out, and writes that into the history of each book of which other editions are
 * known now or were.
 * @param given.ids all books that the change is about @param given.changed those that enter or leave
 */
async function writeWork(
  trx: Db,
  given: { ids: number[]; workId: number | null; changed: number[]; by: Writer },
  now: Date,
): Promise<void> {
  const all = () => foundBooks(trx).where("id", "in", given.ids).orderBy("id").execute();
  const before = await all();
  await trx.updateTable("books").set({ work_id: given.workId }).where("id", "in", given.changed).execute();
  const after = await all();
  for (const id of given.ids) {
    const [was, is] = [othersOf(before, id), othersOf(after, id)];
    if (was.join() === is.join()) continue;
    const entry = { subject: "book", subjectId: id, action: "updated" } as const;
    await recordAudit(
      trx,
      { ...given.by, ...entry, before: { [OTHER_EDITIONS]: was }, after: { [OTHER_EDITIONS]: is } },
      now,
    );
  }
}

function othersOf(books: BookOfWork[], id: number): string[] {
  const own = books.find((book) => book.id === id)!;
  return own.workId === null
    ? []
    : books.filter((book) => book.workId === own.workId && book.id !== id).map(editionText);
}
