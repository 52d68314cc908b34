import { type Expression, sql } from "kysely";

/**
 * A flag compared as a literal: the indexes of visible books (`where hidden = 0`) are usable only when the query
 * says 0 itself; a bound parameter could be anything.
 */
export const literalFlag = (value: 0 | 1) => sql.lit(value);

/** The column's value, but no index on it: where going through another index is known to be quicker. */
export const unindexed = <T>(column: string): Expression<T> => sql<T>`+${sql.ref(column)}`;

/** Text in the order of the store's and the back office's title indexes: letter case does not count. */
export const ignoringCase = (column: string): Expression<string> =>
  sql<string>`${sql.ref(column)} collate nocase`;
