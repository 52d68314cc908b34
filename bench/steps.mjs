// npm run bench:steps: the same shop as one process on SQLite, as two workers on SQLite, and as two processes over one
// PostgreSQL: pages a second, on one machine that also makes the load. (For orders see bench:postgres.) Needs wrk, and
// PostgreSQL's programs (app/test/databases/postgres.ts). Writes its section of bench/results.md.
import { spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { bin, build, install, ROOT, run, say } from "../scripts/prepare.mjs";
import {
  addBuyers,
  buyerEmail,
  fillShop,
  firstLine,
  SAMPLE_PASSWORD,
  signIn,
  startShop,
  writeSection,
} from "./shop.mjs";
import { CONNECTIONS, runWrk, SECONDS } from "./wrk.mjs";

const BOOKS = Number(process.env.BENCH_BOOKS ?? 20_000);
const ORDERS = Math.min(BOOKS, 50_000);
const BUYERS = 8;
const SECRET = "a secret of the benchmark, long enough";

process.chdir(ROOT);
install();
build();

const filled = `.cache/bench-${BOOKS}`;
fillShop(filled, { books: BOOKS, orders: ORDERS });
// Its first start makes the sample's accounts.
await (await startShop(filled)).stop();
const dataDir = ".cache/bench-steps";
const postgres = spawn(bin("tsx"), ["bench/postgres.ts"], { stdio: ["pipe", "pipe", "inherit"] });
const DATABASE_URL = await firstLine(postgres, /^(postgres:\S+)/m);
fresh();
run(process.execPath, ["scripts/move.mjs", "--to", DATABASE_URL, "--data", dataDir]);

const shared = { SESSION_SECRET: SECRET };
const steps = [
  ["one process, SQLite", () => [startShop(dataDir, shared)]],
  ["two workers, SQLite", () => [startShop(dataDir, { ...shared, WORKERS: "2" })]],
  ["one process, PostgreSQL", () => [startShop(dataDir, { ...shared, DATABASE_URL })]],
  [
    "two processes, PostgreSQL",
    () => [startShop(dataDir, { ...shared, DATABASE_URL }), startShop(dataDir, { ...shared, DATABASE_URL })],
  ],
];
const results = [];
for (const [name, start] of steps) {
  if (name.endsWith("SQLite")) fresh();
  say(`── ${name}`);
  const shops = await Promise.all(start());
  results.push([name, await measure(shops.map((shop) => shop.origin))]);
  await Promise.all(shops.map((shop) => shop.stop()));
}
postgres.stdin.end();
rmSync(dataDir, { recursive: true });

const rows = [...results[0][1].keys()].map((what) => [
  what,
  ...results.map(
    ([, found]) => `${Math.round(found.get(what).rate)}/s, ${Math.round(found.get(what).p99Ms)} ms`,
  ),
]);
writeSection("Last results of `npm run bench:steps`", [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${BOOKS.toLocaleString("en-IN")} books, ${ORDERS.toLocaleString("en-IN")} orders before. ${CONNECTIONS} connections, ${SECONDS} s a row: answers a second, and the time within which 99 of 100 came. The load (wrk) and PostgreSQL run on the same machine, so two processes have no more of the processor than one.`,
  "",
  `| what | ${results.map(([name]) => name).join(" | ")} |`,
  `|${"---|".repeat(results.length + 1)}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
]);
process.exit(0);

/** The data folder with the filled shop, with buyers. */
function fresh() {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(filled, dataDir, { recursive: true });
  addBuyers(dataDir, BUYERS);
}

/** @param origins of the processes that serve @returns by what was asked for: answers a second, and their 99th percentile */
async function measure(origins) {
  const [origin] = origins;
  const buyers = [];
  for (let buyer = 0; buyer < BUYERS; buyer++)
    buyers.push(await signIn(origin, buyerEmail(buyer), SAMPLE_PASSWORD));
  const reader = [await signIn(origin, "customer@kitab.example", SAMPLE_PASSWORD)];
  const staff = [await signIn(origin, "admin@kitab.example", "Open-the-shop-1")];
  const book = new URL((await fetch(`${origin}/books/1`)).url).pathname;
  const found = new Map();
  const note = (what, result) => {
    found.set(what, result);
    say(
      [what, `${Math.round(result.rate)}/s`, `${result.p99Ms} ms`, result.wrong].filter(Boolean).join(" | "),
    );
  };
  const pages = [
    ["home, visitor", "/", {}],
    ["book page, customer", book, { cookies: buyers }],
    ["list of books, customer", "/books", { cookies: buyers }],
    ["cart page", "/cart", { cookies: buyers }],
    ["a customer's orders", "/orders", { cookies: reader }],
    ["back office: orders", "/admin/orders", { cookies: staff }],
    ["back office: books", "/admin/products", { cookies: staff }],
  ];
  for (const [what, path, request] of pages)
    note(what, await together(origins, (one) => ({ url: one + path, ...request })));
  return found;
}

/** The same load to all processes at once, each with its share of the connections. */
async function together(origins, request) {
  const connections = CONNECTIONS / origins.length;
  await Promise.all(origins.map((one) => runWrk({ ...request(one), connections, seconds: 2 })));
  const results = await Promise.all(origins.map((one) => runWrk({ ...request(one), connections })));
  return {
    rate: results.reduce((sum, { rate }) => sum + rate, 0),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    wrong: results
      .map(({ wrong }) => wrong)
      .filter(Boolean)
      .join("; "),
  };
}
