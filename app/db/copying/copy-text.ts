import type { CopiedTable, Value } from "./databases";

// Rows as PostgreSQL's COPY writes and reads them: a line each, its values between tabs. Both engines' rows are digested in
// this form, which PostgreSQL gives without being asked row by row.

const SPECIAL = /[\\\b\t\n\v\f\r]/;
const ESCAPES: Record<string, string> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
};
const CHARACTERS = Object.fromEntries(Object.entries(ESCAPES).map(([own, escaped]) => [escaped, own]));
const NULL = "\\N";

function written(value: Value): string {
  if (value === null) return NULL;
  const text = String(value);
  return SPECIAL.test(text) ? text.replaceAll(/[\\\b\t\n\v\f\r]/g, (one) => ESCAPES[one]!) : text;
}

/** Rows as lines, each with its end. */
export function linesOf(rows: readonly Value[][]): string {
  let lines = "";
  for (const row of rows) lines += `${row.map(written).join("\t")}\n`;
  return lines;
}

/** The rows of such lines. @throws an error for a number that a number cannot hold exactly */
export function rowsOf(lines: string, { name, columns }: CopiedTable): Value[][] {
  const read = (text: string, at: number): Value => {
    if (text === NULL) return null;
    const column = columns[at]!;
    if (column.kind === "number") {
      const number = Number(text);
      if (!Number.isSafeInteger(number))
        throw new RangeError(`${name}.${column.name} has a number beyond 2^53: ${text}`);
      return number;
    }
    return text.includes("\\") ? text.replaceAll(/\\./gs, (one) => CHARACTERS[one] ?? one) : text;
  };
  return lines
    .slice(0, -1)
    .split("\n")
    .map((line) => line.split("\t").map(read));
}
