import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { AuditChange, AuditValue } from "~/domain/kit/audit/audit";
import { shortText } from "~/domain/kit/short-text";
import { editedBooks } from "../edits/book-edits.server";
import { type ImportMapping, importMappingSchema, NO_MAPPING } from "../mapping";
import type { PlanBatch, PlannedBook, PlanOptions } from "../plan/plan";
import { planImport } from "../plan/plan-import.server";
import { importedBooks } from "../read-books.server";
import { NO_SURVEY, type Survey, surveyTable, withSurvey } from "../survey.server";
import { addedColumns, columnKeys, headingsOf } from "../table-formats";
import { findLayout } from "../tables/find-layout.server";
import { openTable } from "../tables/read-table.server";
import { storeAwaited } from "./awaited-editions.server";
import { FoundInRows, readFound } from "./found";
import { layoutOf } from "./import-runs.server";
import { removeReport } from "./import-steps.server";
import { advance, type BulkChange, stopIfAsked, type Running } from "./batches.server";

/** Rows of the report that are written at once. */
const ROWS_AT_ONCE = 60;
/** The report shows the beginning of long texts. */
const TEXT_SHOWN = 300;

/** How an import reads its file and compares it with the catalogue. */
export function planOptionsOf(bulk: BulkChange): PlanOptions {
  const parsed = importMappingSchema.safeParse(JSON.parse(bulk.mapping ?? "{}"));
  const { survey } = readFound(bulk);
  const mapping = withSurvey(parsed.success ? parsed.data : NO_MAPPING, survey);
  const isMapped = bulk.kind === "import" && isTableOfOurs(bulk);
  return {
    mode: bulk.mode as PlanOptions["mode"],
    mapping,
    ...(bulk.kind === "edit" && { isTyped: true }),
    ...(isMapped && { headings: headingsOf(JSON.parse(bulk.columns) as string[], mapping) }),
  };
}

const isTableOfOurs = ({ format }: Pick<BulkChange, "format">) => format === "kitab" || format === "other";

/** The books of an import's file. @throws {UnreadableFile} */
export const booksOf = (bulk: BulkChange, dir: string) =>
  importedBooks(path.join(dir, bulk.file!), planOptionsOf(bulk).mapping, {
    layout: layoutOf(bulk),
    noIsbns: readFound(bulk).survey.noIsbns,
    // The same books each time, whenever that is.
    now: new Date(bulk.planned_at ?? bulk.asked_at!),
  });

/** What a run plans: the books of a file, or the chosen books with their change. @throws {UnreadableFile} */
export const givenBooks = (bulk: BulkChange, { read, dir }: Running) =>
  bulk.kind === "edit" ? editedBooks(read, bulk) : booksOf(bulk, dir);

/** The dry run: writes the report, and nothing else. After a stop it begins again. @throws {UnreadableFile} */
export async function runPlan(given: BulkChange, running: Running): Promise<void> {
  const { read, write } = running;
  const survey = await surveyOf(given, running);
  const found = new FoundInRows();
  const bulk = { ...given, found: JSON.stringify(found.toStored(survey)) };
  await removeReport(write, bulk.id);
  let done = 0;
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const progress = async (trx: Db, set = {}) => advance(trx, bulk, running, { done, ...counts, ...set });
  await progress(write);
  for await (const batch of planImport(read, givenBooks(bulk, running), planOptionsOf(bulk))) {
    stopIfAsked(running);
    await write.transaction().execute(async (trx) => {
      for (let start = 0; start < batch.books.length; start += ROWS_AT_ONCE) {
        const books = batch.books.slice(start, start + ROWS_AT_ONCE);
        const rows = books.map((book, index) => rowOfReport(bulk.id, done + start + index, book));
        await trx.insertInto("bulk_change_rows").values(rows).execute();
      }
      await writeNames(trx, bulk.id, batch);
      await storeAwaited(trx, bulk.id, batch.books, done);
      done += batch.books.length;
      for (const { outcome } of batch.books) counts[outcome] += 1;
      for (const book of batch.books) found.add(book);
      await progress(trx);
    });
    // A stop of the process is noticed.
    await setImmediate();
  }
  const end = { status: "planned", planned_at: new Date().toISOString(), rows: done };
  await progress(write, { ...end, found: JSON.stringify(found.toStored(survey)) });
}

/** What the columns of a table say about themselves; nothing of other files. @throws {UnreadableFile} */
async function surveyOf(bulk: BulkChange, running: Running): Promise<Survey> {
  if (bulk.kind !== "import" || bulk.file === null || bulk.format === "onix") return NO_SURVEY;
  const { mapping } = planOptionsOf({ ...bulk, found: null });
  const file = path.join(running.dir, bulk.file);
  const table = await openTable(file, layoutOf(bulk) ?? (await findLayout(file)));
  const keys = isTableOfOurs(bulk) ? columnKeys(table.columns, mapping) : addedKeys(table.columns, mapping);
  return surveyTable(table, keys, mapping, () => stopIfAsked(running));
}

/** Of another shop's export only the columns that staff mapped, or that its owner added, can be read in several ways. */
function addedKeys(columns: string[], mapping: ImportMapping) {
  const keys = new Map(addedColumns(columns, mapping).map(({ index, key }) => [index, key]));
  return columns.map((_, index) => keys.get(index) ?? null);
}

/** A row of the report, as it is stored. */
export function rowOfReport(
  bulkId: number,
  position: number,
  { row, reference, title, outcome, book, known, changes, problems, warnings }: PlannedBook,
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
    // As the check saw it: when it is written, what was sold since counts.
    version: known?.version ?? null,
    stock: known?.stock ?? null,
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
