import { createHash } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import { type BookSearch, type SearchColumn, watchedColumns } from "../book-search.server";
import type { Db } from "../engine";

/**
 * Makes the search index of books as declared, and remembers the declaration as a comment on the view with their words. If
 * it is the same, nothing is written. Otherwise the view and the trigger on books are replaced and the index is filled
 * again, in one transaction. Run all migrations first.
 * @returns whether the index was replaced
 */
export async function prepareBookIndex(read: Db, write: Db, search: BookSearch): Promise<boolean> {
  const script = scriptOf(search);
  const mark = createHash("sha256").update(script).digest("hex");
  const { rows } = await sql<{ mark: string | null }>`
    select obj_description(to_regclass('book_search_vectors')) as mark`.execute(read);
  if (rows[0]?.mark === mark) return false;
  await write.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw(`${script}; comment on view book_search_vectors is '${mark}'`));
  });
  return true;
}

function scriptOf(search: BookSearch): string {
  const names = Object.keys(search).map((name) => `'${name}'`);
  const watched = watchedColumns(search);
  const changed = watched.map((column) => `new.${column} is distinct from old.${column}`);
  return [
    "set local statement_timeout = 0",
    `create or replace view book_search_vectors as
      select b.id, search_vector(array[${names.join()}], array[${Object.values(search).map(textOf).join()}]) as words
      from books b join publishers p on p.id = b.publisher_id join languages l on l.id = b.language_id`,
    "delete from books_fts",
    "insert into books_fts (rowid, words) select id, words from book_search_vectors",
    // Last, since nobody can read the books from here on until the end.
    "drop trigger if exists books_search_u on books",
    `create trigger books_search_u after update of ${watched.join()} on books
      for each row when (${changed.join(" or ")}) execute function books_search()`,
    // Search results may differ now, so kept pages are out of date.
    "update catalogue_version set version = version + 1",
  ].join(";\n");
}

/** The declaration has SQLite's word for joined texts. */
const textOf = (column: SearchColumn) =>
  "column" in column ? `b.${column.column}` : column.text.replaceAll("group_concat(", "string_agg(");
