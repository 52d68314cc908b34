// npm test: everything that must hold, on a fresh checkout, in one command:
// lint, types, build, unit and route tests, browser journeys. Ends with 'N passed, N failed'.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { bin, build, checkNode, install, ROOT, say } from "./prepare.mjs";
import { findChromium } from "./chromium.mjs";

checkNode();
process.chdir(ROOT);
install();

const results = path.join(ROOT, ".cache/results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
let passed = 0;
let failed = 0;

step("lint", () => {
  command(bin("oxlint"), ["--deny-warnings"]);
  command(bin("prettier"), ["--check", "--log-level", "warn", "."]);
});
step("types", () => {
  command(bin("react-router"), ["typegen"]);
  command(bin("tsc"), ["--noEmit"]);
});
build();
step("unit and route tests", () => {
  const file = path.join(results, "vitest.json");
  const ok = attempt(bin("vitest"), [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  count(ok, file, (report) => [report.numPassedTests, report.numFailedTests + report.numFailedTestSuites]);
});
step("browser journeys", () => {
  const file = path.join(results, "playwright.json");
  const env = { ...process.env, CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const ok = attempt(bin("playwright"), ["test", "--reporter=list,json"], { env });
  count(ok, file, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]);
});

say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function step(name, work) {
  say(`\n── ${name}`);
  const started = Date.now();
  work();
  say(`── ${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}

/** A check that passes or fails as one. */
function command(program, args) {
  if (attempt(program, args)) passed += 1;
  else failed += 1;
}

function attempt(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: ROOT, stdio: "inherit", ...options });
  return result.status === 0;
}

/** Adds a runner's own counts; a runner that died without a report has failed once. */
function count(ok, file, read) {
  const [good, bad] = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : [0, 0];
  passed += good;
  failed += ok ? bad : Math.max(1, bad);
}
