import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { migrate } from "~/db/migrate.server";

/**
 * An empty shop as it was before a migration, to be filled and then upgraded; removed after the test file.
 * @param migration its name, e.g. "20261121T2260_newsletter"
 */
export async function createOlderShop(migration: string): Promise<{
  db: ShopDatabase;
  /** Runs that migration and all after it. */
  upgrade: () => Promise<string[]>;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-older-"));
  const earlier = path.join(folder, "migrations");
  cpSync("migrations", earlier, { recursive: true });
  for (const name of readdirSync(earlier)) if (name >= migration) rmSync(path.join(earlier, name));
  const file = path.join(folder, "kitab.db");
  const db = openDatabase(file);
  await migrate(db, file, earlier);
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { db, upgrade: () => migrate(db, file, path.resolve("migrations")) };
}
