import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine";

/** The calendar date in India on which the column's moment (ISO 8601, UTC) falls, e.g. "2026-11-21". */
export const indianDay = (column: string): RawBuilder<string> =>
  byEngine({
    sqlite: sql<string>`date(${sql.ref(column)}, '+330 minutes')`,
    postgres: () =>
      sql<string>`to_char((${sql.ref(column)}::timestamptz at time zone 'UTC') + interval '330 minutes', 'YYYY-MM-DD')`,
  });
