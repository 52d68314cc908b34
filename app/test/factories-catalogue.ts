import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import { nameKey } from "~/domain/catalogue/names/names";

type Book = Insertable<Tables["books"]>;

export interface CatalogueBook extends Partial<Book> {
  title: string;
  authors?: string[];
  tags?: string[];
  publisher?: string;
  language?: string;
}

/** A book with all fields set. */
export const FULL_BOOK: CatalogueBook = {
  title: "Gora",
  authors: ["Rabindranath Tagore", "W. W. Pearson"],
  tags: ["Novel", "Classic"],
  publisher: "Neem Tree Press",
  language: "Bengali",
  brief: "A foundling.",
  description: "Calcutta, 1880.",
  isbn13: "9788171670000",
  price: 30_000,
  sale_price: 24_950,
  page_count: 624,
  published_on: "1910",
  cover: "0123456789abcdef.webp",
  stock: 4,
  featured: 1,
};

const named = ["authors", "tags", "publishers", "languages"] as const;

async function idOf(db: Db, table: (typeof named)[number], name: string): Promise<number> {
  const key = nameKey(name);
  await db
    .insertInto(table)
    .values({ name, name_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom(table).select("id").where("name_key", "=", key).executeTakeFirstOrThrow()).id;
}

/** Puts a book with its authors, tags, publisher and language into the catalogue. By default ₹250.00, 10 in stock. */
export async function catalogueBook(db: Db, given: CatalogueBook): Promise<number> {
  const { authors = [], tags = [], publisher = "Neem Tree Press", language = "English", ...fields } = given;
  const time = "2026-01-01T00:00:00.000Z";
  const { id } = await db
    .insertInto("books")
    .values({
      brief: "A book.",
      isbn13: null,
      price: 25_000,
      sale_price: null,
      stock: 10,
      page_count: null,
      published_on: null,
      cover: null,
      created_at: time,
      updated_at: time,
      publisher_id: await idOf(db, "publishers", publisher),
      language_id: await idOf(db, "languages", language),
      ...fields,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [position, name] of authors.entries()) {
    await db
      .insertInto("book_contributors")
      .values({ book_id: id, author_id: await idOf(db, "authors", name), role: AUTHOR_ROLE, position })
      .execute();
  }
  for (const name of tags) {
    await db
      .insertInto("book_tags")
      .values({ book_id: id, tag_id: await idOf(db, "tags", name) })
      .execute();
  }
  return id;
}

let people = 0;

/** A customer for reviews and wishlists. */
export async function catalogueReader(db: Db, email = `reader${++people}@example.com`): Promise<number> {
  const row = await db
    .insertInto("accounts")
    .values({
      email,
      password_hash: null,
      first_name: "Asha",
      last_name: "Rao",
      email_confirmed_at: null,
      created_at: "2026-01-01T00:00:00.000Z",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** By default a visible review of four stars, written on 1 January 2026. @returns its id */
export async function createReview(
  db: Db,
  review: {
    bookId: number;
    accountId: number;
    rating?: number;
    remarks?: string;
    hidden?: 0 | 1;
    /** When it was written. */
    at?: string;
  },
): Promise<number> {
  const { bookId, accountId, rating = 4, remarks = "Well told.", hidden = 0 } = review;
  const { at = "2026-01-01T00:00:00.000Z" } = review;
  const { id } = await db
    .insertInto("reviews")
    .values({
      book_id: bookId,
      account_id: accountId,
      rating,
      remarks,
      hidden,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
