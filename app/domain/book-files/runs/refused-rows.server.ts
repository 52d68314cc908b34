import path from "node:path";
import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { CONTRIBUTOR_ROLES } from "~/domain/catalogue/books/record/contributor-roles";
import { type ColumnKey, TEMPLATE } from "../columns";
import { WHY_REFUSED } from "../headings";
import type { ImportedBook } from "../imported-book";
import type { PlanProblem } from "../plan/plan";
import { shopifyColumn } from "../shopify-columns";
import { findLayout } from "../tables/find-layout.server";
import type { Layout } from "../tables/layout";
import { openTable } from "../tables/read-table.server";
import { layoutOf } from "./import-runs.server";
import type { BulkChange } from "./batches.server";
import { booksOf } from "./run-plan.server";

/** A table to be sent: as `csvAnswer` takes it, which also defuses formulas. */
export interface RefusedRows {
  columns: { key: string; header: string }[];
  rows: AsyncGenerator<Record<string, string>>;
}

interface Row {
  row: number;
  cells: string[];
}

/** Rows whose reasons are read at once. */
const BATCH = 200;

/**
 * The refused rows of an import in the columns of its file, with the reason, to be mended and uploaded again. Rows that
 * a refused one needs come too: the other rows of a product of Shopify, the products of WooCommerce's variations.
 * Products of an ONIX message come in the columns of the template; of pictures the names of their files.
 * @returns null when there is no report or file any more
 */
export async function refusedRows(
  db: Db,
  id: number,
  dir: string = config.importsDir,
): Promise<RefusedRows | null> {
  const bulk = await db.selectFrom("bulk_changes").selectAll().where("id", "=", id).executeTakeFirst();
  if (!bulk?.file || !bulk.planned_at || bulk.report_removed_at) return null;
  const headings = headingsOf(bulk);
  const columns = headings.map((header, index) => ({ key: String(index), header }));
  // The reason of a row that was refused before is replaced.
  const kept = columns.filter(({ header }) => header !== WHY_REFUSED);
  return {
    columns: [...kept, { key: "why", header: WHY_REFUSED }],
    rows: withReasons(db, id, await wantedRows(db, bulk, dir)),
  };
}

function headingsOf({ format, columns }: BulkChange): string[] {
  if (format === "pictures") return ["File"];
  return format === "onix" ? TEMPLATE.map(({ name }) => name) : (JSON.parse(columns) as string[]);
}

async function wantedRows(db: Db, bulk: BulkChange, dir: string): Promise<AsyncGenerator<Row>> {
  const refused = await db
    .selectFrom("bulk_change_rows")
    .select(["row", "reference"])
    .where("bulk_change_id", "=", bulk.id)
    .where("outcome", "=", "refused")
    .orderBy("position")
    .execute();
  if (bulk.format === "pictures") return pictureRows(refused);
  const rows = new Set(refused.map(({ row }) => row));
  const isWanted = ({ row }: { row: number }) => rows.has(row);
  if (bulk.format === "onix") return productRows(bulk, dir, isWanted);
  const columns = JSON.parse(bulk.columns) as string[];
  const handle = columns.findIndex((heading) => shopifyColumn(heading) === "URL handle");
  const type = columns.indexOf("Type");
  const handles = new Set(refused.map(({ reference }) => reference).filter(Boolean));
  const tableRows = rowsOfTable(path.join(dir, bulk.file!), layoutOf(bulk));
  if (bulk.format === "shopify")
    return tableRows((row) => isWanted(row) || handles.has(row.cells[handle]!.trim()));
  if (bulk.format === "woocommerce")
    return tableRows((row) => isWanted(row) || row.cells[type]!.includes("variable"));
  return tableRows(isWanted);
}

async function* pictureRows(refused: { row: number; reference: string | null }[]): AsyncGenerator<Row> {
  for (const { row, reference } of refused) yield { row, cells: [reference ?? ""] };
}

const rowsOfTable = (file: string, layout: Layout | null) =>
  async function* (isWanted: (row: Row) => boolean): AsyncGenerator<Row> {
    const table = await openTable(file, layout ?? (await findLayout(file)));
    for await (const row of table.rows) if (isWanted(row)) yield row;
  };

async function* productRows(
  bulk: BulkChange,
  dir: string,
  isWanted: (book: ImportedBook) => boolean,
): AsyncGenerator<Row> {
  for await (const book of booksOf(bulk, dir))
    if (isWanted(book)) yield { row: book.row, cells: TEMPLATE.map(({ key }) => cellOf(book, key)) };
}

/** What a file says about a book, as the template has it. */
function cellOf(book: ImportedBook, key: ColumnKey): string {
  switch (key) {
    case "id":
      return book.id ?? "";
    case "visible":
      return book.visible === undefined ? "" : book.visible ? "yes" : "no";
    case "contributors":
      return (book.contributors ?? [])
        .map(({ name, role }) => `${name} (${CONTRIBUTOR_ROLES[role].label})`)
        .join("; ");
    case "tags":
    case "languages":
    case "thema":
    case "bisac":
    case "otherFormats":
      return (book[key] ?? []).join("; ");
    case "pictures":
      return (book.pictures ?? []).join(" ");
    default:
      return key in book.names ? book.names[key as "series"]! : (book.texts[key as "title"] ?? "");
  }
}

async function* withReasons(
  db: Db,
  id: number,
  rows: AsyncGenerator<Row>,
): AsyncGenerator<Record<string, string>> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await explained(db, id, batch);
    batch = [];
  }
  yield* await explained(db, id, batch);
}

async function explained(db: Db, id: number, batch: Row[]): Promise<Record<string, string>[]> {
  if (batch.length === 0) return [];
  const found = await db
    .selectFrom("bulk_change_rows")
    .select(["row", "problems"])
    .where("bulk_change_id", "=", id)
    .where("outcome", "=", "refused")
    .where("row", ">=", batch[0]!.row)
    .where("row", "<=", batch.at(-1)!.row)
    .execute();
  const reasons = new Map(found.map(({ row, problems }) => [row, reasonOf(problems)]));
  return batch.map(({ row, cells }) => ({
    ...Object.fromEntries(cells.map((cell, index) => [String(index), cell])),
    why: reasons.get(row) ?? "",
  }));
}

const reasonOf = (problems: string) =>
  (JSON.parse(problems) as PlanProblem[])
    .map(({ column, message }) => (column ? `${column}: ${message}` : message))
    .join("; ");
