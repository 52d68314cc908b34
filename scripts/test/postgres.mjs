// npm run test:postgres: the unit and route tests and some browser journeys on a PostgreSQL server of their own instead
// of SQLite. Prints 'N passed, N failed' at the end. With files of tests, only these; with --journeys, only journeys.
import { findChromium } from "../chromium.mjs";
import { build, install, ROOT } from "../prepare.mjs";
import { finish, journeys, unitTests } from "./commands.mjs";
import { SHOP_VARIABLES } from "./environment.mjs";

/** Journeys of buying and of the desk, where the engines could differ; all others are the same on both. */
const JOURNEYS = ["shopping", "staff-orders", "back-office"].map((name) => `e2e/${name}.spec.ts`);

process.chdir(ROOT);
for (const name of SHOP_VARIABLES) delete process.env[name];
install();
process.env.TEST_DATABASE = "postgres";

const onlyJourneys = process.argv.includes("--journeys");
const files = process.argv.slice(2).filter((name) => name !== "--journeys");
if (files.length === 0) build();
const runs = [];
if (!onlyJourneys) runs.push(await unitTests("vitest-postgres", files));
if (onlyJourneys || files.length === 0) runs.push(await onServer(files.length > 0 ? files : JOURNEYS));
finish(
  runs.reduce((sum, { passed }) => sum + passed, 0),
  runs.flatMap(({ failures }) => failures),
);

async function onServer(names) {
  const { tsImport } = await import("tsx/esm/api");
  const { startPostgres } = await tsImport("../../app/test/databases/postgres.ts", import.meta.url);
  const server = await startPostgres();
  const env = {
    ...process.env,
    CHROMIUM: process.env.CHROMIUM || findChromium(),
    E2E_DATABASE_URL: server.urlOf("postgres"),
  };
  try {
    // Without "coverage", which looks at what all journeys have recorded.
    return await journeys("playwright-postgres", ["--project=scripts*", ...names], env);
  } finally {
    await server.stop();
  }
}
