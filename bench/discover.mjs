// npm run bench:discover: response times of pages with recommendations, categories and bestsellers, requested one at a
// time by a logged-in customer, whose pages are not cached; also just after a change of the catalogue, when no cached
// result can be used. Writes its section of bench/results.md; exits with 1 when a page did not answer 200.
import { Agent, get } from "node:http";
import { cpus } from "node:os";
import { gzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 60);
const WARM_UP = 10;
const BOOKS = Number(process.env.BENCH_BOOKS ?? 100_000);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 50_000);

process.chdir(ROOT);
install();
build();

const dataDir = `.cache/bench-discover-${BOOKS}-${ORDERS}`;
fillShop(dataDir, { books: BOOKS, orders: ORDERS });
const { origin, stop } = await startShop(dataDir);
const cookie = await signIn(origin, "customer@kitab.example", "Read-a-book-1");
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const db = new SQLite(`${dataDir}/kitab.db`);
const rise = db.prepare("update catalogue_version set version = version + 1");
const ids = (query) => db.prepare(query).pluck().all();
const prefer = db.prepare(
  "update accounts set show_recommendations = ? where email = 'customer@kitab.example'",
);

/** Books with most pairs, books with none, and bestsellers for the cart. */
const partnered = ids("select book_id from bought_together group by book_id order by count(*) desc limit 20");
const alone = ids(
  "select id from books where hidden = 0 and id not in (select book_id from bought_together) limit 20",
);
const cart = ids("select id from books where hidden = 0 and stock > 0 order by sold_count desc limit 10");
for (const id of cart) await addToCart(id);

const rows = [];
/** The paths of books' pages, after the redirect from the address with the id alone. */
const pathsOf = (books) =>
  Promise.all(books.map(async (id) => new URL((await fetch(`${origin}/books/${id}`)).url).pathname));
const [partneredPages, alonePages] = [await pathsOf(partnered), await pathsOf(alone)];
const inTurn = (paths) => (number) => paths[number % paths.length];
for (const [shown, recommends] of [
  ["", true],
  [", recommendations off", false],
]) {
  prefer.run(recommends ? 1 : 0);
  await measure(`a book with most pairs${shown}`, inTurn(partneredPages));
  await measure(`a book never bought with another${shown}`, inTurn(alonePages));
  await measure(`a cart of ten books${shown}`, () => "/cart");
}
await measure("categories", () => "/categories");
await measure("categories, after a change", () => "/categories", { change: true });
await measure("bestsellers", () => "/bestsellers");
await measure("bestsellers, after a change", () => "/bestsellers", { change: true });
const pairs = db.prepare("select count(*) from bought_together").pluck().get();
agent.destroy();
db.close();
await stop();

writeSection("Last results of `npm run bench:discover`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${inWords(BOOKS)} books, ${inWords(ORDERS)} orders, ${inWords(pairs / 2)} pairs of books bought together. One connection signed in as a customer, ${REQUESTS} requests a row after ${WARM_UP} to warm up: median and 95th percentile in milliseconds, and the page's size with gzip.`,
  "",
  "| page | median | p95 | kB |",
  "|---|---|---|---|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
]);
process.exit(rows.some(([, median]) => Number.isNaN(Number(median))) ? 1 : 0);

async function measure(name, url, { change = false } = {}) {
  const times = [];
  let last;
  for (let number = -WARM_UP; number < REQUESTS; number += 1) {
    if (change) rise.run();
    const started = performance.now();
    last = await answerOf(origin + url(number + WARM_UP));
    if (number >= 0) times.push(performance.now() - started);
    if (last.status !== 200) break;
  }
  const figures = [quantile(times, 0.5), quantile(times, 0.95), gzipSync(last.body).length / 1000];
  rows.push([
    name,
    ...(last.status === 200
      ? figures.map((figure) => figure.toFixed(1))
      : [`answers ${last.status}`, "", ""]),
  ]);
  say(rows.at(-1).join(" | "));
}

async function addToCart(id) {
  const body = new URLSearchParams({ intent: "add", bookId: id, stay: "on" });
  await fetch(`${origin}/cart`, { method: "POST", body, headers: { cookie, origin }, redirect: "manual" });
}

function quantile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
}

function answerOf(url) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

function inWords(count) {
  return count.toLocaleString("en-IN");
}
