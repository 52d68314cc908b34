import { type RawBuilder, sql } from "kysely";

/** The calendar date in India on which the column's moment (ISO 8601, UTC) falls, e.g. "2026-11-21". */
export const indianDay = (column: string): RawBuilder<string> =>
  sql<string>`date(${sql.ref(column)}, '+330 minutes')`;
