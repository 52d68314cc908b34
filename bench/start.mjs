// npm run bench:start: how long a large shop takes until it listens, and until a page is answered for the first time: each
// page in a process that has answered nothing yet. Writes its section of bench/results.md.
import { cpus } from "node:os";
import SQLite from "better-sqlite3";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { personalPages } from "./personal-pages.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const BOOKS = Number(process.env.BENCH_BOOKS ?? 100_000);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 300_000);
const STARTS = Number(process.env.BENCH_STARTS ?? 3);
const DATA = process.env.BENCH_DATA ?? `.cache/bench-start-${BOOKS}`;

process.chdir(ROOT);
install();
build();
fillShop(DATA, { books: BOOKS, orders: ORDERS });

const pages = await prepare();
const ready = [];
const rows = [];
for (const [name, path, cookie] of pages) {
  const times = [];
  for (let start = 0; start < STARTS; start += 1) times.push(await measure(path, cookie));
  times.sort((a, b) => a - b);
  rows.push([name, times[Math.floor(STARTS / 2)], times.at(-1)]);
  say(rows.at(-1).join(" | "));
}
ready.sort((a, b) => a - b);
const ms = (time) => `${Math.round(time)} ms`;
writeSection("Last results of `npm run bench:start`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} books, ${ORDERS.toLocaleString("en-IN")} orders. From the start of the process until its first answer of /healthz: ${ms(ready[Math.floor(ready.length / 2)])} (median of ${ready.length} starts), at most ${ms(ready.at(-1))}. Then, at once, the first request:`,
  "",
  `| first page of a process | median of ${STARTS} | longest |`,
  "|---|---|---|",
  ...rows.map(([name, median, longest]) => `| ${name} | ${ms(median)} | ${ms(longest)} |`),
]);
process.exit(0);

/** Sessions are in the database, so those of this start are known to all others. @returns [what, path, Cookie header] */
async function prepare() {
  const { origin, stop } = await startShop(DATA);
  const customer = await signIn(origin, "customer@kitab.example", "Read-a-book-1");
  const admin = await signIn(origin, "admin@kitab.example", "Open-the-shop-1");
  const personal = await personalPages(origin, DATA, [customer]);
  const db = new SQLite(`${DATA}/kitab.db`, { readonly: true });
  const book = db.prepare("select id from books where hidden = 0 order by random() limit 1").pluck().get();
  db.close();
  const { pathname } = new URL((await fetch(`${origin}/books/${book}`)).url);
  await stop();
  return [
    ["home", "/"],
    ["list", "/books"],
    ["filtered list", "/books?tag=Novel&sort=title"],
    ["search", "/books?q=river"],
    ["book page", pathname],
    ["categories", "/categories"],
    ["bestsellers", "/bestsellers"],
    ["login", "/login"],
    ["home, signed in", "/", customer],
    ["book page, signed in", pathname, customer],
    ...personal.map(([name, path, [cookie]]) => [name, path, cookie]),
    ["wishlist", "/wishlist", customer],
    ["account", "/account", customer],
    ["back office: dashboard", "/admin", admin],
  ];
}

/** @returns milliseconds until the whole page is there */
async function measure(path, cookie) {
  const shop = await startShop(DATA);
  ready.push(shop.ready);
  const began = performance.now();
  const answer = await fetch(shop.origin + path, { headers: cookie ? { cookie } : {}, redirect: "manual" });
  await answer.text();
  const time = performance.now() - began;
  await shop.stop();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return time;
}
