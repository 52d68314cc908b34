/** PostgreSQL's numbers of the types that the shop's columns and expressions have. */
const BOOL = 16;
const INT8 = 20;
const NUMERIC = 1700;

type Parser = (text: string) => unknown;

/**
 * How values come out of the database: whole numbers and sums as numbers, truth as 1 or 0, as in SQLite.
 * @throws an error for a whole number that a number cannot hold exactly
 */
const PARSERS = new Map<number, Parser>([
  [BOOL, (text) => (text === "t" ? 1 : 0)],
  [INT8, exact],
  [NUMERIC, (text) => (text.includes(".") ? Number(text) : exact(text))],
]);

function exact(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database has a number beyond 2^53: ${text}`);
  return value;
}

/** pg's interface for the types of one pool. @param others pg's own parsers, for all other types */
export const shopTypes = (others: { getTypeParser(oid: number, format?: "text" | "binary"): Parser }) => ({
  getTypeParser: (oid: number, format?: "text" | "binary"): Parser =>
    (format !== "binary" && PARSERS.get(oid)) || others.getTypeParser(oid, format),
});

/**
 * A value as it goes into the database. NaN is null, as in SQLite. A text of PostgreSQL cannot contain the character NUL:
 * U+FFFD stands for it, and for half of a surrogate pair, so that such a text is found nowhere.
 */
export function bound(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "\uFFFD").toWellFormed();
  return Number.isNaN(value) ? null : value;
}
