import { mkdirSync } from "node:fs";
import { config } from "~/config.server";
import { openDatabase, type ShopDatabase } from "./database.server";

// The development server loads modules anew on each edit; the connections stay.
const holder = globalThis as { kitabDatabase?: ShopDatabase };

function open(): ShopDatabase {
  mkdirSync(config.dataDir, { recursive: true });
  return openDatabase(config.databaseFile);
}

/** This shop's own database, opened once; app/server.ts migrates it before the first request. */
export const database: ShopDatabase = (holder.kitabDatabase ??= open());

/** Read-only. Pages and lists read here. */
export const readDb = database.read;

/** Every write. Transactions begin IMMEDIATE and queue; never await a network call inside one. */
export const writeDb = database.write;
