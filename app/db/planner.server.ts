import { type Expression, sql } from "kysely";

/**
 * A flag as a literal: SQLite can use the partial indexes of visible books (`where hidden = 0`) only if the query
 * contains the literal 0, not a bound parameter.
 */
export const literalFlag = (value: 0 | 1) => sql.lit(value);

/** The column's value without the use of its index, for queries in which another index is known to be faster. */
export const unindexed = <T>(column: string): Expression<T> => sql<T>`+${sql.ref(column)}`;

/** Text compared without letter case, as in the indexes on titles. */
export const ignoringCase = (column: string): Expression<string> =>
  sql<string>`${sql.ref(column)} collate nocase`;
