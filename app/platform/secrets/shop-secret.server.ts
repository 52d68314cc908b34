import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { config, refuseStart } from "~/process/config.server";
import { writeOnce } from "../whole-file.server";

/** As of SESSION_SECRET. A shorter file was cut off: with an empty one anybody could sign what the shop trusts. */
const SHORTEST = 32;

let secret: string | undefined;

/**
 * SESSION_SECRET, or one made at the first start and stored in the data folder (readable only by its owner).
 * @throws {ConfigError} when what is stored there is too short
 */
export function shopSecret(): string {
  return (secret ??= config.SESSION_SECRET ?? readOrCreate(path.join(config.dataDir, "session-secret")));
}

const derived = new Map<string, string>();

/** A separate key for each purpose. @param purpose one of few: the keys are cached @returns 64 hex characters */
export function derivedSecret(purpose: string): string {
  let key = derived.get(purpose);
  if (!key) derived.set(purpose, (key = createHmac("sha256", shopSecret()).update(purpose).digest("hex")));
  return key;
}

function readOrCreate(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeOnce(file, randomBytes(32).toString("hex"));
  const stored = readFileSync(file, "utf8").trim();
  if (stored.length < SHORTEST)
    refuseStart([
      `the file ${file} must hold a secret of at least ${SHORTEST} characters and has ${stored.length}: it was cut off, e.g. by a power cut. Put it back from a backup. If there is none, delete it: the shop makes a new one, everybody has to log in again, and staff set up their codes from an app anew`,
    ]);
  return stored;
}
