import type { Db } from "~/db/database.server";
import { insertRows } from "~/db/writing/many-rows.server";
import { writeCover } from "~/domain/catalogue/books/pictures/covers.server";
import { dropPicture, furtherPictures } from "~/domain/catalogue/books/pictures/further-pictures.server";
import type { PictureFields } from "~/domain/catalogue/books/pictures/further-pictures.schema";
import type { Writer } from "~/domain/catalogue/books/record/write-book.server";
import { AS_FETCHED, type PictureFetches } from "./picture-fetches";

const PROBLEMS_SHOWN = 50;

/** What a fetch put on its book. */
export type Put = { cover: string } | { pictureId: number };

/** Asks for pictures of books that an import has written. @param trx the transaction that writes the books */
export async function queueFetches(
  trx: Db,
  bulkId: number,
  books: { bookId: number; addresses: string[] }[],
  now: Date,
): Promise<void> {
  const rows = books.flatMap(({ bookId, addresses }) =>
    addresses.map((address, position) => ({
      bulk_change_id: bulkId,
      book_id: bookId,
      position,
      address,
      next_try_at: now.toISOString(),
    })),
  );
  await insertRows(trx, "picture_fetches", rows);
}

/** The addresses that were asked for these books already, by book. */
export async function fetchedBefore(db: Db, bookIds: number[]): Promise<Map<number, Set<string>>> {
  const found = new Map<number, Set<string>>();
  if (bookIds.length === 0) return found;
  const rows = await db
    .selectFrom("picture_fetches")
    .select(["book_id", "address"])
    .where("book_id", "in", bookIds)
    .execute();
  for (const { book_id, address } of rows)
    found.set(book_id, (found.get(book_id) ?? new Set<string>()).add(address));
  return found;
}

const isAsFetched = ({ kind, alt }: PictureFields) => kind === AS_FETCHED.kind && alt === AS_FETCHED.alt;

/** What has become of an import's pictures; null: it named none, or is undone. */
export async function fetchesOf(db: Db, bulkId: number): Promise<PictureFetches | null> {
  const bulk = await db
    .selectFrom("bulk_changes")
    .select("not_fetched")
    .where("id", "=", bulkId)
    .where("status", "<>", "undone")
    .executeTakeFirst();
  if (!bulk) return null;
  const rows = await db
    .selectFrom("picture_fetches")
    .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
    .where("bulk_change_id", "=", bulkId)
    .groupBy("state")
    .execute();
  if (rows.length === 0 && bulk.not_fetched === 0) return null;
  const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  const problems = await db
    .selectFrom("picture_fetches as f")
    .innerJoin("books as b", "b.id", "f.book_id")
    .select(["b.id as bookId", "b.title", "f.address", "f.problem"])
    .where("f.bulk_change_id", "=", bulkId)
    .where("f.state", "=", "refused")
    .orderBy("f.id")
    .limit(PROBLEMS_SHOWN)
    .execute();
  return {
    waiting: count("waiting"),
    done: count("done"),
    refused: count("refused"),
    stopped: bulk.not_fetched,
    problems: problems.map(({ problem, ...row }) => ({ ...row, problem: problem ?? "" })),
  };
}

/**
 * For undoing an import: its fetches of a book are not made any more, and the pictures they brought go, unless somebody
 * has changed them since. Their files are swept up later.
 * @param trx an open transaction @param given.keeps leaves the pictures: the book has changed since
 */
export async function undoFetches(
  trx: Db,
  { bulkId, bookId, keeps = false, ...by }: Writer & { bulkId: number; bookId: number; keeps?: boolean },
  now: Date,
): Promise<void> {
  const rows = await trx
    .deleteFrom("picture_fetches")
    .where("bulk_change_id", "=", bulkId)
    .where("book_id", "=", bookId)
    .returning("put")
    .execute();
  if (keeps) return;
  for (const { put } of rows) {
    if (put === null) continue;
    const done = JSON.parse(put) as Put;
    if ("pictureId" in done) {
      const { pictureId } = done;
      const picture = (await furtherPictures(trx, bookId)).find(({ id }) => id === pictureId);
      if (picture && isAsFetched(picture)) await dropPicture(trx, { bookId, pictureId, ...by }, now);
    } else await writeCover(trx, { bookId, cover: null, onlyIf: done.cover, ...by }, now);
  }
}
