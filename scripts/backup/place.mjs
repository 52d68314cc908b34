// Where a command finds the shop: its data folder, and its database there or at DATABASE_URL.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { dataFolder, Refusal, requireOwner, ROOT } from "./files.mjs";

/** @param data from the command line @returns { dataDir, url }: the folder; the address of PostgreSQL, or undefined */
export const placeOf = (data) => ({
  dataDir: dataFolder(data),
  url: process.env.DATABASE_URL?.trim() || undefined,
});

/**
 * The shop's folder and database.
 * @param data from the command line
 * @returns { dataDir, url, file }: `url` on PostgreSQL, else `file`, kitab.db
 * @throws {Refusal} when there is no shop, or its files belong to another user
 */
export function findShop(data) {
  const { dataDir, url } = placeOf(data);
  if (url) {
    if (!existsSync(dataDir)) throw new Refusal(`There is no shop in ${dataDir}.`);
    requireOwner(dataDir);
    return { dataDir, url };
  }
  const file = path.join(dataDir, "kitab.db");
  if (!existsSync(file)) throw new Refusal(`There is no shop in ${dataDir}: it has no kitab.db.`);
  requireOwner(file);
  return { dataDir, file };
}

/**
 * The built program, for this shop: it opens the database of DATABASE_URL or the data folder's kitab.db.
 * @param env variables that this command sets
 */
export async function loadShop(data, env = {}) {
  const { dataDir } = placeOf(data);
  if (!existsSync(path.join(ROOT, "build/server/index.js")))
    throw new Refusal("The program is not built yet: run npm run build first.");
  mkdirSync(dataDir, { recursive: true });
  requireOwner(dataDir);
  process.chdir(ROOT);
  // Demo mode, which requires none of a live shop's environment.
  Object.assign(process.env, { SHOP_MODE: "demo", DATA_DIR: dataDir }, env);
  return import("../../build/server/index.js");
}

/** For commands that only copy the database: the shop's secret is required, but not used. */
export const anySecret = () => ({
  SESSION_SECRET: process.env.SESSION_SECRET || "a copy of the database needs no secret",
});
