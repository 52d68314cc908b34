// npm run bench:workers: what a second worker adds. Pages of a signed-in customer a second, with one process and with two
// workers, side by side on copies of the same shop and measured in turn; the processor time of each request, in the shop
// and in the load, which runs on the same machine; how many of the load's connections each worker has; what memory a
// further worker takes; and what two processes that only compute do on this machine. Needs wrk. Writes its section of
// bench/results.md.
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { cpuMs, fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** Of each page, twice, before any is measured: until every worker has compiled its code as all pages together need it. */
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 4);
const BOOKS = Number(process.env.BENCH_BOOKS ?? 1000);
const CONNECTIONS = 32;
const PAUSE_MS = 300;
const PAGES = ["/orders", "/account", "/wishlist", "/cart", "/books?q=river"];

process.chdir(ROOT);
install();
build();

const dataDir = process.env.BENCH_DATA ?? `.cache/bench-${BOOKS}`;
if (!process.env.BENCH_DATA) fillShop(dataDir, { books: BOOKS });
// The shop with one process and the shop with two workers stand side by side, each on a copy, and are measured in turn: the
// pace of a machine that is shared changes from minute to minute.
const shops = [await openShop(1), await openShop(2)];
const rows = [];
const scales = [];
const pairs = [];
for (const page of PAGES) {
  const rounds = { 1: [], 2: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const shop of round % 2 === 0 ? shops : shops.toReversed()) {
      rounds[shop.workers].push(await measure(shop, page));
    }
  }
  scales.push(await computeTwice());
  const ratios = rounds[1].map((one, round) => rounds[2][round].rate / one.rate);
  pairs.push(...ratios);
  rows.push([page, ...cells(rounds[1]), ...cells(rounds[2]), rounds[2].at(-1).connections, spread(ratios)]);
  say(rows.at(-1).join(" | "));
}
const memory = shops.map(({ pids }) => pids.map(pss));
for (const { stop } of shops) await stop();
const three = await openShop(3);
for (const page of PAGES) await measure(three, page);
memory.push(three.pids.map(pss));
await three.stop();

writeSection("Last results of `npm run bench:workers`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} books, ${CONNECTIONS} connections, a signed-in customer. Each page was asked for ${SECONDS} s of the shop with one process and ${SECONDS} s of the shop with two workers, in turn, ${ROUNDS} times: medians, and for the last column the least and the most of the ${ROUNDS} pairs. The load (wrk) runs on the same machine. Processor time is in milliseconds of a request: the shop's, with the compiler's and the memory's threads, and the load's.`,
  "",
  "| page | one process | p99 | processor | two workers | p99 | processor | connections of each | times as many |",
  "|---|---|---|---|---|---|---|---|---|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  `All ${pairs.length} pairs: ${spread(pairs)} times as many. Two processes that only compute did ${scales.map((scale) => scale.toFixed(2)).join(", ")} times as much as one, after each row.`,
  "",
  `Memory after it, pages shared by several processes divided among them (PSS): ${memory[0].join(", ")} MB with one process; with two workers ${memory[1].join(", ")} MB (the primary first), with three ${memory[2].join(", ")} MB. So the third took ${sum(memory[2]) - sum(memory[1])} MB more of the machine.`,
]);
process.exit(0);

/** A shop on a copy of the data, warm, with a customer signed in. */
async function openShop(workers) {
  const copy = `.cache/bench-workers-${workers}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  const { origin, child, stop } = await startShop(copy, { WORKERS: String(workers) });
  const cookie = await signIn(origin, "customer@kitab.example", "Read-a-book-1");
  const script = path.join(copy, "load.lua");
  writeFileSync(script, `wrk.headers["Cookie"] = ${JSON.stringify(cookie)}`);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  const pids = [child.pid, ...(children ? children.split(" ") : [])];
  const serving = workers === 1 ? pids : pids.slice(1);
  const socketsBefore = serving.map(sockets);
  for (const page of [...PAGES, ...PAGES]) await load(origin + page, script, WARM_SECONDS);
  return { workers, origin, script, pids, serving, socketsBefore, stop };
}

async function measure({ workers, origin, script, pids, serving, socketsBefore }, page) {
  // The connections of the load before end while the next ones begin, and those that have begun are never moved.
  await delay(PAUSE_MS);
  const cpuBefore = pids.map(cpuMs);
  const running = load(origin + page, script, SECONDS);
  await delay((SECONDS * 1000) / 2);
  const connections = serving.map((pid, at) => sockets(pid) - socketsBefore[at]).join(" + ");
  const { text, cpu } = await running;
  if (/Non-2xx/.test(text)) throw new Error(`${page}: ${text}`);
  const answers = Number(/(\d+) requests in/.exec(text)[1]);
  const shopCpu = sum(pids.map((pid, at) => cpuMs(pid) - cpuBefore[at]));
  const [, p99, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)/m.exec(text);
  const found = {
    rate: Number(/Requests\/sec:\s+(\S+)/.exec(text)[1]),
    p99Ms: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit],
    shopMs: shopCpu / answers,
    loadMs: cpu / answers,
    connections,
  };
  say(`${workers} ${page} ${JSON.stringify(found)}`);
  return found;
}

/** Of all rounds with one shop: answers a second, p99, and processor time. */
function cells(rounds) {
  const of = (name) => median(rounds.map((round) => round[name]));
  return [
    `${Math.round(of("rate"))}/s`,
    `${Math.round(of("p99Ms"))} ms`,
    `${of("shopMs").toFixed(2)} + ${of("loadMs").toFixed(2)}`,
  ];
}

/** Their median, and the least and the most of them. */
function spread(numbers) {
  const [least, middle, most] = [Math.min(...numbers), median(numbers), Math.max(...numbers)];
  return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/** @returns what wrk says, and its processor time in milliseconds */
async function load(url, script, seconds) {
  const command = 'TIMEFORMAT="cpu %U %S"; time wrk "$@"';
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, "--latency", "-s", script, url];
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", command, "wrk", ...args]);
  const [, user, system] = /cpu (\S+) (\S+)/.exec(stderr);
  return { text: stdout, cpu: 1000 * (Number(user) + Number(system)) };
}

/** How much more two processes get done that only compute than one alone. */
async function computeTwice() {
  const [alone] = await compute(1);
  const together = await compute(2);
  return sum(together) / alone;
}

/**
 * The text is some megabytes, as what a page's work touches: processes share the machine's memory, not only its cores.
 * @returns how often each of so many processes wrote and read the same text within two seconds
 */
function compute(processes) {
  const work = `const list = Array.from({ length: 20_000 }, (_, at) => ({ at, name: "a book".repeat(at % 9) }));
    let times = 0;
    for (const end = Date.now() + 2000; Date.now() < end; times += 1) JSON.parse(JSON.stringify(list));
    console.log(times);`;
  return Promise.all(
    Array.from({ length: processes }, async () =>
      Number((await promisify(execFile)(process.execPath, ["-e", work])).stdout),
    ),
  );
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

function sockets(pid) {
  const of = `/proc/${pid}/fd`;
  const target = (name) => {
    try {
      return readlinkSync(`${of}/${name}`);
    } catch {
      return ""; // closed meanwhile
    }
  };
  return readdirSync(of).filter((name) => target(name).startsWith("socket:")).length;
}

function pss(pid) {
  return Math.round(
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024,
  );
}
