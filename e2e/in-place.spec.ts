import { expect, type Page } from "@playwright/test";
import { bookIdOf, expectMessage, newEmail, SCRIPTS, signUp, submit, test } from "./support";

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** To where it stands in the middle of the window. @returns how far down the page that is */
async function comeTo(page: Page, name: string): Promise<number> {
  const button = page.getByRole("main").getByRole("button", { name });
  await button.evaluate((node) => node.scrollIntoView({ block: "center" }));
  expect(await scrolled(page)).toBeGreaterThan(100);
  return scrolled(page);
}

test("a page on a phone stays where it is; another one begins at its top", SCRIPTS, async ({ page }) => {
  // Every view transition is skipped, as in a tab that is hidden: that is no fault.
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

  // A new search shows what it found, within what was chosen.
  await page.goto("/books");
  await page.getByRole("button", { name: "Show Filters" }).click();
  const poetry = page.getByRole("checkbox", { name: /^Poetry/ });
  await poetry.check();
  await expect(page).toHaveURL(/tag=Poetry/);
  await expect(poetry).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search books" });
  await search.fill("Tagore");
  await search.press("Enter");
  await expect(page).toHaveURL(/q=Tagore/);
  await expect(poetry).toBeHidden();
  await expect(page.getByRole("region", { name: "Active Filters" })).toContainText("Poetry");
  const found = page.getByRole("article").first();
  await expect(found).toBeInViewport();

  // The focus comes along, without a ring around what cannot be pressed.
  await found.getByRole("link").first().press("Enter");
  await expect(page).toHaveURL(/\/books\/\d+$/);
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS("outline-style", "none");
  await expect(page.locator("html")).toHaveAttribute("data-skipped", "yes");

  // The theme is switched where one is.
  const wish = await comeTo(page, "Add to Wishlist");
  // Pressed without Playwright's own scrolling to it.
  await page.getByRole("button", { name: "Switch to dark theme" }).dispatchEvent("click");
  await expect(page.getByRole("button", { name: "Switch to light theme" })).toBeFocused();
  expect(await scrolled(page)).toBe(wish);

  // A guest's wish leads to the login, at its top, with the reason.
  await page.getByRole("button", { name: "Add to Wishlist" }).click();
  await expect(heading).toHaveText("Login");
  await expectMessage(page, /^Please login to keep a wishlist/);
  await expect(heading).toBeInViewport({ ratio: 1 });
  expect(await scrolled(page)).toBe(0);

  // Asking to be told of a book stays at the form, and is answered in view.
  await page.goto("/books?q=Malapalli");
  await page.getByRole("article").first().getByRole("link").first().click();
  const tell = "Tell me when it is back";
  await page.getByRole("main").getByLabel("Email").first().fill(newEmail());
  const form = await comeTo(page, tell);
  await page.getByRole("button", { name: tell }).click();
  await expect(page.getByText(/^We will email .+ once, when "Malapalli" is back$/)).toBeInViewport({
    ratio: 1,
  });
  await expect(page).toHaveURL(/\/books\/\d+$/);
  expect(await scrolled(page)).toBe(form);
  await expect(page.getByRole("button", { name: tell })).toBeInViewport();

  // A wish stands within the page's margins, with what can be done with it on one line.
  await signUp(page);
  await submit(page, "/wishlist", { intent: "add", bookId: String(await bookIdOf(page, "Malapalli")) });
  await page.goto("/wishlist");
  const remove = (await page.getByRole("button", { name: /^Remove/ }).boundingBox())!;
  const card = (await page.getByRole("article").boundingBox())!;
  expect(Math.round(remove.x + remove.width)).toBe(Math.round(card.x + card.width));
  await page.getByRole("article").getByRole("link").first().click();
  const heart = (await page.getByRole("link", { name: "On your wishlist" }).locator("svg").boundingBox())!;
  const share = (await page.getByRole("button", { name: "Share" }).boundingBox())!;
  expect(heart.x).toBeGreaterThanOrEqual(16);
  expect(share.y).toBeLessThan(heart.y);
});
