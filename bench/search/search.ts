// npm run bench:search: how well and how fast search finds, over a catalogue of 100,000 made books in ten scripts and the
// sample catalogue. Calls the domain in this process. Writes its section of bench/results.md.
//   BENCH_BOOKS=1000    a smaller catalogue
//   BENCH_SHOW=1        prints each query that did not find its book
//   BENCH_REPORT=off    leaves results.md alone
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { NO_FILTERS } from "~/domain/catalogue/books/lists/catalogue";
import { listBookIds } from "~/domain/catalogue/books/lists/catalogue.server";
import { withPriceWords } from "~/domain/catalogue/finding/price-words.server";
import { suggest } from "~/domain/catalogue/finding/suggestions/suggestions.server";
import { writeSection } from "../shop.mjs";
import { BY_EAR } from "./by-ear";
import { fillCatalogue } from "./catalogue";
import { judgedQueries, type QueryClass } from "./queries";
import { SECOND_SET } from "./second-set";
import { WORDS_BESIDE } from "./words-beside";

const BOOKS = Number(process.env.BENCH_BOOKS ?? 100_000);
const SAVES = 200;

const tell = (line: string) => process.stdout.write(`${line}\n`);
// Kept for the next run, if no migration was added in between.
const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
const dataDir = path.resolve(`.cache/bench-search-${BOOKS}-${migrations.length}`);
const file = path.join(dataDir, "kitab.db");
const isNew = !existsSync(file);
mkdirSync(dataDir, { recursive: true });
const db = openDatabase(file);
await updateDatabase(db, path.resolve("migrations"));
const filling = isNew ? await fillCatalogue(db, dataDir, BOOKS) : null;
if (filling !== null) tell(`filled in ${(filling / 1000).toFixed(1)} s`);

const classes = [
  await sampleQueries(db, "the sample catalogue, by ear", BY_EAR),
  await sampleQueries(db, "the sample catalogue, a second set", SECOND_SET),
  await sampleQueries(db, "the sample catalogue, words beside the title", WORDS_BESIDE),
  ...judgedQueries(BOOKS),
];
// Prepares statements and compiles the code.
for (const { queries } of classes) for (const { q } of queries.slice(0, 3)) await search(`${q} a`);
const rows = [];
/** Of the searches for which a book's words as they are do not suffice. */
const forgiving: number[] = [];
for (const one of classes) {
  const { row, times } = await judge(one);
  rows.push(row);
  if (one.wanted < 0.99) forgiving.push(...times);
}
const suggesting = await timeSuggestions(classes.find(({ name }) => name === "exact title")!);
const saving = { searched: await timeSaves("title"), other: await timeSaves("stock") };
const rebuilding = await timeRebuild();
await db.close();

const lines = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} made books in ten scripts and the sample catalogue; in process, each search once, its result not kept before. Recall@5: the share of searches whose book is among the first five; MRR: the mean of 1 ÷ its place among the first ten. "Means nothing": the share that finds nothing. Times in milliseconds.`,
  "",
  "| searches | number | recall@5 | wanted | MRR | median | p95 |",
  "|---|---|---|---|---|---|---|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  `All ${forgiving.length} searches of which less than 0.99 is wanted: median ${quantile(forgiving, 0.5).toFixed(1)} ms, p95 ${quantile(forgiving, 0.95).toFixed(1)} ms.`,
  "",
  `Suggestions for ${suggesting.length} beginnings of titles, 2 to 8 letters long: median ${quantile(suggesting, 0.5).toFixed(1)} ms, p95 ${quantile(suggesting, 0.95).toFixed(1)} ms.`,
  "",
  `Made anew, as at the start after its rules have changed, the index of books takes ${(rebuilding / 1000).toFixed(1)} s.`,
  "",
  `A change of a book's title takes ${saving.searched.toFixed(2)} ms, a change of its stock ${saving.other.toFixed(2)} ms (medians of ${SAVES}, with the index).${filling === null ? "" : ` The made books were inserted with their index in ${(filling / 1000).toFixed(0)} s.`}`,
];
for (const line of lines) tell(line);
if (process.env.BENCH_REPORT !== "off") writeSection("Last results of `npm run bench:search`", lines);

async function search(q: string): Promise<{ ids: number[]; count: number }> {
  const filters = { ...NO_FILTERS, q, sort: "relevance" as const };
  const priced = await withPriceWords(db.read, filters);
  return listBookIds(db.read, priced ?? filters, { offset: 0, limit: 10 });
}

async function judge({ name, wanted, queries }: QueryClass) {
  const times: number[] = [];
  let found = 0;
  let reciprocal = 0;
  for (const { q, id } of queries) {
    const started = performance.now();
    const { ids, count } = await search(q);
    times.push(performance.now() - started);
    const place = id === null ? (count === 0 ? 0 : -1) : ids.indexOf(id);
    if (place >= 0 && place < 5) found += 1;
    else if (process.env.BENCH_SHOW) tell(`${name}: ${q} → ${id} at ${place} of ${count}`);
    if (place >= 0) reciprocal += 1 / (place + 1);
  }
  const share = (sum: number) => (sum / queries.length).toFixed(3);
  const figures = [quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)];
  return { row: [name, queries.length, share(found), wanted, share(reciprocal), ...figures], times };
}

async function sampleQueries(
  { read }: ShopDatabase,
  name: string,
  set: readonly (readonly [query: string, title: string])[],
): Promise<QueryClass> {
  const titles = set.map(([, title]) => title);
  const books = await read.selectFrom("books").select(["id", "title"]).where("title", "in", titles).execute();
  const idOf = new Map(books.map(({ id, title }) => [title, id]));
  return { name, wanted: 0.9, queries: set.map(([q, title]) => ({ q, id: idOf.get(title) ?? -1 })) };
}

async function timeRebuild(): Promise<number> {
  await db.write
    .updateTable("search_indexes")
    .set({ mark: "of other rules" })
    .where("subject", "=", "books")
    .execute();
  const started = performance.now();
  await updateDatabase(db, path.resolve("migrations"));
  return performance.now() - started;
}

async function timeSuggestions({ queries }: QueryClass): Promise<number[]> {
  const times: number[] = [];
  for (let length = 2; length <= 8; length += 1)
    for (const { q } of queries) {
      const started = performance.now();
      await suggest(db.read, [...q].slice(0, length).join(""));
      times.push(performance.now() - started);
    }
  return times;
}

/** The median of transactions that change this column of one book each, to what it was and back. */
async function timeSaves(column: "title" | "stock"): Promise<number> {
  const books = await db.read
    .selectFrom("books")
    .select(["id", "title", "stock"])
    .orderBy("id", "desc")
    .limit(SAVES)
    .execute();
  const times: number[] = [];
  for (const { id, title, stock } of books) {
    for (const changes of column === "title"
      ? [{ title: `${title} again` }, { title }]
      : [{ stock: stock + 1 }, { stock }]) {
      const started = performance.now();
      await db.write
        .transaction()
        .execute((trx) => trx.updateTable("books").set(changes).where("id", "=", id).execute());
      times.push(performance.now() - started);
    }
  }
  return quantile(times, 0.5);
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;
}
