import cluster from "node:cluster";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { config, refuseStart } from "~/process/config.server";
import { isDatabaseAway, openDatabase, type ShopDatabase } from "./database.server";
import { isFolderError, unwritableFolder } from "./health/unwritable-folder.server";

/** Of each of the two connections. The system keeps the file's pages as well, once for all processes. */
const CACHE = { cacheMb: 16 };
/** Of the primary and of each worker, whose writes are short: imports and the background work write in the primary. */
const PRIMARY_CACHE = { cacheMb: 8 };
const WORKER_CACHE = { cacheMb: 6, writeCacheMb: 2 };

// The development server reloads modules on each edit; the connections are kept.
const holder = globalThis as { kitabDatabase?: ShopDatabase };

function open(): ShopDatabase {
  try {
    mkdirSync(config.dataDir, { recursive: true });
    if (config.DATABASE_URL) return openDatabase(config.databaseAt, { writers: config.DATABASE_WRITERS });
    // SQLite gives its other two files the mode of the first. A shop of an earlier version already has all three.
    closeSync(openSync(config.databaseFile, "a", 0o600));
    for (const end of ["", "-wal", "-shm"])
      if (existsSync(config.databaseFile + end)) chmodSync(config.databaseFile + end, 0o600);
    const ofSeveral = cluster.isWorker ? WORKER_CACHE : PRIMARY_CACHE;
    const cache = config.workers > 1 ? ofSeveral : CACHE;
    return openDatabase(config.databaseFile, cache);
  } catch (error) {
    if (isDatabaseAway(error) || isFolderError(error)) refuseStart([unwritableFolder(config.dataDir, error)]);
    throw error;
  }
}

/** This shop's database, opened once; app/process/server.ts migrates it before the first request. */
export const database: ShopDatabase = (holder.kitabDatabase ??= open());

/** Read-only. Pages and lists read here. */
export const readDb = database.read;

/** For all writes. Transactions begin IMMEDIATE and queue; never await a network call inside one. */
export const writeDb = database.write;
