// npm run test:postgres: the unit and route tests and some browser journeys on a PostgreSQL server of their own instead
// of SQLite. Prints 'N passed, N failed' at the end. With files of tests, only these; with --journeys, only journeys.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findChromium } from "../chromium.mjs";
import { bin, build, checkNode, install, ROOT, say } from "../prepare.mjs";
import { attempt, journeyCounts, unitCounts } from "./commands.mjs";
import { SHOP_VARIABLES } from "./environment.mjs";

/** Journeys of buying and of the desk, where the engines could differ; all others are the same on both. */
const JOURNEYS = ["shopping", "staff-orders", "back-office"].map((name) => `e2e/${name}.spec.ts`);

checkNode();
process.chdir(ROOT);
for (const name of SHOP_VARIABLES) delete process.env[name];
install();
process.env.TEST_DATABASE = "postgres";
const results = path.join(ROOT, ".cache/results");
mkdirSync(results, { recursive: true });
let passed = 0;
let failed = 0;

const onlyJourneys = process.argv.includes("--journeys");
const files = process.argv.slice(2).filter((name) => name !== "--journeys");
if (files.length === 0) build();
if (!onlyJourneys) await unitTests();
if (onlyJourneys || files.length === 0) await journeys(files.length > 0 ? files : JOURNEYS);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function unitTests() {
  const file = report("vitest-postgres.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const ok = await attempt(bin("vitest"), ["run", ...reporters, ...files]);
  count(ok, file, unitCounts);
}

async function journeys(names) {
  const file = report("playwright-postgres.json");
  const { tsImport } = await import("tsx/esm/api");
  const { startPostgres } = await tsImport("../../app/test/postgres.ts", import.meta.url);
  const server = await startPostgres();
  const env = {
    ...process.env,
    CHROMIUM: process.env.CHROMIUM || findChromium(),
    E2E_DATABASE_URL: server.urlOf("postgres"),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  };
  try {
    // Without "coverage", which looks at what all journeys have recorded.
    const args = ["test", "--reporter=list,json", "--project=scripts*", ...names];
    const ok = await attempt(bin("playwright"), args, { env });
    count(ok, file, journeyCounts);
  } finally {
    await server.stop();
  }
}

function report(name) {
  const file = path.join(results, name);
  rmSync(file, { force: true });
  return file;
}

/** Adds a runner's counts; a runner that failed counts as one failure at least. */
function count(ok, file, read) {
  const [good, bad] = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : [0, 0];
  passed += good;
  failed += ok ? bad : Math.max(1, bad);
}
