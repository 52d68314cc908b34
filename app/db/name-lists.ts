import { type RawBuilder, sql } from "kysely";

/**
 * The lists of names (master data), by what one of them is called in audit entries and among former names. Each has a table
 * with the same columns. `indexedAs` is its number in the index of names (the view name_search_text has it in its ids);
 * names of a list with null are found by their letters alone.
 */
export const NAME_LISTS = {
  author: { table: "authors", indexedAs: 0 },
  publisher: { table: "publishers", indexedAs: 1 },
  series: { table: "series", indexedAs: 2 },
  tag: { table: "tags", indexedAs: 3 },
  language: { table: "languages", indexedAs: 4 },
  logistics_provider: { table: "logistics_providers", indexedAs: null },
} as const satisfies Record<string, { table: string; indexedAs: number | null }>;

export type NameListKey = keyof typeof NAME_LISTS;
export type NameTable = (typeof NAME_LISTS)[NameListKey]["table"];

export const NAME_TABLES: readonly NameTable[] = Object.values(NAME_LISTS).map(({ table }) => table);

/** An id of the index of names is the name's own times this, plus the number of its list: there is room for eight. */
const IDS_APART = 8;

/** The name that an id of the index means. @returns undefined for a list that is not declared */
export function nameInIndex(indexId: number): { table: NameTable; id: number } | undefined {
  const list = Object.values(NAME_LISTS).find(({ indexedAs }) => indexedAs === indexId % IDS_APART);
  return list && { table: list.table, id: Math.floor(indexId / IDS_APART) };
}

/** In a query of this table: the row's id in the index of names. @returns null for a table without index */
export function idInIndex(table: NameTable): RawBuilder<number> | null {
  const { indexedAs } = Object.values(NAME_LISTS).find((list) => list.table === table)!;
  return indexedAs === null ? null : sql<number>`id * ${sql.lit(IDS_APART)} + ${sql.lit(indexedAs)}`;
}
