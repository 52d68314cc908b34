import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Before a run: what its tests write goes into one folder. After it: the folder is removed, whatever failed. */
export default function makeRunFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-run-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
