import type { Tables } from "./tables";

export type BookColumn = keyof Tables["books"];

/** A column of the index `books_fts`. */
export type SearchColumn = {
  /** How much a match counts, compared with the other columns. */
  weight: number;
  /** Whether the text is printed on the book. The back office searches these columns only. */
  printed: boolean;
  /** Whether only the back office searches it. */
  staffOnly?: true;
} & (
  | { column: BookColumn }
  | {
      /**
       * An SQL expression; `b` is the book, `p` its publisher, `l` its language. PostgreSQL's word for `group_concat` is
       * put in there.
       */
      text: string;
      /** The columns of `books` that affect the text. */
      changesWith?: readonly BookColumn[];
    }
);

export type BookSearch = Record<string, SearchColumn>;

/**
 * The texts by which books are found, in the order of the index's columns. To search a further column of `books`, add
 * a line here: the index is replaced when the shop starts. A text from a further table also needs a trigger on that
 * table: see `triggersOf` in sqlite/book-index.server.ts, and the search triggers in migrations/postgres/.
 */
export const BOOK_SEARCH = {
  title: { weight: 10, printed: true, column: "title" },
  authors: {
    weight: 6,
    printed: true,
    text: "(select group_concat(a.name, ' ') from book_authors ba join authors a on a.id = ba.author_id where ba.book_id = b.id)",
  },
  subtitle: { weight: 5, printed: true, column: "subtitle" },
  contributors: {
    weight: 3,
    printed: true,
    text: "(select group_concat(a.name, ' ') from book_contributors bc join authors a on a.id = bc.author_id where bc.book_id = b.id and bc.role <> 'A01')",
  },
  series: {
    weight: 4,
    printed: true,
    text: "(select s.name || ' ' || coalesce(b.series_number, '') from series s where s.id = b.series_id)",
    changesWith: ["series_id", "series_number"],
  },
  originalTitle: { weight: 5, printed: true, column: "original_title" },
  imprint: { weight: 1.5, printed: true, column: "imprint" },
  publisher: {
    weight: 1.5,
    printed: true,
    text: "p.name || ' ' || l.name",
    changesWith: ["publisher_id", "language_id"],
  },
  tags: {
    weight: 4,
    printed: true,
    text: "(select group_concat(t.name, ' ') from book_tags bt join tags t on t.id = bt.tag_id where bt.book_id = b.id)",
  },
  isbn: { weight: 20, printed: true, column: "isbn13" },
  sku: { weight: 20, printed: true, staffOnly: true, column: "sku" },
  brief: { weight: 2, printed: false, column: "brief" },
  description: { weight: 1, printed: false, column: "description" },
} satisfies BookSearch;

/** The columns of the index that the store does not search. */
export const staffColumns = (search: BookSearch = BOOK_SEARCH): string[] =>
  Object.keys(search).filter((name) => search[name]!.staffOnly);

/** The columns of the index whose text is printed on the book. */
export const printedColumns = (search: BookSearch = BOOK_SEARCH): string[] =>
  Object.keys(search).filter((name) => search[name]!.printed);

/** The columns of `books` that affect a text of the index. */
export function watchedColumns(search: BookSearch): BookColumn[] {
  const columns = Object.values(search);
  const all = [
    ...columns.flatMap((column) => ("column" in column ? [column.column] : [])),
    ...columns.flatMap((column) => ("text" in column ? (column.changesWith ?? []) : [])),
  ];
  return [...new Set(all)];
}
