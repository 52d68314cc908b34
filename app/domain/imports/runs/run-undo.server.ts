import { setImmediate } from "node:timers/promises";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { changedFields } from "../../audit/audit";
import { recordAudit } from "../../audit/audit.server";
import { fieldsOf, historyOf } from "../../catalogue/book";
import { findNamedRows, isSkuTaken, withCurrentNames } from "../../catalogue/named-rows.server";
import type { EditableBook } from "../../catalogue/staff-books";
import { findEditableBook } from "../../catalogue/staff-books.server";
import { SKU_TAKEN } from "../../catalogue/saved-book";
import { overwriteBook, type Writer, writeHidden } from "../../catalogue/write-book.server";
import { removeEditions } from "../../editions/link-editions.server";
import { undoFetches } from "../fetches/picture-fetches.server";
import { MASTER_DATA } from "../../master-data/master-data";
import type { NamedKind } from "../plan/plan";
import { recordStep } from "./import-steps.server";
import { advance, type BulkChange, goOn, type Running, TURN_BOOKS, TURN_MS, writerOf } from "./turns.server";
import { undoLinks } from "./written-links.server";
import type { Replaced } from "./write-planned.server";

/** Names that are deleted before others get their turn. */
const NAMES_AT_ONCE = 10;

type BulkRow = Selectable<Tables["bulk_change_rows"]>;
type Undone = Updateable<Tables["bulk_change_rows"]>;

/** Puts back the books that an import wrote, the last one first, except those that have changed since. */
export async function runUndo(bulk: BulkChange, running: Running): Promise<void> {
  const sums = { undone: bulk.undone, not_undone: bulk.not_undone };
  for (;;) {
    goOn(running);
    const count = await running.write.transaction().execute(async (trx) => {
      const now = new Date();
      const started = performance.now();
      const rows = await trx
        .selectFrom("bulk_change_rows")
        .selectAll()
        .where("bulk_change_id", "=", bulk.id)
        .where("state", "=", "written")
        .orderBy("position", "desc")
        .limit(TURN_BOOKS)
        .execute();
      const turn = { ...sums };
      for (const [index, row] of rows.entries()) {
        if (index > 0 && performance.now() - started > TURN_MS) break;
        const set = await undoRow(trx, row, writerOf(bulk), now);
        turn[set.state === "undone" ? "undone" : "not_undone"] += 1;
        await trx
          .updateTable("bulk_change_rows")
          .set(set)
          .where("bulk_change_id", "=", bulk.id)
          .where("position", "=", row.position)
          .execute();
      }
      await advance(trx, bulk, running, turn, now);
      Object.assign(sums, turn);
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
  const { write, deleteName } = running;
  if (!deleteName) return 0;
  const created = await write
    .selectFrom("bulk_change_names")
    .select(["id", "kind", "created_id"])
    .where("bulk_change_id", "=", bulk.id)
    .where("created_id", "is not", null)
    .execute();
  let deleted = 0;
  for (const [index, { id, kind, created_id }] of created.entries()) {
    if (index % NAMES_AT_ONCE === 0) {
      goOn(running);
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

const LINKS_LEFT = "Its other editions have changed since: they stay";
/** What a row replaced that only links. */
const NOTHING = "{}";

const left = (because: string): Undone => ({ state: "left", left_because: because });

async function undoRow(trx: Db, row: BulkRow, by: Writer, now: Date): Promise<Undone> {
  const book = await findEditableBook(trx, row.book_id!);
  if (!book) return left("The book is gone");
  const replaced = JSON.parse(row.before ?? "{}") as Replaced;
  const isNew = row.before === null;
  const why = changedSince(book, row, isNew || replaced.fields?.stock !== undefined);
  const fetches = { bulkId: row.bulk_change_id, bookId: book.id, ...by };
  await undoFetches(trx, { ...fetches, keeps: why !== null }, now);
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

async function restore(
  trx: Db,
  book: EditableBook,
  replaced: NonNullable<Replaced["fields"]>,
  by: Writer,
  now: Date,
): Promise<string | null> {
  const fields = await withCurrentNames(trx, { ...fieldsOf(book), ...replaced });
  const found = await findNamedRows(trx, fields);
  if (!found.ok) return found.message;
  if (await isSkuTaken(trx, fields.sku, book.id)) return SKU_TAKEN;
  const before = historyOf(book, book);
  const after = historyOf(fields, found.named);
  const changed = changedFields(before, after);
  if (Object.keys(changed.after).length > 0)
    await overwriteBook(trx, { stored: book, fields, stock: fields.stock, before, after, ...by }, now);
  return null;
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
