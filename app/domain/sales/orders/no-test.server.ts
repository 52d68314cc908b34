import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Leaves test purchases out of a list, a count or a search of orders: `.where(notTest("o.id"))`. They are few, so the indexes
 * of a list need no column for them. (no-test.test.ts finds a query that forgets it.)
 * @param id the column with the order's number
 */
export const notTest = (id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(id)} not in (select id from orders where is_test = 1)`;
