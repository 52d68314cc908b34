/** A row as read: any number of cells, the heading too. */
export interface RawRow {
  row: number;
  cells: string[];
}

/** A row of an uploaded table. */
export interface TableRow {
  /** As a spreadsheet counts: the first row of the file is row 1. */
  row: number;
  /** As many as there are columns, each cut to one character more than `IMPORT_MAX.cell`. */
  cells: string[];
  /**
   * Set when the row has texts beyond the last column: in a sheet they belong to nothing, in a CSV file a separator
   * within a cell may have shifted all that follow.
   */
  tooWide: false | "in a sheet" | "in a text";
}

/** An uploaded table, read in one pass. */
export interface Table {
  /** The headings, without surrounding spaces, no two alike. A column without a name is empty. */
  columns: string[];
  /** The rows below the heading, without empty ones. Throws `UnreadableFile`. Can be read once. */
  rows: AsyncIterable<TableRow>;
  /** Only needed when the rows are not taken. */
  close(): Promise<void>;
}
