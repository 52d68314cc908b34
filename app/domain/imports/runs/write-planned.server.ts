import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { AuditChange, AuditFields } from "../../audit/audit";
import { fieldsOf } from "../../catalogue/book";
import type { BookFields } from "../../catalogue/book-form.schema";
import type { EditableBook } from "../../catalogue/staff-books";
import { insertBook, overwriteBook, type Writer, writeHidden } from "../../catalogue/write-book.server";
import { OTHER_EDITIONS } from "../../editions/links";
import { FETCHED } from "../fetches/picture-fetches";
import type { PlannedBook } from "../plan/plan";
import { VISIBLE } from "../plan/plan-book.server";

/** What a row replaced, for undoing: of a new book nothing. */
export interface Replaced {
  fields?: Partial<BookFields>;
  hidden?: boolean;
}

/** Changes that are no fields of the book's form. */
const WRITTEN_APART = new Set([VISIBLE, FETCHED, OTHER_EDITIONS]);

type RowOfBook = Updateable<Tables["bulk_change_rows"]>;

/**
 * Adds or changes a planned book, with its history.
 * @param trx an open transaction, in which the catalogue is as it was when the book was planned
 * @param planned.fields with the ids of created names @returns what the import's row keeps about it
 */
export async function writePlanned(
  trx: Db,
  { fields, changes, known, visible }: PlannedBook,
  by: Writer,
  now: Date,
): Promise<RowOfBook> {
  const own = changes.filter(({ field }) => !WRITTEN_APART.has(field));
  const after = sideOf(own, "after");
  if (!known) {
    const hidden = visible === false;
    const book = await insertBook(trx, { fields: fields!, after, hidden, ...by }, now);
    return { book_id: book.id, version: book.version, stock: fields!.stock, hidden: hidden ? 1 : 0 };
  }
  const replaced: Replaced = {};
  let { version, stock } = known;
  if (fields && own.length > 0) {
    const before = sideOf(own, "before");
    stock = fields.stock;
    const writing = { stored: known, fields, stock, before, after, ...by };
    version = await overwriteBook(trx, writing, now);
    replaced.fields = differing(known, fields);
  }
  if (visible !== null) {
    await writeHidden(trx, { bookId: known.id, hidden: !visible, ...by }, now);
    replaced.hidden = known.hidden;
  }
  const hidden = visible === null ? known.hidden : !visible;
  return { book_id: known.id, version, stock, hidden: hidden ? 1 : 0, before: JSON.stringify(replaced) };
}

const sideOf = (changes: AuditChange[], side: "before" | "after"): AuditFields =>
  Object.fromEntries(changes.map((change) => [change.field, change[side]]));

/** The values that a form replaces. */
function differing(known: EditableBook, fields: BookFields): Partial<BookFields> {
  const before = fieldsOf(known);
  const names = (Object.keys(before) as (keyof BookFields)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(fields[name]),
  );
  return Object.fromEntries(names.map((name) => [name, before[name]]));
}
