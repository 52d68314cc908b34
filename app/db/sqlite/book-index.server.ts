import { sql } from "kysely";
import { type BookSearch, type SearchColumn, watchedColumns } from "../book-search.server";
import type { Db, ShopDatabase } from "../engine";

/**
 * Makes the search index of books as declared. If it already is, nothing is written. Otherwise the index, its view and
 * its triggers are replaced and the index is filled again, in one transaction. Run all migrations first.
 * @returns whether the index was replaced
 */
export async function prepareBookIndex(
  db: Pick<ShopDatabase, "read" | "write" | "executeScript">,
  search: BookSearch,
): Promise<boolean> {
  const declared = schemaOf(search);
  const stored = await storedSchema(db.read);
  if (isSame(stored, declared)) return false;
  // The script runs on the connection that the transaction has open.
  await db.write.transaction().execute(async () => db.executeScript(replacement(search, declared, stored)));
  return true;
}

/** The statements that make the index, its view and its triggers, by name. */
type Schema = Record<string, string>;

/** The search schema in the database: the index, its view, and every trigger that writes to the index. */
async function storedSchema(db: Db): Promise<Schema> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema
    where name in (${INDEX}, ${VIEW}) or (type = 'trigger' and instr(lower(sql), ${INDEX}) > 0)`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.sql]));
}

function isSame(stored: Schema, declared: Schema): boolean {
  const names = Object.keys(declared);
  return (
    Object.keys(stored).length === names.length &&
    names.every((name) => comparable(stored[name] ?? "") === comparable(declared[name]!))
  );
}

/** SQLite stores a statement as it was written, with its first words in capitals. */
const comparable = (statement: string) => statement.replace(/\s+/g, " ").trim().toLowerCase();

const INDEX = "books_fts";
const VIEW = "book_search_text";

function replacement(search: BookSearch, declared: Schema, stored: Schema): string {
  // Including triggers of an earlier declaration.
  const triggers = Object.keys({ ...declared, ...stored }).filter((name) => name !== INDEX && name !== VIEW);
  return [
    ...triggers.map((name) => `drop trigger if exists "${name}"`),
    `drop view if exists ${VIEW}`,
    `drop table if exists ${INDEX}`,
    ...Object.values(declared),
    insertion(search),
    // Search results may differ now, so kept pages are out of date.
    "update catalogue_version set version = version + 1",
    "",
  ].join(";\n");
}

function schemaOf(search: BookSearch): Schema {
  return {
    // Only the index is stored, not the texts. Its rowid is the book's id.
    [INDEX]: `create virtual table ${INDEX} using fts5 (
      ${Object.keys(search).join(", ")},
      content = '', contentless_delete = 1,
      tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    )`,
    [VIEW]: `create view ${VIEW} as
      select b.id, ${Object.entries(search).map(selected).join(", ")}
      from books b join publishers p on p.id = b.publisher_id join languages l on l.id = b.language_id`,
    ...triggersOf(search),
  };
}

function selected([name, column]: [string, SearchColumn]): string {
  if ("text" in column) return `${column.text} as ${name}`;
  return column.column === name ? `b.${name}` : `b.${column.column} as ${name}`;
}

/** The books that refer to a changed name. */
const CARRYING = {
  author: "in (select book_id from book_contributors where author_id = new.id)",
  tag: "in (select book_id from book_tags where tag_id = new.id)",
  publisher: "in (select id from books where publisher_id = new.id)",
  series: "in (select id from books where series_id = new.id)",
  language: "in (select id from books where language_id = new.id)",
};

/** Not while a book is being written: its texts are indexed once, with all its names. */
const isIndexed = (book: string) => `not exists (select 1 from unindexed_books where book_id = ${book})`;

/** Triggers that keep the index up to date with the tables that its texts come from. */
function triggersOf(search: BookSearch): Schema {
  const remove = (books: string) => `delete from ${INDEX} where rowid ${books}`;
  const add = (books: string) => `${insertion(search)} where id ${books}`;
  const trigger = (name: string, event: string, ...steps: string[]): [string, string] => [
    name,
    `create trigger ${name} after ${event} begin ${steps.join("; ")}; end`,
  ];
  const refresh = (name: string, event: string, books: string) =>
    trigger(name, event, remove(books), add(books));
  const watched = watchedColumns(search);
  // A form writes all its columns, and most changes are of price or stock.
  const changed = watched.map((column) => `new.${column} is not old.${column}`).join(" or ");
  return Object.fromEntries([
    trigger("books_search_i", `insert on books when ${isIndexed("new.id")}`, add("= new.id")),
    refresh("unindexed_books_search_d", "delete on unindexed_books", "= old.book_id"),
    refresh(
      "books_search_u",
      `update of ${watched.join(", ")} on books when (${changed}) and ${isIndexed("new.id")}`,
      "= new.id",
    ),
    trigger("books_search_d", "delete on books", remove("= old.id")),
    refresh(
      "book_contributors_search_i",
      `insert on book_contributors when ${isIndexed("new.book_id")}`,
      "= new.book_id",
    ),
    refresh(
      "book_contributors_search_d",
      `delete on book_contributors when ${isIndexed("old.book_id")}`,
      "= old.book_id",
    ),
    refresh("book_tags_search_i", `insert on book_tags when ${isIndexed("new.book_id")}`, "= new.book_id"),
    refresh("book_tags_search_d", `delete on book_tags when ${isIndexed("old.book_id")}`, "= old.book_id"),
    refresh("authors_search_u", "update of name on authors", CARRYING.author),
    refresh("tags_search_u", "update of name on tags", CARRYING.tag),
    refresh("series_search_u", "update of name on series", CARRYING.series),
    refresh("publishers_search_u", "update of name on publishers", CARRYING.publisher),
    refresh("languages_search_u", "update of name on languages", CARRYING.language),
  ]);
}

const insertion = (search: BookSearch) =>
  `insert into ${INDEX} (rowid, ${Object.keys(search).join(", ")}) select * from ${VIEW}`;
