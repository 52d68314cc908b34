// npm run test:quick: checks changed files within a minute: their lint and layout, the types, and the unit and route
// tests closest to them. Changed files are those that differ from main, committed or not. npm test does the rest.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { bin, build, install, ROOT, say } from "../prepare.mjs";
import { attempt, inBackground, LAYOUT, TYPES } from "./commands.mjs";

/** Sum of the tests' durations; several files run at once. */
const SECONDS_OF_TESTS = 40;
/** On a busy machine tests and types are cancelled at these times, to end within the minute. */
const TESTS_END_MS = 50_000;
const TYPES_END_MS = 57_000;
/** Durations of test files that this machine has not measured yet. */
const USUAL_SECONDS = { shop: 9, database: 2, other: 0.5 };

const CODE = /\.(?:tsx?|mjs)$/;
const TEST = /\.test\.tsx?$/;

process.chdir(ROOT);
install();

/** The commit at which this branch left main. */
const since =
  ["origin/main", "main"].map((name) => git("merge-base", "HEAD", name)[0]).find(Boolean) ?? "HEAD";
const changed = changedFiles();
if (changed.length === 0) {
  say("Nothing differs from main.");
  process.exit(0);
}
say(`${changed.length} changed files`);

const ended = [];
if (await attempt(bin("react-router"), ["typegen"])) {
  const types = inBackground(...TYPES, {
    timeout: Math.max(1, Math.round(TYPES_END_MS - performance.now())),
  });
  await codeChecks();
  await tests();
  const { ok, isStopped, output } = await types;
  say(output.trim());
  if (isStopped) say("left to npm test: the types, which took too long");
  else ended.push(["types", ok]);
} else ended.push(["types of the routes", false]);

for (const [name, ok] of ended) say(`${ok ? "passed" : "failed"}: ${name}`);
process.exit(ended.every(([, ok]) => ok) ? 0 : 1);

/** Files committed since main, staged, not staged, or new; without deleted ones. */
function changedFiles() {
  const names = [
    ...git("diff", "--name-only", "--diff-filter=d", since),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(names)].filter((name) => existsSync(name));
}

function git(...args) {
  const { stdout } = spawnSync("git", ["-c", "core.quotePath=off", ...args], { cwd: ROOT, encoding: "utf8" });
  return (stdout ?? "").split("\n").filter(Boolean);
}

async function codeChecks() {
  const code = changed.filter((name) => CODE.test(name));
  if (code.length > 0) ended.push(["lint", await attempt(bin("oxlint"), ["--deny-warnings", ...code])]);
  ended.push(["layout", await attempt(LAYOUT[0], [...LAYOUT[1], ...changed])]);
}

async function tests() {
  const wanted = await testFiles();
  const times = lastTimes();
  const chosen = [];
  let seconds = 0;
  for (const name of wanted) {
    seconds += times.get(name) ?? usualSeconds(name);
    if (chosen.length > 0 && seconds > SECONDS_OF_TESTS) break;
    chosen.push(name);
  }
  if (chosen.length === 0) return;
  // Route tests need the built shop.
  if (chosen.some(visitsShop)) build();
  // Imported only after all packages are installed.
  const { runUntil } = await import("./limited-run.mjs");
  const { ok, unfinished } = await runUntil(chosen, TESTS_END_MS);
  const finished = chosen.length - unfinished;
  if (finished > 0 || !ok) ended.push([`${finished} test files`, ok]);
  const left = wanted.length - chosen.length + unfinished;
  if (left > 0) say(`left to npm test: ${left} more test files`);
}

function visitsShop(name) {
  return /\b(?:start(?:Test|Live)|test|own)Shop\b/.test(readFileSync(name, "utf8"));
}

function usualSeconds(name) {
  if (visitsShop(name)) return USUAL_SECONDS.shop;
  const usesDatabase = /\bcreateTestDatabase\b/.test(readFileSync(name, "utf8"));
  return usesDatabase ? USUAL_SECONDS.database : USUAL_SECONDS.other;
}

/** Changed tests first, then those in the folders of changed files, then those that import one, directly or not. */
async function testFiles() {
  const own = changed.filter((name) => TEST.test(name));
  const folders = [...new Set(changed.filter((name) => CODE.test(name)).map((name) => path.dirname(name)))];
  const beside = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => TEST.test(name))
      .map((name) => path.posix.join(folder, name)),
  );
  return [...new Set([...own, ...beside, ...(await importing())])];
}

async function importing() {
  const file = path.join(ROOT, ".cache/importing.json");
  rmSync(file, { force: true });
  await inBackground(bin("vitest"), ["list", "--filesOnly", `--changed=${since}`, `--json=${file}`]);
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, "utf8")).map((one) => path.relative(ROOT, one.file));
}

/** Seconds of each test file in the last npm test on this machine. */
function lastTimes() {
  const file = path.join(ROOT, ".cache/results/vitest.json");
  if (!existsSync(file)) return new Map();
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [
      path.relative(ROOT, name),
      (endTime - startTime) / 1000,
    ]),
  );
}
