import { request } from "node:http";
import { type Browser, type BrowserContextOptions, devices, expect, type Page } from "@playwright/test";
import { test } from "./support";

/**
 * A cheap phone, and one with a finer screen. Not as `isMobile`: then a page is 980 px wide until its viewport element is
 * read, and a browser that is quick enough may choose its first picture for that width.
 */
const { userAgent, hasTouch } = devices["Galaxy S5"];
const PHONE = { userAgent, hasTouch, viewport: { width: 360, height: 640 } };
const SCREENS = [2, 3];
/** Of a book with a short title, and of one whose title fills lines. */
const BOOKS = ["Gitanjali", "Ancient Ballads and Legends of Hindustan"];

const kB = 1000;
/** Bodies as brotli sends them. `page` is what fits the first ten packets of a connection: its HTML and CSS. */
const BUDGET = { page: 14.6 * kB, scripts: 120 * kB, firstVisit: 150 * kB, fonts: 30 * kB, shift: 0.02 };

for (const deviceScaleFactor of SCREENS) {
  test(`a first visit at ${deviceScaleFactor}x keeps to its bytes`, async ({ browser }) => {
    for (const path of await pages(browser)) {
      const visit = await firstVisit(browser, path, { deviceScaleFactor });
      const { document, stylesheet, script, font, imagesInView } = visit.bytes;
      expect(document + stylesheet, `HTML and CSS of ${path}`).toBeLessThanOrEqual(BUDGET.page);
      expect(script, `scripts of ${path}`).toBeLessThanOrEqual(BUDGET.scripts);
      expect(font, `fonts of ${path}`).toBeLessThanOrEqual(BUDGET.fonts);
      expect(script && font && imagesInView, "scripts, a font and pictures were counted").toBeGreaterThan(0);
      const all = document + stylesheet + script + font + imagesInView;
      const what = `the first visit of ${path}: ${JSON.stringify(visit)}`;
      expect(all, what).toBeLessThanOrEqual(BUDGET.firstVisit);
    }
  });
}

test("pictures have their place before they come, and the largest in view comes first", async ({
  browser,
}) => {
  for (const path of await pages(browser)) {
    const page = await open(browser, path);
    const images = await page.locator("img").evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => {
        const { top, bottom, width } = image.getBoundingClientRect();
        const source = image.closest("picture")?.querySelector("source");
        return {
          address: image.currentSrc || image.src,
          area: width * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)),
          isBelow: top >= innerHeight,
          isSized: image.hasAttribute("width") && image.hasAttribute("height"),
          isLazy: image.loading === "lazy",
          isFirst: image.getAttribute("fetchpriority") === "high",
          isCover: image.alt.startsWith("Cover of "),
          type: source?.type,
          offers: (source?.srcset ?? "").split(", ").length,
          sizes: source?.sizes,
        };
      }),
    );
    expect(images.filter((image) => !image.isSized)).toEqual([]);
    expect(images.filter((image) => image.isBelow && !image.isLazy)).toEqual([]);
    expect(images.some((image) => image.isBelow)).toBe(true);
    const covers = images.filter((image) => image.isCover);
    const wanting = ({ type, offers, sizes }: (typeof covers)[0]) =>
      type !== "image/avif" || offers < 3 || !sizes;
    expect(covers.filter(wanting)).toEqual([]);
    const largest = images.reduce((one, other) => (other.area > one.area ? other : one));
    expect(images.filter((image) => image.isFirst)).toEqual([largest]);
    expect(largest.isLazy).toBe(false);
    await page.context().close();
  }
});

test("nothing waits but for the stylesheet, and no line moves when the late display face takes its place", async ({
  browser,
}) => {
  for (const path of await pages(browser)) {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const page = await open(browser, path, {}, async (fresh) => {
      await fresh.route("**/*.woff2", async (route) => {
        await held;
        await route.continue();
      });
      await fresh.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            Object.assign(window, { shift: (window as unknown as Shifted).shift + entry.value });
        }).observe({ type: "layout-shift", buffered: true });
      });
    });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The titles stand there, in a face of this machine's that is stretched to their own one's measure.
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === "loaded")
          .map(({ family }) => family.replaceAll('"', "")),
      );
    await expect.poll(loaded).toContainEqual(expect.stringMatching(/^Eczar in /));
    expect(await loaded()).not.toContain("Eczar");
    release();
    await expect.poll(loaded).toContain("Eczar");
    await page.waitForLoadState("load");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
    const shift = await page.evaluate(() => (window as unknown as Shifted).shift);
    expect(shift, `what moved on ${path}`).toBeLessThanOrEqual(BUDGET.shift);

    const blocking = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as (PerformanceResourceTiming & Blocking)[])
        .filter((entry) => entry.renderBlockingStatus === "blocking")
        .map((entry) => new URL(entry.name).pathname),
    );
    const stylesheets = path === "/" ? ["app", "home"] : ["app"];
    expect(blocking.sort()).toEqual(
      stylesheets.map((name): unknown => expect.stringMatching(new RegExp(`^/assets/${name}-[^/]+\\.css$`))),
    );
    const displays = await page.evaluate(() =>
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof CSSFontFaceRule)
        .map((rule) => rule.style)
        .filter((style) => style.getPropertyValue("src").includes("url("))
        .map((style) => style.getPropertyValue("font-display")),
    );
    expect(new Set(displays)).toEqual(new Set(["swap"]));
    await page.context().close();
  }
});

test("with Save-Data a page has no script, no face to fetch and small pictures, and sells", async ({
  browser,
}) => {
  const asked: string[] = [];
  const page = await open(browser, "/books", { extraHTTPHeaders: { "Save-Data": "on" } }, (fresh) => {
    fresh.on("request", (one) => asked.push(`${one.resourceType()} ${new URL(one.url()).pathname}`));
    return Promise.resolve();
  });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.locator("script, link[rel=modulepreload], link[as=font]").count()).toBe(0);
  expect(asked.filter((one) => /^(?:script|font|fetch|xhr) /.test(one))).toEqual([]);
  const covers = asked.filter((one) => one.includes("/coverpages/"));
  expect(covers.length).toBeGreaterThan(0);
  expect(covers.filter((one) => !one.endsWith("-160.avif"))).toEqual([]);
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByText(/^Added /).first()).toBeVisible();
  await page.context().close();
});

test("no script tries what the page's policy refuses", async ({ browser }) => {
  for (const path of ["/books", "/login", "/register"]) {
    const page = await open(browser, path, {}, (fresh) =>
      fresh.addInitScript(() => {
        const refused: string[] = [];
        Object.assign(window, { refused });
        addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
          refused.push(`${effectiveDirective} ${blockedURI}`),
        );
      }),
    );
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
    await page.context().close();
  }
});

interface Shifted {
  shift: number;
}
interface Blocking {
  renderBlockingStatus?: string;
}

/** The home page, the list, and the page of each of BOOKS. */
async function pages(browser: Browser): Promise<string[]> {
  const page = await browser.newPage({ baseURL: test.info().project.use.baseURL });
  const found = BOOKS.map(async (title) => {
    const list = await (await page.request.get(`/books?q=${encodeURIComponent(title)}`)).text();
    return new RegExp(`href="(/books/\\d+)"[^>]*>(?:<[^>]*>)*${title}<`).exec(list)![1]!;
  });
  const paths = ["/", "/books", ...(await Promise.all(found))];
  await page.close();
  return paths;
}

async function open(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ ...PHONE, baseURL, ...options });
  const page = await context.newPage();
  // The first page of a site has a new process, which can begin to fetch before it knows that it is a phone.
  await page.goto("/healthz");
  await before?.(page);
  // A face that is held back holds the load event too.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return page;
}

/**
 * What a browser without anything in its cache fetches, by kind: the bytes of the bodies, as the shop sends them to one
 * that takes brotli. Of the pictures those in the first view count.
 */
async function firstVisit(browser: Browser, path: string, options: BrowserContextOptions) {
  const fetched = new Map<string, string>();
  const page = await open(browser, path, options, (fresh) => {
    fresh.on("request", (one) => fetched.set(one.url(), one.resourceType()));
    return Promise.resolve();
  });
  await page.waitForLoadState("networkidle");
  const inView = await page
    .locator("img")
    .evaluateAll((all) =>
      (all as HTMLImageElement[])
        .filter((image) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility())
        .map((image) => image.currentSrc),
    );
  const bytes = { document: 0, stylesheet: 0, script: 0, font: 0, imagesInView: 0 };
  const pictures: string[] = [];
  for (const [url, type] of fetched) {
    const kind = type === "image" && inView.includes(url) ? "imagesInView" : type;
    expect([...Object.keys(bytes), "image", "other", "manifest"], url).toContain(kind);
    if (kind in bytes) bytes[kind as keyof typeof bytes] += await bodyLength(url);
    if (kind === "imagesInView") pictures.push(new URL(url).pathname);
  }
  await page.context().close();
  return { bytes, pictures };
}

function bodyLength(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { "Accept-Encoding": "br" } }, (answer) => {
      let length = 0;
      answer.on("data", (chunk: Buffer) => (length += chunk.length));
      answer.on("end", () => resolve(length));
    });
    asking.on("error", reject).end();
  });
}
