/** A row of an uploaded table. */
export interface TableRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  /** As many as there are columns. */
  cells: string[];
  /** Set when the row has texts beyond the last column: they belong to nothing. */
  tooWide: boolean;
}

/** An uploaded table, read in one pass. */
export interface Table {
  /** The heading, without surrounding spaces. A column without a name is empty. */
  columns: string[];
  /** The rows below the heading, without empty ones. Throws `UnreadableFile`. Can be read once. */
  rows: AsyncIterable<TableRow>;
  /** Only needed when the rows are not taken. */
  close(): Promise<void>;
}

/** The letters of a column as spreadsheets show it. @param index from 0 @returns e.g. "A", "AB" */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
