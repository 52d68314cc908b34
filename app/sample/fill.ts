import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import { sql } from "kysely";
import type { Db, ShopDatabase } from "~/db/database.server";
import { insertSampleCoupons } from "./coupons";
import { copySampleCovers } from "./cover-files";
import { generateBooks } from "./generate";
import { CARRIERS, namedIds } from "./names";
import { insertDemoOrders } from "./orders-demo";
import { NATIVE_NAMES } from "./native-names";
import { seededRandom } from "./random";
import { recordSampleBooks, SAMPLE_BOOKS } from "./sample-books";
import { ensureReaders } from "./readers";
import { REVIEWS } from "./reviews";
import { insertDemoSettings } from "./settings";

const DAY = 24 * 60 * 60 * 1000;

export interface SampleFillOptions {
  /** The shop's folder of covers; created if missing. */
  coversDir: string;
  /** The wanted number of books; those beyond the sixty are generated. */
  books?: number;
  /** Whether to add the orders of two months. */
  demoOrders?: boolean;
  /** The dates of the sample are relative to this time. */
  now?: Date;
  /** Called with the number of books in the shop after each step. */
  onProgress?: (books: number) => void;
}

interface Added {
  books: number;
  reviews: number;
  orders: number;
}

const NOTHING: Added = { books: 0, reviews: 0, orders: 0 };

/**
 * Fills a shop without books with the sample catalogue in one transaction: sixty books with covers, their reviews and
 * the customers who wrote them, carriers, two coupons, and optionally orders and the settings of the seller. A shop
 * with books is left alone, unless `books` is more than it has: then generated ones are added up to that number.
 * @returns what was added
 */
export async function fillSampleShop(
  { write }: Pick<ShopDatabase, "write">,
  {
    coversDir,
    books: wanted = 0,
    demoOrders = false,
    now = new Date(),
    onProgress = () => {},
  }: SampleFillOptions,
): Promise<Added> {
  const present = await countBooks(write);
  if (present > 0 && present >= wanted) return NOTHING;

  await copySampleCovers(coversDir);
  const added = await write.transaction().execute(async (trx) => {
    if ((await countBooks(trx)) > 0) return NOTHING;
    const catalogue = await insertSampleCatalogue(trx, now);
    await recordSampleBooks(trx, 0);
    await insertSampleCoupons(trx, now);
    if (!demoOrders) return { ...catalogue, orders: 0 };
    await insertDemoSettings(trx, now);
    return { ...catalogue, orders: await insertDemoOrders(trx, now) };
  });
  if (added.books > 0) onProgress(added.books);
  const generated = await generateBooks(write, { upTo: wanted, now, onProgress });
  return {
    ...added,
    books: added.books + generated.books,
    reviews: added.reviews + generated.reviews,
  };
}

async function countBooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("books")
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function insertSampleCatalogue(trx: Db, now: Date): Promise<{ books: number; reviews: number }> {
  await namedIds(trx, "logistics_providers", CARRIERS);
  const ids = {
    tag: await namedIds(
      trx,
      "tags",
      SAMPLE_BOOKS.flatMap((book) => book.tags),
    ),
    author: await namedIds(
      trx,
      "authors",
      SAMPLE_BOOKS.flatMap((book) => book.authors),
    ),
    publisher: await namedIds(
      trx,
      "publishers",
      SAMPLE_BOOKS.map((book) => book.publisher),
    ),
    language: await namedIds(
      trx,
      "languages",
      SAMPLE_BOOKS.map((book) => book.language),
    ),
  };
  const ownNames = Object.entries(NATIVE_NAMES).map(([name, native_name]) => ({
    entity: "author" as const,
    id: ids.author(name),
    native_name,
  }));
  await trx.insertInto("name_pages").values(ownNames).execute();
  const readers = await ensureReaders(trx, daysBefore(now, 600));

  let reviews = 0;
  for (const [index, book] of SAMPLE_BOOKS.entries()) {
    const added = addedDaysAgo(index);
    const bookId = await insertSampleBook(trx, book, ids, daysBefore(now, added));
    const random = seededRandom(index);
    // After the book was added, and not in the future.
    const rows = (REVIEWS[book.title] ?? []).map(([reader, rating, remarks]) => {
      const written = daysBefore(now, added * (0.03 + 0.94 * random()));
      const times = { created_at: written, updated_at: written };
      return { book_id: bookId, account_id: readers[reader], rating, remarks, ...times };
    });
    for (const row of rows) await trx.insertInto("reviews").values(row).execute();
    reviews += rows.length;
  }
  return { books: SAMPLE_BOOKS.length, reviews };
}

type IdOf = (name: string) => number;

/** @returns the book's id */
async function insertSampleBook(
  trx: Db,
  book: (typeof SAMPLE_BOOKS)[number],
  ids: { tag: IdOf; author: IdOf; publisher: IdOf; language: IdOf },
  time: string,
): Promise<number> {
  const { id } = await trx
    .insertInto("books")
    .values({
      title: book.title,
      original_title: book.originalTitle ?? null,
      brief: book.brief,
      description: book.description.join("\n\n"),
      isbn13: null, // no ISBN is reserved for examples
      publisher_id: ids.publisher(book.publisher),
      language_id: ids.language(book.language),
      price: book.price * 100,
      sale_price: book.salePrice === undefined ? null : book.salePrice * 100,
      stock: book.stock,
      page_count: book.pages,
      format: book.format,
      published_on: book.published === null ? null : String(book.published),
      cover: book.cover,
      featured: book.featured ? 1 : 0,
      created_at: time,
      updated_at: time,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("book_contributors")
    .values(
      book.authors.map((name, position) => ({
        book_id: id,
        author_id: ids.author(name),
        role: AUTHOR_ROLE,
        position,
      })),
    )
    .execute();
  await trx
    .insertInto("book_tags")
    .values(book.tags.map((name) => ({ book_id: id, tag_id: ids.tag(name) })))
    .execute();
  return id;
}

/** From a month to a year and a half, mixed, so that 'newest' does not follow the order of the list. */
const addedDaysAgo = (index: number) => 30 + ((index * 197) % 511) + index / 7;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY).toISOString();
