import type { Db } from "~/db/database.server";
import { formatName } from "../books/record/book-formats";
import { listBooksForStaff } from "../books/staff/staff-books.server";
import { DEFAULT_PAGE_SIZE } from "~/domain/kit/listing/listing";

/** A book that staff may make an edition of the same work. */
export interface Candidate {
  id: number;
  title: string;
  authors: string[];
  format: string | null;
  isbn13: string | null;
  hidden: boolean;
  /** It is an edition of another work. */
  isTaken: boolean;
}

/**
 * The first books that match a search by title or ISBN, without those of the book's own work.
 * @param q as typed; empty: none
 */
export async function findCandidates(db: Db, bookId: number, q: string): Promise<Candidate[]> {
  if (q === "") return [];
  const book = await db.selectFrom("books").select("work_id").where("id", "=", bookId).executeTakeFirst();
  const { rows: books } = await listBooksForStaff(db, {
    q,
    page: 1,
    size: 2 * DEFAULT_PAGE_SIZE,
    sort: null,
    lowStock: false,
    visibility: null,
    lowStockMark: 0,
  });
  const ids = books.map(({ id }) => id);
  const rows = await db
    .selectFrom("books")
    .select(["id", "format", "isbn13", "work_id"])
    .where("id", "in", ids)
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const own = book?.work_id ?? null;
  return books
    .map(({ id, title, authors, hidden }) => ({ id, title, authors, hidden, row: rowOf.get(id)! }))
    .filter(({ id, row }) => id !== bookId && (own === null || row.work_id !== own))
    .slice(0, DEFAULT_PAGE_SIZE)
    .map(({ row, ...shown }) => ({
      ...shown,
      format: formatName(row.format),
      isbn13: row.isbn13,
      isTaken: own !== null && row.work_id !== null,
    }));
}
