import type { Db } from "~/db/database.server";
import { literalFlag, unindexed } from "~/db/planner.server";
import type { Book } from "../books/book";
import { bookCards } from "../books/books.server";
import { type BookCard, MORE_BY_AUTHOR } from "../books/lists/catalogue";
import { perCatalogueVersion } from "../books/lists/catalogue-memo.server";
import { AUTHOR_ROLE } from "../books/record/contributor-roles";
import type { SeriesPlace } from "./book-neighbours";
import { countNameBooks, idsInOrder, numberOrder } from "./name-books.server";
import { numberNote } from "./name-pages";

/** A visible book with a number in its series. */
interface Numbered {
  id: number;
  number: string;
  format: string | null;
  languageId: number;
}

/**
 * The book's series, and the visible volumes before and after it by number. Several books can have one number, as editions
 * of one volume: of a neighbouring volume the edition is returned that is most like this book, in language and format.
 * @returns null for a book in no series, and if the store shows no other book of it
 */
export async function placeInSeries(
  db: Db,
  book: Pick<Book, "id" | "series" | "seriesId" | "seriesNumber">,
): Promise<SeriesPlace | null> {
  const { id, series, seriesId, seriesNumber } = book;
  if (series === null || seriesId === null || (await countNameBooks(db, "series", seriesId)) < 2) return null;
  const { previous, next } = neighboursOf(id, await numberedBooks(db, seriesId));
  const ids = [previous, next].flatMap((near) => near?.id ?? []);
  const cards = new Map((await bookCards(db, ids)).map((card) => [card.id, card]));
  const shown = (near: Numbered | undefined) => {
    const card = near && cards.get(near.id);
    if (!card) return null;
    const { id, title, lang } = card;
    return { id, title, ...(lang && { lang }), number: near.number, note: numberNote(near.number) };
  };
  return {
    series: { id: seriesId, name: series },
    words: placeInWords(seriesNumber),
    previous: shown(previous),
    next: shown(next),
  };
}

/** A book of the volume before and one of the volume after. @param all the books of the series, by number */
function neighboursOf(id: number, all: Numbered[]): { previous?: Numbered; next?: Numbered } {
  const at = all.findIndex((one) => one.id === id);
  const own = all[at];
  if (!own) return {};
  const isOther = (one: Numbered) => volumeOf(one) !== volumeOf(own);
  const bestOf = (near: Numbered | undefined) =>
    near &&
    mostLike(
      own,
      all.filter((one) => volumeOf(one) === volumeOf(near)),
    );
  return {
    previous: bestOf(all.slice(0, at).findLast(isOther)),
    next: bestOf(all.slice(at + 1).find(isOther)),
  };
}

function placeInWords(number: string | null): string {
  if (number === null) return "In the series";
  return `${numberNote(number)}${/^\d/.test(number) ? "" : ","} in the series`;
}

/** Numbers that mean the same volume become equal: "07" and "7", "Part A" and "part a". */
const volumeOf = ({ number }: Numbered) => number.toLowerCase().replace(/^0+(?=\d)/, "");

/** The first of the books with the same language and format, else with the same language, else with the same format. */
function mostLike(own: Numbered, books: Numbered[]): Numbered | undefined {
  const likeness = ({ languageId, format }: Numbered) =>
    2 * Number(languageId === own.languageId) + Number(format === own.format);
  return books.toSorted((a, b) => likeness(b) - likeness(a))[0];
}

/** The visible books of a series that have a number, by number; cached per catalogue version. */
const numberedBooks = (db: Db, seriesId: number): Promise<Numbered[]> =>
  perCatalogueVersion(db, `numbers of series ${seriesId}`, () =>
    db
      .selectFrom("books as b")
      .select(["b.id", "b.series_number as number", "b.format", "b.language_id as languageId"])
      .where("b.series_id", "=", seriesId)
      .where(unindexed<number>("b.hidden"), "=", literalFlag(0))
      .where("b.series_number", "is not", null)
      .orderBy(numberOrder())
      .$narrowType<{ number: string }>()
      .execute(),
  );

/** How many books are read to find enough of different works. */
const READ_AT_MOST = 6 * MORE_BY_AUTHOR;

/**
 * Other visible books by a book's first author, in the shop's own order; of each work one, of its own none.
 * @returns at most four ids; empty for a book without authors
 */
export async function moreByAuthorIds(db: Db, book: Pick<Book, "id" | "authors">): Promise<number[]> {
  const [author] = book.authors;
  if (!author) return [];
  const count = await countNameBooks(db, "authors", author.id, AUTHOR_ROLE);
  if (count < 2) return [];
  const filters = { role: AUTHOR_ROLE, sort: "featured" } as const;
  const window = { offset: 0, limit: READ_AT_MOST, count };
  const ids = await idsInOrder(db, "authors", author.id, filters, window);
  const rows = await db
    .selectFrom("books")
    .select(["id", "work_id"])
    .where("id", "in", [...ids, book.id])
    .execute();
  const works = new Map(rows.map((row) => [row.id, row.work_id ?? `book ${row.id}`]));
  const seen = new Set([works.get(book.id)]);
  return ids.filter((id) => !seen.has(works.get(id)) && seen.add(works.get(id))).slice(0, MORE_BY_AUTHOR);
}

/** Like `moreByAuthorIds`, the books' cards. */
export const moreByAuthor = async (db: Db, book: Pick<Book, "id" | "authors">): Promise<BookCard[]> =>
  bookCards(db, await moreByAuthorIds(db, book));
