import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import { idsWereGiven, lastIdOf } from "~/db/next-id.server";
import type { Tables } from "~/db/tables";
import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import { SERIES_COVERS } from "./cover-files";
import { FIRST_NAMES, GENERATED_REMARKS, LANGUAGES, LAST_NAMES, PUBLISHERS, TAGS } from "./generate-words";
import { type GeneratedTexts, generateTexts } from "./generate-texts";
import { namedIds } from "./names";
import { between, mixedOrder, pick, pickSkewed, type Random, seededRandom } from "./random";
import { ensureReaders, READERS } from "./readers";
import { recordSampleBooks } from "./sample-books";

const BATCH = 500;
const DAY = 24 * 60 * 60 * 1000;

interface GeneratedBook extends GeneratedTexts {
  authors: string[];
  tags: string[];
  publisher: string;
  language: string;
  reviews: { reader: number; rating: number; remarks: string; daysAgo: number }[];
  addedDaysAgo: number;
  fields: Pick<
    Insertable<Tables["books"]>,
    | "price"
    | "sale_price"
    | "stock"
    | "page_count"
    | "published_on"
    | "cover"
    | "hidden"
    | "featured"
    | "format"
  >;
}

/**
 * Adds generated books until the shop has `upTo` books; the n-th book of a shop is always the same one. Each thousand
 * is a transaction, so an interrupted run continues where it stopped.
 * @returns what was added
 */
export async function generateBooks(
  db: Db,
  { upTo, now, onProgress }: { upTo: number; now: Date; onProgress: (books: number) => void },
): Promise<{ books: number; reviews: number }> {
  const total = { books: 0, reviews: 0 };
  for (;;) {
    const batch = await db.transaction().execute((trx) => insertBatch(trx, upTo, now));
    if (batch.books === 0) return total;
    total.books += batch.books;
    total.reviews += batch.reviews;
    onProgress(batch.inShop);
  }
}

async function insertBatch(trx: Db, upTo: number, now: Date) {
  const { count } = await trx
    .selectFrom("books")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const lastId = await lastIdOf(trx, "books");
  const size = Math.min(BATCH, upTo - count);
  if (size <= 0) return { books: 0, reviews: 0, inShop: count };

  const writers = authorNames(upTo);
  const books = Array.from({ length: size }, (_, index) => generateBook(count + index, writers, now));
  const authorId = await namedIds(
    trx,
    "authors",
    books.flatMap((book) => book.authors),
  );
  const tagId = await namedIds(trx, "tags", TAGS);
  const publisherId = await namedIds(trx, "publishers", PUBLISHERS);
  const languageId = await namedIds(trx, "languages", LANGUAGES);
  const readers = Object.values(await ensureReaders(trx, isoDaysBefore(now, 2000)));

  const idOf = (index: number) => lastId + 1 + index;
  await trx
    .insertInto("books")
    .values(
      books.map((book, index) => ({
        id: idOf(index),
        title: book.title,
        brief: book.brief,
        description: book.description,
        isbn13: null,
        publisher_id: publisherId(book.publisher),
        language_id: languageId(book.language),
        ...book.fields,
        created_at: isoDaysBefore(now, book.addedDaysAgo),
        updated_at: isoDaysBefore(now, book.addedDaysAgo),
      })),
    )
    .execute();
  await idsWereGiven(trx, "books");
  await trx
    .insertInto("book_contributors")
    .values(
      books.flatMap((book, index) =>
        book.authors.map((name, position) => ({
          book_id: idOf(index),
          author_id: authorId(name),
          role: AUTHOR_ROLE,
          position,
        })),
      ),
    )
    .execute();
  await trx
    .insertInto("book_tags")
    .values(
      books.flatMap((book, index) => book.tags.map((tag) => ({ book_id: idOf(index), tag_id: tagId(tag) }))),
    )
    .execute();

  await recordSampleBooks(trx, lastId);

  const reviews = books.flatMap((book, index) =>
    book.reviews.map(({ reader, rating, remarks, daysAgo }) => ({
      book_id: idOf(index),
      account_id: readers[reader]!,
      rating,
      remarks,
      created_at: isoDaysBefore(now, daysAgo),
      updated_at: isoDaysBefore(now, daysAgo),
    })),
  );
  if (reviews.length > 0) await trx.insertInto("reviews").values(reviews).execute();
  return { books: size, reviews: reviews.length, inShop: count + size };
}

/** Several hundred to two thousand different names, more for a larger shop. */
function authorNames(books: number): string[] {
  const size = Math.min(2000, 300 + Math.round(books / 20));
  const pairOf = mixedOrder(FIRST_NAMES.length * LAST_NAMES.length);
  return Array.from({ length: size }, (_, index) => {
    const pair = pairOf(index);
    return `${FIRST_NAMES[pair % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(pair / FIRST_NAMES.length)]}`;
  });
}

function generateBook(ordinal: number, writers: string[], now: Date): GeneratedBook {
  const random = seededRandom(ordinal);
  const tags = distinct(random() < 0.3 ? 1 : random() < 0.6 ? 2 : 3, () => pickSkewed(random, TAGS));
  const authors = distinct(random() < 0.92 ? 1 : 2, () => pickSkewed(random, writers));
  const addedDaysAgo = 1 + Math.floor(random() * 1500);
  return {
    ...generateTexts(random, tags[0]!),
    authors,
    tags,
    publisher: pickSkewed(random, PUBLISHERS),
    language: pickSkewed(random, LANGUAGES),
    addedDaysAgo,
    reviews: generateReviews(random, addedDaysAgo),
    fields: {
      ...generatePrices(random),
      stock: generateStock(random),
      page_count: between(random, 6, 68) * 8,
      published_on: generateDate(random, now.getUTCFullYear()),
      cover: pick(random, SERIES_COVERS),
      hidden: random() < 0.01 ? 1 : 0,
      featured: random() < 0.002 ? 1 : 0,
      format: pickSkewed(random, ["BC", "BB"]),
    },
  };
}

/** Paise: ₹99.00 to ₹1,499.00, ending in 0 or 9 rupees; one in five on sale. */
function generatePrices(random: Random) {
  const price = (between(random, 10, 150) * 10 - pick(random, [0, 1, 1])) * 100;
  const onSale = random() < 0.2;
  const sale_price = onSale ? Math.floor((price * between(random, 60, 90)) / 100 / 100) * 100 : null;
  return { price: Math.min(price, 149_900), sale_price };
}

function generateStock(random: Random): number {
  const kind = random();
  if (kind < 0.03) return 0;
  return kind < 0.11 ? between(random, 1, 4) : between(random, 5, 200);
}

function generateDate(random: Random, thisYear: number): string | null {
  const year = thisYear - Math.floor(random() ** 2 * 90) - 1;
  const kind = random();
  if (kind < 0.04) return null;
  if (kind < 0.6) return String(year);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${year}-${twoDigits(between(random, 1, 12))}-${twoDigits(between(random, 1, 28))}`;
}

/** One book in twenty has one to four reviews. */
function generateReviews(random: Random, addedDaysAgo: number): GeneratedBook["reviews"] {
  if (random() >= 0.05) return [];
  return distinct(between(random, 1, 4), () => between(random, 0, READERS.length - 1)).map((reader) => ({
    reader,
    rating: pickSkewed(random, [4, 5, 3, 2]),
    remarks: pick(random, GENERATED_REMARKS),
    daysAgo: addedDaysAgo * random(),
  }));
}

/** Up to `count` different draws; fewer when the draws repeat. */
function distinct<Item>(count: number, draw: () => Item): Item[] {
  return [...new Set(Array.from({ length: count }, draw))];
}

const isoDaysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY).toISOString();
