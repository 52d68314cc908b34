import { test } from "vitest";
import { isOnPostgres } from "./postgres";

/** A test about SQLite itself: its file, its ids, its earlier migrations. It is left out on PostgreSQL. */
export const testOnSqlite = test.skipIf(isOnPostgres);
