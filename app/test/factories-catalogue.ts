import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { nameKey } from "~/domain/master-data/names";

type Book = Insertable<Tables["books"]>;

export interface CatalogueBook extends Partial<Book> {
  title: string;
  authors?: string[];
  tags?: string[];
  publisher?: string;
  language?: string;
}

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
      .insertInto("book_authors")
      .values({ book_id: id, author_id: await idOf(db, "authors", name), position })
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
