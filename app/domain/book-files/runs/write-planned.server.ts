import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Flag, Tables } from "~/db/tables";
import type { AuditChange, AuditFields } from "~/domain/kit/audit/audit";
import { fieldsOf } from "~/domain/catalogue/books/book";
import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import {
  insertBooks,
  nextVersion,
  overwriteBooks,
  type Writer,
  writeAllHidden,
} from "~/domain/catalogue/books/record/write-book.server";
import { queueBooksChanged } from "~/domain/catalogue/books/record/book-events.server";
import { OTHER_EDITIONS } from "~/domain/catalogue/editions/links";
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
 * Adds or changes planned books, with their history, and tells other servers that want to know.
 * @param trx an open transaction, in which the catalogue is as it was when the books were planned
 * @param books no book twice; their fields have the ids of created names
 * @returns what the import's row keeps about each
 * @throws when a plan takes a last author: plans are made with the schema of the book's form, which refuses that
 */
export async function writePlanned(
  trx: Db,
  books: PlannedBook[],
  by: Writer,
  now: Date,
): Promise<RowOfBook[]> {
  const sides = ({ changes }: PlannedBook) => {
    const own = changes.filter(({ field }) => !WRITTEN_APART.has(field));
    return { isChanged: own.length > 0, before: sideOf(own, "before"), after: sideOf(own, "after") };
  };
  const added = books.filter(({ known }) => !known);
  const adding = added.map((book) => ({
    fields: book.fields!,
    after: sides(book).after,
    hidden: book.visible === false,
  }));
  const inserted = await insertBooks(trx, adding, by, now);
  const rows = new Map<PlannedBook, RowOfBook>();
  for (const [at, { fields, hidden }] of adding.entries()) {
    const { id, version } = inserted[at]!;
    rows.set(added[at]!, { book_id: id, version, stock: fields.stock, hidden: hidden ? 1 : 0 });
  }
  const overwriting = [];
  const hiding = [];
  for (const book of books) {
    const { fields, known, visible } = book;
    if (!known) continue;
    const replaced: Replaced = {};
    let { version, stock, hidden } = known;
    const { isChanged, before, after } = sides(book);
    if (fields && isChanged) {
      ({ stock } = fields);
      overwriting.push({ stored: known, fields, stock, before, after });
      version = nextVersion(known);
      replaced.fields = differing(known, fields);
    }
    if (visible !== null) {
      hidden = !visible;
      hiding.push({ bookId: known.id, hidden });
      replaced.hidden = known.hidden;
    }
    const was = { version, stock, hidden: (hidden ? 1 : 0) as Flag, before: JSON.stringify(replaced) };
    rows.set(book, { book_id: known.id, ...was });
  }
  await overwriteBooks(trx, overwriting, by, now);
  await writeAllHidden(trx, hiding, by, now);
  const changed = [
    ...inserted.map(({ id }) => id),
    ...overwriting.map(({ stored }) => stored.id),
    ...hiding.map(({ bookId }) => bookId),
  ];
  await queueBooksChanged(trx, [...new Set(changed)], now);
  return books.map((book) => rows.get(book)!);
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
