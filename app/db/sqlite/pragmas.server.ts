import type { Database } from "better-sqlite3";

/**
 * All pragmas that the shop sets.
 * synchronous=FULL: an acknowledged order survives a power cut; NORMAL may roll it back in WAL mode
 * (sqlite.org, pragma synchronous). The default of better-sqlite3 is NORMAL.
 * @param cacheMb the memory for pages of the file
 */
export function applyPragmas(connection: Database, access: "read" | "write", cacheMb: number) {
  connection.pragma("busy_timeout = 5000");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`cache_size = ${-1000 * cacheMb}`);
  connection.pragma("temp_store = MEMORY");
  if (access === "write") {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = FULL");
    connection.pragma("wal_autocheckpoint = 1000");
    connection.pragma("journal_size_limit = 67108864");
  } else {
    connection.pragma("query_only = ON");
  }
  // No more waiting inside SQLite, which blocks the whole process: connection.server.ts retries instead.
  connection.pragma("busy_timeout = 0");
}
