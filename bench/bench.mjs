// npm run bench: requests per second of the built shop compared with this machine's baseline (a constant 30 kB page on
// node:http), at 1,000 and at 100,000 books; start-up time and memory. Writes bench/results.md.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import autocannon from "autocannon";
import SQLite from "better-sqlite3";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { EVER_NEW_SEARCHES, probe } from "./fairness.mjs";
import { personalPages } from "./personal-pages.mjs";
import { fillShop, firstLine, sessionOf, signIn, startShop, writeSection } from "./shop.mjs";
import { CONNECTIONS, HAS_WRK, runWrk, SECONDS } from "./wrk.mjs";

const SIZES = (process.env.BENCH_BOOKS ?? "1000,100000").split(",").map(Number);
const CUSTOMERS = 8;
const LIST = "/books?tag=Novel&sort=title";

process.chdir(ROOT);
install();
build();

const rows = [];
const floor = await startFloor();
report("constant 30 kB page (floor)", "–", await load({ url: floor }));
for (const books of SIZES) await measureShop(books);
writeResults();
process.exit(0);

/** Served by a separate process: in this one it would share a core with the load. @returns its origin */
async function startFloor() {
  const program = `
    const page = Buffer.alloc(30_000, "x");
    const server = require("node:http").createServer((req, res) => res.writeHead(200, { "Content-Length": page.length }).end(page));
    server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill());
  return firstLine(child, /(http\S+)/);
}

async function measureShop(books) {
  const dataDir = `.cache/bench-${books}`;
  fillShop(dataDir, { books, orders: Math.min(books, 50_000) });
  // The first start after filling makes the sample's accounts and stores what the filters of a list read.
  await (await startShop(dataDir)).stop();
  const { origin, child, ready, stop } = await startShop(dataDir);

  const of = `${books.toLocaleString("en-IN")} books`;
  const br = { "accept-encoding": "br" };
  report("home, visitor", of, await load({ url: `${origin}/`, headers: br }));
  report("list, visitor", of, await load({ url: `${origin}/books`, headers: br }));
  report("filtered list, visitor", of, await load({ url: origin + LIST, headers: br }));
  report("book page, visitor", of, await load({ url: await addressOf(`${origin}/books/1`), headers: br }));
  report(
    "list, visitor, 304",
    of,
    await load({
      url: `${origin}/books`,
      headers: { ...br, "if-none-match": await etag(`${origin}/books`) },
    }),
  );

  const { cookie, add } = await guestWithCart(origin, dataDir);
  report("list, guest with a cart", of, await load({ url: `${origin}/books`, headers: { cookie } }));
  report("filtered list, guest with a cart", of, await load({ url: origin + LIST, headers: { cookie } }));
  report(
    "search, guest with a cart",
    of,
    await load({ url: `${origin}/books?q=river`, headers: { cookie } }),
  );
  const customers = await signInCustomers(origin, dataDir);
  const ofCustomers = (path) => load({ url: origin + path, cookies: customers });
  report("home, signed-in customers", of, await ofCustomers("/"));
  report("list, signed-in customers", of, await ofCustomers("/books"));
  const book = new URL(await addressOf(`${origin}/books/1`)).pathname;
  report("book page, signed-in customers", of, await ofCustomers(book));
  for (const [what, path, cookies] of await personalPages(origin, dataDir, customers))
    report(what, of, await load({ url: origin + path, cookies }));
  await reportFairness(origin, of);
  const before = await badge(origin, cookie);
  const adds = await load({
    url: `${origin}/cart`,
    method: "POST",
    headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
    body: add,
    expect: 303,
  });
  const kept = (await badge(origin, cookie)) - before;
  report("add to cart", of, adds, `${adds.inAll} answered, ${kept} in the cart`);
  rows.push([`ready after start, ${of}`, "", `${Math.round(ready)} ms`, "", ""]);
  rows.push([`memory after the load (RSS), ${of}`, "", `${rss(child.pid)} MB`, "", ""]);
  await stop();
}

/** A guest with a cart. Stock and the limit per order are raised, so that no addition of the book is refused. */
async function guestWithCart(origin, dataDir) {
  const id = 1;
  const db = new SQLite(`${dataDir}/kitab.db`);
  db.prepare("update books set stock = 100000000 where id = ?").run(id);
  db.prepare("insert or replace into settings (key, value, updated_at) values (?, ?, ?)").run(
    "mostCopies",
    "100000000",
    new Date().toISOString(),
  );
  db.close();
  const add = `intent=add&bookId=${id}&redirectTo=%2Fbooks`;
  const response = await fetch(`${origin}/cart`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: add,
  });
  const cookie = sessionOf(response);
  return { cookie, add };
}

/** Customers with different names, carts and wishlists, each signed in. @returns their Cookie headers */
async function signInCustomers(origin, dataDir) {
  const password = "Read-a-book-1";
  const db = new SQLite(`${dataDir}/kitab.db`);
  const sample = db.prepare("select id from accounts where email = 'customer@kitab.example'").pluck().get();
  const emails = Array.from({ length: CUSTOMERS }, (_, at) => `reader${at}@bench.example`);
  for (const [at, email] of emails.entries()) {
    db.prepare(
      `insert or ignore into accounts (email, password_hash, first_name, last_name, email_confirmed_at, created_at)
       select ?, password_hash, ?, last_name, email_confirmed_at, created_at from accounts where id = ?`,
    ).run(email, `Reader ${at}`, sample);
    const id = db.prepare("select id from accounts where email = ?").pluck().get(email);
    const now = new Date().toISOString();
    db.prepare("insert or ignore into carts (account_id, updated_at) values (?, ?)").run(id, now);
    const cart = db.prepare("select id from carts where account_id = ?").pluck().get(id);
    const line =
      "insert or ignore into cart_items (cart_id, book_id, quantity, added_at) values (?, ?, ?, ?)";
    for (let book = 2; book < 2 + at; book++) db.prepare(line).run(cart, book, 1, now);
    const wish = "insert or ignore into wishlist_items (account_id, book_id, added_at) values (?, ?, ?)";
    for (let book = 1; book < 1 + at; book++) db.prepare(wish).run(id, book, now);
  }
  db.close();
  return Promise.all(emails.map((email) => signIn(origin, email, password)));
}

/** A cached page beside searches nobody has made before, and beside lists of the back office. */
async function reportFairness(origin, of) {
  if (!HAS_WRK) return;
  const admin = await signIn(origin, "admin@kitab.example", "Open-the-shop-1");
  const bursts = [
    ["searches", { url: `${origin}/books`, script: EVER_NEW_SEARCHES }],
    ["back-office lists", { url: `${origin}/admin/products`, headers: { cookie: admin } }],
  ];
  for (const [name, request] of bursts) {
    const { result, median, p99, longest } = await probe(`${origin}/`, () => runWrk(request));
    const note = `median ${median}, longest ${longest}; beside ${Math.round(result.rate)} ${name}/s`;
    rows.push([`cached page beside ${CONNECTIONS} × ${name}, ${of}`, "", "", p99, note]);
    say(rows.at(-1).join(" | "));
  }
}

async function badge(origin, cookie) {
  const html = await (await fetch(`${origin}/terms`, { headers: { cookie } })).text();
  return Number(/Cart, (\d+) item/.exec(html)?.[1] ?? 0);
}

/** The address of a book's page, to which its id alone leads. */
async function addressOf(url) {
  return (await fetch(url)).url;
}

async function etag(url) {
  return (await fetch(url, { headers: { "accept-encoding": "br" } })).headers.get("etag") ?? "";
}

/** Uses wrk if it is installed, since it needs less CPU than a load made in Node; else autocannon. */
async function load(request) {
  const once = HAS_WRK ? runWrk : runAutocannon;
  const warm = await once({ ...request, seconds: 2 });
  // Just before: the pace of a machine that is shared changes from minute to minute.
  const { rate: floorRate } = await once({ url: floor, seconds: 2 });
  const result = await once(request);
  return { ...result, floorRate, inAll: warm.answers + result.answers };
}

async function runAutocannon({
  url,
  method = "GET",
  headers,
  cookies,
  body,
  expect = 200,
  seconds = SECONDS,
}) {
  const result = await autocannon({
    url,
    method,
    headers,
    body,
    ...(cookies && { requests: cookies.map((cookie) => ({ headers: { cookie } })) }),
    connections: CONNECTIONS,
    duration: seconds,
  });
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(
    ([code]) => Number(code) !== expect && Number(code) !== 304,
  );
  return {
    rate: result.requests.average,
    p99: `${result.latency.p99}ms`,
    answers: result["2xx"] + result["3xx"],
    wrong:
      wrong.map(([code, { count }]) => `${count} × ${code}`).join(", ") +
      (result.errors ? ` ${result.errors} errors` : ""),
  };
}

function report(name, of, { rate, floorRate, p99, wrong }, note = "") {
  const row = [
    `${name}${of === "–" ? "" : `, ${of}`}`,
    (rate / floorRate).toFixed(3),
    `${Math.round(rate)}/s`,
    p99,
    [note, wrong].filter(Boolean).join("; "),
  ];
  rows.push(row);
  say(row.join(" | "));
}

function rss(pid) {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
  );
}

function writeResults() {
  writeSection("Last results of `npm run bench`", [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${CONNECTIONS} connections, ${SECONDS} s a row. The load (${HAS_WRK ? "wrk" : "autocannon"}) runs on the same machine. The floor is measured anew for 2 s before each row. Visitors have no cookie; a guest has a session and a cart.`,
    "",
    "| what | of the floor | a second | p99 | |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ]);
}
