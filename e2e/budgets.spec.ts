import { type APIRequestContext, expect, type Page, type Request } from "@playwright/test";
import { BUDGET } from "../app/test/checks/budget";
import { fillCart, hydrated, newCustomer, test } from "./support";
import { bodyLength, expectWithinBudget, open, weigh } from "./weight";

/** A book with a short title, and one whose title takes several lines. */
const BOOKS = ["Gitanjali", "Ancient Ballads and Legends of Hindustan"];

/** The last title on a page, in a shelf at its end. */
const LAST_CARD = /(class="card-link"[^>]*>)[^<]*<\/a>(?![^]*card-link)/;

const MOST_SHIFT = 0.02;
/** At 360 px it is 0.048. */
const MOST_CART_SHIFT = 0.06;

test("a first visit stays within the weight budget, its images load in order, and a late display font moves no text", async ({
  browser,
  request,
}) => {
  for (const path of await pages(request)) {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const fetched = new Map<string, Request>();
    const page = await open(browser, path, {}, async (fresh) => {
      fresh.on("request", (one) => fetched.set(one.url(), one));
      await fresh.route("**/*.woff2", async (route) => {
        await held;
        await route.continue();
      });
      await fresh.addInitScript(watch);
    });
    await expectCalmFont(page, path, release);
    await expectNothingBlocks(page, path);
    await page.waitForLoadState("networkidle");
    await expectGoodImages(page);
    expect((await watched(page)).refused, path).toEqual([]);
    expectWithinBudget(path, await weigh(page, fetched));
    await page.context().close();
  }
});

test("with Save-Data the list has no script, no font and small pictures, and Add to Cart works", async ({
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

for (const width of [360, 1280])
  test(`nothing moves when fonts, pictures and scripts come after the first paint, at ${width} px`, async ({
    browser,
    request,
  }) => {
    const viewport = { width, height: 780 };
    const book = (await pages(request)).at(-1)!;
    const customer = await browser.newContext({ baseURL: test.info().project.use.baseURL });
    const at = { request: customer.request };
    await newCustomer(at);
    await fillCart(at, BOOKS[0]!);
    const storageState = await customer.storageState();
    for (const path of ["/", "/books", book, "/cart"]) {
      let release = () => {};
      const painted = new Promise<void>((resolve) => (release = resolve));
      const options = { viewport, ...(path === "/cart" && { storageState }) };
      const page = await open(browser, path, options, async (fresh) => {
        await fresh.route(/\.(?:js|woff2|avif|webp)$/, async (route) => {
          await painted;
          await route.continue();
        });
        await fresh.addInitScript(watch);
      });
      const paints = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
      await expect.poll(paints).toBe(1);
      release();
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const most = path === "/cart" ? MOST_CART_SHIFT : MOST_SHIFT;
      expect((await watched(page)).shift, path).toBeLessThanOrEqual(most);
      await page.context().close();
    }
    await customer.close();
  });

test("a page's own stylesheet goes with the page, and comes back with it", async ({ browser }) => {
  const fetched: string[] = [];
  const page = await open(browser, "/", {}, async (fresh) => {
    fresh.on("request", (one) => one.resourceType() === "stylesheet" && fetched.push(nameOf(one.url())));
  });
  await hydrated(page);
  expect(await sheetsWithin(page)).toEqual(["app", "home"]);
  const headline = page.getByRole("heading", { level: 1 });
  const looks = () => headline.evaluate((it) => JSON.stringify([getComputedStyle(it).font, it.className]));
  const before = await looks();
  await page.getByRole("contentinfo").getByRole("link", { name: "Books", exact: true }).click();
  await expect(headline).toHaveText("All Books");
  expect(await sheetsWithin(page)).toEqual(["app"]);
  expect(fetched).toEqual(["books"]);
  await page.goBack();
  await expect(headline).not.toHaveText("All Books");
  expect(await looks()).toBe(before);
  expect(fetched).toEqual(["books", "home"]);
  await page.context().close();
});

test("a font for one title far below is fetched when it comes near", async ({ browser, request }) => {
  const fonts: string[] = [];
  const book = (await pages(request)).at(-2)!;
  const page = await open(browser, book, { javaScriptEnabled: false }, async (fresh) => {
    fresh.on("request", (one) => one.resourceType() === "font" && fonts.push(one.url()));
    await fresh.route(book, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(LAST_CARD, "$1गोदान</a>");
      await route.fulfill({ response, body: html });
    });
  });
  await page.waitForLoadState("networkidle");
  const ofDevanagari = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule.cssText.startsWith("@font-face") && /u\+0?900-/i.test(rule.cssText))
      .map((rule) => /url\("([^"]+)"\)/.exec(rule.cssText)![1]!),
  );
  expect(ofDevanagari).toHaveLength(1);
  const fetched = () => fonts.filter((url) => url.endsWith(ofDevanagari[0]!)).length;
  expect(fonts.length).toBeGreaterThan(0);
  expect(fetched()).toBe(0);
  // Not before: to look for the title would lay it out.
  await page.getByRole("link", { name: "गोदान" }).scrollIntoViewIfNeeded();
  await expect.poll(fetched).toBe(1);
  await page.context().close();
});

test("the login, where two fields are typed, loads few scripts", async ({ browser }) => {
  const scripts: string[] = [];
  const page = await open(browser, "/login", {}, async (fresh) => {
    fresh.on("request", (one) => one.resourceType() === "script" && scripts.push(one.url()));
  });
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts.map(bodyLength));
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(scripts.length).toBeGreaterThan(1);
  expect(sum, "scripts of /login").toBeLessThanOrEqual(BUDGET.loginScripts);
  await page.context().close();
});

test("no script of a form violates the Content-Security-Policy", async ({ page }) => {
  await page.addInitScript(watch);
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await hydrated(page);
    expect((await watched(page)).refused).toEqual([]);
  }
});

/** What `watch` has seen. */
interface Watched {
  /** By how much the layout has shifted. */
  shift: number;
  /** Violations of the Content-Security-Policy. A library that tries `eval` and catches the error logs nothing. */
  refused: string[];
}

/** Runs in the page, before anything else. */
function watch() {
  const seen: Watched = { shift: 0, refused: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    seen.refused.push(`${effectiveDirective} ${blockedURI}`),
  );
}

const watched = (page: Page) => page.evaluate(() => (window as unknown as { seen: Watched }).seen);

const nameOf = (address: string) => /\/assets\/([a-z-]+)-[^/]+\.css$/.exec(address)?.[1] ?? address;

/** The names of the stylesheets that the page has in itself. */
const sheetsWithin = async (page: Page) =>
  (await page.locator("style[data-of]").evaluateAll((all) => all.map((it) => it.dataset.of!))).map(nameOf);

interface Blocking {
  renderBlockingStatus?: string;
}

/** The home page, the list, and the page of each of BOOKS. */
async function pages(request: APIRequestContext): Promise<string[]> {
  const found = BOOKS.map(async (title) => {
    const list = await (await request.get(`/books?q=${encodeURIComponent(title)}`)).text();
    return new RegExp(`href="(/books/\\d+-[^"]+)"[^>]*>(?:<[^>]*>)*${title}<`).exec(list)![1]!;
  });
  return ["/", "/books", ...(await Promise.all(found))];
}

/** The titles are shown in a local font, scaled to the size of the display font, which replaces it without a shift. */
async function expectCalmFont(page: Page, path: string, release: () => void) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
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
  expect((await watched(page)).shift, `what moved on ${path}`).toBeLessThanOrEqual(MOST_SHIFT);
}

/** The first paint waits for the page alone: its stylesheets are in it. */
async function expectNothingBlocks(page: Page, path: string) {
  const blocking = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as (PerformanceResourceTiming & Blocking)[])
      .filter((entry) => entry.renderBlockingStatus === "blocking")
      .map((entry) => new URL(entry.name).pathname),
  );
  expect(blocking).toEqual([]);
  const own: Record<string, string> = { "/": "home", "/books": "books" };
  expect(await sheetsWithin(page), path).toEqual(["app", own[path] ?? "book"]);
  const displays = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map((rule) => rule.style)
      .filter((style) => style.getPropertyValue("src").includes("url("))
      .map((style) => style.getPropertyValue("font-display")),
  );
  expect(new Set(displays)).toEqual(new Set(["swap"]));
}

/** Images have a size before they load, and the largest in view loads first. */
async function expectGoodImages(page: Page) {
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
}
