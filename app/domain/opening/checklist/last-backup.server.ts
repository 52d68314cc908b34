import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** What `npm run backup` writes into the data folder (scripts/backup.mjs). */
const lastBackup = z.object({ takenAt: z.iso.datetime(), folder: z.string().max(4096), problems: z.int() });

export type LastBackup = z.output<typeof lastBackup>;

/** The last backup made by `npm run backup`; null: none is known. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const text = await readFile(path.join(dataDir, "last-backup.json"), "utf8");
    return lastBackup.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
