// npm run bench:postgres: customers who add books to their carts and order them through the JSON API, all at once: on
// SQLite, and over a PostgreSQL that waits for the disk, on this machine and behind the round trip of a network. Needs
// PostgreSQL's programs (app/test/databases/postgres.ts). Writes its section of bench/results.md. By environment variables:
// BENCH_SECONDS for each of additions and orders; BENCH_PROCESSES=2 measures PostgreSQL with two processes, too;
// BENCH_TITLES=1 lets all buy one book; BENCH_LABEL=before for a section of its own; BENCH_ONLY="SQLite|+ 3 ms" for the rows with these texts alone.
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus } from "node:os";
import pg from "pg";
import { bin, build, install, ROOT, run, say } from "../scripts/prepare.mjs";
import {
  addBuyers,
  buyerEmail,
  cpuMs,
  fillShop,
  firstLine,
  SAMPLE_PASSWORD,
  startShop,
  writeSection,
} from "./shop.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_SECONDS = 2;
const MOST_PROCESSES = Number(process.env.BENCH_PROCESSES ?? 1);
const LABEL = process.env.BENCH_LABEL;
const ONLY = (process.env.BENCH_ONLY ?? "").split("|");
const CUSTOMERS = 64;
/** Different books that they buy: one, BENCH_TITLES=1, is the worst case. */
const TITLES = Number(process.env.BENCH_TITLES ?? CUSTOMERS);
const PROBES = 100;

class Refused extends Error {}

process.chdir(ROOT);
install();
build();

const filled = ".cache/bench-200";
fillShop(filled, { books: 200 });
// Its first start makes the sample's accounts.
await (await startShop(filled)).stop();
const dataDir = ".cache/bench-buying";
rmSync(dataDir, { recursive: true, force: true });
cpSync(filled, dataDir, { recursive: true });
const addresses = addBuyers(dataDir, CUSTOMERS);
const shared = { SESSION_SECRET: "a secret of the benchmark, long enough" };
const first = await startShop(dataDir, shared);
const customers = [];
for (const [at, addressId] of addresses.entries())
  customers.push({ token: await signIn(first.origin, buyerEmail(at)), addressId, bookId: 1 + (at % TITLES) });
await first.stop();

const postgres = spawn(bin("tsx"), ["bench/postgres.ts"], { stdio: ["pipe", "pipe", "inherit"] });
const direct = await firstLine(postgres, /^(postgres:\S+)/m);
const socket = `${new URL(direct).searchParams.get("host")}/.s.PGSQL.5432`;
run(process.execPath, ["scripts/move.mjs", "--to", direct, "--data", dataDir], { stdio: "ignore" });

const ways = [
  ["SQLite", null, [16]],
  ["PostgreSQL on this machine", "direct", [16]],
  ["+ 0 ms a round trip, TCP", 0, [16]],
  ["+ 1 ms", 1, [16]],
  ["+ 3 ms", 3, [4, 16, 64]],
  ["+ 20 ms", 20, [4, 16, 64]],
  // Only the way is the limit: neither the processor nor the connections are.
  ["+ 40 ms, 50 writers", 40, [4, 16, 64], { DATABASE_WRITERS: "50" }],
].filter(([name]) => ONLY.some((text) => name.includes(text)));
const rows = [];
for (const [name, way, counts, settings] of ways) {
  const most = way === null ? 1 : MOST_PROCESSES;
  for (let processes = 1; processes <= most; processes += 1)
    await measure(name, way, { counts, processes, settings });
}
postgres.stdin.end();
rmSync(dataDir, { recursive: true });

writeSection(`Last results of \`npm run bench:postgres\`${LABEL ? `, ${LABEL}` : ""}`, [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores. Customers of the JSON API, each as quick as the shop answers: ${SECONDS} s of additions to carts, then ${SECONDS} s in which each adds a copy and orders. Each has a book of their own${TITLES < CUSTOMERS ? `, of ${TITLES} in all` : ""}, and each order takes the place of their unpaid one. The load, the shop and PostgreSQL, which waits for the disk, share the machine. 'Round trip' is what \`select 1\` took on the idle way, in the median; the distance is half each way. 'Processor' is the time in milliseconds, of the shop and of PostgreSQL, of an order with the addition before it.`,
  "",
  "| database | round trip | processes | customers | additions a second | orders a second | an order, median | p99 | processor | refused |",
  "|---|---|---|---|---|---|---|---|---|---|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
]);
process.exit(0);

/** @param way null: SQLite; "direct"; or the milliseconds of a round trip to PostgreSQL */
async function measure(name, way, { counts, processes, settings }) {
  const distance = typeof way === "number" ? await openWay(way) : null;
  const DATABASE_URL = distance?.url ?? (way === null ? undefined : direct);
  if (DATABASE_URL) await ageOrders();
  const env = { ...shared, ...settings, ...(DATABASE_URL && { DATABASE_URL }) };
  const shops = await Promise.all(Array.from({ length: processes }, () => startShop(dataDir, env)));
  const origins = shops.map(({ origin }) => origin);
  const roundTrip = DATABASE_URL ? `${(await roundTripTo(DATABASE_URL)).toFixed(2)} ms` : "";
  for (const count of counts) {
    const load = (seconds, work) => atOnce(origins, customers.slice(0, count), seconds, work);
    await load(WARM_SECONDS, order);
    const additions = await load(SECONDS, add);
    const before = [spentBy(shops), spentByPostgres()];
    const orders = await load(SECONDS, order);
    const spent = [spentBy(shops) - before[0], spentByPostgres() - before[1]];
    rows.push([
      name,
      roundTrip,
      processes,
      count,
      Math.round(additions.rate),
      Math.round(orders.rate),
      `${Math.round(orders.medianMs)} ms`,
      `${Math.round(orders.p99Ms)} ms`,
      spent.map((ms) => (ms / orders.count).toFixed(1)).join(" + "),
      additions.refused + orders.refused || "",
    ]);
    say(rows.at(-1).join(" | "));
  }
  await Promise.all(shops.map((shop) => shop.stop()));
  distance?.close();
}

async function signIn(origin, username) {
  const { accessToken } = await call(origin, null, "/auth/authenticate", {
    username,
    password: SAMPLE_PASSWORD,
  });
  if (!accessToken) throw new Error(`${username} could not log in`);
  return accessToken;
}

async function add(customer) {
  await call(customer.origin, customer, "/carts/", { bookId: customer.bookId, qty: 1 });
  customer.copies += 1;
}

/** Adds a copy and orders. @returns when the order began */
async function order(customer) {
  await add(customer);
  const { origin, bookId, copies, addressId } = customer;
  const began = performance.now();
  const cartItems = [{ bookId, qty: copies }];
  await call(origin, customer, "/checkout/checkout", { address: addressId, cartItems });
  return began;
}

/**
 * All do their work again and again. @param work may return when what counts began
 * @returns how often a second it was done, how long it took, and how often it was refused
 */
async function atOnce(origins, all, seconds, work) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  let refused = 0;
  const ready = await Promise.all(
    all.map((one, at) => withCart({ ...one, agent, origin: origins[at % origins.length] })),
  );
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(ready.map(repeat));
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const quantile = (share) => times[Math.floor(times.length * share)] ?? 0;
  return {
    rate: times.length / took,
    count: times.length,
    medianMs: quantile(0.5),
    p99Ms: quantile(0.99),
    refused,
  };

  async function repeat(customer) {
    while (performance.now() < until)
      try {
        const before = performance.now();
        const began = (await work(customer)) ?? before;
        times.push(performance.now() - began);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused += 1;
        Object.assign(customer, await withCart(customer));
      }
  }
}

/** A customer with the number of copies in the cart. */
async function withCart(customer) {
  const [line] = await call(customer.origin, customer, "/carts/all");
  return { ...customer, copies: line?.qty ?? 0 };
}

/** @returns the answer of a call of the API @throws when it is refused */
function call(origin, caller, path, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const options = { method: body ? "POST" : "GET", headers, agent: caller?.agent };
    const sent = request(`${origin}/api/v1${path}`, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk) => (text += chunk));
      answer.on("end", () => {
        const json = JSON.parse(text);
        if (answer.statusCode === 200 && json.result !== 0) resolve(json);
        else reject(new Refused(`${path}: ${answer.statusCode} ${text}`));
      });
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** A way to PostgreSQL that is as long. */
async function openWay(roundTripMs) {
  const way = spawn(process.execPath, ["bench/distance.mjs", socket, String(roundTripMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const port = await firstLine(way, /^port (\d+)/m);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, close: () => way.stdin.end() };
}

/** A shop that starts asks the gateway about all recent orders: here those of the rows before, which is not what is measured. */
async function ageOrders() {
  const client = new pg.Client(direct);
  await client.connect();
  await client.query(
    "set session_replication_role = replica; update orders set placed_at = '2026-01-01T00:00:00.000Z'",
  );
  await client.query("vacuum analyze");
  await client.end();
}

/** The median of `select 1` in milliseconds. */
async function roundTripTo(url) {
  const client = new pg.Client(url);
  await client.connect();
  const times = [];
  for (let n = 0; n < PROBES; n += 1) {
    const started = performance.now();
    await client.query("select 1");
    times.push(performance.now() - started);
  }
  await client.end();
  return times.sort((a, b) => a - b)[PROBES >> 1];
}

/** The processor time of the shop's processes so far, in milliseconds. */
function spentBy(shops) {
  return shops.reduce((sum, { child }) => sum + cpuMs(child.pid), 0);
}

/** The same of PostgreSQL's: all that work in its folder. */
function spentByPostgres() {
  const folder = new URL(direct).searchParams.get("host");
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  let sum = 0;
  for (const pid of pids)
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
      const isIts = [pid, parent].some((one) =>
        readFileSync(`/proc/${one}/cmdline`, "utf8").includes(`${folder}/data`),
      );
      if (isIts) sum += cpuMs(pid);
    } catch {
      // It has ended meanwhile.
    }
  return sum;
}
