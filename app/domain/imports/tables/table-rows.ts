import { cellTooLong, IMPORT_MAX, TOO_MANY_ROWS, tooManyColumns, UnreadableFile } from "../import-limits";
import { columnLetters, type Table, type TableRow } from "./table";

/** A row as read: any number of cells, the heading too. */
export interface RawRow {
  row: number;
  cells: string[];
}

const EMPTY = "The file is empty: its first row must name the columns.";

/**
 * Takes the first row that is not empty for the heading, and checks the limits of all that follow.
 * @throws {UnreadableFile}
 */
export async function tableOf(rows: AsyncGenerator<RawRow>): Promise<Table> {
  const close = async () => void (await rows.return(undefined));
  try {
    const columns = await headingOf(rows);
    return { columns, rows: checkedRows(rows, columns.length), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function headingOf(rows: AsyncGenerator<RawRow>): Promise<string[]> {
  for (;;) {
    const next = await rows.next();
    if (next.done) throw new UnreadableFile(EMPTY);
    const { row, cells } = next.value;
    const columns = withoutEmptyEnd(cells.map((cell) => cell.trim()));
    if (columns.length === 0) continue;
    if (columns.length > IMPORT_MAX.columns) throw new UnreadableFile(tooManyColumns(columns.length));
    checkCells(row, columns);
    return columns;
  }
}

async function* checkedRows(rows: AsyncGenerator<RawRow>, width: number): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const { row, cells } of rows) {
    checkCells(row, cells);
    if (cells.every((cell) => !cell.trim())) continue;
    if (++count > IMPORT_MAX.rows) throw new UnreadableFile(TOO_MANY_ROWS);
    yield {
      row,
      cells: Array.from({ length: width }, (_, index) => cells[index] ?? ""),
      tooWide: cells.slice(width).some((cell) => cell.trim()),
    };
  }
}

function checkCells(row: number, cells: string[]) {
  const long = cells.findIndex((cell) => cell.length > IMPORT_MAX.cell);
  if (long !== -1) throw new UnreadableFile(cellTooLong(row, columnLetters(long)));
}

const withoutEmptyEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell) + 1);
