import path from "node:path";
import { openDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { startPostgres, type TestServer } from "./postgres";

/** A PostgreSQL server of a test's own, with a migrated, empty database: to be killed, or with other settings. */
export async function ownPostgres(settings: Record<string, string>): Promise<TestServer & { url: string }> {
  const server = await startPostgres(undefined, settings);
  const url = server.urlOf("postgres");
  const db = openDatabase(url);
  await updateDatabase(db, path.resolve("migrations"));
  await db.close();
  return { ...server, url };
}
