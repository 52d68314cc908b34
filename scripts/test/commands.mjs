// Shared by npm test, npm run test:quick and npm run test:postgres.
import { spawn } from "node:child_process";
import path from "node:path";
import { bin, ROOT } from "../prepare.mjs";

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
    const child = spawn(program, args, { cwd: ROOT, ...options });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ ok: code === 0, isStopped: signal === "SIGTERM", output }));
  });
}

/**
 * The type check, with results kept in .cache, so that the next run checks only changed files. One checker, since each
 * checks the types that they share again: two cores have other work meanwhile.
 */
export const TYPES = [
  process.execPath,
  [
    path.join(ROOT, "node_modules/typescript-7/bin/tsc"),
    "--noEmit",
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    ".cache/types.tsbuildinfo",
  ],
];

export const LAYOUT = [bin("oxfmt"), ["--check", "--no-error-on-unmatched-pattern"]];

/** @param report of vitest's JSON reporter @returns how many tests passed and failed */
export function unitCounts({ numPassedTests, numFailedTests, testResults }) {
  // A file that could not be loaded counts as one failure, though it has no failed test.
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.every((test) => test.status !== "failed");
  });
  return [numPassedTests, numFailedTests + broken.length];
}

/** @param report of Playwright's JSON reporter @returns how many journeys passed and failed */
export const journeyCounts = ({ stats }) => [stats.expected + stats.flaky, stats.unexpected];
