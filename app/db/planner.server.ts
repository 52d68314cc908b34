import { type Expression, sql } from "kysely";
import { byEngine } from "./by-engine";

/**
 * A flag as a literal: SQLite can use the partial indexes of visible books (`where hidden = 0`) only if the query
 * contains the literal 0, not a bound parameter.
 */
export const literalFlag = (value: 0 | 1) => sql.lit(value);

/**
 * The column's value without the use of its index, for queries in which another index is known to be faster. PostgreSQL
 * chooses by its statistics.
 */
export const unindexed = <T>(column: string): Expression<T> =>
  byEngine<T>({ sqlite: sql<T>`+${sql.ref(column)}`, postgres: () => sql<T>`${sql.ref(column)}` });
