// Copies files so that they are completely on the disk, and computes checksums.
import { createHash } from "node:crypto";
import { closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Why a command was refused, as a sentence for its user. */
export class Refusal extends Error {}

/** Prefix of unfinished files; the shop's sweeping of pictures uses it too. */
export const UNFINISHED = ".unfinished-";

/** The data folder, resolved like in the shop. @param given from the command line */
export const dataFolder = (given) =>
  given === undefined ? path.resolve(ROOT, process.env.DATA_DIR || "data") : path.resolve(given);

/** A time for use in a file name, in milliseconds, e.g. 20261122T001500123Z. */
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

/** Copies a file; as a copy-on-write clone where the file system supports it. */
export function copy(from, to) {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  sync(to);
}

/** Refuses to run as another user (e.g. root), whose files the shop could not open afterwards. @throws {Refusal} */
export function requireOwner(file) {
  const { uid } = statSync(file);
  if (process.getuid && process.getuid() !== uid)
    throw new Refusal(
      `${file} belongs to the user with the id ${uid}: run this as that user, e.g. sudo -u '#${uid}' …`,
    );
}
