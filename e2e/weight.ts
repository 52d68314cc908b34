import { request } from "node:http";
import {
  type Browser,
  type BrowserContextOptions,
  devices,
  expect,
  type Page,
  type Request,
  test,
} from "@playwright/test";
import { BUDGET } from "../app/test/checks/budget";

// What a first visit of a page weighs.

/**
 * A cheap phone with a fine screen: one with fewer pixels chooses the same pictures or smaller ones. Without `isMobile`:
 * with it a page is 980 px wide until its viewport element is read, and a fast browser may choose its first picture for
 * that width.
 */
const { userAgent, hasTouch } = devices["Galaxy S5"];
const PHONE = { userAgent, hasTouch, viewport: { width: 360, height: 640 }, deviceScaleFactor: 3 };
/** Opens a page in a context of its own, as the phone. @param path or an address @param before the page is opened */
export async function open(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ ...PHONE, baseURL, ...options });
  const page = await context.newPage();
  // The first page of a site gets a new process, which may start to fetch before it has the phone's settings.
  await page.goto(new URL("/healthz", new URL(path, baseURL)).href);
  await before?.(page);
  // Not "load": a font that is held back delays it.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return page;
}

/** The same, with what the page fetches, by address. */
export async function openFresh(
  browser: Browser,
  path: string,
): Promise<{ page: Page; fetched: Map<string, Request> }> {
  const fetched = new Map<string, Request>();
  const page = await open(browser, path, {}, (fresh) => {
    fresh.on("request", (one) => fetched.set(one.url(), one));
    return Promise.resolve();
  });
  return { page, fetched };
}

export type Weight = Record<
  "document" | "stylesheet" | "script" | "font" | "imagesInView" | "headers",
  number
>;

/**
 * The bytes that a browser with an empty cache has fetched, by kind: of the bodies, compressed with brotli, and of the headers
 * of their answers. Of the pictures only those in the first view count.
 * @param fetched by address
 */
export async function weigh(page: Page, fetched: Map<string, Request>) {
  const inView = await page
    .locator("img")
    .evaluateAll((all) =>
      (all as HTMLImageElement[])
        .filter((image) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility())
        .map((image) => image.currentSrc),
    );
  const bytes: Weight = { document: 0, stylesheet: 0, script: 0, font: 0, imagesInView: 0, headers: 0 };
  const pictures: string[] = [];
  for (const [url, asked] of fetched) {
    const type = asked.resourceType();
    const kind = type === "image" && inView.includes(url) ? "imagesInView" : type;
    expect([...Object.keys(bytes), "image", "other", "manifest"], url).toContain(kind);
    if (!(kind in bytes)) continue;
    bytes[kind as keyof Weight] += await bodyLength(url);
    bytes.headers += (await asked.sizes()).responseHeadersSize;
    if (kind === "imagesInView") pictures.push(new URL(url).pathname);
  }
  return { bytes, pictures };
}

export function expectWithinBudget(path: string, visit: { bytes: Weight; pictures: string[] }) {
  const { document, stylesheet, script, font, imagesInView, headers } = visit.bytes;
  const more = path.startsWith("/books/") ? BUDGET.bookPage : { firstVisit: 0 };
  expect(document + stylesheet, `HTML and CSS of ${path}`).toBeLessThanOrEqual(BUDGET.page);
  expect(script, `scripts of ${path}`).toBeLessThanOrEqual(BUDGET.scripts);
  expect(font, `fonts of ${path}`).toBeLessThanOrEqual(BUDGET.fonts);
  expect(script && font && imagesInView, "scripts, a font and pictures were counted").toBeGreaterThan(0);
  const all = document + stylesheet + script + font + imagesInView;
  const what = `the first visit of ${path}: ${JSON.stringify(visit)}`;
  expect(all, what).toBeLessThanOrEqual(BUDGET.firstVisit + more.firstVisit);
  expect(all + headers, `with headers, ${what}`).toBeLessThanOrEqual(BUDGET.withHeaders + more.firstVisit);
}

export function bodyLength(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { "Accept-Encoding": "br" } }, (answer) => {
      let length = 0;
      answer.on("data", (chunk: Buffer) => (length += chunk.length));
      answer.on("end", () => resolve(length));
    });
    asking.on("error", reject).end();
  });
}
