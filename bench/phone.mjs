// npm run bench:phone: what somebody with a cheap phone waits for: the first paint of a first visit, and from a tap in the
// list until the first book is painted and can be bought, with scripts and by a plain link, and back to the list; and how long
// scripts keep a book's page busy at a stretch. Writes its section of bench/results.md. PHONE_RUNS changes the number of runs.
// PHONE_ALSO=<origin> measures another shop that runs already, in turns with this one, for a comparison; then nothing is written.
import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/chromium.mjs";
import { build, install, ROOT, say } from "../scripts/prepare.mjs";
import { fillShop, startShop, writeSection } from "./shop.mjs";

const RUNS = Number(process.env.PHONE_RUNS ?? 5);
const ALSO = process.env.PHONE_ALSO;
/** How often the processor is slower than this machine's. */
const SLOWER = 4;
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const LINES = [
  { name: "9 Mbit/s, 170 ms", latency: 170, bitsPerSecond: 9_000_000 },
  { name: "400 kbit/s, 400 ms", latency: 400, bitsPerSecond: 400_000 },
];
const BOOK = "/books/14";
const PAGES = ["/", "/books", BOOK];
const MOST_MS = 30_000;

process.chdir(ROOT);
install();
build();
const dataDir = ".cache/bench-phone";
fillShop(dataDir, { books: 60 });
const { origin, stop } = await startShop(dataDir);
const shops = ALSO ? { here: origin, also: ALSO } : { here: origin };
const executablePath = findChromium() || undefined;
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});

const results = new Map();
try {
  // The first round warms up both sides.
  for (let round = 0; round <= RUNS; round += 1)
    for (const line of LINES)
      for (const [shop, at] of Object.entries(shops)) {
        const note = (what, ms) => {
          const key = [shop, line.name, what].join(" | ");
          if (round > 0) results.set(key, [...(results.get(key) ?? []), ms]);
        };
        for (const page of PAGES) {
          const { first, largest, longestTask } = await paints(at + page, line);
          note(`${page}: first paint`, first);
          note(`${page}: largest paint`, largest);
          if (page === BOOK) note(`${page}: longest task`, longestTask);
        }
        const { to, back } = await firstBook(at, line, true);
        note("to the first book, with scripts", to);
        note("back to the list, with scripts", back);
        note("to the first book, by a plain link", (await firstBook(at, line, false)).to);
      }
} finally {
  await browser.close();
  await stop();
}

const rows = [...results].map(
  ([key, all]) => `| ${key} | ${median(all)} | ${Math.min(...all)} to ${Math.max(...all)} |`,
);
say(rows.join("\n"));
if (!ALSO)
  writeSection("Last results of `npm run bench:phone`", [
    `${new Date().toISOString().slice(0, 10)}, a phone of 360 px with a ${SLOWER}th of this machine's speed, Node ${process.versions.node}, demo shop of 60 books. Milliseconds: medians of ${RUNS} runs, and from the least to the most. 'To the first book': from the tap on a book in the list until the book's page is painted with 'Add to Cart' on it; 'back to the list' the way back, until the list is painted. 'Longest task': what scripts, styles and layout did without a pause, 0 if nothing took 50.`,
    "",
    "| line | what | median | all |",
    "|---|---|---|---|",
    ...rows.map((row) => row.replace("| here ", "")),
  ]);

/** A page in a new browser profile, with the phone's line and processor. */
async function phone(line, { javaScriptEnabled = true } = {}) {
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  const tools = await context.newCDPSession(page);
  const throughput = line.bitsPerSecond / 8;
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return { page, tools, close: () => context.close() };
}

/** The first and the largest paint of a first visit and the longest task until it is at rest, in milliseconds. */
async function paints(url, line) {
  const { page, close } = await phone(line);
  await page.addInitScript(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.largest = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const seen = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    largest: window.largest,
    longestTask: window.longest,
  }));
  await close();
  const { first, largest, longestTask } = seen;
  return { first: Math.round(first), largest: Math.round(largest), longestTask: Math.round(longestTask) };
}

/**
 * From the tap on the second book of a list that has loaded, until that book is painted and can be bought; with scripts also
 * from Back until the list is painted.
 */
async function firstBook(at, line, hasScripts) {
  const { page, tools, close } = await phone(line, { javaScriptEnabled: hasScripts });
  await page.goto(`${at}/books`, { waitUntil: "networkidle" });
  const link = page.locator("main a.card-link").nth(1);
  const href = await link.getAttribute("href");
  // A new document has its button before its stylesheets.
  await tools.send("Page.enable");
  const listId = (await tools.send("Page.getFrameTree")).frameTree.frame.loaderId;
  let isPainted = () => {};
  const painted = new Promise((resolve) => (isPainted = resolve));
  await tools.send("Page.setLifecycleEventsEnabled", { enabled: true });
  tools.on("Page.lifecycleEvent", ({ name, loaderId }) => {
    if (name === "firstContentfulPaint" && loaderId !== listId) isPainted();
  });
  const title = await page.locator("main h1").textContent();
  if (hasScripts) await page.addInitScript(noteBook, title);
  if (hasScripts) await page.evaluate(noteBook, title);
  const begun = Date.now();
  await link.tap({ noWaitAfter: true });
  await page.waitForURL((url) => url.pathname === href, { waitUntil: "commit" });
  await page
    .locator("main:has(h1)")
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .waitFor();
  if (!hasScripts) await painted;
  const shownAt = hasScripts
    ? await (await page.waitForFunction(() => window.shownAt)).jsonValue()
    : Date.now();
  const back = hasScripts ? await backToList(page) : undefined;
  await close();
  return { to: shownAt - begun, back };
}

async function backToList(page) {
  const begun = performance.now();
  await page.evaluate(() => history.back());
  await page.locator("main .book-grid h3").nth(1).waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return Math.round(performance.now() - begun);
}

/** Runs in the page: notes when a book is painted that can be bought, in this document or the next. */
function noteBook(listTitle) {
  new MutationObserver((_, observer) => {
    const main = document.querySelector("main:has(h1)");
    if (!main || main.querySelector("h1").textContent === listTitle) return;
    if (![...main.querySelectorAll("button")].some((one) => one.textContent.startsWith("Add to Cart")))
      return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shownAt = Date.now())));
  }).observe(document, { childList: true, subtree: true });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
