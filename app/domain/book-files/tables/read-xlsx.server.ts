import { IMPORT_MAX, rowTooLong, UnreadableFile } from "../import-limits";
import { type XmlReader, xmlStream } from "../xml-stream.server";
import type { RawRow } from "./table";
import { shownNumber } from "./xlsx-numbers";
import { plainText, readWorkbook, type Workbook } from "./xlsx-workbook.server";
import { openZip } from "./zip.server";

/** A cell as the sheet has it, or its text when it is no number and no reference. */
type SheetCell = string | { number: string; style: number } | { shared: number };
interface SheetRow {
  row: number;
  cells: SheetCell[];
}

/** A workbook whose sheets can be read one after the other. */
export interface OpenWorkbook {
  /** The names of the visible sheets. */
  sheets: string[];
  /**
   * The rows of a sheet, with the heading, in constant memory. Numbers and days are the texts that people see; of a
   * formula it is the result that the workbook stores, nothing is calculated. Throws `UnreadableFile`.
   */
  rows(sheet: string): AsyncGenerator<RawRow>;
  /** How many rows of a sheet have something in them, up to `most`. */
  count(sheet: string, most: number): Promise<number>;
  close(): Promise<void>;
}

/** @throws {UnreadableFile} */
export async function openWorkbook(file: string): Promise<OpenWorkbook> {
  const zip = await openZip(file);
  const workbook = await readWorkbook(zip, file).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  const { sheets } = workbook;
  const rawRows = (sheet: string) => {
    const part = sheets.find(({ name }) => name === sheet)?.part;
    if (!part)
      throw new UnreadableFile(
        `The workbook has no sheet "${sheet}". It has: ${sheets.map(({ name }) => name).join(", ")}.`,
      );
    return xmlStream(zip.read(part), sheetReader);
  };
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(sheet) {
      for await (const { row, cells } of rawRows(sheet)) yield { row, cells: await textsOf(workbook, cells) };
    },
    async count(sheet, most) {
      let count = 0;
      for await (const _ of rawRows(sheet)) if (++count >= most) break;
      return count;
    },
    async close() {
      await workbook.strings.close();
      zip.close();
    },
  };
}

/** The rows of one sheet; of the first visible one without a name. @throws {UnreadableFile} */
export async function* xlsxRows(file: string, sheet: string | null = null): AsyncGenerator<RawRow> {
  const workbook = await openWorkbook(file);
  try {
    yield* workbook.rows(sheet ?? workbook.sheets[0]!);
  } finally {
    await workbook.close();
  }
}

async function textsOf({ strings, styles, startsIn1904 }: Workbook, cells: SheetCell[]): Promise<string[]> {
  const texts: string[] = [];
  // Not map: it skips the cells between that the sheet leaves out.
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] ?? "";
    if (typeof cell === "string") texts.push(cell);
    else if ("shared" in cell) {
      const text = strings.at(cell.shared);
      texts.push((typeof text === "object" ? await text : text) ?? "");
    } else texts.push(shownNumber(cell.number, styles[cell.style] ?? { kind: "exact" }, startsIn1904));
  }
  return texts;
}

function sheetReader(found: SheetRow[]): XmlReader {
  let row: SheetRow = { row: 0, cells: [] };
  let length = 0;
  let cell = { column: 0, type: "", style: 0, value: "" };
  let [isInRow, isValue, isAid] = [false, false, false];
  return {
    place: () => `Row ${Math.max(row.row, 1)}`,
    open(name, attributes) {
      if (name === "row") {
        row = { row: rowNumber(attributes["r"], row.row), cells: [] };
        isInRow = true;
        length = 0;
        cell.column = -1;
      } else if (name === "c" && isInRow) {
        const column = columnOf(attributes["r"]) ?? cell.column + 1;
        if (column >= MAX_SHEET_COLUMNS)
          throw new UnreadableFile(`Row ${row.row}: a cell stands beyond the last column.`);
        cell = { column, type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0), value: "" };
      } else if (name === "rPh") isAid = true;
      // `t` is the text of a cell that holds it itself; formulas (`f`) are not read.
      isValue = isInRow && (name === "v" || (name === "t" && !isAid));
    },
    text(piece) {
      if (!isValue) return;
      cell.value += piece;
      length += piece.length;
      if (length > IMPORT_MAX.row) throw new UnreadableFile(rowTooLong(row.row));
    },
    close(name) {
      isValue = false;
      if (name === "rPh") isAid = false;
      if (name === "c" && isInRow && cell.value) row.cells[cell.column] = readCell(cell);
      if (name === "row" && isInRow) {
        isInRow = false;
        if (row.cells.length > 0) found.push(row);
      }
    },
  };
}

function readCell({ type, style, value }: { type: string; style: number; value: string }): SheetCell {
  if (type === "s") return { shared: Number(value) };
  if (type === "n") return { number: value, style };
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "d") return value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
  return plainText(value);
}

/** A row that is not numbered follows the one before. */
function rowNumber(given: string | undefined, before: number): number {
  const number = Number(given);
  return Number.isInteger(number) && number > before ? number : before + 1;
}

/** No sheet has more; a heading with more than the limit of an import is refused when it is read. */
const MAX_SHEET_COLUMNS = 16_384;

/** @param reference e.g. "AB12" @returns the column, from 0; null without one */
function columnOf(reference: string | undefined): number | null {
  let column = 0;
  for (const sign of reference ?? "") {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > MAX_SHEET_COLUMNS) break;
  }
  return column === 0 ? null : column - 1;
}
