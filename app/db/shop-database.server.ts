import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { config, ConfigError, shareOf } from "~/config.server";
import { isDatabaseAway, openDatabase, type ShopDatabase } from "./database.server";

/** Of each of a process's two connections. The system keeps the file's pages as well, once for all processes. */
const CACHE_MB = 16;
const LEAST_CACHE_MB = 6;

// The development server reloads modules on each edit; the connections are kept.
const holder = globalThis as { kitabDatabase?: ShopDatabase };

function open(): ShopDatabase {
  try {
    mkdirSync(config.dataDir, { recursive: true });
    if (config.DATABASE_URL) return openDatabase(config.databaseAt);
    // SQLite gives its other two files the mode of the first. A shop of an earlier version already has all three.
    closeSync(openSync(config.databaseFile, "a", 0o600));
    for (const end of ["", "-wal", "-shm"])
      if (existsSync(config.databaseFile + end)) chmodSync(config.databaseFile + end, 0o600);
    return openDatabase(config.databaseFile, { cacheMb: shareOf(CACHE_MB, LEAST_CACHE_MB) });
  } catch (error) {
    if (!isStorageError(error)) throw error;
    const { message } = error as Error;
    throw new ConfigError(
      `The shop cannot start:\n  - it cannot write to its data folder, ${config.dataDir} (${message}). Give the shop's user write access to it, or set DATA_DIR to another folder.`,
    );
  }
}

const FOLDER_ERRORS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "EISDIR"];

const isStorageError = (error: unknown) =>
  isDatabaseAway(error) || FOLDER_ERRORS.includes((error as NodeJS.ErrnoException).code ?? "");

/** This shop's database, opened once; app/server.ts migrates it before the first request. */
export const database: ShopDatabase = (holder.kitabDatabase ??= open());

/** Read-only. Pages and lists read here. */
export const readDb = database.read;

/** For all writes. Transactions begin IMMEDIATE and queue; never await a network call inside one. */
export const writeDb = database.write;
