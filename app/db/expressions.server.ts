import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { byEngine } from "./by-engine";

type Value = Expression<number> | number | string;

/** @param value an expression, a number, or the name of a column */
const written = (value: Value) => (typeof value === "string" ? sql.ref(value) : sql`${value}`);

/** The larger of two numbers, neither of which is null. */
export const larger = (one: Value, other: Value): RawBuilder<number> =>
  byEngine({
    sqlite: sql<number>`max(${written(one)}, ${written(other)})`,
    postgres: () => sql<number>`greatest(${written(one)}, ${written(other)})`,
  });

/** The smaller of two numbers, neither of which is null. */
export const smaller = (one: Value, other: Value): RawBuilder<number> =>
  byEngine({
    sqlite: sql<number>`min(${written(one)}, ${written(other)})`,
    postgres: () => sql<number>`least(${written(one)}, ${written(other)})`,
  });

/** Text compared without letter case, as in the indexes on titles: for `order by`. */
export const ignoringCase = (column: string): RawBuilder<string> =>
  byEngine({
    sqlite: sql<string>`${sql.ref(column)} collate nocase`,
    postgres: () => sql<string>`lower(${sql.ref(column)})`,
  });

/** Whether the column has one of these texts, without letter case. @param texts at least one */
export function isOneOf(column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  // As the column's: of Latin letters only, whatever the database's own language is.
  const lower = texts.map((text) => sql`lower(${text} collate "C")`);
  return byEngine({
    sqlite: sql<SqlBool>`${sql.ref(column)} collate nocase in (${sql.join(texts)})`,
    postgres: () => sql<SqlBool>`lower(${sql.ref(column)}) in (${sql.join(lower)})`,
  });
}

/** For `order by`: texts that begin with a digit come before others. */
export const numbersFirst = (column: string): RawBuilder<SqlBool> =>
  byEngine({
    sqlite: sql<SqlBool>`${sql.ref(column)} not glob '[0-9]*'`,
    postgres: () => sql<SqlBool>`${sql.ref(column)} !~ '^[0-9]'`,
  });

/** The number at the beginning of a text: "2.5 and 3" is 2.5; 0 without one. */
export const leadingNumber = (column: string): RawBuilder<number> =>
  byEngine({
    sqlite: sql<number>`cast(${sql.ref(column)} as real)`,
    postgres: () =>
      sql<number>`coalesce(substring(${sql.ref(column)} from '^ *([0-9]+(?:[.][0-9]+)?)')::double precision, 0)`,
  });

/** Where a row is stored, for tables without an id of their own. Holds within one statement. */
export const placeOfRow = (): RawBuilder<number> =>
  byEngine({ sqlite: sql<number>`rowid`, postgres: () => sql<number>`ctid` });
