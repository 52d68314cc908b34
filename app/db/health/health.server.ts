import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { catalogueVersion } from "~/db/catalogue-version.server";
import type { ShopDatabase } from "~/db/engine";

const CHECKED_FOR_MS = 5_000;
/** A short write by another process must not make the shop look unhealthy. */
const TRIES = 20;
const PAUSE_MS = 100;
const PROBE_BYTES = 4096;

/**
 * Makes the shop's health check: whether the database can be read and written. It checks the last writes, takes and
 * releases the lock, and writes one small file beside the database; at most once in five seconds, however often it is
 * called.
 * @param folder the folder of the database file
 * @returns a function that rejects with the reason when the shop is not healthy
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
  await catalogueVersion(database.read);
  let reason = await database.whyNotWritable();
  for (let tries = 1; reason && tries < TRIES; tries++) {
    await setTimeout(PAUSE_MS);
    reason = await database.whyNotWritable();
  }
  if (reason) throw reason;
  const probe = path.join(folder, ".health-check");
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  } finally {
    await rm(probe, { force: true });
  }
}
