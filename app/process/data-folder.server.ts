import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { refuseStart } from "./config.server";
import type { ShopDatabase } from "~/db/database.server";
import { writeOnce } from "~/platform/whole-file.server";
import { isFolderError, unwritableFolder } from "~/db/health/unwritable-folder.server";

const FILE = "shop-id";

/**
 * The processes of a shop on PostgreSQL share one data folder, with covers, uploads and imports. The same id stands in the
 * folder and in the database: a process that has another folder must not start, since its visitors would miss covers. A new
 * database, e.g. one that a shop has just moved to, takes the folder's id.
 * @param folder DATA_DIR @throws {ConfigError}
 */
export async function checkDataFolder({ read, write }: ShopDatabase, folder: string): Promise<void> {
  const file = path.join(folder, FILE);
  const inFolder = inFolderOf(folder, () => idIn(file));
  const { rows } = await sql<{ id: string }>`select id from data_folder`.execute(read);
  const inDatabase = rows[0]?.id;
  if (inDatabase === undefined) {
    const id = inFolder ?? randomUUID();
    if (inFolder === null) inFolderOf(folder, () => writeOnce(file, `${id}\n`));
    await sql`insert into data_folder (one, id) values (1, ${id})`.execute(write);
    return;
  }
  if (inFolder !== inDatabase)
    refuseStart([
      `DATA_DIR ${folder} is not the data folder of this shop: all its processes share one folder, on whatever machine. Set DATA_DIR to that. If this is it, e.g. restored from a backup, write ${inDatabase} into the file ${file}`,
    ]);
}

/** Reads or writes in the data folder. @throws {ConfigError} when that is not possible */
function inFolderOf<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isFolderError(error)) refuseStart([unwritableFolder(folder, error)]);
    throw error;
  }
}

function idIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
