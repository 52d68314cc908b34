import { sql } from "kysely";
import type { Db } from "./engine";

// Makes tables.ts from the schema: `npm run tables`.

/** Unions with a name of their own, and the column that has their values. */
const NAMED: Record<string, string> = { OrderState: "orders.state", PageKind: "pages.kind" };

/** Types that the schema does not tell. */
const TYPES: Record<string, string> = {
  "audit_entries.subject": "AuditSubject",
  "former_names.entity": "NameListKey",
  "old_page_addresses.kind": "PageKind",
  ...Object.fromEntries(Object.entries(NAMED).map(([name, place]) => [place, name])),
};

/** Columns that whoever inserts a row must give, though the schema has a default for rows of long ago. */
const GIVEN = ["orders.gateway", "payments.gateway"];

/** Views that Kysely's queries name. Their columns are numbers. */
const VIEWS = ["book_authors", "current_catalogue_version", "order_pairs"];

const FAMILIES: Record<string, string> = {
  INTEGER: "number",
  REAL: "number",
  TEXT: "string",
  BLOB: "Buffer",
};

interface SchemaColumn {
  table: string;
  text: string;
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
  /** 2 and 3: computed. */
  hidden: number;
}

/** The source of tables.ts. @param db a migrated database on SQLite */
export async function tablesText(db: Db): Promise<string> {
  const { rows } = await sql<SchemaColumn>`
    select t.name as "table", s.sql as text, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
    from pragma_table_list t join sqlite_schema s on s.name = t.name join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.name not like 'sqlite_%' and t.name not like 'kysely_%'
      and (t.type = 'table' or t.name in (${sql.join(VIEWS)}))
    order by t.name, c.cid`.execute(db);
  // Tables with the same columns, such as those of names, have one type.
  const alike = new Map<string, string>();
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) => {
    const columns = rows.filter((row) => row.table === table);
    const comments = commentsOf(columns[0]!.text);
    const lines = columns.flatMap((column) => [
      ...(comments.get(column.name) ?? []).map((comment) => `    /** ${comment} */`),
      `    ${column.name}: ${typeOf(column)};`,
    ]);
    const types = columns.map((column) => `${column.name} ${typeOf(column)}`).join();
    const same = alike.get(types);
    if (same) return `  ${table}: Tables["${same}"];`;
    alike.set(types, table);
    return `  ${table}: {\n${lines.join("\n")}\n  };`;
  });
  const named = Object.entries(NAMED).map(([name, place]) => {
    const column = rows.find((row) => `${row.table}.${row.name}` === place)!;
    return `export type ${name} = ${valueOf(column)};`;
  });
  return `// Made from the schema by npm run tables.
import type { Generated, GeneratedAlways } from "kysely";
import type { AuditSubject } from "./audit-subjects";
import type { NameListKey } from "./name-lists";

export type Flag = 0 | 1;
${named.join("\n")}

/** The types of the tables for Kysely. Money is integer paise, times are UTC in ISO 8601. */
export interface Tables {
${tables.join("\n")}
}
`;
}

/** The comment above each column of a table's text, on one line. */
function commentsOf(text: string): Map<string, string[]> {
  const comments = new Map<string, string[]>();
  let open: string[] = [];
  for (const line of text.split("\n")) {
    const [, comment] = /^\s*-- ?(.*)$/.exec(line) ?? [];
    if (comment !== undefined) open.push(comment);
    else {
      const [, column] = /^\s*(\w+) /.exec(line) ?? [];
      if (column && open.length > 0) comments.set(column, [open.join(" ").replaceAll("*/", "* /")]);
      open = [];
    }
  }
  return comments;
}

function typeOf(column: SchemaColumn): string {
  const place = `${column.table}.${column.name}`;
  const isView = VIEWS.includes(column.table);
  const isNullable = column.notnull === 0 && column.pk === 0 && !isView;
  const value = `${TYPES[place] ?? valueOf(column)}${isNullable ? " | null" : ""}`;
  if (column.hidden >= 2) return `GeneratedAlways<${value}>`;
  const isNumbered =
    column.pk > 0 &&
    new RegExp(String.raw`\b${column.name} integer primary key autoincrement\b`).test(column.text);
  const isFilled = isNumbered || (column.dflt_value !== null && !GIVEN.includes(place));
  return isFilled ? `Generated<${value}>` : value;
}

/** Of a text with a list of allowed values, these; a number that is 0 or 1 is a flag. */
function valueOf({ name, type, text }: SchemaColumn): string {
  const [, list] = new RegExp(String.raw`check \(${name} (?:in \(([^)]*)\)|= ('\w+'))\)`).exec(text) ?? [];
  if (list === "0, 1") return "Flag";
  if (list?.startsWith("'")) return list.replaceAll("'", '"').split(", ").join(" | ");
  const family = FAMILIES[type.toUpperCase()];
  if (!family) throw new Error(`tables-text.ts knows no type for ${name} ${type}`);
  return family;
}
