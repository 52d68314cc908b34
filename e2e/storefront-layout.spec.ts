import { expect, type Locator, type Page } from "@playwright/test";
import { titleFit } from "../app/ui/store/lists/title-fit";
import { bookIdOf, buy, fillCart, followLink, hydrated, isCut, openBook, signUp, test } from "./support";

/** The longest word of each matching title, and on how many lines it is. */
const linesOfLongestWord = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((titles) =>
    titles.map((title) => {
      const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const word = text.data
        .split(/[\s-]+/)
        .reduce((one, other) => (other.length > one.length ? other : one));
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(word));
      range.setEnd(text, text.data.indexOf(word) + word.length);
      return `${word} ${new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size}`;
    }),
  );

test("no title breaks inside a word, and a very long word does not widen the page", async ({ page }) => {
  await openBook(page, "Abhijnanashakuntalam");
  for (const width of [320, 360, 600, 640, 768, 900, 960, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const line of await linesOfLongestWord(page, ".title-page h1, .shelf h3 a"))
      expect(line, `at ${width}`).toMatch(/ 1$/);
  }
  // If the breadcrumbs before it leave too little room, it starts a new line.
  await page.locator(".crumbs").evaluate((node) => (node.style.width = "13rem"));
  expect(await linesOfLongestWord(page, ".crumbs [aria-current]")).toEqual([
    expect.stringMatching(/^Abhijnanashakuntalam 1$/),
  ]);
  await page.setViewportSize({ width: 360, height: 780 });
  await hydrated(page);
  await page
    .locator(".title-page .brief, .prose p")
    .evaluateAll((texts) => texts.forEach((text) => (text.textContent = "x".repeat(300))));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.goto("/books");
  for (const width of [320, 360, 600, 640, 768, 900, 960, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const line of await linesOfLongestWord(page, ".book-card h3 a"))
      expect(line, `at ${width}`).toMatch(/ 1$/);
  }
  // The scrollbar beside the categories is thin, without a background of its own.
  const bar = (panel: Element) =>
    (({ scrollbarWidth, scrollbarColor }) => `${scrollbarWidth}, ${scrollbarColor}`)(getComputedStyle(panel));
  expect(await page.locator("#filters > div:first-child").evaluate(bar)).toMatch(
    /^thin, .+ rgba\(0, 0, 0, 0\)$/,
  );
});

/** Titles in other scripts, whose words are long, beside those of the sample shop. */
const OTHER_TITLES = [
  "அபிஞானசாகுந்தலம்",
  "பொன்னியின் செல்வன்",
  "সঞ্চয়িতা গীতবিতান",
  "रामचरितमानस",
  "अभिज्ञानशाकुन्तलम्",
  "ആടുജീവിതം",
  "آثار الصنادید",
];

test("no word of any title is cut on a phone: in shelves, grids and rankings", async ({ page }) => {
  const { data } = await (
    await page.request.post("/api/v1/browsebooks/paged", { data: { page: 0, pageSize: 100 } })
  ).json();
  // Books of other journeys have numbers in their titles that no shop has.
  const ofTheShop = data
    .map((book: { title: string }) => book.title)
    .filter((title: string) => !/\d{3}/.test(title));
  const titles = [...ofTheShop, ...OTHER_TITLES];
  const places = ["/", "/bestsellers", "/books"].map((path) => ({
    path,
    title: "main :is(h2, h3) > a.card-link",
  }));
  const shelf = { path: `/books/${await bookIdOf(page, "Gitanjali")}`, title: ".shelf h3 > a" };
  for (const { path, title } of [...places, shelf]) {
    await page.goto(path);
    // React would find other titles than it wrote.
    await hydrated(page);
    await page.evaluate((text) => document.fonts.load("500 1rem Eczar", text), titles.join(" "));
    for (const width of [320, 360, 412, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      const all = titles.map((text) => [text, titleFit(text) ?? ""]);
      const cut = await page.locator(title).last().evaluate(cutWords, all);
      expect(cut, `${path} at ${width}`).toEqual([]);
    }
  }
});

/** Sets each title in a link's place. @returns the words that are on two lines, or that are wider than their place */
function cutWords(link: Element, all: string[][]): string[] {
  const heading = link.parentElement!;
  // Its card keeps its size, so that the rest of the page is not laid out again for each title.
  const card = link.closest<HTMLElement>("li, article")!;
  const { width, height } = card.getBoundingClientRect();
  Object.assign(card.style, { contain: "strict", width: `${width}px`, height: `${height}px` });
  const range = document.createRange();
  const cut = all.flatMap(([title, fit]) => {
    link.textContent = title!;
    heading.className = fit!;
    const right = heading.getBoundingClientRect().right + 1;
    return [...title!.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
      range.setStart(link.firstChild!, index);
      range.setEnd(link.firstChild!, index + word.length);
      const rects = [...range.getClientRects()];
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      return lines > 1 || rects.some((rect) => rect.right > right) ? [`${title}: ${word}`] : [];
    });
  });
  Object.assign(card.style, { contain: "", width: "", height: "" });
  return cut;
}

test("on a phone a bar has price and button while those of the page are out of view", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openBook(page, "Gora");
  const [own, bar] = [page.locator("#buy button[type=submit]"), page.locator(".bar")];
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    await own.evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
    await expect(bar).toBeHidden();
    // Also where the page's own button has just come into view.
    await own.evaluate((button) => {
      const below = button.getBoundingClientRect().bottom - innerHeight;
      scrollBy({ top: below + 10, behavior: "instant" });
    });
    await expect(own).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeHidden();
    await page.locator(".endpaper").scrollIntoViewIfNeeded();
    await expect(bar).toBeVisible();
    await page.locator("#tabs").evaluate((tabs) => tabs.scrollIntoView({ behavior: "instant" }));
    await expect(bar).toContainText("₹479.00");
  }
  // What gets the focus is not below the bar.
  const edge = (await bar.boundingBox())!.y + 1;
  const below = await page.locator(".shelf a").evaluateAll(
    (links, edge) =>
      links.filter((link) => {
        (link as HTMLElement).focus();
        return link.getBoundingClientRect().bottom > edge;
      }).length,
    edge,
  );
  expect(below).toBe(0);
  await bar.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText('Added 1 copy of "Gora" to your cart').first()).toBeVisible();
  await page.setViewportSize({ width: 768, height: 640 });
  await expect(bar).toBeHidden();
});

test("on a phone the cart's total and the way on are in view at once", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signUp(page);
  await fillCart(page, "Gora");
  await fillCart(page, "Godaan");
  await page.goto("/cart");
  const bar = page.locator(".bar");
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText(/Total ₹[\d,.]+/);
  const own = page.locator(".receipt").getByRole("link", { name: "Proceed to Checkout" });
  await own.evaluate((link) => link.scrollIntoView({ block: "center", behavior: "instant" }));
  await expect(bar).toBeHidden();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await bar.getByRole("link", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
});

test("main links are in view from 768 px, search and 'Add to Cart' on a phone", async ({ page }) => {
  await openBook(page, "Gitanjali");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate(() => scrollTo(0, 0));
  const add = page.getByRole("button", { name: /^Add to Cart/ });
  expect((await add.boundingBox())!.y + (await add.boundingBox())!.height).toBeLessThan(780);
  await expect(page.getByRole("searchbox", { name: "Search books" })).toBeInViewport();
  // A shop of another name, with a logo three times as wide as high.
  const shopName = page.locator(".wordmark > span:last-child");
  await shopName.evaluate((name) => name.classList.add("is-long"));
  await page.locator(".wordmark img").evaluate((logo: HTMLImageElement) => {
    logo.width = 108;
    logo.style.aspectRatio = "3";
  });
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await shopName.evaluate(isCut, "Neem Leaf Books"), `at ${width}`).toBe(false);
  }
  for (const width of [768, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await shopName.evaluate(isCut, "Neem Leaf Books"), `at ${width}`).toBe(false);
    const bar = page.getByRole("navigation", { name: "Main" });
    for (const name of ["Books", "Categories", "Bestsellers"])
      await expect(bar.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("searchbox", { name: "Search books" })).toBeInViewport({ ratio: 1 });
    // 'In brief' unfolds wide enough to read, and the stepper's last button has a border except towards the field.
    await page.locator(".prose details").evaluate((brief: HTMLDetailsElement) => (brief.open = true));
    expect((await page.locator(".prose details p").boundingBox())!.width).toBeGreaterThan(200);
    const plus = await page
      .getByRole("button", { name: "One copy more" })
      .evaluate((button) =>
        (({ borderRightWidth, borderLeftWidth }) => [borderLeftWidth, borderRightWidth])(
          getComputedStyle(button),
        ),
      );
    expect(plus).toEqual(["0px", "1px"]);
  }
});

/** At twice the text size nothing scrolls sideways, and no word overflows its element. */
async function expectRoomForLargeText(page: Page) {
  const found = await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    const overflowing: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      let part = text.parentElement!;
      if (!text.textContent!.trim() || !part.checkVisibility() || part.closest("option")) continue;
      while (getComputedStyle(part).display.startsWith("inline")) part = part.parentElement!;
      // Text for screen readers only is in a box of one pixel.
      if (part.clientWidth <= 1) continue;
      range.selectNodeContents(text);
      if (range.getBoundingClientRect().right > part.getBoundingClientRect().right + 2)
        overflowing.push(text.textContent!);
    }
    return { width: document.documentElement.scrollWidth, overflowing };
  });
  expect(found, page.url()).toEqual({ width: 360, overflowing: [] });
}

test("text at twice its size fits a phone's width and its elements", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/login");
  await expectRoomForLargeText(page);
  await signUp(page);
  const order = await buy(page, "Saket", "Saraswatichandra");
  await fillCart(page, "Abhijnanashakuntalam");
  const reviews = `/books/${await bookIdOf(page, "Gitanjali")}?tab=reviews`;
  const shop = ["/", "/books", reviews, "/categories", "/bestsellers"];
  const own = ["/cart", "/checkout", "/orders", `/orders/${order}`, "/account/addresses"];
  await page.goto("/");
  await hydrated(page);
  for (const path of [...shop, ...own]) {
    await followLink(page, path);
    expect(page.url()).toContain(path.split("?")[0]!);
    await expectRoomForLargeText(page);
  }
});

const boxOf = async (place: Locator) => (await place.boundingBox())!;
const styleOf = (place: Locator, name: string) =>
  place.evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), name);

test("texts from the right, links, prices, wide screens, paper: each stands where it belongs", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openBook(page, "Gora");
  await expect(page.locator(".by a").first()).toHaveCSS("text-decoration-line", "underline");
  // A title in Urdu and its brief begin at the same edge.
  const edges = await page.locator(".title-page :is(h1, .brief)").evaluateAll((texts) =>
    texts.map((text) => {
      text.textContent = "آثار";
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const box = text.parentElement!.getBoundingClientRect();
      return left - box.left < box.right - right ? "left" : "right";
    }),
  );
  expect(edges[0]).toBe(edges[1]);

  await page.goto("/bestsellers");
  const add = page.getByRole("button", { name: /^Add to Cart/ });
  const ranked = page.locator(".ranks li").filter({ has: add }).last();
  await expect(ranked.locator(add)).not.toHaveCSS("border-left-width", "0px");
  expect((await boxOf(ranked.locator(add))).x).toBe((await boxOf(ranked.locator(".price"))).x);

  await page.goto("/books");
  // The colour of links says no more than that.
  expect(await styleOf(page.locator(".sale").first(), "color")).toBe(
    await styleOf(page.locator("body"), "color"),
  );
  await page.setViewportSize({ width: 1920, height: 1000 });
  expect((await boxOf(page.locator("main .page").first())).width).toBeGreaterThan(1200);

  await page.setViewportSize({ width: 360, height: 780 });
  await signUp(page);
  await fillCart(page, "Saket");
  await page.goto("/cart");
  // Of one copy the price stands there once.
  await expect(page.locator(".cart-line").getByText("₹")).toHaveCount(1);
  const order = await buy(page, "Saket");
  await page.goto(`/checkout/confirmation/${order}`);
  // Copies and sum stand beside the cover, below the title.
  const [cover, sum] = [page.locator(".order-lines .book-cover"), page.locator(".order-lines td").last()];
  expect((await boxOf(sum)).y).toBeLessThan((await boxOf(cover)).y + (await boxOf(cover)).height);
  await page.goto("/orders");
  const [date, amount] = [3, 6].map((cell) => page.locator(`.order-table td:nth-child(${cell})`));
  await amount!.evaluate((cell) => (cell.lastChild!.textContent = "₹12,094.00"));
  expect((await boxOf(amount!)).y).toBe((await boxOf(date!)).y);
  expect((await boxOf(amount!)).x + (await boxOf(amount!)).width).toBe(344);
  await page.goto(`/orders/${order}`);
  // On paper the shop's address takes the place of the search.
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".search-row")).toBeHidden();
  await expect(page.locator(".endpaper address")).toBeVisible();
});
