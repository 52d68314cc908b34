import type { Insertable } from "kysely";
import { sendWithNext } from "~/db/writing/send-with-next.server";
import type { Db } from "~/db/database.server";
import { insertRows } from "~/db/writing/many-rows.server";
import type { Tables } from "~/db/tables";
import type { AuditFields } from "~/domain/kit/audit/audit";
import type { BookFields } from "./book-form.schema";
import { LIST_LABELS } from "./book-record.schema";
import { AUTHOR_ROLE } from "./contributor-roles";

interface ListsOfBook {
  id: number;
  fields: BookFields;
  /** The fields that changed, by their names in the history; null: the book is new. */
  changed: AuditFields | null;
}

/** Writes the books' rows in other tables: people, tags, further languages, subjects. */
export async function writeLists(trx: Db, books: ListsOfBook[]): Promise<void> {
  const write = async <Table extends ListTable>(
    table: Table,
    labels: string[],
    rowsOf: (id: number, fields: BookFields) => Insertable<Tables[Table]>[],
  ) => {
    const own = books.filter(({ changed }) => !changed || labels.some((label) => label in changed));
    const earlier = own.filter(({ changed }) => changed).map(({ id }) => id);
    if (earlier.length > 0)
      await sendWithNext(trx, trx.deleteFrom(table as ListTable).where("book_id", "in", earlier));
    await insertRows(
      trx,
      table,
      own.flatMap(({ id, fields }) => rowsOf(id, fields)),
    );
  };
  await write("book_contributors", ["Authors", LIST_LABELS.contributors], peopleOf);
  await write("book_tags", ["Tags"], (id, { booktagsId }) =>
    booktagsId.map((tag) => ({ book_id: id, tag_id: tag })),
  );
  await write("book_languages", [LIST_LABELS.furtherLanguageId], (id, { furtherLanguageId }) =>
    furtherLanguageId.map((language) => ({ book_id: id, language_id: language })),
  );
  await write("book_subjects", [LIST_LABELS.thema, LIST_LABELS.bisac], (id, { thema, bisac }) => [
    ...subjectsOf(id, "thema", thema),
    ...subjectsOf(id, "bisac", bisac),
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
