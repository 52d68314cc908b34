import type { BookField } from "./subjects";
import type { Tables } from "../tables";

export type BookColumn = keyof Tables["books"];

/** A text by which books are found. */
export type SearchColumn = {
  /** What is done with it: see `FIELDS` in search/subjects.ts. */
  field: BookField;
} & (
  | { column: BookColumn }
  | {
      /**
       * An SQL expression; `b` is the book, `p` its publisher, `l` its language. PostgreSQL's word for `group_concat` is
       * put in there. Several names stand in lines of their own.
       */
      text: string;
      /** The columns of `books` that affect the text. */
      changesWith?: readonly BookColumn[];
    }
);

export type BookSearch = Record<string, SearchColumn>;

/** A name, and in a second line the same in its own script, if it has one. @param row the alias of its table */
const inBothScripts = (entity: Tables["name_pages"]["entity"], row: string) =>
  `${row}.name || coalesce('\n' || (select n.native_name from name_pages n where n.entity = '${entity}' and n.id = ${row}.id), '')`;

/**
 * The texts by which books are found. To search a further column of `books`, add a line here: the index is replaced when
 * the shop starts. A text from a further table also needs a trigger on that table, in both folders of migrations.
 */
export const BOOK_SEARCH = {
  title: { field: "title", column: "title" },
  authors: {
    field: "names",
    text: `(select group_concat(${inBothScripts("author", "a")}, '\n') from book_authors ba join authors a on a.id = ba.author_id where ba.book_id = b.id)`,
  },
  subtitle: { field: "part", column: "subtitle" },
  contributors: {
    field: "names",
    text: `(select group_concat(${inBothScripts("author", "a")}, '\n') from book_contributors bc join authors a on a.id = bc.author_id where bc.book_id = b.id and bc.role <> 'A01')`,
  },
  series: {
    field: "part",
    text: `(select ${inBothScripts("series", "s")} || ' ' || coalesce(b.series_number, '') from series s where s.id = b.series_id)`,
    changesWith: ["series_id", "series_number"],
  },
  originalTitle: { field: "title", column: "original_title" },
  imprint: { field: "other", column: "imprint" },
  publisher: {
    field: "other",
    text: `${inBothScripts("publisher", "p")} || ' ' || ${inBothScripts("language", "l")}`,
    changesWith: ["publisher_id", "language_id"],
  },
  tags: {
    field: "other",
    text: "(select group_concat(t.name, ' ') from book_tags bt join tags t on t.id = bt.tag_id where bt.book_id = b.id)",
  },
  year: { field: "other", text: "substr(b.published_on, 1, 4)", changesWith: ["published_on"] },
  isbn: { field: "isbn", column: "isbn13" },
  sku: { field: "staff", column: "sku" },
  brief: { field: "text", column: "brief" },
  description: { field: "text", column: "description" },
} satisfies BookSearch;

/** The columns of `books` that affect a text of the index. */
export function watchedColumns(search: BookSearch): BookColumn[] {
  const columns = Object.values(search);
  const all = [
    ...columns.flatMap((column) => ("column" in column ? [column.column] : [])),
    ...columns.flatMap((column) => ("text" in column ? (column.changesWith ?? []) : [])),
  ];
  return [...new Set(all)];
}
