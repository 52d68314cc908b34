import { bound } from "../postgres/values.server";
import { linesOf } from "./copy-text";
import { type CopiedTable, type CopiedDatabase, digestOf } from "./databases";

/** A value that PostgreSQL cannot hold as it is. */
export interface Replaced {
  table: string;
  column: string;
  /** The row's key. */
  row: string;
}

/**
 * A database whose rows come as PostgreSQL can hold them: in a text U+FFFD stands for the character NUL, for half of a
 * surrogate pair, and for bytes that are no character.
 * @param onReplaced told each time when such a row is read
 * @throws an error of `rows` for a number beyond 2^53, which the shop cannot read either
 */
export const holdable = (
  source: CopiedDatabase,
  onReplaced: (replaced: Replaced) => void,
): CopiedDatabase => {
  const rows: CopiedDatabase["rows"] = async function* (table) {
    const keyed = table.columns.flatMap(({ name }, at) => (table.key.includes(name) ? [at] : []));
    for await (const part of source.rows(table)) {
      let isReplaced = false;
      for (const row of part.rows)
        for (const [at, value] of row.entries()) {
          if (typeof value === "number" && !Number.isSafeInteger(value))
            throw new RangeError(
              `${table.name}.${table.columns[at]!.name} has a number beyond 2^53: ${value}`,
            );
          if (typeof value !== "string") continue;
          const held = withoutEscapes(bound(value) as string, table);
          const isExact = !value.includes("\uFFFD") || source.isExact?.(table, row, at) !== false;
          if (held === value && isExact) continue;
          const shown = keyed.map((key) => row[key]).join(", ");
          onReplaced({ table: table.name, column: table.columns[at]!.name, row: shown });
          row[at] = held;
          isReplaced = true;
        }
      yield isReplaced ? { rows: part.rows, lines: linesOf(part.rows) } : part;
    }
  };
  return { ...source, rows, digest: (table, onRows) => digestOf(rows(table), onRows) };
};

/** The values of the audit log are searched, for which PostgreSQL reads the escapes in their JSON. */
const withoutEscapes = (text: string, table: CopiedTable) =>
  table.name === "audit_entries" && text.includes("\\u") ? text.replace(UNHOLDABLE, "$1\\ufffd") : text;

/** After an even number of backslashes: NUL, or half of a pair. */
const UNHOLDABLE =
  /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89ab][\da-f]{2}(?!\\ud[c-f][\da-f]{2})|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f][\da-f]{2})/gi;
