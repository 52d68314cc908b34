import { setImmediate } from "node:timers/promises";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import { updateRows } from "~/db/writing/many-rows.server";
import type { Tables } from "~/db/tables";
import { changedFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { fieldsOf, historyOf, ownNames } from "~/domain/catalogue/books/book";
import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import {
  findNamedRows,
  isSkuTaken,
  withCurrentNames,
} from "~/domain/catalogue/books/lists/named-rows.server";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { findEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { queueBooksChanged } from "~/domain/catalogue/books/record/book-events.server";
import { SKU_TAKEN } from "~/domain/catalogue/books/record/saved-book";
import { overwriteBook, type Writer, writeHidden } from "~/domain/catalogue/books/record/write-book.server";
import { removeEditions } from "~/domain/catalogue/editions/link-editions.server";
import { deleteName } from "~/domain/front/merging/delete-name.server";
import { fetchedBefore, undoFetches } from "../fetches/picture-fetches.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import type { NamedKind } from "../plan/plan";
import { recordStep } from "./import-steps.server";
import {
  advance,
  type BulkChange,
  stopIfAsked,
  type Running,
  BATCH_BOOKS,
  BATCH_MS,
  writerOf,
} from "./batches.server";
import { undoLinks } from "./written-links.server";
import type { Replaced } from "./write-planned.server";

/** Names that are deleted in one transaction. */
const NAMES_AT_ONCE = 10;

type BulkRow = Selectable<Tables["bulk_change_rows"]>;
type Undone = Updateable<Tables["bulk_change_rows"]>;

/** Puts back the books that an import wrote, the last one first, except those that have changed since. */
export async function runUndo(bulk: BulkChange, running: Running): Promise<void> {
  const sums = { undone: bulk.undone, not_undone: bulk.not_undone };
  for (;;) {
    stopIfAsked(running);
    const count = await running.write.transaction().execute(async (trx) => {
      const now = new Date();
      const started = performance.now();
      const rows = await trx
        .selectFrom("bulk_change_rows")
        .selectAll()
        .where("bulk_change_id", "=", bulk.id)
        .where("state", "=", "written")
        .orderBy("position", "desc")
        .limit(BATCH_BOOKS.first)
        .execute();
      const batch = { ...sums };
      const written = await writtenBooks(trx, rows);
      const changes = [];
      const undone: number[] = [];
      for (const [index, row] of rows.entries()) {
        if (index > 0 && performance.now() - started > BATCH_MS) break;
        const set = await undoRow(trx, row, { ...written, by: writerOf(bulk) }, now);
        batch[set.state === "undone" ? "undone" : "not_undone"] += 1;
        if (set.state === "undone") undone.push(row.book_id!);
        changes.push({ where: { bulk_change_id: bulk.id, position: row.position }, set });
      }
      await updateRows(trx, "bulk_change_rows", changes);
      await queueBooksChanged(trx, undone, now);
      await advance(trx, bulk, running, batch, now);
      Object.assign(sums, batch);
      return rows.length;
    });
    if (count === 0) break;
    await setImmediate();
  }
  const names = await deleteNames(bulk, running);
  const now = new Date();
  await running.write.transaction().execute(async (trx) => {
    await advance(trx, bulk, running, { status: "undone" }, now);
    const { staffId, actor } = writerOf(bulk);
    const { undone, not_undone: left } = sums;
    const after = { "Put back": undone, "Left, changed since": left, "Names deleted": names };
    await recordStep(trx, bulk.id, { id: staffId, name: actor }, { action: "undid", after }, now);
  });
}

/** Deletes the names that the import created and nothing uses any more. @returns how many */
async function deleteNames(bulk: BulkChange, running: Running): Promise<number> {
  const { write } = running;
  const created = await write
    .selectFrom("bulk_change_names")
    .select(["id", "kind", "created_id"])
    .where("bulk_change_id", "=", bulk.id)
    .where("created_id", "is not", null)
    .execute();
  let deleted = 0;
  for (const [index, { id, kind, created_id }] of created.entries()) {
    if (index % NAMES_AT_ONCE === 0) {
      stopIfAsked(running);
      await setImmediate();
      await advance(write, bulk, running, {});
    }
    const entity = MASTER_DATA[kind as NamedKind];
    const outcome = await deleteName(write, entity, { id: created_id!, ...writerOf(bulk) });
    deleted += outcome.ok ? 1 : 0;
    await write.updateTable("bulk_change_names").set({ created_id: null }).where("id", "=", id).execute();
  }
  return deleted;
}

const NO_AUTHOR_BEFORE = "Before the import it had no author: it keeps what the import wrote";
const LINKS_LEFT = "Its other editions have changed since: they stay";
/** What a row replaced that only links. */
const NOTHING = "{}";

const left = (because: string): Undone => ({ state: "left", left_because: because });

/** What the rows of a batch wrote, as it is now; an import writes no book twice. */
interface Written {
  books: Map<number, EditableBook>;
  /** Books for which pictures were asked. */
  fetching: Set<number>;
}

async function writtenBooks(trx: Db, rows: BulkRow[]): Promise<Written> {
  const ids = rows.map((row) => row.book_id!);
  const books = await findEditableBooks(trx, ids);
  const fetched = await fetchedBefore(trx, ids);
  return { books: new Map(books.map((book) => [book.id, book])), fetching: new Set(fetched.keys()) };
}

async function undoRow(
  trx: Db,
  row: BulkRow,
  { books, fetching, by }: Written & { by: Writer },
  now: Date,
): Promise<Undone> {
  const book = books.get(row.book_id!);
  if (!book) return left("The book is gone");
  const replaced = JSON.parse(row.before ?? "{}") as Replaced;
  const isNew = row.before === null;
  const why = changedSince(book, row, isNew || replaced.fields?.stock !== undefined);
  const fetches = { bulkId: row.bulk_change_id, bookId: book.id, ...by };
  if (fetching.has(book.id)) await undoFetches(trx, { ...fetches, keeps: why !== null }, now);
  if (why) return left(why);
  if (isNew) {
    await undoLinks(trx, row, by, now);
    return removeBook(trx, book, by, now);
  }
  if (replaced.fields) {
    const problem = await restore(trx, book, replaced.fields, by, now);
    if (problem) return left(problem);
  }
  if (replaced.hidden !== undefined)
    await writeHidden(trx, { bookId: book.id, hidden: replaced.hidden, ...by }, now);
  if (await undoLinks(trx, row, by, now)) return { state: "undone" };
  return { state: row.before === NOTHING ? "left" : "undone", left_because: LINKS_LEFT };
}

/** @param withStock whether the import wrote the stock: sales since would be lost */
function changedSince(book: EditableBook, row: BulkRow, withStock: boolean): string | null {
  if (book.version !== row.version) return "Somebody has changed the book since";
  if (book.hidden !== (row.hidden === 1)) return "The book was hidden or shown since";
  if (withStock && book.stock !== row.stock) return "Copies were sold or returned since";
  return null;
}

/** Fields with ids of names. */
const NAMED = [
  "authorId",
  "contributors",
  "publisherId",
  "languageId",
  "originalLanguageId",
  "furtherLanguageId",
  "seriesId",
  "booktagsId",
] as const satisfies (keyof BookFields)[];

async function restore(
  trx: Db,
  book: EditableBook,
  replaced: NonNullable<Replaced["fields"]>,
  by: Writer,
  now: Date,
): Promise<string | null> {
  let fields = { ...fieldsOf(book), ...replaced };
  let named = ownNames(book);
  // Those that the book has now are there.
  if (NAMED.some((name) => name in replaced)) {
    fields = await withCurrentNames(trx, fields);
    const found = await findNamedRows(trx, fields);
    if (!found.ok) return found.message;
    ({ named } = found);
  }
  if ("sku" in replaced && (await isSkuTaken(trx, fields.sku, book.id))) return SKU_TAKEN;
  const before = historyOf(book, ownNames(book));
  const after = historyOf(fields, named);
  const changed = changedFields(before, after);
  if (Object.keys(changed.after).length === 0) return null;
  const writing = { stored: book, fields, stock: fields.stock, before, after, ...by };
  return (await overwriteBook(trx, writing, now)) === null ? NO_AUTHOR_BEFORE : null;
}

/** What a customer or an order has to do with a book. Other rows of a book go with it. */
const USES = [
  "order_lines",
  "cart_items",
  "saved_items",
  "wishlist_items",
  "stock_alerts",
  "reviews",
] as const;

/** Deletes a book that the import added; one that customers have to do with is hidden instead. */
async function removeBook(trx: Db, { id, ...book }: EditableBook, by: Writer, now: Date): Promise<Undone> {
  const uses = USES.map((table) => sql`select 1 from ${sql.table(table)} where book_id = ${id}`);
  const { rows } = await sql`select 1 where exists (${sql.join(uses, sql` union all `)})`.execute(trx);
  if (rows.length > 0) {
    if (!book.hidden) await writeHidden(trx, { bookId: id, hidden: true, ...by }, now);
    return { state: "undone", left_because: "Hidden: customers have it in a cart, a list or an order" };
  }
  await removeEditions(trx, { bookIds: [id], ...by }, now);
  await trx.deleteFrom("books").where("id", "=", id).execute();
  const [before, after] = [{ Title: book.title }, { Title: null }];
  await recordAudit(trx, { ...by, subject: "book", subjectId: id, action: "deleted", before, after }, now);
  return { state: "undone" };
}
