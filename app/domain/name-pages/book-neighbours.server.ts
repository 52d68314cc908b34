import type { Db } from "~/db/database.server";
import { literalFlag, unindexed } from "~/db/planner.server";
import type { Book } from "../catalogue/book";
import { bookCards } from "../catalogue/books.server";
import { type BookCard, MORE_BY_AUTHOR } from "../catalogue/catalogue";
import { perCatalogueVersion } from "../catalogue/catalogue-memo.server";
import { AUTHOR_ROLE } from "../catalogue/contributor-roles";
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
 * The book's series, and the visible volumes before and after it by number. Books with one number count as one volume: of
 * another one the book is named that is most like this one, in language and format.
 * @returns null for a book in no series, and if the store shows no other book of it
 */
export async function placeInSeries(
  db: Db,
  book: Pick<Book, "id" | "series" | "seriesId" | "seriesNumber">,
): Promise<SeriesPlace | null> {
  const { id, series, seriesId, seriesNumber } = book;
  if (series === null || seriesId === null || (await countNameBooks(db, "series", seriesId)) < 2) return null;
  const all = await numberedBooks(db, seriesId);
  const at = all.findIndex((one) => one.id === id);
  const own = all[at];
  const isOther = (one: Numbered) => own !== undefined && volumeOf(one) !== volumeOf(own);
  const nearest = [all.slice(0, Math.max(0, at)).findLast(isOther), all.slice(at + 1).find(isOther)].map(
    (near) =>
      near &&
      own &&
      mostLike(
        own,
        all.filter((one) => volumeOf(one) === volumeOf(near)),
      ),
  );
  const cards = await bookCards(
    db,
    nearest.flatMap((near) => near?.id ?? []),
  );
  const [previous, next] = nearest.map((near) => {
    const card = cards.find((one) => one.id === near?.id);
    return near && card
      ? { id: card.id, title: card.title, ...(card.lang && { lang: card.lang }), ...numberOf(near) }
      : null;
  });
  return {
    series: { id: seriesId, name: series },
    words: placeInWords(seriesNumber),
    previous: previous ?? null,
    next: next ?? null,
  };
}

const numberOf = ({ number }: Numbered) => ({ number, note: numberNote(number) });

function placeInWords(number: string | null): string {
  if (number === null) return "In the series";
  return `${numberNote(number)}${/^\d/.test(number) ? "" : ","} in the series`;
}

const volumeOf = ({ number }: Numbered) => number.toLowerCase().replace(/^0+(?=\d)/, "");

/** The first of the books with the same language and format, as far as there is one. */
function mostLike(own: Numbered, books: Numbered[]): Numbered | undefined {
  const likeness = ({ languageId, format }: Numbered) =>
    2 * Number(languageId === own.languageId) + Number(format === own.format);
  return books.toSorted((a, b) => likeness(b) - likeness(a))[0];
}

/** By number. Kept per catalogue version. */
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

/** As many are looked at, in case several are editions of one work. */
const LOOKED_AT = 6 * MORE_BY_AUTHOR;

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
  const window = { offset: 0, limit: LOOKED_AT, count };
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
