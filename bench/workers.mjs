// npm run bench:workers: what a second worker adds. Pages of a signed-in customer a second, with one process and with two
// workers, on the same shop; the processor time of each request, in the shop and in the load, which runs on the same
// machine; how many of the load's connections each worker has; what memory a further worker takes; and what two processes
// that only compute do on this machine. Needs wrk. Writes its section of bench/results.md.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** Of each page, twice, before any is measured: until every worker has compiled its code as all pages together need it. */
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 4);
const BOOKS = Number(process.env.BENCH_BOOKS ?? 1000);
const CONNECTIONS = 32;
const PAUSE_MS = 300;
const PAGES = ["/orders", "/account", "/wishlist", "/cart", "/books?q=river"];
/** Of the system's clock, in which it counts processor time. */
const TICK_MS = 10;

process.chdir(ROOT);
install();
build();

const dataDir = process.env.BENCH_DATA ?? `.cache/bench-${BOOKS}`;
if (!process.env.BENCH_DATA) fillShop(dataDir, { books: BOOKS });
const measured = {};
const memory = {};
const scales = [await computeTwice()];
for (const workers of [1, 2]) {
  await measure(workers);
  scales.push(await computeTwice());
}
// For its memory.
await measure(3);

const rows = PAGES.map((page) => {
  const [one, two] = [measured[1][page], measured[2][page]];
  const cells = ({ rate, p99, shopMs, loadMs }) => [`${rate}/s`, p99, `${shopMs} + ${loadMs}`];
  return [page, ...cells(one), ...cells(two), two.connections, (two.rate / one.rate).toFixed(2)];
});
writeSection("Last results of `npm run bench:workers`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} books, ${CONNECTIONS} connections, ${SECONDS} s a row, a signed-in customer. The load (wrk) runs on the same machine. Processor time is in milliseconds of a request: the shop's, with the compiler's and the memory's threads, and the load's.`,
  "",
  "| page | one process | p99 | processor | two workers | p99 | processor | connections of each | times as many |",
  "|---|---|---|---|---|---|---|---|---|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  `Two processes that only compute did ${scales.map((scale) => scale.toFixed(2)).join(", ")} times as much as one, before, between and after these rows.`,
  "",
  `Memory after it, pages shared by several processes divided among them (PSS): ${memory[1].join(", ")} MB with one process; with two workers ${memory[2].join(", ")} MB (the primary first), with three ${memory[3].join(", ")} MB. So the third took ${sum(memory[3]) - sum(memory[2])} MB more of the machine.`,
]);
process.exit(0);

async function measure(workers) {
  const { origin, child, stop } = await startShop(dataDir, { WORKERS: String(workers) });
  const cookie = await signIn(origin, "customer@kitab.example", "Read-a-book-1");
  const script = path.join(ROOT, ".cache/workers.lua");
  writeFileSync(script, `wrk.headers["Cookie"] = ${JSON.stringify(cookie)}`);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  const pids = [child.pid, ...(children ? children.split(" ") : [])];
  const serving = workers === 1 ? pids : pids.slice(1);
  const socketsBefore = serving.map(sockets);
  measured[workers] = {};
  for (const page of [...PAGES, ...PAGES]) await load(origin + page, script, WARM_SECONDS);
  for (const page of PAGES) {
    const run = (seconds) => load(origin + page, script, seconds);
    await run(1);
    // The load's connections would end while the next ones begin, and those that have begun are never moved.
    await delay(PAUSE_MS);
    const cpuBefore = pids.map(cpuMs);
    const running = run(SECONDS);
    await delay((SECONDS * 1000) / 2);
    const connections = serving.map((pid, at) => sockets(pid) - socketsBefore[at]).join(" + ");
    const { text, cpu } = await running;
    if (/Non-2xx/.test(text)) throw new Error(`${page}: ${text}`);
    const answers = Number(/(\d+) requests in/.exec(text)[1]);
    const shopCpu = sum(pids.map((pid, at) => cpuMs(pid) - cpuBefore[at]));
    measured[workers][page] = {
      rate: Math.round(Number(/Requests\/sec:\s+(\S+)/.exec(text)[1])),
      p99: /^\s+99%\s+(\S+)/m.exec(text)[1],
      shopMs: (shopCpu / answers).toFixed(2),
      loadMs: (cpu / answers).toFixed(2),
      connections,
    };
    say(`${workers} ${page} ${JSON.stringify(measured[workers][page])}`);
  }
  memory[workers] = pids.map(pss);
  await stop();
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

/** @returns how often each of so many processes wrote and read the same text within two seconds */
function compute(processes) {
  const work = `const list = Array.from({ length: 500 }, (_, at) => ({ at, name: "a book".repeat(at % 9) }));
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

/** The processor time of a process so far. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
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
