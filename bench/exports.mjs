// npm run bench:exports: all books of a large shop as CSV, XLSX and ONIX, and the feed for Google Merchant Center, while
// a visitor looks at books: the time of each, the shop's memory, and what the visitor waits. Writes its section of
// bench/results.md; exits with 1 when a file is incomplete.
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const BOOKS = Number(process.env.BENCH_BOOKS ?? 100_000);
const DATA = `.cache/bench-exports-${BOOKS}`;
const FILES = [
  ["CSV", "/admin/products/export?format=csv&all=1"],
  ["XLSX", "/admin/products/export?format=xlsx&all=1"],
  ["ONIX 3.0", "/admin/products/export?format=onix&all=1"],
  ["CSV, by publisher", "/admin/products/export?format=csv&sort=publisherName"],
  ["Feed for Google", "/feeds/google.xml"],
];

process.chdir(ROOT);
install();
build();
fillShop(DATA, { books: BOOKS });
const ids = visibleIds();
const { origin, child, stop } = await startShop(DATA);
const cookie = await signIn(origin, "admin@kitab.example", "Open-the-shop-1");
for (const id of ids.slice(0, 50)) await view(id);
const quiet = await visit(setTimeout(3_000));

const rows = [];
for (const [name, url] of FILES) {
  const before = memory();
  const download = fetchWhole(url);
  const visitor = await visit(download.done);
  const { seconds, bytes, isWhole } = await download.done;
  rows.push({ name, seconds, bytes, isWhole, before, peak: visitor.peak, times: visitor.times });
  say([name, `${seconds.toFixed(1)} s`, `${mega(bytes)} MB`, `${visitor.peak} MB`].join(" | "));
  await setTimeout(1_000);
}
await stop();
writeResults();
process.exit(rows.every(({ isWhole }) => isWhole) ? 0 : 1);

function visibleIds() {
  const db = new SQLite(`${DATA}/kitab.db`, { readonly: true });
  const found = db.prepare("select id from books where hidden = 0 order by random()").pluck().all();
  db.close();
  return found;
}

function fetchWhole(url) {
  const started = performance.now();
  const read = async () => {
    const response = await fetch(origin + url, url.startsWith("/admin") ? { headers: { cookie } } : {});
    let [bytes, end] = [0, Buffer.alloc(0)];
    for await (const piece of response.body) {
      bytes += piece.length;
      end = Buffer.concat([end, piece]).subarray(-200);
    }
    // The last bytes of a CSV say nothing; those of the others do.
    const hasEnd = ["PK\u0005\u0006", "</rss>", "</ONIXMessage>"].some((text) => end.includes(text));
    const isWhole = response.status === 200 && (url.includes("csv") ? bytes > BOOKS * 100 : hasEnd);
    return { seconds: (performance.now() - started) / 1000, bytes, isWhole };
  };
  return { done: read() };
}

/** A visitor who opens one book after the other until the work is done. Pages of books not seen before are not cached. */
async function visit(work) {
  const times = [];
  let peak = 0;
  for (;;) {
    times.push(await view(ids.pop()));
    peak = Math.max(peak, memory());
    if ((await Promise.race([work.then(() => "done"), setTimeout(20, "on")])) === "done")
      return { times, peak };
  }
}

async function view(id) {
  const started = performance.now();
  await (await fetch(`${origin}/books/${id}`)).arrayBuffer();
  return performance.now() - started;
}

/** The shop's resident memory in MB. */
function memory() {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
  return Math.round(Number(kilobytes) / 1024);
}

function quantile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
}

function mega(bytes) {
  return (bytes / 1_000_000).toFixed(1);
}

function writeResults() {
  const waits = (times) => [quantile(times, 0.5), quantile(times, 0.99)].map((time) => time.toFixed(0));
  writeSection("Last results of `npm run bench:exports`", [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} books. One download at a time by a client on this same machine, and one visitor who opens books that no page is cached of. Without a download the visitor waits ${waits(quiet.times).join(" ms (median), ")} ms (99th percentile).`,
    "",
    "| file | seconds | MB | memory before, MB | highest, MB | visitor's median, ms | p99, ms |",
    "|---|---|---|---|---|---|---|",
    ...rows.map(
      ({ name, seconds, bytes, before, peak, times }) =>
        `| ${[name, seconds.toFixed(1), mega(bytes), before, peak, ...waits(times)].join(" | ")} |`,
    ),
  ]);
}
