import type { z } from "zod";
import { authorsAmong, contributionsOf } from "~/domain/catalogue/books/book";
import type { bookFormSchema } from "~/domain/catalogue/books/record/book-form.schema";
import { recordTexts } from "~/domain/catalogue/books/record/book-record-values";
import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { shortText } from "~/domain/kit/short-text";
import { type ColumnKey, FIELD_COLUMNS } from "../columns";
import type { ImportedBook } from "../imported-book";
import type { NamedRow, NameFinder } from "./names";
import type { PlanProblem } from "./plan";

/** What the book form would send. */
export type BookInput = z.input<typeof bookFormSchema>;

const rupees = (paise: number | null) => (paise === null ? "" : String(paise / 100));
const idsOf = (rows: NamedRow[]) => rows.map(({ id }) => id);

/** The form of a known book, as it is. */
export const inputOfBook = (book: EditableBook): BookInput => ({
  ...recordTexts(book),
  title: book.title,
  brief: book.brief,
  description: book.description,
  isbn13: book.isbn13,
  authorId: idsOf(authorsAmong(book.contributors)),
  contributors: contributionsOf(book),
  publisherId: book.publisher.id,
  languageId: book.language.id,
  furtherLanguageId: idsOf(book.furtherLanguages),
  booktagsId: idsOf(book.tags),
  price: rupees(book.price),
  salePrice: rupees(book.salePrice),
  stock: book.stock,
  pageCount: book.pageCount,
  publishedOn: book.publishedOn,
  featured: book.featured,
  thema: book.thema,
  bisac: book.bisac,
});

/** The length of a brief that is made from the description. */
const BRIEF = 400;

/** The form of a new book before anything is typed: what most files leave out is told from what they have. */
export const inputOfNewBook = ({ texts }: ImportedBook): Partial<BookInput> => ({
  stock: "0",
  ...(texts.brief === undefined && texts.description && { brief: shortText(texts.description, BRIEF) }),
});

/** The rows of the names in a file, and problems with them. */
interface Reading {
  names: NameFinder;
  problem(column: ColumnKey, message: string): void;
}

/** What the file says about the book, as the form would send it. */
export function inputOfFile(book: ImportedBook, reading: Reading): Partial<BookInput> {
  const input: Partial<BookInput> = { ...book.texts };
  if (book.texts.title !== undefined) input.title = titleOf(book.texts.title, reading);
  readNames(book, input, reading);
  if (book.tags && book.tags.length > 0) input.booktagsId = idsOf(rowsOf("tag", "tags", book.tags, reading));
  if (book.contributors && book.contributors.length > 0) readContributors(book.contributors, input, reading);
  if (book.thema) input.thema = book.thema;
  if (book.bisac) input.bisac = book.bisac;
  return input;
}

function titleOf(given: string, { names, problem }: Reading): string {
  const title = names.title(given);
  if (!names.fits("title", title)) problem("title", "The title is too long: give it a short form");
  return title;
}

function readNames(book: ImportedBook, input: Partial<BookInput>, reading: Reading) {
  const one = (kind: "publisher" | "language" | "series", column: ColumnKey, name: string) =>
    name ? rowsOf(kind, column, [name], reading)[0]?.id : null;
  const { publisher, language, originalLanguage, series } = book.names;
  // A book cannot be without publisher and language.
  if (publisher) input.publisherId = one("publisher", "publisher", publisher) ?? "";
  if (language) input.languageId = one("language", "language", language) ?? "";
  if (originalLanguage !== undefined)
    input.originalLanguageId = one("language", "originalLanguage", originalLanguage) ?? null;
  if (series !== undefined) input.seriesId = one("series", "series", series) ?? null;
  if (book.languages)
    input.furtherLanguageId = idsOf(rowsOf("language", "languages", book.languages, reading));
}

function readContributors(
  contributors: NonNullable<ImportedBook["contributors"]>,
  input: Partial<BookInput>,
  reading: Reading,
) {
  const found = contributors.map(({ name, role }) => ({
    role,
    row: rowsOf("author", "contributors", [name], reading)[0],
  }));
  input.authorId = found.flatMap(({ role, row }) => (row && role === AUTHOR_ROLE ? [row.id] : []));
  input.contributors = found.flatMap(({ role, row }) =>
    row && role !== AUTHOR_ROLE ? [{ authorId: row.id, role }] : [],
  );
}

function rowsOf(
  kind: "author" | "publisher" | "language" | "series" | "tag",
  column: ColumnKey,
  given: string[],
  { names, problem }: Reading,
): NamedRow[] {
  return given.flatMap((name) => {
    const row = names.find(kind, name);
    if (!row) problem(column, `"${shortText(name, 60)}" is too long: give it a short form`);
    return row ? [row] : [];
  });
}

/** The column of a field of the form. */
export const columnOfField = (field: PropertyKey | undefined): ColumnKey =>
  (FIELD_COLUMNS as Record<string, ColumnKey>)[String(field)] ?? (String(field) as ColumnKey);

/** One sentence for each column: the first that was found. */
export function firstOfColumn(problems: PlanProblem[]): PlanProblem[] {
  return problems.filter(
    ({ column }, index) => column === "" || problems.findIndex((other) => other.column === column) === index,
  );
}
