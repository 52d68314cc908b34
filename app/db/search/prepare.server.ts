import { sql } from "kysely";
import { BOOK_SEARCH, type SearchColumn, watchedColumns } from "./book-search.server";
import { isPostgres } from "../by-engine";
import { raiseCatalogueVersion } from "../catalogue-version.server";
import type { Db } from "../engine";
import { markOf } from "./index-mark";
import { fillIndex, fillKeys } from "./index-rows.server";
import { columnsOf, type Subject, type SubjectName, SUBJECTS, WITH_NEAR_WORDS } from "./subjects";

type Run = (script: string, trx: Db) => void | Promise<void>;

/**
 * Makes the indexes as declared: those whose texts or rules have changed since they were made are replaced. If none has,
 * nothing is written. Run all migrations first.
 * @param run executes a script within the transaction
 * @returns whether an index was replaced
 */
export async function prepareIndexes({ read, write }: { read: Db; write: Db }, run: Run): Promise<boolean> {
  const { rows } = await sql<{
    subject: string;
    mark: string;
  }>`select subject, mark from search_indexes`.execute(read);
  const marks = new Map(rows.map(({ subject, mark }) => [subject, mark]));
  let isReplaced = false;
  for (const name of Object.keys(SUBJECTS) as SubjectName[]) {
    const subject = SUBJECTS[name];
    const mark = markOf(name);
    if (marks.get(name) === mark) continue;
    isReplaced = true;
    await write.transaction().execute(async (trx) => {
      await run(schemaOf(name, subject, isPostgres(trx)), trx);
      await sql`insert into search_indexes (subject, mark, unfilled_to)
        values (${name}, ${mark}, coalesce((select max(id) from ${sql.table(subject.view)}), 0))
        on conflict (subject) do update set mark = excluded.mark, unfilled_to = excluded.unfilled_to`.execute(
        trx,
      );
    });
    // Those that shoppers search are made whole at the start, the others are filled in the background.
    if (!WITH_NEAR_WORDS.includes(name)) continue;
    await fillIndex(write, name);
    // Search results may differ now, so cached pages are out of date.
    if (marks.has(name)) await raiseCatalogueVersion(write);
  }
  await fillKeys(write);
  return isReplaced;
}

function schemaOf(name: SubjectName, subject: Subject, postgres: boolean): string {
  const { index } = subject;
  const empty = postgres
    ? // Rows are replaced one by one: other processes go on searching.
      []
    : [
        `drop table if exists ${index}`,
        // Only the index is stored, not the texts; the words come split already.
        `create virtual table ${index} using fts5 (${columnsOf(subject).join()},
          content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '2 3 4')`,
      ];
  return [
    ...empty,
    `delete from search_later where subject = '${name}'`,
    ...(name === "books" ? ["delete from near_forms", "delete from near_grams", ...viewOf(postgres)] : []),
    "",
  ].join(";\n");
}

/** The texts of books as declared, and the trigger that sees when one changes. */
function viewOf(postgres: boolean): string[] {
  const texts = Object.entries<SearchColumn>(BOOK_SEARCH).map(
    ([name, column]) => `${textOf(column, postgres)} as "${name}"`,
  );
  const watched = watchedColumns(BOOK_SEARCH);
  // A form writes all its columns, and most changes are of price or stock.
  const differs = postgres ? "is distinct from" : "is not";
  const changed = watched.map((column) => `new.${column} ${differs} old.${column}`).join(" or ");
  const event = `after update of ${watched.join()} on books`;
  return [
    ...(postgres ? [] : ["drop trigger if exists books_searched_u"]),
    "drop view if exists book_search_text",
    `create view book_search_text as select b.id, ${texts.join(", ")}
      from books b join publishers p on p.id = b.publisher_id join languages l on l.id = b.language_id`,
    ...(postgres
      ? [
          "drop trigger if exists books_searched_u on books",
          `create trigger books_searched_u ${event} for each row when (${changed}) execute function queue_searched('books', 'id')`,
        ]
      : [
          `create trigger books_searched_u ${event} when ${changed} begin
            insert or ignore into search_queue values ('books', new.id); end`,
        ]),
  ];
}

/** The declaration has SQLite's word for joined texts. */
const textOf = (column: SearchColumn, postgres: boolean) =>
  "column" in column
    ? `b.${column.column}`
    : postgres
      ? column.text.replaceAll("group_concat(", "string_agg(")
      : column.text;
