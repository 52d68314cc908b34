import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ShopDatabase } from "./database.server";

const CHECKED_FOR_MS = 5_000;
/** Somebody else's short write is no reason to call the shop ill. */
const TRIES = 20;
const PAUSE_MS = 100;
const PROBE_BYTES = 4096;

/**
 * Makes the shop's health check: whether the database can be read and written. It looks at the last writes, takes the
 * lock and lets it go, and writes one small file beside the database, at most once in five seconds however often it is
 * asked.
 * @param folder where the database file is
 * @returns what rejects with the reason when the shop is not healthy
 */
export function healthCheck(database: ShopDatabase, folder: string): () => Promise<void> {
  let checked: { at: number; result: Promise<void> } | null = null;
  return () => {
    if (!checked || performance.now() - checked.at > CHECKED_FOR_MS)
      checked = { at: performance.now(), result: check(database, folder) };
    return checked.result;
  };
}

async function check(database: ShopDatabase, folder: string): Promise<void> {
  await database.read.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  let reason = database.whyNotWritable();
  for (let tries = 1; reason && tries < TRIES; tries++) {
    await setTimeout(PAUSE_MS);
    reason = database.whyNotWritable();
  }
  if (reason) throw reason;
  const probe = path.join(folder, ".health-check");
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(probe, { force: true });
  }
}
