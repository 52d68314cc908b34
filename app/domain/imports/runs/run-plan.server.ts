import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { AuditChange, AuditValue } from "../../audit/audit";
import { shortText } from "../../short-text";
import { editedBooks } from "../edits/book-edits.server";
import { importMappingSchema, NO_MAPPING } from "../mapping";
import type { PlanBatch, PlannedBook, PlanOptions } from "../plan/plan";
import { planImport } from "../plan/plan-import.server";
import { importedBooks } from "../read-books.server";
import { headingsOf } from "../table-formats";
import { keepAwaited } from "./awaited-editions.server";
import { removeReport } from "./import-steps.server";
import { advance, type BulkChange, goOn, type Running } from "./turns.server";

/** Rows of the report that are written at once. */
const ROWS_AT_ONCE = 60;
/** The report shows the beginning of long texts. */
const TEXT_SHOWN = 300;

/** How an import reads its file and compares it with the catalogue. */
export function planOptionsOf(bulk: BulkChange): PlanOptions {
  const parsed = importMappingSchema.safeParse(JSON.parse(bulk.mapping ?? "{}"));
  const mapping = parsed.success ? parsed.data : NO_MAPPING;
  const isMapped = bulk.kind === "import" && (bulk.format === "kitab" || bulk.format === "other");
  return {
    mode: bulk.mode as PlanOptions["mode"],
    mapping,
    ...(isMapped && { headings: headingsOf(JSON.parse(bulk.columns) as string[], mapping) }),
  };
}

/** The books of an import's file. @throws {UnreadableFile} */
export const booksOf = (bulk: BulkChange, dir: string) =>
  importedBooks(
    path.join(dir, bulk.file!),
    planOptionsOf(bulk).mapping,
    // The same books each time, whenever that is.
    new Date(bulk.planned_at ?? bulk.asked_at!),
  );

/** What a run plans: the books of a file, or the chosen books with their change. @throws {UnreadableFile} */
export const givenBooks = (bulk: BulkChange, { read, dir }: Running) =>
  bulk.kind === "edit" ? editedBooks(read, bulk) : booksOf(bulk, dir);

/** The dry run: writes the report, and nothing else. After a stop it begins again. @throws {UnreadableFile} */
export async function runPlan(bulk: BulkChange, running: Running): Promise<void> {
  const { read, write } = running;
  await removeReport(write, bulk.id);
  let done = 0;
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const progress = async (trx: Db, set = {}) => advance(trx, bulk, running, { done, ...counts, ...set });
  await progress(write);
  for await (const batch of planImport(read, givenBooks(bulk, running), planOptionsOf(bulk))) {
    goOn(running);
    await write.transaction().execute(async (trx) => {
      for (let start = 0; start < batch.books.length; start += ROWS_AT_ONCE) {
        const books = batch.books.slice(start, start + ROWS_AT_ONCE);
        const rows = books.map((book, index) => rowOfReport(bulk.id, done + start + index, book));
        await trx.insertInto("bulk_change_rows").values(rows).execute();
      }
      await writeNames(trx, bulk.id, batch);
      await keepAwaited(trx, bulk.id, batch.books, done);
      done += batch.books.length;
      for (const { outcome } of batch.books) counts[outcome] += 1;
      await progress(trx);
    });
    // A stop of the process is noticed.
    await setImmediate();
  }
  await progress(write, { status: "planned", planned_at: new Date().toISOString(), rows: done });
}

/** A row of the report, as it is stored. */
export function rowOfReport(
  bulkId: number,
  position: number,
  { row, reference, title, outcome, book, changes, problems, warnings }: PlannedBook,
): Insertable<Tables["bulk_change_rows"]> {
  return {
    bulk_change_id: bulkId,
    position,
    row,
    reference,
    title: shortText(title, TEXT_SHOWN),
    outcome,
    book_id: book?.id ?? null,
    changes: JSON.stringify(changes.map(shownChange)),
    problems: JSON.stringify(problems),
    warnings: JSON.stringify(warnings),
  };
}

const shownChange = ({ field, before, after }: AuditChange): AuditChange => ({
  field,
  before: shown(before),
  after: shown(after),
});

const shown = (value: AuditValue): AuditValue =>
  typeof value === "string" && value.length > TEXT_SHOWN ? shortText(value, TEXT_SHOWN) : value;

/** Rows of names that are written at once. */
const NAMES_AT_ONCE = 500;

async function writeNames(trx: Db, bulkId: number, { missing, tooLong }: PlanBatch) {
  const rows = [
    ...missing.map(({ kind, name }) => ({ kind, name, too_long: 0 as const })),
    ...tooLong.map(({ kind, name }) => ({ kind, name, too_long: 1 as const })),
  ].map((row) => ({ bulk_change_id: bulkId, ...row }));
  for (let start = 0; start < rows.length; start += NAMES_AT_ONCE)
    await trx
      .insertInto("bulk_change_names")
      .values(rows.slice(start, start + NAMES_AT_ONCE))
      .execute();
}
