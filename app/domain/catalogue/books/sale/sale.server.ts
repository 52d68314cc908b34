import { expressionBuilder, sql, type SqlBool } from "kysely";
import type { Tables } from "~/db/tables";

/**
 * The condition for a query on books (as `b`) that selects those of which the shop has said that they will come, out or
 * not. A literal: SQLite finds them by their own index, which holds no others, only if the query says so itself.
 */
export const isAnnounced = sql<SqlBool>`b.publishing_status = 'forthcoming'`;

/**
 * The condition for a query on books (as `b`) that selects those not out yet; the same rule as `forthcomingOf`.
 * @param today the date in India
 */
export function isForthcoming(today: string) {
  const eb = expressionBuilder<Tables & { b: Tables["books"] }, "b">();
  return eb.and([
    isAnnounced,
    // Texts of years are less than ten characters long.
    sql<SqlBool>`(b.published_on is null or length(b.published_on) < 10 or b.published_on > ${today})`,
  ]);
}
