import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import {
  findEditableBooks,
  listBooksForStaff,
  listedIds,
} from "~/domain/catalogue/books/staff/staff-books.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { shortText } from "~/domain/kit/short-text";
import { emptyBook, type ImportedBook } from "../imported-book";
import type { Actor } from "../runs/import-steps.server";
import { type BookEdit, editedBook } from "./book-edit";
import { bookEditSchema, storedEditSchema } from "./book-edit.schema";
import { editSummary } from "./edit-words";
import { searchOf, type Selection, selectionSchema } from "./selection";

/** Books that are read at once: some milliseconds. */
const AT_ONCE = 50;
const SUMMARY_MAX = 200;

const storedSchema = z.object({ typed: storedEditSchema, selection: selectionSchema });

/** How many books a selection has now. */
export async function countSelected(db: Db, selection: Selection): Promise<number> {
  if ("ids" in selection) return (await findEditableBooks(db, selection.ids)).length;
  return (await firstListed(db, selection.list, 1)).count;
}

const TITLES_SHOWN = 5;

/** The titles of the first books of a selection. */
export async function titlesSelected(db: Db, selection: Selection): Promise<string[]> {
  if ("list" in selection)
    return (await firstListed(db, selection.list, TITLES_SHOWN)).rows.map(({ title }) => title);
  const books = await findEditableBooks(db, selection.ids.slice(0, TITLES_SHOWN));
  return books.map(({ title }) => title);
}

async function firstListed(db: Db, list: string, size: number) {
  const { lowStockMark } = await readSettings(db);
  return listBooksForStaff(db, { ...searchOf(list), lowStockMark, page: 1, size });
}

/**
 * Stores a change of many books, and reckons in the background what it would do: the report of an import, from which
 * staff start it or leave it.
 * @param given.typed the form's fields, which `bookEditSchema` has accepted @returns the id in the history of imports
 */
export async function createEdit(
  db: Db,
  { typed, edit, selection, staff }: NewEdit,
  now = new Date(),
): Promise<number> {
  const { id } = await db
    .insertInto("bulk_changes")
    .values({
      kind: "edit",
      status: "planning",
      account_id: staff.id,
      actor: staff.name,
      asked_by: staff.id,
      asked_name: staff.name,
      asked_at: now.toISOString(),
      file_name: shortText(editSummary(edit), SUMMARY_MAX),
      // Its report names fields as the template does.
      format: "kitab",
      columns: "[]",
      mode: "add_and_change",
      mapping: JSON.stringify({ typed, selection }),
      created_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  wake("imports");
  return id;
}

interface NewEdit {
  typed: Record<string, string>;
  edit: BookEdit;
  selection: Selection;
  staff: Actor;
}

/**
 * The chosen books with the change, one by one. The report fixes which they are: afterwards they are its rows, whatever
 * the list finds by then.
 * @param bulk the stored change
 */
export async function* editedBooks(
  db: Db,
  bulk: { id: number; status: string; mapping: string | null },
): AsyncGenerator<ImportedBook> {
  const { typed, selection } = storedSchema.parse(JSON.parse(bulk.mapping!));
  const edit = bookEditSchema.parse(typed);
  let row = 0;
  const lists = bulk.status === "planning" ? selectedIds(db, selection) : reportedIds(db, bulk.id);
  for await (const ids of lists) {
    // A stop of the process is noticed.
    await setImmediate();
    const books = new Map((await findEditableBooks(db, ids)).map((book) => [book.id, book]));
    for (const id of ids) {
      row += 1;
      const book = books.get(id);
      yield book ? editedBook(book, edit, row) : { ...emptyBook(row), id: String(id) };
    }
  }
}

async function* selectedIds(db: Db, selection: Selection): AsyncGenerator<number[]> {
  if ("ids" in selection) {
    const books = await findEditableBooks(db, selection.ids);
    yield books.map(({ id }) => id);
    return;
  }
  const { lowStockMark } = await readSettings(db);
  yield* listedIds(db, { ...searchOf(selection.list), lowStockMark });
}

async function* reportedIds(db: Db, bulkId: number): AsyncGenerator<number[]> {
  for (let next = 0; ;) {
    const rows = await db
      .selectFrom("bulk_change_rows")
      .select(["position", "book_id"])
      .where("bulk_change_id", "=", bulkId)
      .where("position", ">=", next)
      .orderBy("position")
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ book_id }) => book_id!);
    next = rows.at(-1)!.position + 1;
  }
}
