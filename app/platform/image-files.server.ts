import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { logger } from "./logger.server";

let last: Promise<unknown> = Promise.resolve();

/**
 * Pictures' files and the rows that name them change one after the other: nobody takes away a file between its being
 * written for one book and that book's naming it.
 */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

/**
 * Writes files so that each is on the disk whole under its name, or not there at all.
 * @param folder made when absent
 */
async function writeWhole(
  folder: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of files) {
    const unfinished = path.join(folder, `${UNFINISHED}${randomBytes(9).toString("hex")}`);
    try {
      const file = await open(unfinished, "wx");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path.join(folder, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
  // The names, too, must be there after a power cut.
  const names = await open(folder, "r");
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

/**
 * As `writeWhole`. What cannot be written (a full disk) is logged; files that were there already stay, since the same
 * picture may be in use.
 * @returns whether all of them are there
 */
export async function storeImage(
  folder: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<boolean> {
  try {
    await writeWhole(folder, files);
    return true;
  } catch (error) {
    logger.error({ err: error, folder }, "a picture could not be stored");
    return false;
  }
}

/** A file with this prefix is one that a crash cut off, or one being written. */
export const UNFINISHED = ".unfinished-";

/** Removes what is there of these. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(path.join(folder, name), { force: true });
}
