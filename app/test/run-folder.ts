import { mkdtempSync, rmSync } from "node:fs";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { isOnPostgres, startPostgres } from "./databases/postgres";
import { makeTemplate } from "./databases/postgres-databases";

/**
 * Global set-up: all temporary files of a run go into one folder, which is removed at the end, even after failures. For
 * tests on PostgreSQL one server is started.
 */
export default async function prepareRun() {
  // The shop's threads of pictures, documents and imports leave the processor to pages. Between the workers of a run they
  // would hardly get it, and tests wait for them: here all have their priority.
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
  if (os.getPriority() < PRIORITY_BELOW_NORMAL) os.setPriority(PRIORITY_BELOW_NORMAL);
  // Vitest calls this for each of its projects: the first one starts the server.
  const server = isOnPostgres && !process.env.TEST_POSTGRES ? await startPostgres() : null;
  if (server) {
    process.env.TEST_POSTGRES = server.urlOf("postgres");
    await makeTemplate().catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
  }
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-run-"));
  process.env.TMPDIR = folder;
  return async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
