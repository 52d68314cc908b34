// Parses on Node 20, as do all files of this folder.
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** The oldest Node that works, e.g. "22.22". */
export const OLDEST = engines.node.replace(">=", "");

/** @param version e.g. "26.12.1" */
export function isFit(version) {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
