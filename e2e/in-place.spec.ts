import { expect, type Page } from "@playwright/test";
import { bookIdOf, expectMessage, newEmail, SCRIPTS, signUp, submit, test } from "./support";

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Scrolls the button to the middle of the window. @returns the scroll position */
async function scrollTo(page: Page, name: string): Promise<number> {
  const button = page.getByRole("main").getByRole("button", { name });
  await button.evaluate((node) => node.scrollIntoView({ block: "center" }));
  expect(await scrolled(page)).toBeGreaterThan(100);
  return scrolled(page);
}

test(
  "on a phone, forms keep the scroll position, and another page starts at its top",
  SCRIPTS,
  async ({ page }) => {
    // Skips every view transition, as in a hidden tab: that must not count as an error.
    await page.addInitScript(() => {
      const start = Document.prototype.startViewTransition;
      Document.prototype.startViewTransition = function (change) {
        const transition = start.call(this, change);
        transition.skipTransition();
        document.documentElement.dataset.skipped = "yes";
        return transition;
      };
    });
    await page.setViewportSize({ width: 360, height: 780 });
    const heading = page.getByRole("heading", { level: 1 });

    // A new search keeps the filters and shows its results.
    await page.goto("/books");
    await page.getByRole("button", { name: "Show Filters" }).click();
    const poetry = page.getByRole("checkbox", { name: /^Poetry/ });
    await poetry.check();
    await expect(page).toHaveURL(/tag=Poetry/);
    await expect(poetry).toBeVisible();
    const search = page.locator("#page-search");
    await search.fill("Tagore");
    await search.press("Enter");
    await expect(page).toHaveURL(/q=Tagore/);
    await expect(poetry).toBeHidden();
    await expect(page.getByRole("region", { name: "Active Filters" })).toContainText("Poetry");
    const found = page.getByRole("article").first();
    await expect(found).toBeInViewport();
    const menu = page.getByLabel("Menu", { exact: true });
    const categories = page
      .getByRole("banner")
      .getByRole("link", { name: "Categories" })
      .filter({ visible: true });
    await menu.click();
    await expect(categories).toHaveCount(1);
    await menu.click();
    await expect(categories).toHaveCount(0);

    // The focus moves to the heading, without a ring, since a heading is not a control.
    await found.getByRole("link").first().press("Enter");
    await expect(page).toHaveURL(/\/books\/\d+-[a-z\d-]+$/);
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS("outline-style", "none");
    await expect(page.locator("html")).toHaveAttribute("data-skipped", "yes");

    // Switching the theme does not scroll.
    const wish = await scrollTo(page, "Add to Wishlist");
    // An event instead of a click, which would scroll to the button.
    await page.getByRole("button", { name: "Switch to dark theme" }).dispatchEvent("click");
    await expect(page.getByRole("button", { name: "Switch to light theme" })).toBeFocused();
    expect(await scrolled(page)).toBe(wish);

    // 'Add to Wishlist' leads a guest to the top of the login page, with the reason.
    await page.getByRole("button", { name: "Add to Wishlist" }).click();
    await expect(heading).toHaveText("Login");
    await expectMessage(page, /^Please login to keep a wishlist/);
    await expect(heading).toBeInViewport({ ratio: 1 });
    expect(await scrolled(page)).toBe(0);

    // Asking for a stock alert stays at the form, and the answer is in view.
    const id = await bookIdOf(page, "Malapalli");
    await page.goto(`/books/${id}`);
    const tell = "Tell me when it is back";
    await page.getByRole("main").getByLabel("Email").first().fill(newEmail());
    const form = await scrollTo(page, tell);
    await page.getByRole("button", { name: tell }).click();
    await expect(page.getByText(/^We will email .+ once, when "Malapalli" is back$/)).toBeInViewport({
      ratio: 1,
    });
    await expect(page).toHaveURL(/\/books\/\d+-[a-z\d-]+$/);
    expect(await scrolled(page)).toBe(form);
    await expect(page.getByRole("button", { name: tell })).toBeInViewport();

    // A wishlist entry keeps to the page's margins, with its actions on one line.
    await signUp(page);
    await submit(page, "/wishlist", { intent: "add", bookId: String(id) });
    await page.goto("/wishlist");
    const remove = (await page.getByRole("button", { name: /^Remove/ }).boundingBox())!;
    const card = (await page.getByRole("article").boundingBox())!;
    expect(Math.round(remove.x + remove.width)).toBe(Math.round(card.x + card.width));
    await page.getByRole("article").getByRole("link").first().click();
    const heart = (await page.getByRole("link", { name: "On your wishlist" }).locator("svg").boundingBox())!;
    const share = (await page.getByRole("button", { name: "Share" }).boundingBox())!;
    expect(heart.x).toBeGreaterThanOrEqual(16);
    expect(share.y).toBeLessThan(heart.y);
  },
);
