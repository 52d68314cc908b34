// Shared by the benchmarks: the built shop with its own data folder, logging in, and the sections of the results.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bin, ROOT, run } from "../scripts/prepare.mjs";

const RESULTS = path.join(ROOT, "bench/results.md");

/** The node flags of npm start. */
const FLAGS =
  /--\S+(?: --\S+)*/
    .exec(JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).scripts.start)?.[0]
    .split(" ") ?? [];

/** Fills `dataDir` with sample books and orders up to these numbers. */
export function fillShop(dataDir, { books, orders = 0 }) {
  const wanted = ["--books", String(books), "--orders", String(orders), "--data", dataDir];
  run(bin("tsx"), ["scripts/sample.ts", ...wanted], { stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * Starts the built shop on a data folder, as `npm start` does: it waits for the disk.
 * @param env additional environment variables
 * @returns its origin, its process, the milliseconds until it answered, and a function that stops it
 */
export async function startShop(dataDir, env = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, [...FLAGS, "scripts/serve.mjs"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      SAMPLE_CATALOGUE: "off",
      RATE_LIMIT: "off",
      FORM_TIMING: "off",
      LOG_LEVEL: "warn",
      WORKERS: process.env.WORKERS ?? "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // If the benchmark ends early, stop the shop too.
  process.once("exit", () => child.kill());
  const origin = await firstLine(child, /^The shop is open at (\S+)/m);
  await (await fetch(`${origin}/healthz`)).text();
  const ready = performance.now() - started;
  const stop = async () => {
    child.kill();
    await new Promise((resolve) => child.once("exit", resolve));
  };
  return { origin, child, ready, stop };
}

/** The first group of the pattern in the output of the process. */
export function firstLine(child, pattern) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

/** Logs in as one of the sample accounts. @returns the Cookie header of the session */
export async function signIn(origin, username, password) {
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ username, password }).toString(),
  });
  return sessionOf(response);
}

export function sessionOf(response) {
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith("kitab="));
  return line?.split(";")[0] ?? "";
}

/** Replaces one benchmark's section of results.md; the others stay as they are. */
export function writeSection(heading, lines) {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, "utf8") : "";
  const sections = text.split(/^(?=# )/m).filter((section) => section.trim() !== "");
  const section = [`# ${heading}`, "", ...lines, ""].join("\n");
  const at = sections.findIndex((other) => other.startsWith(`# ${heading}\n`));
  if (at === -1) sections.push(section);
  else sections[at] = section;
  writeFileSync(RESULTS, sections.map((one) => `${one.trim()}\n`).join("\n"));
}
