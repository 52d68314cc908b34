import type { Db } from "~/db/database.server";
import { titleKey } from "~/db/search/title-key";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { nameKey } from "../../catalogue/names/names";
import type { ImportedBook, ImportedContributor } from "../imported-book";
import { booksById, grouped } from "./known-books.server";

// Rows without ISBN, SKU and Book ID: a book with the same title, first author, format and publisher may be theirs.

/** What such rows are compared by; `format` is empty when the row says nothing about it. */
export interface Likeness {
  title: string;
  authors: string[];
  format: string;
  publisher: string;
}

/** @param title as the shop takes it, in its short form @returns null when it does not say enough */
export function likenessOf(book: ImportedBook, title: string): Likeness | null {
  const [first] = book.contributors ?? [];
  const { publisher } = book.names;
  if (!title.trim() || !first || !publisher) return null;
  return {
    title: titleKey(title),
    authors: namesOf(first),
    format: book.texts.format ?? "",
    publisher: nameKey(publisher),
  };
}

/** A name in both orders. */
const namesOf = ({ name, forenameFirst }: ImportedContributor): string[] =>
  [name, ...(forenameFirst ? [forenameFirst] : [])].map(nameKey);

/** For telling two rows of one file apart. */
export const likenessKey = ({ title, authors, format, publisher }: Likeness): string =>
  `like ${title}|${authors[0]}|${format}|${publisher}`;

/** The books of the shop that look like these rows. @returns those of each row, in their order */
export async function booksLike(db: Db, rows: (Likeness | null)[]): Promise<EditableBook[][]> {
  const titles = [...new Set(rows.flatMap((row) => (row ? [row.title] : [])))];
  if (titles.length === 0) return rows.map(() => []);
  const found = await db
    .selectFrom("books")
    .select(["id", "title_key"])
    .where("title_key", "in", titles)
    .execute();
  const byTitle = grouped(found.map(({ id, title_key }) => [title_key, id]));
  const books = await booksById(
    db,
    found.map(({ id }) => id),
  );
  return rows.map((row) =>
    row
      ? (byTitle.get(row.title) ?? [])
          .flatMap((id) => books.get(id) ?? [])
          .filter((book) => isLike(row, book))
      : [],
  );
}

function isLike({ authors, format, publisher }: Likeness, book: EditableBook): boolean {
  const first = book.authors[0] ?? book.contributors[0];
  return (
    first !== undefined &&
    authors.includes(nameKey(first.name)) &&
    (format === "" || book.format === null || format === book.format) &&
    publisher === nameKey(book.publisher.name)
  );
}
