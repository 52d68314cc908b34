import type { Opening, ShopDatabase } from "./engine";
import { isAway } from "./sqlite/connection.server";
import { openFile } from "./sqlite/database.server";

export type { Db, ShopDatabase } from "./engine";

/** Whether the database was unavailable: locked by another process, disk full or failing. Nothing was changed. */
export const isDatabaseAway = (error: unknown): boolean => isAway(error);

/**
 * Opens the shop's database, creating it when absent. Does not migrate.
 * @param file path of kitab.db; its folder must exist
 */
export const openDatabase = (file: string, opening?: Opening): ShopDatabase => openFile(file, opening);
