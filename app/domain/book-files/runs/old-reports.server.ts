import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { REPORT_DAYS } from "./import-run";
import { removeReport } from "./import-steps.server";

const DAY_MS = 86_400_000;

/**
 * Background work: removes reports and files of imports that are older than `REPORT_DAYS`; the history keeps the imports
 * themselves. Also files that no import names, because of a crash. @returns how many were removed
 */
export async function sweepReports(db: Db, dir: string = config.importsDir, now = new Date()) {
  const old = await db
    .selectFrom("bulk_changes")
    .select(["id", "file"])
    .where("report_removed_at", "is", null)
    .where("status", "not in", ["planning", "importing", "undoing"])
    .where("created_at", "<", new Date(now.getTime() - REPORT_DAYS * DAY_MS).toISOString())
    .execute();
  for (const { id, file } of old) {
    await removeReport(db, id);
    await db
      .updateTable("bulk_changes")
      .set({ file: null, report_removed_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    if (file) await rm(path.join(dir, file), { force: true });
  }
  return old.length + (await removeStrays(db, dir, now));
}

async function removeStrays(db: Db, dir: string, now: Date): Promise<number> {
  const names = await readdir(dir).catch(() => []);
  const rows = await db.selectFrom("bulk_changes").select("file").where("file", "is not", null).execute();
  const known = new Set(rows.map(({ file }) => file));
  let removed = 0;
  for (const name of names) {
    const file = path.join(dir, name);
    // Younger ones may belong to an upload that is not finished.
    if (known.has(name) || (await stat(file)).mtimeMs > now.getTime() - DAY_MS) continue;
    await rm(file, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}
