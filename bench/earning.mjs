// npm run bench:earning: whether a visitor or a member of staff would notice what a mechanism is there for
// (docs/decisions/0037). A shop of 20,000 books and 50,000 orders, used by 16 visitors (8 guests, 8 customers who also order)
// and 3 members of staff at once, who each ask for the next page a moment after they have the last.
//
//   node bench/earning.mjs                                  # this folder's build
//   BENCH_IMPORT=20000 npm run bench:earning                # while an import of so many rows runs
//   node bench/earning.mjs with=/folder without=/other      # built copies of the project, measured in turn, a copy of the shop each
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { writeTable } from "./import-file.mjs";
import { importsOf } from "./imports-of.mjs";
import { fillShop, sessionOf, signIn, startShop, writeSection } from "./shop.mjs";
import { percentile } from "./visitors.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** How long somebody waits before the next page, on average: much less than people do, who look at a page first. */
const PAUSE_MS = Number(process.env.BENCH_PAUSE_MS ?? 200);
/** Of a customer's steps one is an order, which drops all cached pages, as the stock has changed. */
const ORDER_EVERY = 40;
/** Rows of a file that is checked and imported meanwhile; it then says how long that takes. */
const IMPORT_ROWS = Number(process.env.BENCH_IMPORT ?? 0);
const GUESTS = 8;
const CUSTOMERS = 8;
const STAFF = 3;
const PASSWORD = "Read-a-book-1";
/** What somebody notices, at the 99th percentile. */
const NOTICED = {
  "cached page": 100,
  "cached page, customer": 100,
  "list of the back office": 300,
  "addition to the cart": 200,
};
const KINDS = [...Object.keys(NOTICED), "search", "cart", "checkout"];
const WORDS =
  "almanac anklet bangle banyan barber boatman caravan carpenter census clerk garden monsoon nightjar platform printer watchman".split(
    " ",
  );
const LISTS = [
  "/admin/products",
  "/admin/orders",
  "/admin/customers",
  "/admin/products?sort=title&direction=asc",
  "/admin/orders?q=sharma",
  "/admin/products?q=river",
  "/admin/orders?status=delivered",
];

process.chdir(ROOT);
install();
const given = process.argv.slice(2).map((word) => word.split("="));
if (given.length === 0) build();
const variants = given.length > 0 ? given : [["this", ROOT]];

const filled = process.env.BENCH_DATA ?? path.resolve(".cache/bench-earning");
if (!existsSync(path.join(filled, "kitab.db"))) fillShop(filled, { books: 20_000, orders: 50_000 });
// The first start makes the sample's accounts and stores what the filters of a list read.
await (await startShop(filled, {}, variants[0][1])).stop();
const dataDir = path.join(tmpdir(), "kitab-earning");

const times = new Map(variants.map(([name]) => [name, new Map(KINDS.map((kind) => [kind, []]))]));
const loads = new Map(variants.map(([name]) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, folder] of round % 2 === 0 ? variants : variants.toReversed())
    await measure(name, folder);

const rows = KINDS.map((kind) => [
  kind,
  NOTICED[kind] ? `${NOTICED[kind]} ms` : "",
  ...variants.map(([name]) => cell(times.get(name).get(kind))),
]);
const table = [
  `| what | noticed from | ${variants.map(([name]) => `${name}: p50, p99 (how many)`).join(" | ")} |`,
  `|${"---|".repeat(variants.length + 2)}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  `| load of the machine | | ${variants.map(([name]) => loads.get(name).join(", ")).join(" | ")} |`,
];
say(table.join("\n"));
if (given.length === 0)
  writeSection("Last results of `npm run bench:earning`", [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. 20,000 books, 50,000 orders, ${GUESTS + CUSTOMERS} visitors and ${STAFF} members of staff at once, ${PAUSE_MS} ms between two pages of one of them, ${ROUNDS} times ${SECONDS} s.`,
    "",
    ...table,
  ]);
process.exit(0);

function cell(list) {
  list.sort((a, b) => a - b);
  return `${percentile(list, 0.5).toFixed(1)}, ${percentile(list, 0.99).toFixed(1)} (${list.length})`;
}

async function measure(name, folder) {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(filled, dataDir, { recursive: true });
  addCustomers();
  const table = path.join(dataDir, "imports", "table");
  mkdirSync(path.dirname(table), { recursive: true });
  // Before anybody comes: it keeps this process, which is everybody, busy.
  const columns = IMPORT_ROWS > 0 ? JSON.stringify(await writeTable(table, IMPORT_ROWS)) : null;
  const { origin, child, stop } = await startShop(dataDir, {}, folder);
  const people = await arrive(origin);
  let into = null;
  const note = (kind, ms) => into?.get(kind).push(ms);
  const over = new AbortController();
  const all = people.map((steps, at) => live(steps, at, note, over.signal));
  await sleep(WARM_SECONDS * 1000);
  into = times.get(name);
  const meanwhile = await (columns ? importTable() : sleep(SECONDS * 1000, ""));
  into = null;
  over.abort();
  await Promise.all(all);
  await stop();
  const load = loadavg()[0].toFixed(1);
  loads.get(name).push(load);
  say(`${name}: load ${load}${meanwhile}`);

  async function importTable() {
    const db = new SQLite(`${dataDir}/kitab.db`, { timeout: 5_000 });
    const { ask, go, ended } = importsOf(db);
    const id = ask({ kind: "import", file: "table", format: "kitab", columns });
    const checked = await ended(id, "planned");
    go(id, "importing");
    const imported = await ended(id, "imported");
    const { added } = db.prepare("select added from bulk_changes where id = ?").get(id);
    db.close();
    const most = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0);
    return `; ${added} books added: checked in ${checked.toFixed(0)} s, imported in ${imported.toFixed(0)} s; ${Math.round(most / 1024)} MB at most`;
  }
}

/** Customers with an address, and enough copies for all that they order. */
function addCustomers() {
  const db = new SQLite(`${dataDir}/kitab.db`);
  const now = new Date().toISOString();
  db.prepare("update books set stock = 1000000, hidden = 0 where id <= 100").run();
  db.prepare(
    "insert or replace into settings (key, value, updated_at) values ('mostCopies', '1000000', ?)",
  ).run(now);
  const sample = db.prepare("select id from accounts where email = 'customer@kitab.example'").pluck().get();
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const email = `reader${at}@bench.example`;
    const { lastInsertRowid: id } = db
      .prepare(
        `insert into accounts (email, password_hash, first_name, last_name, email_confirmed_at, created_at)
         select ?, password_hash, ?, last_name, ?, created_at from accounts where id = ?`,
      )
      .run(email, `Reader ${at}`, now, sample);
    db.prepare(
      `insert into addresses (account_id, fullname, address1, address2, place, state, pincode, mobile, email, created_at, updated_at)
       values (?, 'A Reader', '1 Main Road', '', 'Pune', 'Maharashtra', '411001', '9800000000', ?, ?, ?)`,
    ).run(id, email, now, now);
  }
  db.close();
}

/** @returns for each person a function that gives the next step, by its number: what it is, and how it is asked for */
async function arrive(origin) {
  const books = await Promise.all(
    Array.from(
      { length: 40 },
      async (_, at) => new URL((await fetch(`${origin}/books/${at + 1}`)).url).pathname,
    ),
  );
  const pages = (at) =>
    ["/", "/books", books[at % books.length], "/categories", books[(at * 7) % books.length]][at % 5];
  const search = (at, who) =>
    `/books?q=${WORDS[(at * 3 + who) % WORDS.length]}+${WORDS[(at + who * 5) % WORDS.length]}&min=${at % 90}`;
  const add = (at) => ({ intent: "add", bookId: 1 + (at % 100), redirectTo: "/cart" });
  const visitor = (who, cookie, isCustomer, addressId) => (at) => {
    const step = (at + who) % 10;
    if (isCustomer && (at + who * 5) % ORDER_EVERY === 0)
      return ["checkout", post(origin, "/checkout", cookie, { intent: "place-order", addressId })];
    if (step === 3 || step === 7) return ["search", get(origin, search(at, who), cookie)];
    if (step === 4) return ["addition to the cart", post(origin, "/cart", cookie, add(at + who))];
    if (step === 5) return ["cart", get(origin, "/cart", cookie)];
    return [isCustomer ? "cached page, customer" : "cached page", get(origin, pages(at + who), cookie)];
  };
  const people = [];
  for (let at = 0; at < GUESTS; at += 1) {
    const first = await send(origin, "/cart", "", add(at));
    people.push(visitor(at, sessionOf(first), false));
  }
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const cookie = await signIn(origin, `reader${at}@bench.example`, PASSWORD);
    await send(origin, "/cart", cookie, add(at));
    const page = await (await fetch(`${origin}/checkout`, { headers: { cookie } })).text();
    const addressId = /name="addressId"[^>]*value="(\d+)"/.exec(page)?.[1];
    people.push(visitor(at, cookie, true, addressId));
  }
  for (let who = 0; who < STAFF; who += 1) {
    const cookie = await signIn(origin, "admin@kitab.example", "Open-the-shop-1");
    people.push((at) => [
      "list of the back office",
      get(origin, LISTS[(at + who * 2) % LISTS.length], cookie),
    ]);
  }
  return people;
}

async function live(steps, who, note, over) {
  await sleep(who * 13);
  for (let at = 0; !over.aborted; at += 1) {
    const [kind, ask] = steps(at);
    const began = performance.now();
    const status = await ask();
    if (status >= 400) throw new Error(`${kind}: ${status}`);
    note(kind, performance.now() - began);
    // From half to one and a half of it, the same for each variant.
    await sleep(PAUSE_MS * (0.5 + ((at * 37 + who * 17) % 100) / 100));
  }
}

function get(origin, page, cookie) {
  return async () => {
    const answer = await fetch(origin + page, { redirect: "manual", headers: { cookie } });
    await answer.arrayBuffer();
    return answer.status;
  };
}

function post(origin, page, cookie, fields) {
  return async () => (await send(origin, page, cookie, fields)).status;
}

async function send(origin, page, cookie, fields) {
  const answer = await fetch(origin + page, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  await answer.arrayBuffer();
  return answer;
}
