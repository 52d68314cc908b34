import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import { type BookCard, formatSearch, NO_FILTERS } from "~/domain/catalogue/books/lists/catalogue";
import { featuredBooks, listBooks } from "~/domain/catalogue/books/lists/catalogue.server";
import { bestsellers } from "~/domain/catalogue/books/lists/shelves/shelves.server";
import type { BlockContents } from "./block-kinds";

type Shelf = BlockContents["shelf"];

/** The books of a shelf: visible ones, at most as many as it asks for. @param today the date in India */
export async function shelfBooks(db: Db, shelf: Shelf, today: string): Promise<BookCard[]> {
  const { source, count } = shelf;
  const window = { offset: 0, limit: count };
  switch (source) {
    case "featured":
      return featuredBooks(db, count);
    case "new":
      return (await listBooks(db, { ...NO_FILTERS, sort: "newest" }, window)).books;
    case "bestsellers":
      return (await bestsellers(db)).slice(0, count);
    case "forthcoming":
      return bookCards(db, await forthcoming(db, today, count));
    case "tag": {
      const name = await nameOf(db, "tags", shelf.tag);
      return name === null ? [] : (await listBooks(db, { ...NO_FILTERS, tags: [name] }, window)).books;
    }
    case "author":
      return bookCards(db, await byAuthor(db, shelf.author, count));
    case "picked":
      return (await bookCards(db, shelf.books)).slice(0, count);
  }
}

/** The list that goes on where the shelf ends; null: the list of all books, which the view knows, or none. */
export async function shelfEnd(db: Db, shelf: Shelf): Promise<{ to: string; label: string } | null> {
  switch (shelf.source) {
    case "new":
      return { to: `/books${formatSearch({ ...NO_FILTERS, sort: "newest" })}`, label: "All New Books" };
    case "bestsellers":
      return { to: "/bestsellers", label: "All Bestsellers" };
    case "tag": {
      const name = await nameOf(db, "tags", shelf.tag);
      return name === null
        ? null
        : { to: `/books${formatSearch({ ...NO_FILTERS, tags: [name] })}`, label: `All of ${name}` };
    }
    case "author": {
      const name = await nameOf(db, "authors", shelf.author);
      const filters = { ...NO_FILTERS, q: name ?? "", sort: "relevance" } as const;
      return name === null ? null : { to: `/books${formatSearch(filters)}`, label: `All by ${name}` };
    }
    default:
      return null;
  }
}

/** Visible books that are published on a later day or in a later year, the next one first. */
async function forthcoming(db: Db, today: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("books")
    .select("id")
    .where("hidden", "=", literalFlag(0))
    // Texts such as "2027" and "2026-12-01" sort by time; the present year alone says nothing of the day.
    .where("published_on", ">", today)
    .orderBy("published_on")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The visible books of an author, the newest first. */
async function byAuthor(db: Db, authorId: number | null, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("book_authors as ba")
    .innerJoin("books as b", "b.id", "ba.book_id")
    .select("b.id")
    .where("ba.author_id", "=", authorId ?? 0)
    .where("b.hidden", "=", 0)
    .orderBy("b.created_at", "desc")
    .orderBy("b.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

async function nameOf(db: Db, table: "tags" | "authors", id: number | null): Promise<string | null> {
  const row = await db
    .selectFrom(table)
    .select("name")
    .where("id", "=", id ?? 0)
    .executeTakeFirst();
  return row?.name ?? null;
}
