import { isDiskFull } from "./health/disk-full";
import type { Opening, ShopDatabase } from "./engine";
import { PostgresAway } from "./postgres/away.server";
import { openPostgres } from "./postgres/database.server";
import { isAway } from "./sqlite/connection.server";
import { openFile } from "./sqlite/database.server";

export type { Db, ShopDatabase } from "./engine";

/**
 * Whether the database was unavailable: not reachable, locked by another process, disk full or failing. A file that could
 * not be written on a full disk counts too: the answer is the same.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isAway(error) || error instanceof PostgresAway || isDiskFull(error);

/**
 * Opens the shop's database. Does not migrate.
 * @param at the path of kitab.db, which is created when absent; or the address of a database of PostgreSQL
 */
export const openDatabase = (at: string, opening?: Opening): ShopDatabase =>
  /^postgres(?:ql)?:/.test(at) ? openPostgres(at, opening?.writers) : openFile(at, opening);
