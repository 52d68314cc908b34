// Shared by npm test, npm run test:quick and npm run test:postgres.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { asCommand, bin, NEEDS_SHELL, ROOT, say } from "../prepare.mjs";
import { journeyFailures, unitFailures } from "./failures.mjs";

/** Runs a command in the project's folder and shows its output at once. @returns whether it succeeded */
export async function attempt(program, args, options = {}) {
  return (await start(program, args, { stdio: "inherit", ...options })).ok;
}

/**
 * Like `attempt`, but collects the output, for a command that runs beside others.
 * @param options.timeout milliseconds after which it is stopped @returns isStopped: whether it was stopped
 */
export function inBackground(program, args, options = {}) {
  return start(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
}

function start(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(...asCommand(program, args), { cwd: ROOT, shell: NEEDS_SHELL, ...options });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ ok: code === 0, isStopped: signal === "SIGTERM", output }));
  });
}

/**
 * The type check; tsconfig.json keeps its results in .cache, so that the next run checks only changed files. One checker,
 * since each checks the types that they share again: two cores have other work meanwhile.
 */
export const TYPES = [bin("tsc"), ["--checkers", "1"]];

export const LAYOUT = [bin("oxfmt"), ["--check", "--no-error-on-unmatched-pattern"]];

/**
 * Runs unit and route tests. @param name of the report, in .cache/results
 * @returns how many passed and failed, and a text for each failure
 */
export async function unitTests(name, args, env = process.env) {
  const [report, errors] = [fresh(`${name}.json`), fresh(`${name}-errors.json`)];
  const reporters = ["default", "json", "./scripts/test/failures.mjs"].map((each) => `--reporter=${each}`);
  const ok = await attempt(bin("vitest"), ["run", ...reporters, `--outputFile.json=${report}`, ...args], {
    env: { ...env, UNHANDLED_ERRORS_FILE: errors },
  });
  return counted(ok, report, ({ numPassedTests, ...rest }) => [numPassedTests, unitFailures(rest, errors)]);
}

/** As `unitTests`, for browser journeys. */
export async function journeys(name, args, env) {
  const report = fresh(`${name}.json`);
  const ok = await attempt(bin("playwright"), ["test", "--reporter=list,json", ...args], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return counted(ok, report, (read) => [read.stats.expected + read.stats.flaky, journeyFailures(read)]);
}

/** A run that failed without a failed test, or without a report, counts as one failure. */
function counted(ok, report, read) {
  const [passed, failures] = existsSync(report) ? read(JSON.parse(readFileSync(report, "utf8"))) : [0, []];
  if (!ok && failures.length === 0) failures.push("the runner itself failed: see its output");
  return { passed, failures };
}

function fresh(name) {
  const file = path.join(ROOT, ".cache/results", name);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** The last lines of a run: what failed, and the sum. Ends the process. */
export function finish(passed, failures) {
  for (const failure of failures) say(`\nfailed: ${failure}`);
  say(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}
