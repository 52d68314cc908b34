/** Columns of carriers' lists, found by their headings. Browser-safe. */

/** How staff say that columns are called, several names with commas between. */
export type Headings<Column extends string> = Partial<Record<Column, string>>;
export const HEADING_MAX = 200;

/** The field of a form that says how a column is called. */
export const headingField = (column: string) => `heading-${column}`;

/** What a form says that columns are called. @param text of one of its fields */
export function headingsIn<Column extends string>(
  columns: readonly Column[],
  text: (field: string) => string,
): Headings<Column> {
  const given = columns.map((column) => [column, text(headingField(column)).trim().slice(0, HEADING_MAX)]);
  return Object.fromEntries(given.filter(([, heading]) => heading !== "")) as Headings<Column>;
}

const HEADING_ROWS = 20;
/** More than any list has. */
const MOST_HEADINGS = 40;

/** The rows among which a list's heading is looked for: it may have others above. */
export const headOf = <Row>(rows: readonly Row[]): Row[] => rows.slice(0, HEADING_ROWS);

/** Letters and digits alone. */
const keyOf = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/**
 * The places of the columns that a row names.
 * @param usual names as letters and digits alone, the likeliest first @param named by staff: they come before the usual ones
 */
export function namedColumns<Column extends string>(
  row: readonly string[],
  usual: Readonly<Record<Column, readonly string[]>>,
  named: Headings<Column>,
): Partial<Record<Column, number>> {
  const keys = row.map(keyOf);
  const found: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(usual) as Column[]) {
    const own = (named[column] ?? "").split(",").map(keyOf).filter(Boolean);
    const name = [...own, ...usual[column]].find((one) => keys.includes(one));
    if (name) found[column] = keys.indexOf(name);
  }
  return found;
}

/** Of a list that is not understood, what seems to be its heading: the first of the rows with the most texts that are no numbers. */
export function likelyHeading(rows: readonly (readonly string[])[]): string[] {
  const wordsIn = (row: readonly string[]) => row.filter((cell) => /\p{L}/u.test(cell));
  const heading = headOf(rows).reduce<readonly string[]>(
    (most, row) => (wordsIn(row).length > wordsIn(most).length ? row : most),
    [],
  );
  return heading.filter(Boolean).slice(0, MOST_HEADINGS);
}
