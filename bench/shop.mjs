// Shared by the benchmarks: the built shop with its own data folder, logging in, and the sections of the results.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
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
 * @param env additional environment variables @param folder of the built project, if it is not this one
 * @returns its origin, its process, the milliseconds until it answered, and a function that stops it
 */
export async function startShop(dataDir, env = {}, folder = ROOT) {
  const started = performance.now();
  const child = spawn(process.execPath, [...FLAGS, "scripts/serve.mjs"], {
    cwd: folder,
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

/** Of the sample's customer and of `addBuyers`. */
export const SAMPLE_PASSWORD = "Read-a-book-1";
const MANY = 1_000_000_000;

export function buyerEmail(at) {
  return `buyer${at}@bench.example`;
}

/**
 * Adds customers with an address to a shop on SQLite that has the sample's accounts, and as many copies as they like of as
 * many books. @returns the ids of the addresses
 */
export function addBuyers(dataDir, count) {
  const db = new SQLite(path.join(dataDir, "kitab.db"));
  const now = new Date().toISOString();
  db.prepare("update books set stock = ?, hidden = 0 where id <= ?").run(MANY, count);
  const setting = db.prepare("insert or replace into settings (key, value, updated_at) values (?, ?, ?)");
  setting.run("mostCopies", String(MANY), now);
  const account = db.prepare(
    `insert into accounts (email, password_hash, first_name, last_name, email_confirmed_at, created_at)
     select ?, password_hash, ?, last_name, email_confirmed_at, created_at from accounts
     where email = 'customer@kitab.example'`,
  );
  const address = db.prepare(
    `insert into addresses (account_id, fullname, address1, address2, place, state, pincode, mobile, email, created_at, updated_at)
     values (?, 'A Buyer', '1 Main Road', '', 'Pune', 'Maharashtra', '411001', '9800000000', ?, ?, ?)`,
  );
  const added = Array.from({ length: count }, (_, at) => {
    const { lastInsertRowid } = account.run(buyerEmail(at), `Buyer ${at}`);
    return address.run(lastInsertRowid, buyerEmail(at), now, now).lastInsertRowid;
  });
  db.close();
  return added;
}

/** Of the system's clock, in which it counts processor time. */
const TICK_MS = 10;

/** The processor time of a process so far, in milliseconds. */
export function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
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
