// Files copied so that they are on the disk whole, and their checksums.
import { createHash } from "node:crypto";
import { closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** What stands in the way, as a sentence for whoever asked. */
export class Refusal extends Error {}

/** What a crash leaves begins like this; the shop's own sweeping of pictures knows it too. */
export const UNFINISHED = ".unfinished-";

/** The data folder as the shop resolves it. @param given of the command line */
export const dataFolder = (given) =>
  given === undefined ? path.resolve(ROOT, process.env.DATA_DIR || "data") : path.resolve(given);

/** A moment in a file's name, to the millisecond, e.g. 20261122T001500123Z. */
export const stampOf = (moment) => moment.toISOString().replace(/[-:.]/g, "");

/** @returns SHA-256 in hexadecimal digits */
export function digest(file) {
  const hash = createHash("sha256");
  const part = Buffer.allocUnsafe(1 << 20);
  const from = openSync(file, "r");
  try {
    for (let read; (read = readSync(from, part)) > 0;) hash.update(part.subarray(0, read));
  } finally {
    closeSync(from);
  }
  return hash.digest("hex");
}

/** Waits until a file's bytes, or a folder's names, are on the disk. */
export function sync(file) {
  const open = openSync(file, "r");
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

/** Copies; where the file system can, without taking space twice. */
export function copy(from, to) {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  sync(to);
}

/** Files that root made, the shop could not open afterwards. @throws {Refusal} */
export function requireOwner(file) {
  const { uid } = statSync(file);
  if (process.getuid && process.getuid() !== uid)
    throw new Refusal(
      `${file} belongs to the user with the number ${uid}: run this as that user, e.g. sudo -u '#${uid}' …`,
    );
}
