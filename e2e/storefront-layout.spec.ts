import { expect, type Page } from "@playwright/test";
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
    // 'In brief' is wide enough to read, and the stepper's last button has a border except towards the field.
    expect((await page.locator(".prose .eyebrow + p").boundingBox())!.width).toBeGreaterThan(200);
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
