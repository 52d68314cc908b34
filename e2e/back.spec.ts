import { expect } from "@playwright/test";
import { ADDRESS, expectMessage, fillCart, hydrated, pay, SCRIPTS, scripted, signUp, test } from "./support";

const PAID = "Payment successful! Your order has been placed.";

test("Back after paying shows the paid order, and no message once more", SCRIPTS, async ({ page }) => {
  await signUp(page);
  await fillCart(page, "Gora");
  await page.goto("/checkout");
  for (const [label, value] of Object.entries(ADDRESS))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Place Order" }).click();
  await pay(page, "dismissal");
  await expect(page.getByText("Payment cancelled")).toHaveCount(1);
  await page.getByRole("link", { name: /^Pay ₹/ }).click();
  await pay(page, "success");
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  const order = page.url();
  for (let times = 0; times < 2; times++) {
    await page.goBack();
    await expect(page).toHaveURL(order);
    await expect(page.getByText(PAID)).toHaveCount(1);
    await expect(page.getByText("is not paid yet")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  }
});

test(
  "a page that Back brings from the browser's memory shows what the shop knows now",
  SCRIPTS,
  async ({ page }) => {
    await signUp(page);
    await fillCart(page, "Gora");
    await page.goto("/cart");
    await hydrated(page);
    await fillCart(page, "Gora", 2);
    // Browsers that journeys drive keep no page in memory.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
    await expect(page.getByLabel("Quantity: Gora")).toHaveValue("3");
  },
);

test.describe("when the gateway's script does not come", () => {
  test.use({ failsRequests: true });

  test(
    "the gateway's own page is offered instead, and the order is paid there",
    SCRIPTS,
    async ({ page }) => {
      // With motion the pages change by a view transition.
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.route(/\/sandbox\/checkout\.js/, (route) => route.abort());
      await signUp(page);
      await fillCart(page, "Gora");
      await page.goto("/checkout");
      for (const [label, value] of Object.entries(ADDRESS))
        await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole("button", { name: "Place Order" }).click();
      await expect(page.getByText("The payment window did not open.")).toBeVisible();
      await page.getByRole("button", { name: /^Pay ₹/ }).click();
      await page.getByRole("button", { name: /by card$/ }).click();
      await expect(page.getByText(PAID)).toHaveCount(1);
    },
  );
});

for (const isFresh of [true, false])
  test(`Back after logging out shows nothing of the customer, on pages ${isFresh ? "rendered for them" : "kept for all"}`, async ({
    page,
  }) => {
    await signUp(page);
    await fillCart(page, "Gora");
    const pages = isFresh ? ["/account", "/orders", "/cart"] : ["/bestsellers", "/terms", "/books"];
    for (const path of pages) {
      // The second time it comes from the shop's memory.
      if (!isFresh) await page.request.get(path);
      await page.goto(path);
      await expect(page.getByText("Hi, Asha").first()).toBeAttached();
    }
    if (scripted()) await hydrated(page);
    await page.getByText("Hi, Asha").first().click();
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).first().click();
    await expectMessage(page, "Logged out successfully");
    for (const path of pages.toReversed()) {
      await page.goBack();
      await expect(page).toHaveURL(isFresh ? /\/login\?/ : new RegExp(`${path}$`));
      await expect(page.getByText("Hi, Asha")).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeAttached();
    }
  });

test(
  "on a slow line the browser follows the link to the first book; Back shows the list as it was left",
  SCRIPTS,
  async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", {
        value: { effectiveType: sessionStorage.getItem("line") ?? "3g" },
      }),
    );
    await page.setViewportSize({ width: 360, height: 780 });
    const documents: string[] = [];
    page.on("request", (one) => one.isNavigationRequest() && documents.push(new URL(one.url()).pathname));
    await page.goto("/books");
    await hydrated(page);
    const books = page.getByRole("main").getByRole("article");
    const before = await books.count();
    await books.last().scrollIntoViewIfNeeded();
    await expect.poll(() => books.count()).toBeGreaterThan(before);
    const shown = await books.count();
    const link = books.nth(before + 1).locator("a.card-link");
    await link.evaluate((node) => node.scrollIntoView({ block: "center" }));
    const at = await page.evaluate(() => scrollY);
    const book = (await link.getAttribute("href"))!;
    await link.click();
    await expect(page.getByRole("button", { name: /^Add to Cart/ }).first()).toBeVisible();
    expect(documents).toEqual(["/books", book]);
    await hydrated(page);
    // Its script is there now: other books are shown in the page.
    await page.getByRole("main").locator("a.card-link").first().click();
    await expect(page).not.toHaveURL(book);
    await page.goBack();
    await expect(page).toHaveURL(book);
    expect(documents).toEqual(["/books", book]);
    await page.goBack();
    await expect(page).toHaveURL("/books");
    await hydrated(page);
    await expect.poll(() => books.count()).toBeGreaterThanOrEqual(shown);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(at - 50);
    // On a fast line no document is asked for.
    await page.evaluate(() => sessionStorage.setItem("line", "4g"));
    await page.reload();
    await hydrated(page);
    await link.click();
    await expect(page).toHaveURL(book);
    expect(documents.at(-1)).toBe("/books");
  },
);
