import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { ShopDatabase } from "~/db/database.server";
import { logger } from "./logger.server";
import { takeTurn } from "./turns.server";

const TURN = "picture files";

let last: Promise<unknown> = Promise.resolve();
/** Among the processes of the shop. */
let turnBeside = () => takeTurn(TURN);

/**
 * Lets a thread beside another that changes pictures, too, wait for its turn among them.
 * @param turn resolves when it has come, with what to call when it is over
 */
export function takeTurnsBeside(turn: () => Promise<() => void>) {
  turnBeside = turn;
}

/** Among the machines of the shop. */
let amongMachines: ShopDatabase["inTurn"] = (_name, work) => work(new AbortController().signal);

/** The shop may have processes on other machines that change pictures, too: its database says whose turn it is. */
export function takeTurnsThrough({ inTurn }: Pick<ShopDatabase, "inTurn">) {
  amongMachines = inTurn;
}

/**
 * Runs changes of picture files and their rows one at a time, so that no file is deleted between being written and
 * being saved in its book's row. If the connection that holds the turn is lost meanwhile, a change of another machine may
 * run beside it: then a file could be missing that both have used, and its cover must be uploaded again.
 * @throws an error of the database when it cannot be asked whose turn it is
 */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(async () => {
    const isOver = await turnBeside();
    return amongMachines(TURN, work).finally(isOver);
  });
  last = turn.catch(() => {});
  return turn;
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
 * Like `writeWhole`, but logs errors (e.g. a full disk). Files that exist already are kept, since the same picture may
 * be in use.
 * @returns whether all files were written
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

/** Prefix of files that are being written or were left by a crash. */
export const UNFINISHED = ".unfinished-";

/** Deletes these files, if they exist. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(path.join(folder, name), { force: true });
}
