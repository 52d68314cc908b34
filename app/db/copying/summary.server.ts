import { createHash } from "node:crypto";
import { bound } from "../postgres/values.server";
import type { CopiedTable, CopySide, Value } from "./sides";

export interface TableSummary {
  rows: number;
  /** SHA-256 over all rows in the order of their key. */
  digest: string;
}

/** Counts and digests the rows of a table, which are added in the order of their key. */
export class Summary {
  #rows = 0;
  readonly #hash = createHash("sha256");

  add(rows: Value[][]): void {
    this.#rows += rows.length;
    this.#hash.update(rows.map((row) => JSON.stringify(row)).join("\n") + "\n");
  }

  end = (): TableSummary => ({ rows: this.#rows, digest: this.#hash.digest("hex") });
}

/** Reads all rows of a table. @param onRows told how many more were read */
export async function summarise(
  side: CopySide,
  table: CopiedTable,
  onRows: (count: number) => void,
): Promise<TableSummary> {
  const summary = new Summary();
  for await (const rows of side.rows(table)) {
    summary.add(rows);
    onRows(rows.length);
  }
  return summary.end();
}

/** A value that PostgreSQL cannot hold as it is. */
export interface Replaced {
  table: string;
  column: string;
  /** The row's key. */
  row: string;
}

/**
 * A side whose rows come as PostgreSQL can hold them: in a text U+FFFD stands for the character NUL, for half of a
 * surrogate pair, and for bytes that are no character.
 * @param onReplaced told each time when such a row is read
 * @throws an error of `rows` for a number beyond 2^53, which the shop cannot read either
 */
export const holdable = (side: CopySide, onReplaced: (replaced: Replaced) => void): CopySide => ({
  ...side,
  async *rows(table, after) {
    const keyed = table.columns.flatMap(({ name }, at) => (table.key.includes(name) ? [at] : []));
    for await (const part of side.rows(table, after)) {
      for (const row of part)
        for (const [at, value] of row.entries()) {
          if (typeof value === "number" && !Number.isSafeInteger(value))
            throw new RangeError(
              `${table.name}.${table.columns[at]!.name} has a number beyond 2^53: ${value}`,
            );
          if (typeof value !== "string") continue;
          const held = withoutEscapes(bound(value) as string, table);
          const isExact = !value.includes("\uFFFD") || side.isExact?.(table, row, at) !== false;
          if (held === value && isExact) continue;
          const shown = keyed.map((key) => row[key]).join(", ");
          onReplaced({ table: table.name, column: table.columns[at]!.name, row: shown });
          row[at] = held;
        }
      yield part;
    }
  },
});

/** The values of the audit log are searched, for which PostgreSQL reads the escapes in their JSON. */
const withoutEscapes = (text: string, table: CopiedTable) =>
  table.name === "audit_entries" && text.includes("\\u") ? text.replace(UNHOLDABLE, "$1\\ufffd") : text;

/** After an even number of backslashes: NUL, or half of a pair. */
const UNHOLDABLE =
  /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89ab][\da-f]{2}(?!\\ud[c-f][\da-f]{2})|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f][\da-f]{2})/gi;
