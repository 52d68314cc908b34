// npm run bench:imports: 100,000 new books as CSV are checked and imported by a running shop, beside visitors. Writes its
// section of bench/results.md.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { build, install, say } from "../scripts/prepare.mjs";
import { writeCatalogue } from "./import-file.mjs";
import { fillShop, startShop, writeSection } from "./shop.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
/** Books that the shop has before. */
const BOOKS = 1_000;
/** Milliseconds between two requests of visitors. */
const EVERY_MS = 50;

const PAGES = [
  "/",
  "/books",
  "/books?page=3",
  "/books?q=harvest%204711",
  "/books?sort=price",
  "/categories",
  "/bestsellers",
];

/** @returns the milliseconds until the whole answer was there */
function visit(origin, page) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(origin + page, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${page}: ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - started));
    }).once("error", reject);
  });
}

/** The addresses of some books, with their titles in them. */
async function bookPages(origin) {
  const pages = [];
  for (let id = 1; id < BOOKS; id += 17) {
    const response = await fetch(`${origin}/books/${id}`, { redirect: "manual" });
    pages.push(response.headers.get("location") ?? `/books/${id}`);
  }
  return pages;
}

/** Visits pages until `isOver` says so. @returns the times, sorted */
async function visitors({ origin, books }, isOver) {
  const times = [];
  const open = [];
  for (let turn = 0; !isOver(); turn += 1) {
    const pages = turn % 2 ? books : PAGES;
    const page = pages[(turn >> 1) % pages.length];
    open.push(visit(origin, page).then((time) => times.push(time)));
    await sleep(EVERY_MS);
  }
  await Promise.all(open);
  return times.sort((a, b) => a - b);
}

const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** The most memory that the process has had, in MB. */
const memory = (pid) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Seconds of a processor that the process has used. */
const processor = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Waits until an import has this status, with visitors beside. */
async function step(shop, db, id, status) {
  const read = db.prepare("select status, problem from bulk_changes where id = ?");
  const started = performance.now();
  const used = processor(shop.child.pid);
  let isOver = false;
  const visiting = visitors(shop, () => isOver);
  for (;;) {
    const now = read.get(id);
    if (now.status === status) break;
    if (now.status === "failed") throw new Error(now.problem);
    await sleep(100);
  }
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  const times = await visiting;
  return {
    status,
    seconds,
    processor: processor(shop.child.pid) - used,
    memory: memory(shop.child.pid),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: times.at(-1),
  };
}

await install();
await build();
const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-bench-imports-"));
const shown = [];
try {
  fillShop(dataDir, { books: BOOKS });
  const file = path.join(dataDir, "books.csv");
  await writeCatalogue(file, ROWS);
  const columns = readFileSync(file, "utf8").split("\n", 1)[0].split(",");
  const started = await startShop(dataDir);
  const shop = { ...started, books: await bookPages(started.origin) };
  const db = new SQLite(path.join(dataDir, "kitab.db"), { timeout: 5_000 });
  mkdirSync(path.join(dataDir, "imports"), { recursive: true });
  copyFileSync(file, path.join(dataDir, "imports", "bench"));

  const used = processor(shop.child.pid);
  let isOver = false;
  const quiet = visitors(shop, () => isOver);
  await sleep(10_000);
  isOver = true;
  const before = await quiet;
  shown.push({
    status: "nothing",
    seconds: 10,
    processor: processor(shop.child.pid) - used,
    memory: memory(shop.child.pid),
    p50: percentile(before, 0.5),
    p99: percentile(before, 0.99),
    most: before.at(-1),
  });

  const now = new Date().toISOString();
  const { lastInsertRowid: id } = db
    .prepare(
      `insert into bulk_changes (kind, status, actor, file_name, file, format, columns, mode, mapping, created_at, asked_at)
       values ('import', 'planning', 'Bench', 'books.csv', 'bench', 'kitab', ?, 'add_and_change', '{}', ?, ?)`,
    )
    .run(JSON.stringify(columns), now, now);
  shown.push(await step(shop, db, id, "planned"));
  db.prepare("update bulk_changes set status = 'importing', started_at = ?, done = 0 where id = ?").run(
    now,
    id,
  );
  shown.push(await step(shop, db, id, "imported"));
  const { added, refused } = db.prepare("select added, refused from bulk_changes where id = ?").get(id);
  if (added !== ROWS) throw new Error(`${added} books were added, ${refused} refused`);
  db.close();
  await shop.stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

const WORDS = { nothing: "nothing else", planned: "checking the file", imported: "importing it" };
const lines = shown.map(
  ({ status, seconds, processor, memory, p50, p99, most }) =>
    `| ${WORDS[status]} | ${seconds.toFixed(0)} s | ${processor.toFixed(0)} s | ${memory.toFixed(0)} MB | ${p50.toFixed(0)} ms | ${p99.toFixed(0)} ms | ${most.toFixed(0)} ms |`,
);
const section = `${ROWS.toLocaleString("en-IN")} new books as CSV (1.4 KB each, 8,000 people, 60 tags), on ${cpus().length} cores, with a visitor's page every ${EVERY_MS} ms.

| the shop does | time | of a processor | memory of the shop | median of a page | p99 | longest |
|---|---|---|---|---|---|---|
${lines.join("\n")}
`;
say(section);
writeSection("Imports", [section]);
