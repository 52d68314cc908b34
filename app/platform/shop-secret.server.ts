import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { config } from "~/config.server";

let secret: string | undefined;

/** SESSION_SECRET, or one made at the first start and stored in the data folder (readable only by its owner). */
export function shopSecret(): string {
  return (secret ??= config.SESSION_SECRET ?? readOrCreate(path.join(config.dataDir, "session-secret")));
}

const derived = new Map<string, string>();

/** A separate key for each purpose. @param purpose one of few: the keys are kept @returns 64 hex characters */
export function derivedSecret(purpose: string): string {
  let key = derived.get(purpose);
  if (!key) derived.set(purpose, (key = createHmac("sha256", shopSecret()).update(purpose).digest("hex")));
  return key;
}

function readOrCreate(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
