// npm run bench:imports: beside visitors, a running shop checks and imports 100,000 new books as CSV and 20,000 as ONIX,
// changes the prices of all its books, and takes that back. Writes its section of bench/results.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { build, install, say } from "../scripts/prepare.mjs";
import { writeOnix, writeTable } from "./import-file.mjs";
import { importsOf } from "./imports-of.mjs";
import { fillShop, startShop, writeSection } from "./shop.mjs";
import {
  ADD_EVERY_MS,
  allowManyCopies,
  findVisitors,
  PAGE_EVERY_MS,
  percentile,
  visitWhile,
} from "./visitors.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const PRODUCTS = Math.ceil(ROWS / 5);
/** Books that the shop has before. */
const BOOKS = 1_000;

install();
build();
const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-bench-imports-"));
const shown = [];
try {
  fillShop(dataDir, { books: BOOKS });
  const database = path.join(dataDir, "kitab.db");
  allowManyCopies(database);
  const files = path.join(dataDir, "imports");
  mkdirSync(files);
  const columns = await writeTable(path.join(files, "table"), ROWS);
  await writeOnix(path.join(files, "message"), PRODUCTS, ROWS);
  const { origin, child, stop } = await startShop(dataDir);
  const visitors = await findVisitors(origin, BOOKS);
  const db = new SQLite(database, { timeout: 5_000 });
  const { ask, go, ended } = importsOf(db);

  await measured("nothing else", () => sleep(10_000));
  const table = ask({ kind: "import", file: "table", format: "kitab", columns: JSON.stringify(columns) });
  await measured(`checking ${count(ROWS)} rows of CSV`, () => ended(table, "planned"));
  go(table, "importing");
  await measured("importing them", () => ended(table, "imported"));
  expect(table, { added: ROWS });
  const mapping = JSON.stringify({ keywordsAsTags: true });
  const message = ask({ kind: "import", file: "message", format: "onix", mapping });
  await measured(`checking ${count(PRODUCTS)} products of ONIX`, () => ended(message, "planned"));
  go(message, "importing");
  await measured("importing them", () => ended(message, "imported"));
  expect(message, { added: PRODUCTS });
  const all = BOOKS + ROWS + PRODUCTS;
  const typed = { price: "raise", priceAmount: "10", rounding: "rupee" };
  const edit = ask({
    kind: "edit",
    format: "kitab",
    mapping: JSON.stringify({ typed, selection: { list: "" } }),
  });
  await measured(`reckoning new prices of ${count(all)} books`, () => ended(edit, "planned"));
  go(edit, "importing");
  await measured("writing them", () => ended(edit, "imported"));
  expect(edit, { changed: all });
  go(edit, "undoing");
  await measured("undoing that", () => ended(edit, "undone"));
  db.close();
  await stop();

  function expect(id, numbers) {
    const row = db.prepare("select * from bulk_changes where id = ?").get(id);
    for (const [name, number] of Object.entries(numbers))
      if (row[name] !== number) throw new Error(`${row[name]} of ${number} ${name}, ${row.refused} refused`);
  }

  async function measured(words, work) {
    const used = processor(child.pid);
    const working = work();
    const { pages, adds } = await visitWhile(visitors, working);
    const seconds = (await working) ?? 10;
    const line = [
      words,
      `${seconds.toFixed(0)} s`,
      `${(processor(child.pid) - used).toFixed(0)} s`,
      `${memory(child.pid).toFixed(0)} MB`,
      ...[percentile(pages, 0.5), percentile(pages, 0.99), pages.at(-1)].map(milliseconds),
      ...[percentile(adds, 0.5), adds.at(-1)].map(milliseconds),
    ];
    shown.push(line);
    say(line.join(" | "));
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

writeSection("Imports", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores. Each book has 1.4 KB, two of 16,000 people, three of 60 tags. Meanwhile visitors open a page every ${PAGE_EVERY_MS} ms and add to a cart every ${ADD_EVERY_MS} ms. Memory is the most that the shop has had so far.`,
  "",
  "| the shop does | time | of a processor | memory of the shop | median of a page | p99 | longest | median to add to a cart | longest |",
  "|---|---|---|---|---|---|---|---|---|",
  ...shown.map((line) => `| ${line.join(" | ")} |`),
]);

function count(number) {
  return number.toLocaleString("en-IN");
}

function milliseconds(time) {
  return `${time.toFixed(0)} ms`;
}

/** The most memory that the process has had, in MB. */
function memory(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

/** Seconds of a processor that the process has used. */
function processor(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
