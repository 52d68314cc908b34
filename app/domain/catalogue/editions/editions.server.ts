import type { Db } from "~/db/database.server";
import { onSale, SALE_COLUMNS } from "../books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { type Edition, editionLabels, formatOrder, type StaffEdition } from "../books/editions";

/**
 * The visible editions of a book's work, itself among them, in the same order on the page of each.
 * @param today the date in India @returns empty unless the store shows at least two
 */
export async function visibleEditions(
  db: Db,
  bookId: number,
  today = indianDate(new Date()),
): Promise<Edition[]> {
  const editions = await readEditions(db, bookId, { visibleOnly: true, today });
  return editions.length > 1 ? editions.map(({ hidden: _hidden, ...edition }) => edition) : [];
}

/** All editions of a book's work, hidden ones too; only the book itself when it has no others. */
export async function editionsForStaff(
  db: Db,
  bookId: number,
  today = indianDate(new Date()),
): Promise<{ editions: StaffEdition[]; poolsReviews: boolean }> {
  const work = await db
    .selectFrom("books as b")
    .innerJoin("works as w", "w.id", "b.work_id")
    .select("w.pools_reviews")
    .where("b.id", "=", bookId)
    .executeTakeFirst();
  return {
    editions: await readEditions(db, bookId, { visibleOnly: false, today }),
    poolsReviews: work?.pools_reviews === 1,
  };
}

/**
 * The books whose reviews a book's page lists: its own, and if the work's reviews are pooled those of the other visible
 * editions. The same rule as the database's triggers have for `books.rating`.
 */
export async function reviewedBooks(db: Db, bookId: number): Promise<number[]> {
  const others = await db
    .selectFrom("books as b")
    .innerJoin("works as w", "w.id", "b.work_id")
    .innerJoin("books as edition", "edition.work_id", "w.id")
    .select("edition.id")
    .where("b.id", "=", bookId)
    .where("w.pools_reviews", "=", 1)
    .where("edition.hidden", "=", 0)
    .whereRef("edition.id", "<>", "b.id")
    .execute();
  return [bookId, ...others.map(({ id }) => id)];
}

/** A book with the work that it belongs to. */
export interface BookOfWork {
  id: number;
  title: string;
  isbn13: string | null;
  /** null: it has no other editions. */
  workId: number | null;
}

/** A statement cannot have many more parameters. */
const PARAMETERS = 5_000;

/**
 * Books by id or ISBN, with all editions of their works: three queries for thousands of them.
 * @param given.isbns as they are stored
 */
export async function booksOfWorks(
  db: Db,
  { ids, isbns }: { ids: number[]; isbns: string[] },
): Promise<BookOfWork[]> {
  const books = () => db.selectFrom("books").select(["id", "title", "isbn13", "work_id as workId"]);
  const found = [
    ...(await inParts(ids, (some) => books().where("id", "in", some).execute())),
    ...(await inParts(isbns, (some) => books().where("isbn13", "in", some).execute())),
  ];
  const works = [...new Set(found.map(({ workId }) => workId))].filter((id) => id !== null);
  found.push(...(await inParts(works, (some) => books().where("work_id", "in", some).execute())));
  return [...new Map(found.map((book) => [book.id, book])).values()].sort((a, b) => a.id - b.id);
}

async function inParts<Value>(
  values: Value[],
  read: (some: Value[]) => Promise<BookOfWork[]>,
): Promise<BookOfWork[]> {
  const found: BookOfWork[] = [];
  for (let start = 0; start < values.length; start += PARAMETERS)
    found.push(...(await read(values.slice(start, start + PARAMETERS))));
  return found;
}

/** The ISBNs of the other editions of each of these books that have some, hidden ones too, the oldest book first. */
export async function isbnsOfOthers(db: Db, bookIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom("books as b")
    .innerJoin("books as other", "other.work_id", "b.work_id")
    .select(["b.id", "other.isbn13"])
    .where("b.id", "in", bookIds)
    .whereRef("other.id", "<>", "b.id")
    .where("other.isbn13", "is not", null)
    .orderBy("other.id")
    .execute();
  const isbns = new Map<number, string[]>();
  for (const { id, isbn13 } of rows) isbns.set(id, [...(isbns.get(id) ?? []), isbn13!]);
  return isbns;
}

async function readEditions(
  db: Db,
  bookId: number,
  { visibleOnly, today }: { visibleOnly: boolean; today: string },
): Promise<StaffEdition[]> {
  let query = db
    .selectFrom("books as b")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .select(["b.id", "b.title", "b.format", "b.isbn13", "b.price", "b.sale_price", "b.hidden"])
    .select(["b.edition_statement", "b.edition_number", "l.name as language"])
    .select(SALE_COLUMNS)
    .where((eb) =>
      eb.or([
        eb("b.id", "=", bookId),
        eb("b.work_id", "=", eb.selectFrom("books").select("work_id").where("id", "=", bookId)),
      ]),
    );
  if (visibleOnly) query = query.where("b.hidden", "=", 0);
  const rows = await query.execute();
  const labels = editionLabels(
    rows.map((row) => ({
      ...row,
      editionStatement: row.edition_statement,
      editionNumber: row.edition_number,
      publishedOn: row.published_on,
    })),
  );
  return rows
    .sort((a, b) => formatOrder(a.format) - formatOrder(b.format) || a.id - b.id)
    .map((row) => ({
      id: row.id,
      title: row.title,
      label: labels.get(row.id)!,
      format: row.format,
      isbn13: row.isbn13,
      price: row.price,
      salePrice: row.sale_price,
      hidden: row.hidden === 1,
      ...onSale(row, today),
    }));
}
