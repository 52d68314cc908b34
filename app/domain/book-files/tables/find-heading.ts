import { isbnForms } from "~/domain/catalogue/books/record/isbn";
import { keyOfHeading } from "../headings";
import { shopifyColumn } from "../shopify-columns";
import { wooCommerceColumns } from "../woocommerce-columns";
import { columnLetters } from "~/platform/column-letters";
import type { RawRow } from "./table";

/** Rows in which the headings are looked for. */
export const ROWS_LOOKED_AT = 30;

const filledIn = (cells: string[]) => cells.filter((cell) => cell.trim()).length;

/** How many different things the cells of a row mean as headings. */
export function knownHeadings(cells: string[]): number {
  const headings = cells.map((cell) => cell.trim());
  const keys = (wooCommerceColumns(headings) ?? headings).map(
    (heading) => keyOfHeading(heading) ?? shopifyColumn(heading),
  );
  return new Set(keys.filter((key) => key !== undefined && key !== null)).size;
}

/**
 * The row that names the columns: the one with the most known headings; where none has two, the first that is about as
 * wide as the table, since the name of a list stands alone in its row.
 * @param rows the first of the table @returns its number; 0 when the table begins with a book; null of an empty table
 */
export function headingRowOf(rows: RawRow[]): number | null {
  const filled = rows.filter(({ cells }) => filledIn(cells) > 0);
  if (filled.length === 0) return null;
  const known = filled.map(({ cells }) => knownHeadings(cells));
  const best = Math.max(...known);
  if (best > 1) return filled[known.indexOf(best)]!.row;
  const width = Math.max(...filled.map(({ cells }) => filledIn(cells)));
  const isWide = ({ cells }: RawRow) => filledIn(cells) * 2 >= width && (width === 1 || filledIn(cells) > 1);
  const named = filled.find((row, index) => known[index] === 1 && isWide(row));
  const first = named ?? filled.find(isWide) ?? filled[0]!;
  return !named && isBook(first) ? 0 : first.row;
}

/** A heading has no valid ISBN. */
const isBook = ({ cells }: RawRow) => cells.some((cell) => isbnForms(cell).length > 0);

/** Names for the columns of a table without headings, as spreadsheets call them. */
export const lettersOf = (rows: RawRow[]): string[] =>
  Array.from(
    { length: Math.max(0, ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell.trim()) + 1)) },
    (_, index) => `Column ${columnLetters(index)}`,
  );

/** The same headings, but no two are alike: Price, Price (2). Empty ones stay. */
export function differentHeadings(headings: string[]): string[] {
  const taken = new Set(headings);
  const seen = new Set<string>();
  return headings.map((heading) => {
    if (!heading || !seen.has(heading)) {
      seen.add(heading);
      return heading;
    }
    let number = 2;
    while (taken.has(`${heading} (${number})`)) number++;
    const name = `${heading} (${number})`;
    taken.add(name);
    return name;
  });
}

/** What the file itself calls a column that `differentHeadings` has numbered. */
export function headingInFile(headings: string[], index: number): string {
  const heading = headings[index]!;
  const [, plain] = /^(.*\S) \(\d+\)$/.exec(heading) ?? [];
  return plain !== undefined && headings.indexOf(plain) !== -1 && headings.indexOf(plain) < index
    ? plain
    : heading;
}
