// wrk as the load of the benchmarks: it needs less of the processor than a load made in Node.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { inTurn } from "./fairness.mjs";

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
export const CONNECTIONS = 32;
export const HAS_WRK = spawnSync("wrk", ["--version"]).error === undefined;

/**
 * @param given.cookies of visitors who ask in turn @param given.script lines of Lua that make the requests
 * @returns answers a second, the 99th percentile as a number of milliseconds and as wrk writes it, all answers, and what
 * went wrong
 */
export async function runWrk({
  url,
  method = "GET",
  headers = {},
  body = "",
  cookies,
  script: requests = cookies ? inTurn(cookies) : "",
  expect = 200,
  seconds = SECONDS,
  connections = CONNECTIONS,
}) {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-wrk-"));
  const script = path.join(folder, "load.lua");
  const fields = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  const lines = [`wrk.method = "${method}"`, `wrk.body = ${JSON.stringify(body)}`, ...fields, requests];
  writeFileSync(script, lines.join("\n"));
  const args = ["-t1", `-c${connections}`, `-d${seconds}`, "--latency", "-s", script, url];
  const { stdout: text } = await promisify(execFile)("wrk", args);
  rmSync(folder, { recursive: true });
  const find = (pattern) => pattern.exec(text)?.[1] ?? "";
  const wrong = find(/Non-2xx or 3xx responses: (\d+)/);
  const broken = find(/(Socket errors: .*)/);
  const p99 = find(/^\s+99%\s+(\S+)/m);
  return {
    rate: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p99,
    p99Ms: Number.parseFloat(p99) * (p99.endsWith("us") ? 0.001 : p99.endsWith("ms") ? 1 : 1000),
    answers: Number(find(/(\d+) requests in/)),
    wrong: [wrong && `${wrong} refused`, broken, expect === 200 || !wrong ? "" : "!"]
      .filter(Boolean)
      .join(" "),
  };
}
