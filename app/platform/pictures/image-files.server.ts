import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { ShopDatabase } from "~/db/database.server";
import { isDiskFull } from "~/db/health/disk-full";
import { logger } from "../logger.server";
import { acquireLock } from "../locks.server";

const LOCK = "picture files";

let last: Promise<unknown> = Promise.resolve();
/** Among the processes of the shop. */
let acquire = () => acquireLock(LOCK);

/**
 * For a thread: the thread that started it holds the lock on its behalf.
 * @param through resolves when the lock is held, with what to call to release it
 */
export function lockThrough(through: () => Promise<() => void>) {
  acquire = through;
}

/** Among the machines of the shop. */
let amongMachines: ShopDatabase["afterOthers"] = (_name, work) => work(new AbortController().signal);

/** The shop may have processes on other machines that change pictures, too: the database has a lock for all of them. */
export function orderAmongMachines({ afterOthers }: Pick<ShopDatabase, "afterOthers">) {
  amongMachines = afterOthers;
}

/**
 * Runs changes of picture files and their rows one at a time, so that no file is deleted between being written and
 * being saved in its book's row. If the connection that holds the lock is lost meanwhile, a change of another machine may
 * run beside it: then a file could be missing that both have used, and its cover must be uploaded again.
 * @throws an error of the database when it cannot be asked for the lock
 */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(async () => {
    const release = await acquire();
    return amongMachines(LOCK, work).finally(release);
  });
  last = done.catch(() => {});
  return done;
}

/**
 * Writes files so that each exists complete under its name, or not at all.
 * @param folder created if missing
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
  // Sync the folder too, so that the names survive a power cut.
  const names = await open(folder, "r");
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

/**
 * Like `writeWhole`, but logs errors. Files that exist already are kept, since the same picture may be in use.
 * @returns whether all files were written
 * @throws when the disk is full (`isDiskFull`)
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
    if (isDiskFull(error)) throw error;
    return false;
  }
}

/** As `storeImage`, for a picture that is made again when it is asked for: nobody need know that the disk is full. */
export const keepImage = (...given: Parameters<typeof storeImage>): Promise<boolean> =>
  storeImage(...given).catch(() => false);

/** Prefix of files that are being written or were left by a crash. */
export const UNFINISHED = ".unfinished-";

/** Deletes these files, if they exist. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(path.join(folder, name), { force: true });
}
