import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { AuditFields } from "../audit/audit";
import type { BookFields } from "./book-form.schema";
import { LIST_LABELS } from "./book-record.schema";
import { AUTHOR_ROLE } from "./contributor-roles";

/**
 * Writes a book's rows in other tables: people, tags, further languages, subjects.
 * @param changed the fields that changed, by their names in the history; null: the book is new
 */
export async function writeLists(
  trx: Db,
  bookId: number,
  fields: BookFields,
  changed: AuditFields | null,
): Promise<void> {
  const has = (...labels: string[]) => !changed || labels.some((label) => label in changed);
  const write = async <Table extends ListTable>(table: Table, rows: Insertable<Tables[Table]>[]) => {
    if (changed)
      await trx
        .deleteFrom(table as ListTable)
        .where("book_id", "=", bookId)
        .execute();
    if (rows.length > 0)
      await trx
        .insertInto(table as ListTable)
        .values(rows as never)
        .execute();
  };
  if (has("Authors", LIST_LABELS.contributors)) await write("book_contributors", peopleOf(bookId, fields));
  if (has("Tags"))
    await write(
      "book_tags",
      fields.booktagsId.map((id) => ({ book_id: bookId, tag_id: id })),
    );
  if (has(LIST_LABELS.furtherLanguageId))
    await write(
      "book_languages",
      fields.furtherLanguageId.map((id) => ({ book_id: bookId, language_id: id })),
    );
  if (has(LIST_LABELS.thema, LIST_LABELS.bisac))
    await write("book_subjects", [
      ...subjectsOf(bookId, "thema", fields.thema),
      ...subjectsOf(bookId, "bisac", fields.bisac),
    ]);
}

type ListTable = "book_contributors" | "book_tags" | "book_languages" | "book_subjects";

/** The authors first, then the others. */
const peopleOf = (bookId: number, { authorId, contributors }: BookFields) =>
  [...authorId.map((id) => ({ authorId: id, role: AUTHOR_ROLE })), ...contributors].map((one, position) => ({
    book_id: bookId,
    author_id: one.authorId,
    role: one.role,
    position,
  }));

const subjectsOf = (bookId: number, scheme: "thema" | "bisac", codes: string[]) =>
  codes.map((code, position) => ({ book_id: bookId, scheme, code, position }));
