import { describe, test } from "vitest";
import { isOnPostgres } from "./databases/postgres";

/** A test about SQLite itself: its file, its ids, its earlier migrations. It is left out on PostgreSQL. */
export const testOnSqlite = test.skipIf(isOnPostgres);

/** Tests of several processes over one database of PostgreSQL: `npm run test:postgres`. */
export const onlyOnPostgres = describe.runIf(isOnPostgres);
