import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { migrate } from "~/db/migrate.server";

let template: Promise<string> | undefined;

async function migratedTemplate(): Promise<string> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-template-")), "kitab.db");
  const db = openDatabase(file);
  await migrate(db, file, path.resolve("migrations"));
  await db.close();
  return file;
}

/** Tests end processes, never the machine: what the system has is written, and waiting for the disk costs time alone. */
export function withoutSync(db: ShopDatabase) {
  db.executeScript("pragma synchronous = off");
}

/**
 * A real, migrated, empty SQLite file of its own, removed after the test file.
 * The schema is migrated once per process and copied.
 */
export async function createTestDatabase(): Promise<ShopDatabase & { file: string }> {
  const source = await (template ??= migratedTemplate());
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-test-"));
  const file = path.join(folder, "kitab.db");
  copyFileSync(source, file);
  const db = openDatabase(file);
  withoutSync(db);
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return Object.assign(db, { file });
}
