// npm test: all checks in one command, also on a fresh checkout: lint, types, build, unit and route tests, browser
// journeys. Prints 'N passed, N failed' at the end.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { bin, checkNode, install, ROOT, say } from "./prepare.mjs";
import { findChromium } from "./chromium.mjs";
import { SHOP_VARIABLES } from "./test/environment.mjs";
import { attempt, inBackground, journeyCounts, LAYOUT, TYPES, unitCounts } from "./test/commands.mjs";

checkNode();
process.chdir(ROOT);
for (const name of SHOP_VARIABLES) delete process.env[name];
install();

const results = path.join(ROOT, ".cache/results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
let passed = 0;
let failed = 0;

const routes = inBackground(bin("react-router"), ["typegen"]);
const types = routes.then(() => inBackground(...TYPES));
await step("lint and build", async () => {
  check("oxlint", await attempt(bin("oxlint"), ["--deny-warnings"]));
  check("oxfmt", await attempt(LAYOUT[0], [...LAYOUT[1], "."]));
  check(
    "build",
    await attempt(process.execPath, ["-e", "import('./scripts/prepare.mjs').then((p) => p.build())"]),
  );
});
await step("types, the rest", async () => {
  await finished("types of the routes", routes);
  await finished("tsc", types);
});
await step("unit and route tests", async () => {
  const file = path.join(results, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const ok = await attempt(bin("vitest"), ["run", ...reporters]);
  count(ok, file, unitCounts);
});
await step("browser journeys", async () => {
  const file = path.join(results, "playwright.json");
  const env = { ...process.env, CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const ok = await attempt(bin("playwright"), ["test", "--reporter=list,json"], { env });
  count(ok, file, journeyCounts);
});

say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function step(name, work) {
  say(`\n── ${name}`);
  const started = performance.now();
  await work();
  say(`── ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}

/** Shows what a check in the background said, and counts it. */
async function finished(name, work) {
  const { ok, output } = await work;
  say(output.trim());
  check(name, ok);
}

/** Counts a check as one pass or failure. */
function check(name, ok) {
  if (ok) passed += 1;
  else {
    failed += 1;
    say(`${name} failed`);
  }
}

/** Adds a runner's counts; a runner without a report counts as one failure. */
function count(ok, file, read) {
  const [good, bad] = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : [0, 0];
  passed += good;
  failed += ok ? bad : Math.max(1, bad);
}
