import type { Database } from "better-sqlite3";

/**
 * Every pragma the shop sets, in one place.
 * synchronous=FULL: an acknowledged order survives a power cut; NORMAL may roll it back in WAL mode
 * (sqlite.org, pragma synchronous). better-sqlite3 would set NORMAL by itself.
 */
export function applyPragmas(connection: Database, access: "read" | "write") {
  connection.pragma("busy_timeout = 5000");
  connection.pragma("foreign_keys = ON");
  connection.pragma("cache_size = -16000"); // 16 MB a connection
  connection.pragma("temp_store = MEMORY");
  if (access === "write") {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = FULL");
    connection.pragma("wal_autocheckpoint = 1000");
    connection.pragma("journal_size_limit = 67108864");
  } else {
    connection.pragma("query_only = ON");
  }
  // From here on nobody waits inside SQLite, which stops the whole process: connection.server.ts waits between attempts.
  connection.pragma("busy_timeout = 0");
}
