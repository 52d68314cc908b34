import type { Db } from "~/db/database.server";
import { insertRows, updateRows } from "~/db/writing/many-rows.server";
import { titleKey } from "~/db/search/title-key";
import type { Flag } from "~/db/tables";
import { type AuditFields, changedFields } from "~/domain/kit/audit/audit";
import { type NewAuditEntry, recordAudits } from "~/domain/kit/audit/audit.server";
import { authorsAmong, columnsOf } from "../book";
import type { EditableBook } from "../staff/staff-books";
import { type BookFields, isByAnybody } from "./book-form.schema";
import { writeLists } from "./write-lists.server";

// How a book is written once its fields are checked: by form and API (save-book.server.ts), and by imports. Whoever
// calls these tells other servers.

export const UPDATED = "updated";
export const ADDED = "added";

/** Who changes a book, for its history. */
export interface Writer {
  staffId: number | null;
  /** What they are called, when that is known already. */
  actor?: string;
}

interface Writing {
  fields: BookFields;
  /** The fields as the history names them. */
  after: AuditFields;
}

interface Adding extends Writing {
  hidden?: boolean;
}

/** Adds a book with the default cover. @param trx an open transaction */
export async function insertBook(
  trx: Db,
  { fields, after, ...by }: Writing & Writer,
  now: Date,
): Promise<{ id: number; version: number }> {
  return (await insertBooks(trx, [{ fields, after }], by, now))[0]!;
}

/** Adds books with the default cover. @param trx an open transaction @returns one for each, in their order */
export async function insertBooks(
  trx: Db,
  adding: Adding[],
  by: Writer,
  now: Date,
): Promise<{ id: number; version: number }[]> {
  const at = now.toISOString();
  const rows = adding.map(({ fields, hidden = false }) => ({
    ...rowOf(fields, now),
    stock: fields.stock,
    cover: null,
    hidden: (hidden ? 1 : 0) as Flag,
    created_at: at,
    updated_at: at,
  }));
  const books = await insertRows(trx, "books", rows, ["id", "version"]);
  const lists = adding.map(({ fields }, at) => ({ id: books[at]!.id, fields, changed: null }));
  await writeLists(trx, lists);
  await recordAudits(
    trx,
    adding.map(({ after }, at) => entryOf(by, books[at]!.id, { action: ADDED, after })),
    now,
  );
  return books;
}

interface Overwriting extends Writing {
  stored: Pick<EditableBook, "id" | "version" | "contributors">;
  /** What is written instead of the fields' own: sales change it meanwhile. */
  stock: number;
  before: AuditFields;
}

/**
 * Overwrites a book, which has changed.
 * @param trx an open transaction
 * @returns its new version; null, and nothing is written, when it would lose its last author (or the editor or compiler who
 * stands in for one). A book that never had one may go without
 */
export async function overwriteBook(
  trx: Db,
  { stored, fields, stock, before, after, ...by }: Overwriting & Writer,
  now: Date,
): Promise<number | null> {
  if (takesLastAuthor({ stored, fields })) return null;
  await overwriteBooks(trx, [{ stored, fields, stock, before, after }], by, now);
  return nextVersion(stored);
}

/** The version of a book when it is overwritten. */
export const nextVersion = ({ version }: { version: number }): number => version + 1;

/**
 * Overwrites books, which have changed, each to its next version: forms, the API, imports, changes of many books and their
 * undoing all come here. @param trx an open transaction @throws when one would lose its last author
 */
export async function overwriteBooks(
  trx: Db,
  overwriting: Overwriting[],
  by: Writer,
  now: Date,
): Promise<void> {
  const bereft = overwriting.find(takesLastAuthor);
  if (bereft) throw new Error(`book ${bereft.stored.id} would lose its last author`);
  await updateRows(
    trx,
    "books",
    overwriting.map(({ stored: { id, version }, fields, stock }) => ({
      where: { id, version },
      set: {
        ...rowOf(fields, now),
        stock,
        version: nextVersion({ version }),
        updated_at: now.toISOString(),
      },
    })),
  );
  await writeLists(
    trx,
    overwriting.map(({ stored, fields, before, after }) => {
      const changed = changedFields(before, after).after;
      return { id: stored.id, fields, changed };
    }),
  );
  await recordAudits(
    trx,
    overwriting.map(({ stored, before, after }) =>
      entryOf(by, stored.id, { action: UPDATED, before, after }),
    ),
    now,
  );
}

function takesLastAuthor({ stored: { contributors }, fields }: Pick<Overwriting, "stored" | "fields">) {
  const authorId = authorsAmong(contributors).map(({ id }) => id);
  return !isByAnybody(fields) && isByAnybody({ authorId, contributors });
}

/** Hides or shows a book that is not so yet. @param trx an open transaction */
export const writeHidden = (
  trx: Db,
  { bookId, hidden, ...by }: Writer & { bookId: number; hidden: boolean },
  now: Date,
): Promise<void> => writeAllHidden(trx, [{ bookId, hidden }], by, now);

/** Hides or shows books that are not so yet. @param trx an open transaction */
export async function writeAllHidden(
  trx: Db,
  books: { bookId: number; hidden: boolean }[],
  by: Writer,
  now: Date,
): Promise<void> {
  await updateRows(
    trx,
    "books",
    books.map(({ bookId, hidden }) => ({
      where: { id: bookId },
      set: { hidden: hidden ? 1 : 0, updated_at: now.toISOString() },
    })),
  );
  await recordAudits(
    trx,
    books.map(({ bookId, hidden }) => {
      const [before, after] = [{ Visible: hidden }, { Visible: !hidden }];
      return entryOf(by, bookId, { action: hidden ? "hid" : "showed", before, after });
    }),
    now,
  );
}

/** With the title's key, so that indexing need not write the row once more. */
const rowOf = (fields: BookFields, now: Date) => ({
  ...columnsOf(fields, now),
  title_key: titleKey(fields.title),
});

const entryOf = (
  by: Writer,
  subjectId: number,
  what: { action: string; before?: AuditFields; after: AuditFields },
): NewAuditEntry => ({ ...by, subject: "book", subjectId, ...what });
