import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { larger } from "~/db/expressions.server";
import { idAfter } from "~/db/next-id.server";
import { type AuditFields, changedFields } from "../audit/audit";
import { recordAudit } from "../audit/audit.server";
import { columnsOf } from "./book";
import type { BookFields } from "./book-form.schema";
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

interface Writing extends Writer {
  fields: BookFields;
  /** The fields as the history names them. */
  after: AuditFields;
}

/** Adds a book with the default cover. @param trx an open transaction */
export async function insertBook(
  trx: Db,
  { fields, after, hidden = false, ...by }: Writing & { hidden?: boolean },
  now: Date,
): Promise<{ id: number; version: number }> {
  const at = now.toISOString();
  const id = await nextBookId(trx);
  const book = await trx
    .insertInto("books")
    .values({
      ...columnsOf(fields, now),
      id,
      stock: fields.stock,
      cover: null,
      hidden: hidden ? 1 : 0,
      created_at: at,
      updated_at: at,
    })
    .returning(["id", "version"])
    .executeTakeFirstOrThrow();
  await writeLists(trx, id, fields, null);
  await recordAudit(trx, { ...by, subject: "book", subjectId: id, action: ADDED, after }, now);
  return book;
}

/** An id that no book has had: an import that is undone deletes books, and their history stays. */
const nextBookId = (trx: Db): Promise<number> =>
  idAfter(
    trx,
    "books",
    larger(
      sql`coalesce((select max(id) from books), 0)`,
      sql`coalesce((select max(subject_id) from audit_entries where subject = 'book'), 0)`,
    ),
  );

interface Overwriting extends Writing {
  stored: { id: number; version: number };
  /** What is written instead of the fields' own: sales change it meanwhile. */
  stock: number;
  before: AuditFields;
}

/** Overwrites a book, which has changed. @param trx an open transaction @returns its new version */
export async function overwriteBook(
  trx: Db,
  { stored, fields, stock, before, after, ...by }: Overwriting,
  now: Date,
): Promise<number> {
  const version = stored.version + 1;
  const changed = changedFields(before, after).after;
  await trx
    .updateTable("books")
    .set({ ...columnsOf(fields, now), stock, version, updated_at: now.toISOString() })
    .where("id", "=", stored.id)
    .where("version", "=", stored.version)
    .execute();
  await writeLists(trx, stored.id, fields, changed);
  await recordAudit(
    trx,
    { ...by, subject: "book", subjectId: stored.id, action: UPDATED, before, after },
    now,
  );
  return version;
}

/** Hides or shows a book that is not so yet. @param trx an open transaction */
export async function writeHidden(
  trx: Db,
  { bookId, hidden, ...by }: Writer & { bookId: number; hidden: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable("books")
    .set({ hidden: hidden ? 1 : 0, updated_at: now.toISOString() })
    .where("id", "=", bookId)
    .execute();
  const [before, after] = [{ Visible: hidden }, { Visible: !hidden }];
  const action = hidden ? "hid" : "showed";
  await recordAudit(trx, { ...by, subject: "book", subjectId: bookId, action, before, after }, now);
}
