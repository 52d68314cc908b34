import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrate.server";

let template: Promise<string> | undefined;
let opened: ShopDatabase[] = [];

async function migratedTemplate(): Promise<string> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-template-")), "kitab.db");
  const db = openDatabase(file);
  await updateDatabase(db, file, path.resolve("migrations"));
  await db.close();
  return file;
}

/** Tests end processes, never the machine: what the system has is written, and waiting for the disk costs time alone. */
export function withoutSync(db: ShopDatabase) {
  db.executeScript("pragma synchronous = off");
}

/**
 * A real, migrated, empty SQLite file of its own, closed after the test file and removed after the run.
 * The schema is migrated once per process and copied.
 */
export async function createTestDatabase(): Promise<ShopDatabase & { file: string }> {
  const source = await (template ??= migratedTemplate());
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-test-")), "kitab.db");
  copyFileSync(source, file);
  const db = openDatabase(file);
  withoutSync(db);
  opened.push(db);
  return Object.assign(db, { file });
}

export async function closeTestDatabases() {
  for (const db of opened) await db.close();
  opened = [];
}
