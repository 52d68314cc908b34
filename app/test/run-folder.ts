import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Global set-up: all temporary files of a run go into one folder, which is removed at the end, even after failures. */
export default function makeRunFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-run-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
