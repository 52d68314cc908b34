import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes a small file that is trusted afterwards, if there is none yet: it exists whole under its name or not at all, also
 * after a power cut. If two processes write it at once, one of them wins. Readable only by its owner.
 * @param file in a folder that exists @throws when it cannot be written; a file of that name is no error
 */
export function writeOnce(file: string, text: string): void {
  const folder = path.dirname(file);
  const unfinished = path.join(folder, `.${path.basename(file)}-${randomBytes(9).toString("hex")}`);
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: "wx", flush: true });
    nameOnce(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncFolder(folder);
}

/** A rename would replace the file of another process. */
function nameOnce(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // File systems without links, such as those of memory sticks.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    renameSync(unfinished, file);
  }
}

/** So that the name survives a power cut too. Windows has no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const names = openSync(folder, "r");
  try {
    fsyncSync(names);
  } finally {
    closeSync(names);
  }
}
