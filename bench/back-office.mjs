// npm run bench:back-office: response times of each list and search of the back office for the sample admin, one
// request at a time, in a small shop and in a large one; also just after a change of the catalogue, when no cached
// result can be used. Writes its section of bench/results.md; exits with 1 when a page did not answer 200.
import { Agent, get } from "node:http";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 40);
const WARM_UP = 5;
/** Number of requests that are each made after a change of the catalogue. */
const AFTER_CHANGES = 9;
const SIZES = [
  { books: 1_000, orders: 1_000 },
  { books: 100_000, orders: 50_000 },
];
/** Beyond every list's last page; the list then shows its last page. */
const LAST = 1_000_000;

/** A list sorted by each of its columns, both ways. */
const sorted = (list, url, columns) =>
  columns.flatMap((sort) =>
    ["asc", "desc"].map((dir) => [`${list} by ${sort}, ${dir}`, `${url}?sort=${sort}&dir=${dir}`]),
  );

/**
 * Every screen that is measured. Names, numbers and dates are those of the measured shop.
 * @param facts from `readFacts` @returns [screen, URL]
 */
const screens = (facts) => [
  ["Dashboard", "/admin"],

  ["Books", "/admin/products"],
  ...sorted("Books", "/admin/products", ["title", "languageName", "publisherName", "price", "stock"]),
  ["Books, last page", `/admin/products?page=${LAST}`],
  ["Books by publisher, last page", `/admin/products?sort=publisherName&page=${LAST}`],
  ["Books, 50 a page", "/admin/products?size=50"],
  ["Books, a rare word", `/admin/products?q=${facts.rareTitle}`],
  ["Books, a common word", "/admin/products?q=the"],
  ["Books, a common word, by title", "/admin/products?q=the&sort=title"],
  ["Books, a common word, last page", `/admin/products?q=the&page=${LAST}`],
  ["Books low in stock", "/admin/products?stock=low"],
  ["Books low in stock, last page", `/admin/products?stock=low&page=${LAST}`],
  ["Books hidden", "/admin/products?visibility=hidden"],
  ["Books visible", "/admin/products?visibility=visible"],
  ["Book form", `/admin/products?edit=${facts.book}`],
  ["Cover panel", `/admin/products?cover=${facts.book}`],
  ["Choices: authors", "/admin/choices/authors?q=an"],

  ["Orders", "/admin/orders"],
  ["Orders, last page", `/admin/orders?page=${LAST}`],
  ...sorted("Orders", "/admin/orders", ["id", "date", "total"]),
  ["Orders, 50 a page", "/admin/orders?size=50"],
  ["Orders paid", "/admin/orders?status=paid"],
  ["Orders delivered", "/admin/orders?status=delivered"],
  ["Orders delivered, last page", `/admin/orders?status=delivered&page=${LAST}`],
  ["Orders cancelled or refunded", "/admin/orders?status=cancelled&status=refunded"],
  ["Orders delivered by total", "/admin/orders?status=delivered&sort=total"],
  ["Orders whose refund failed", "/admin/orders?refund=failed"],
  ["Orders of a month", `/admin/orders?from=${facts.monthAgo}&to=${facts.today}`],
  ["Orders delivered of a month", `/admin/orders?status=delivered&from=${facts.monthAgo}&to=${facts.today}`],
  ["Orders by a name", `/admin/orders?q=${facts.firstName}`],
  ["Orders by a name, last page", `/admin/orders?q=${facts.firstName}&page=${LAST}`],
  ["Orders by a full name", `/admin/orders?q=${facts.fullName}`],
  ["Orders by an e-mail address", `/admin/orders?q=${facts.email}`],
  ["Orders by a word of most addresses", "/admin/orders?q=example"],
  ["Orders by an invoice", `/admin/orders?q=${facts.invoice}`],
  ["Orders by a number", `/admin/orders?q=${facts.order}`],
  ["Orders of a customer", `/admin/orders?customer=${facts.customer}`],
  ["An order", `/admin/orders/${facts.order}`],
  ["A packing slip", `/admin/orders/${facts.order}/packing-slip`],

  ["Customers", "/admin/customers"],
  ...sorted("Customers", "/admin/customers", ["name", "orders", "joined"]),
  ["Customers, last page", `/admin/customers?page=${LAST}`],
  ["Customers inactive", "/admin/customers?status=inactive"],
  ["Customers active", "/admin/customers?status=active"],
  ["Customers by a name", `/admin/customers?q=${facts.firstName}`],
  ["Customers by an e-mail address", `/admin/customers?q=${facts.email}`],
  ["Customers by a word of most addresses", "/admin/customers?q=example"],
  ["Customers by that word, last page", `/admin/customers?q=example&page=${LAST}`],
  ["A customer", `/admin/customers/${facts.customer}`],

  ["Reviews", "/admin/reviews"],
  ...sorted("Reviews", "/admin/reviews", ["rating", "date"]),
  ["Reviews hidden", "/admin/reviews?state=hidden"],
  ["Reviews, last page", `/admin/reviews?page=${LAST}`],
  ["Reviews, a rare word", `/admin/reviews?q=${facts.rareTitle}`],
  ["Reviews, a common word", "/admin/reviews?q=the"],

  ["Authors", "/admin/authors"],
  ...sorted("Authors", "/admin/authors", ["title"]),
  ["Authors, last page", `/admin/authors?page=${LAST}`],
  ["Authors, search", `/admin/authors?q=${facts.lastName}`],
  ["Languages", "/admin/languages"],
  ["Publishers", "/admin/publishers"],
  ["Publishers, search", "/admin/publishers?q=books"],
  ["Book Tags", "/admin/booktags"],
  ["Logistics Providers", "/admin/logistics/providers"],
  ["Categories", "/admin/categories"],
  ...sorted("Categories", "/admin/categories", ["name", "books", "sold"]),
  ["Logistics", "/admin/logistics"],
  ["Settings", "/admin/settings"],
];

process.chdir(ROOT);
install();
build();

const shops = [];
for (const size of SIZES) shops.push(await openShop(size));
// After this, the background work of the start (lapsed orders, reconciling recent ones) is done.
for (const shop of shops) {
  for (const [, url] of shop.screens) await shop.ask(url);
}
await setTimeout(3_000);

const rows = [];
for (const [index, [screen]] of shops[0].screens.entries()) {
  const results = await measure(
    shops.map(({ screens, ask, change }) => ({ ask: () => ask(screens[index][1]), change })),
  );
  rows.push({ screen, results });
  say([screen, ...results.map((result) => cells(result).join(" "))].join(" | "));
}
for (const shop of shops) await shop.close();
writeResults();
process.exit(rows.some(({ results }) => results.some((result) => result.wrong)) ? 1 : 0);

async function openShop({ books, orders }) {
  const dataDir = `.cache/bench-${books}-${orders}`;
  fillShop(dataDir, { books, orders });
  const { origin, stop } = await startShop(dataDir);
  const cookie = await signIn(origin, "admin@kitab.example", "Open-the-shop-1");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const db = new SQLite(`${dataDir}/kitab.db`);
  const rise = db.prepare("update catalogue_version set version = version + 1");
  return {
    screens: screens(readFacts(dataDir)),
    ask: (url) => answerOf(origin + url, { agent, headers: { cookie } }),
    change: () => rise.run(),
    close: () => {
      agent.destroy();
      db.close();
      return stop();
    },
  };
}

/** Search terms of the same kind for every shop: a frequent name, an order and its customer. */
function readFacts(dataDir) {
  const db = new SQLite(`${dataDir}/kitab.db`, { readonly: true });
  const order = db
    .prepare(
      `select o.id, o.invoice_no as invoice, o.account_id as customer, o.email, a.first_name as firstName,
        a.last_name as lastName from orders o join accounts a on a.id = o.account_id
        where o.state = 'delivered' order by abs(o.id - (select max(id) * 0.7 from orders)) limit 1`,
    )
    .get();
  const { newest } = db.prepare("select max(placed_at) as newest from orders").get();
  const book = db.prepare("select id, title from books where title = 'Saraswatichandra'").get();
  db.close();
  const encoded = (text) => encodeURIComponent(text);
  return {
    book: book.id,
    rareTitle: book.title,
    order: order.id,
    customer: order.customer,
    invoice: encoded(order.invoice),
    email: encoded(order.email),
    firstName: encoded(order.firstName),
    lastName: encoded(order.lastName),
    fullName: encoded(`${order.firstName} ${order.lastName}`),
    today: newest.slice(0, 10),
    monthAgo: new Date(Date.parse(newest) - 30 * 86_400_000).toISOString().slice(0, 10),
  };
}

/** Alternates between the shops, so that other load on this machine affects all of them alike. */
async function measure(shops) {
  const measured = shops.map((shop) => ({ ...shop, times: [], fresh: [], last: undefined }));
  for (let number = -WARM_UP; number < REQUESTS; number += 1) {
    for (const shop of measured) await ask(shop, number < 0 ? [] : shop.times);
  }
  for (let number = 0; number < AFTER_CHANGES; number += 1) {
    for (const shop of measured) {
      shop.change();
      await ask(shop, shop.fresh);
    }
  }
  return measured.map(({ times, fresh, last: { status, text } }) => {
    if (status !== 200) return { wrong: `answers ${status}` };
    const shown = text.replace(/<!--.*?-->/g, "");
    return {
      median: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      changed: quantile(fresh, 0.5),
      entries: /Showing [\d,]+ to [\d,]+ of ([\d,]+) entries/.exec(shown)?.[1] ?? "",
    };
  });
}

async function ask(shop, times) {
  const started = performance.now();
  shop.last = await shop.ask();
  times.push(performance.now() - started);
}

function quantile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
}

function answerOf(url, options) {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString("utf8") }),
      );
    }).on("error", reject);
  });
}

function cells({ wrong, median, p95, changed, entries }) {
  return wrong ? [wrong, "", "", ""] : [...[median, p95, changed].map((time) => time.toFixed(1)), entries];
}

function writeResults() {
  const of = SIZES.map(({ books, orders }) => `${inWords(books)} books, ${inWords(orders)} orders`);
  const table = rows.map(({ screen, results }) => {
    const [small, large] = results;
    const ratio = (of) => (small.wrong || large.wrong ? "" : (large[of] / small[of]).toFixed(1));
    return [screen, ...results.flatMap(cells), ratio("median"), ratio("changed")];
  });
  writeSection("Last results of `npm run bench:back-office`", [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores. One connection signed in as an admin, ${REQUESTS} requests a row after ${WARM_UP} to warm up, the two shops in turn on this same machine: median and 95th percentile in milliseconds; the median of ${AFTER_CHANGES} requests that each come just after a change of the catalogue; and how many entries the list says it has (nothing where it is one page). The ratios are those of the medians: large to small, and the same after a change.`,
    "",
    `| screen | ${of[0]}: median | p95 | after a change | entries | ${of[1]}: median | p95 | after a change | entries | ratio | after a change |`,
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...table.map((row) => `| ${row.join(" | ")} |`),
  ]);
}

function inWords(count) {
  return count.toLocaleString("en-IN");
}
