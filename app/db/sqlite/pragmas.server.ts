import type { Database } from "better-sqlite3";

type Access = "read" | "write";

/**
 * Sets all pragmas of a connection.
 * synchronous=FULL: an acknowledged order survives a power cut; NORMAL may roll it back in WAL mode
 * (sqlite.org, pragma synchronous). The default of better-sqlite3 is NORMAL.
 * @param cacheMb the memory for pages of the file
 */
export function applyPragmas(connection: Database, access: Access, cacheMb: number) {
  const pragmas = [
    "busy_timeout = 5000",
    "foreign_keys = ON",
    `cache_size = ${-1000 * cacheMb}`,
    "temp_store = MEMORY",
    ...(access === "write"
      ? [
          "journal_mode = WAL",
          "synchronous = FULL",
          "wal_autocheckpoint = 1000",
          "journal_size_limit = 67108864",
        ]
      : ["query_only = ON"]),
    // No more waiting inside SQLite, which blocks the whole process: connection.server.ts retries instead.
    "busy_timeout = 0",
  ];
  for (const pragma of pragmas) connection.pragma(pragma);
}
