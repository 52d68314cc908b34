import { IMPORT_MAX, TOO_MANY_ROWS, tooManyColumns, UnreadableFile } from "../import-limits";
import { differentHeadings, lettersOf, ROWS_LOOKED_AT } from "./find-heading";
import type { RawRow, Table, TableRow } from "./table";

/** What is said of a table without any text. */
export const EMPTY = "The file is empty: it has no row with the names of its columns.";

/**
 * The table of these rows, with the limits checked.
 * @param given.headingRow the number of the row that names the columns; 0: none does; null: the first that is not empty
 * @param given.isSheet of a workbook: each cell says itself in which column it stands
 * @throws {UnreadableFile}
 */
export async function tableOf(
  rows: AsyncGenerator<RawRow>,
  { headingRow = null, isSheet = false }: { headingRow?: number | null; isSheet?: boolean } = {},
): Promise<Table> {
  const close = async () => void (await rows.return(undefined));
  try {
    if (headingRow === 0) {
      const first = await firstRows(rows);
      const columns = checkedColumns(1, lettersOf(first));
      return { columns, rows: checkedRows(joined(first, rows), columns.length, isSheet), close };
    }
    const columns = await headingOf(rows, headingRow);
    return { columns, rows: checkedRows(rows, columns.length, isSheet), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As many rows as tell where the headings are; those that follow stay unread. */
export async function firstRows(rows: AsyncGenerator<RawRow>): Promise<RawRow[]> {
  const first: RawRow[] = [];
  while (first.length < ROWS_LOOKED_AT) {
    const next = await rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  return first;
}

async function* joined(first: RawRow[], rest: AsyncGenerator<RawRow>) {
  yield* first;
  yield* rest;
}

async function headingOf(rows: AsyncGenerator<RawRow>, headingRow: number | null): Promise<string[]> {
  for (;;) {
    const next = await rows.next();
    const isBeyond = headingRow !== null && (next.done || next.value.row > headingRow);
    if (isBeyond) throw new UnreadableFile(emptyHeading(headingRow));
    if (next.done) throw new UnreadableFile(EMPTY);
    const { row, cells } = next.value;
    if (headingRow !== null && row < headingRow) continue;
    const columns = withoutEmptyEnd(cells.map((cell) => cell.trim()));
    if (columns.length === 0 && headingRow === null) continue;
    if (columns.length === 0) throw new UnreadableFile(emptyHeading(row));
    return checkedColumns(row, differentHeadings(columns));
  }
}

const emptyHeading = (row: number) => `Row ${row} is empty: choose the row that names the columns.`;

function checkedColumns(row: number, columns: string[]): string[] {
  if (columns.length > IMPORT_MAX.columns) throw new UnreadableFile(tooManyColumns(row, columns.length));
  return columns;
}

async function* checkedRows(
  rows: AsyncGenerator<RawRow>,
  width: number,
  isSheet: boolean,
): AsyncGenerator<TableRow> {
  const where = isSheet ? "in a sheet" : "in a text";
  let count = 0;
  for await (const { row, cells } of rows) {
    if (cells.every((cell) => !cell.trim())) continue;
    if (++count > IMPORT_MAX.rows) throw new UnreadableFile(TOO_MANY_ROWS);
    yield {
      row,
      cells: Array.from({ length: width }, (_, index) => (cells[index] ?? "").slice(0, IMPORT_MAX.cell + 1)),
      tooWide: cells.slice(width).some((cell) => cell.trim()) && where,
    };
  }
}

const withoutEmptyEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell) + 1);
