import { readFileSync } from "node:fs";
import { sql } from "kysely";
import ts from "typescript";
import { expect, test } from "vitest";
import { createSqliteDatabase } from "~/test/database";

// tables.ts contains only handwritten types, so the test parses its source and compares it with the migrated database.

interface Column {
  family: "number" | "string" | "bytes";
  isNullable: boolean;
  /** What sets the value when a row is inserted without it. */
  filledBy: "the program" | "the database" | "a computation";
}

type Columns = Map<string, Column>;

const file = ts.createSourceFile(
  "tables.ts",
  readFileSync("app/db/tables.ts", "utf8"),
  ts.ScriptTarget.Latest,
  true,
);
const declarations = new Map(
  file.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .map((statement) => [statement.name.text, statement]),
);

/** The properties of an interface, a literal of one, or an intersection of them. */
function membersOf(node: ts.TypeNode): ts.PropertySignature[] {
  if (ts.isTypeLiteralNode(node)) return node.members.filter(ts.isPropertySignature);
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap(membersOf);
  const named = ts.isTypeReferenceNode(node) ? declarations.get(node.typeName.getText()) : undefined;
  if (!named) throw new Error(`tables.test.ts cannot read the table ${node.getText()}`);
  if (ts.isTypeAliasDeclaration(named)) return membersOf(named.type);
  return named.members.filter(ts.isPropertySignature);
}

function columnOf(node: ts.TypeNode): Column {
  const plain = { isNullable: false, filledBy: "the program" } as const;
  if (node.kind === ts.SyntaxKind.StringKeyword) return { family: "string", ...plain };
  if (node.kind === ts.SyntaxKind.NumberKeyword) return { family: "number", ...plain };
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return { family: "string", ...plain };
  if (ts.isLiteralTypeNode(node) && ts.isNumericLiteral(node.literal)) return { family: "number", ...plain };
  if (ts.isUnionTypeNode(node)) {
    const values = node.types.filter((type) => !isNull(type)).map(columnOf);
    if (new Set(values.map(({ family }) => family)).size === 1)
      return { ...values[0]!, isNullable: values.length < node.types.length };
  }
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    const [argument] = node.typeArguments ?? [];
    if (name === "Uint8Array" || name === "Buffer") return { family: "bytes", ...plain };
    if (name === "Generated" && argument) return { ...columnOf(argument), filledBy: "the database" };
    if (name === "GeneratedAlways" && argument) return { ...columnOf(argument), filledBy: "a computation" };
    const alias = declarations.get(name);
    if (alias && ts.isTypeAliasDeclaration(alias)) return columnOf(alias.type);
  }
  throw new Error(`tables.test.ts cannot read the column type ${node.getText()}`);
}

const isNull = (node: ts.TypeNode) =>
  ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;

const nameOf = (member: ts.PropertySignature) => member.name.getText().replaceAll('"', "");

/** The members of `Tables`, by the name of the table. */
function declaredTables(): Map<string, Columns> {
  const tables = declarations.get("Tables");
  if (!tables || !ts.isInterfaceDeclaration(tables)) throw new Error("tables.ts has no interface Tables");
  return new Map(
    tables.members.filter(ts.isPropertySignature).map((table) => {
      const columns = membersOf(table.type!).map(
        (column) => [nameOf(column), columnOf(column.type!)] as const,
      );
      return [nameOf(table), new Map(columns)];
    }),
  );
}

interface SchemaColumn {
  table: string;
  kind: "table" | "view" | "virtual";
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  /** The column's position in the primary key, from 1. */
  pk: number;
  /** 2 and 3: computed. */
  hidden: number;
}

const db = await createSqliteDatabase();
const { rows: schema } = await sql<SchemaColumn>`
  select t.name as "table", t.type as kind, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
  from pragma_table_list t join pragma_table_xinfo(t.name) c
  where t.schema = 'main' and t.type <> 'shadow' and c.hidden <> 1
    and t.name not like 'sqlite_%' and t.name not like 'kysely_%'`.execute(db.read);
const declared = declaredTables();

const FAMILIES: Record<string, Column["family"]> = {
  INTEGER: "number",
  REAL: "number",
  TEXT: "string",
  BLOB: "bytes",
};

/** E.g. "books.rating: number, computed". */
const line = (table: string, name: string, { family, isNullable, isComputed }: Line) =>
  `${table}.${name}: ${family}${isNullable ? " | null" : ""}${isComputed ? ", computed" : ""}`;

type Line = Pick<Column, "family" | "isNullable"> & { isComputed: boolean };

test("tables.ts has every table and column of the migrated database, with type and nullability", () => {
  const inSchema = schema.filter(({ kind }) => kind === "table");
  const real = new Set(inSchema.map(({ table }) => table));
  const others = new Set(schema.map(({ table }) => table).filter((table) => !real.has(table)));
  const written = [...declared]
    .filter(([table]) => !others.has(table))
    .flatMap(([table, columns]) =>
      [...columns].map(([name, column]) =>
        line(table, name, { ...column, isComputed: column.filledBy === "a computation" }),
      ),
    );
  const migrated = inSchema.map((column) =>
    line(column.table, column.name, {
      family: FAMILIES[column.type.toUpperCase()]!,
      // A primary key is never null, even without NOT NULL.
      isNullable: column.notnull === 0 && column.pk === 0,
      isComputed: column.hidden >= 2,
    }),
  );
  expect(written.sort()).toEqual(migrated.sort());
});

test("columns that tables.ts calls generated are filled by the database", () => {
  const isFilled = ({ table, type, notnull, dflt_value, pk }: SchemaColumn) => {
    const keys = schema.filter((column) => column.table === table && column.pk > 0);
    const isRowid = type.toUpperCase() === "INTEGER" && pk === 1 && keys.length === 1;
    return isRowid || dflt_value !== null || notnull === 0;
  };
  const empty = schema
    .filter(({ table, name }) => declared.get(table)?.get(name)?.filledBy === "the database")
    .filter((column) => !isFilled(column));
  expect(empty.map(({ table, name }) => `${table}.${name}`)).toEqual([]);
});

test("views and search indexes in tables.ts have the declared columns", () => {
  const columnsOf = (table: string) => {
    const columns = schema.filter((column) => column.table === table);
    return columns.some(({ kind }) => kind === "virtual") ? ["rowid"] : columns.map(({ name }) => name);
  };
  const others = new Set(schema.filter(({ kind }) => kind !== "table").map(({ table }) => table));
  const named = [...declared].filter(([table]) => others.has(table));
  expect(named.length).toBeGreaterThan(0);
  for (const [table, columns] of named) expect([...columns.keys()], table).toEqual(columnsOf(table));
});
