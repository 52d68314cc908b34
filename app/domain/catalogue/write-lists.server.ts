import type { Db } from "~/db/database.server";
import type { AuditFields } from "../audit/audit";
import type { BookFields } from "./book-form.schema";
import { LIST_LABELS } from "./book-record.schema";
import { AUTHOR_ROLE } from "./contributor-roles";

/**
 * Replaces a book's rows in other tables: people, tags, further languages, subjects.
 * @param changed the fields that changed, by their names in the history; without it, all are written
 */
export async function writeLists(
  trx: Db,
  bookId: number,
  fields: BookFields,
  changed?: AuditFields,
): Promise<void> {
  const has = (...labels: string[]) => !changed || labels.some((label) => label in changed);
  if (has("Authors", LIST_LABELS.contributors)) await writeContributors(trx, bookId, fields);
  if (has("Tags")) await writeTags(trx, bookId, fields.booktagsId);
  if (has(LIST_LABELS.furtherLanguageId)) await writeLanguages(trx, bookId, fields.furtherLanguageId);
  if (has(LIST_LABELS.thema, LIST_LABELS.bisac)) await writeSubjects(trx, bookId, fields);
}

/** The authors first, then the others. */
async function writeContributors(trx: Db, bookId: number, { authorId, contributors }: BookFields) {
  await trx.deleteFrom("book_contributors").where("book_id", "=", bookId).execute();
  const rows = [...authorId.map((id) => ({ authorId: id, role: AUTHOR_ROLE })), ...contributors].map(
    (one, position) => ({ book_id: bookId, author_id: one.authorId, role: one.role, position }),
  );
  if (rows.length > 0) await trx.insertInto("book_contributors").values(rows).execute();
}

async function writeTags(trx: Db, bookId: number, ids: number[]) {
  await trx.deleteFrom("book_tags").where("book_id", "=", bookId).execute();
  const rows = ids.map((id) => ({ book_id: bookId, tag_id: id }));
  if (rows.length > 0) await trx.insertInto("book_tags").values(rows).execute();
}

async function writeLanguages(trx: Db, bookId: number, ids: number[]) {
  await trx.deleteFrom("book_languages").where("book_id", "=", bookId).execute();
  const rows = ids.map((id) => ({ book_id: bookId, language_id: id }));
  if (rows.length > 0) await trx.insertInto("book_languages").values(rows).execute();
}

async function writeSubjects(trx: Db, bookId: number, { thema, bisac }: Pick<BookFields, "thema" | "bisac">) {
  await trx.deleteFrom("book_subjects").where("book_id", "=", bookId).execute();
  const rowsOf = (scheme: "thema" | "bisac", codes: string[]) =>
    codes.map((code, position) => ({ book_id: bookId, scheme, code, position }));
  const rows = [...rowsOf("thema", thema), ...rowsOf("bisac", bisac)];
  if (rows.length > 0) await trx.insertInto("book_subjects").values(rows).execute();
}
