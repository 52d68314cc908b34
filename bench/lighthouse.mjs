// npm run bench:lighthouse: Lighthouse's mobile scores of ten pages of a live shop with test payments (a demo shop is
// not to be indexed): the median of three runs for each category. Writes its section of bench/results.md.
// LIGHTHOUSE_RUNS and LIGHTHOUSE_PAGES (a regular expression) limit the run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import SQLite from "better-sqlite3";
import { findChromium } from "../scripts/chromium.mjs";
import { build, install, ROOT, run, say } from "../scripts/prepare.mjs";
import { fillShop, signIn, startShop, writeSection } from "./shop.mjs";

/** Installed apart from the shop's packages, because it has two hundred dependencies. */
const VERSION = "12.8.2";
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const ONLY = new RegExp(process.env.LIGHTHOUSE_PAGES ?? "");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const FOLDER = path.join(ROOT, ".cache/lighthouse");

/** Name, address, and for personal pages whose they are; a customer has a session, a filled cart and past orders. */
const PAGES = [
  ["home", "/"],
  ["list", "/books"],
  ["filtered list", "/books?tag=Poetry&sort=price_asc"],
  ["book with reviews", "/books/1"],
  ["categories", "/categories"],
  ["bestsellers", "/bestsellers"],
  ["login", "/login", "guest"],
  ["cart", "/cart", "customer"],
  ["checkout", "/checkout", "customer"],
  ["orders", "/orders", "customer"],
].filter(([name]) => ONLY.test(name));

process.chdir(ROOT);
install();
build();
installLighthouse();
const { default: lighthouse } = await load("lighthouse/core/index.js");
const { launch } = await load("chrome-launcher/dist/index.js");

const dataDir = ".cache/bench-lighthouse";
fillShop(dataDir, { books: 200, orders: 60 });
// Started as a demo shop once, which creates the sample accounts.
const demo = await startShop(dataDir);
const cookie = await signIn(demo.origin, "customer@kitab.example", "Read-a-book-1");
await demo.stop();
makeOwn(path.join(dataDir, "kitab.db"));
const port = await freePort();
const { origin, stop } = await startShop(dataDir, {
  PORT: String(port),
  HOST: "localhost",
  BASE_URL: `http://localhost:${port}`,
  SHOP_MODE: "live",
  // Off is for demo shops only.
  FORM_TIMING: "on",
  PAYMENTS: "sandbox",
  SMTP_URL: "smtp://localhost:9",
  MAIL_FROM: "shop@kitab.example",
});
await fetch(`${origin}/cart`, {
  method: "POST",
  redirect: "manual",
  headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ intent: "add", bookId: "1", stay: "on" }).toString(),
});

const rows = [];
const losses = new Map();
for (const [name, url, whose] of PAGES) {
  const reports = [];
  const extraHeaders = whose === "customer" ? { Cookie: cookie } : {};
  for (let n = 0; n < RUNS; n += 1)
    reports.push(await look(origin + url, { extraHeaders, isOwn: Boolean(whose) }));
  const scores = CATEGORIES.map((key) =>
    Math.round(median(reports.map(({ categories }) => categories[key].score ?? 0)) * 100),
  );
  const timings = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map(
    (audit) => median(reports.map(({ audits }) => audits[audit].numericValue ?? Number.NaN)),
  );
  rows.push([
    `${name} (\`${url}\`)`,
    ...scores,
    `${(timings[0] / 1000).toFixed(1)} s`,
    `${timings[1].toFixed(0)} ms`,
    timings[2].toFixed(3),
  ]);
  say(rows.at(-1).join(" | "));
  for (const told of costly(reports.at(-1))) losses.set(told, [...(losses.get(told) ?? []), name]);
}
await stop();

if (!process.env.LIGHTHOUSE_PAGES) {
  writeSection("Last results of `npm run bench:lighthouse`", [
    `${new Date().toISOString().slice(0, 10)}, Lighthouse ${VERSION}, its phone (a slow 4G line and a fourth of this machine's speed, simulated), Node ${process.versions.node}. Live shop with test payments, 200 books. The last four pages ask not to be indexed, since they are a customer's own: whether they can be is not asked. Medians of ${RUNS} runs; the last three columns: largest contentful paint, total blocking time, cumulative layout shift.`,
    "",
    `| page | ${CATEGORIES.join(" | ")} | LCP | TBT | CLS |`,
    "|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    ...(losses.size === 0
      ? ["No audit outside performance costs a point."]
      : [...losses].map(([told, names]) => `- ${told}: ${names.join(", ")}`)),
  ]);
}

/** One run in a new browser with an empty cache. */
async function look(url, { extraHeaders, isOwn }) {
  const chromium = findChromium();
  const chrome = await launch({
    ...(chromium ? { chromePath: chromium } : {}),
    chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  try {
    const flags = { port: chrome.port, output: "json", logLevel: "error", extraHeaders };
    // Personal pages are excluded from search engines on purpose.
    const skipAudits = isOwn ? ["is-crawlable"] : [];
    const { lhr } = await lighthouse(url, { ...flags, onlyCategories: CATEGORIES, skipAudits });
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} sent the browser to ${lhr.finalDisplayedUrl}`);
    return lhr;
  } finally {
    chrome.kill();
  }
}

/** The failed audits of all categories except performance, which is measured by time. */
function costly({ categories, audits }) {
  return CATEGORIES.slice(1).flatMap((key) =>
    categories[key].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => `${key}: ${audits[id].title}`),
  );
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function installLighthouse() {
  const installed = path.join(FOLDER, "node_modules/lighthouse/package.json");
  if (existsSync(installed) && JSON.parse(readFileSync(installed, "utf8")).version === VERSION) return;
  say(`Installing Lighthouse ${VERSION} …`);
  mkdirSync(FOLDER, { recursive: true });
  // A separate project, so that npm does not use the one above it.
  writeFileSync(path.join(FOLDER, "package.json"), '{ "private": true }\n');
  run("npm", [
    "install",
    "--prefix",
    FOLDER,
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    `lighthouse@${VERSION}`,
  ]);
}

function load(file) {
  return import(pathToFileURL(path.join(FOLDER, "node_modules", file)).href);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}

/** Makes what a live shop requires: no published password, a seller, shipping prices. */
function makeOwn(file) {
  const db = new SQLite(file);
  db.exec("update accounts set password_hash = null where email like '%@kitab.example'");
  const save = db.prepare("insert or replace into settings (key, value, updated_at) values (?, ?, ?)");
  const own = {
    shopName: "Kitab",
    supportEmail: "help@books.example.in",
    supportPhone: "+91 80 4718 0111",
    postalAddress: "1 Residency Road, Bengaluru 560025, Karnataka",
    shippingThreshold: 49_900,
    shippingFee: 4_900,
  };
  for (const [key, value] of Object.entries(own))
    save.run(key, JSON.stringify(value), new Date().toISOString());
  db.close();
}
