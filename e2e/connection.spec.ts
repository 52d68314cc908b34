import { expect, type Page } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { expectMessage, fillCart, hydrated, newEmail, PASSWORD, signUp, test } from "./support";

// With scripts only: without them the browser shows its own error page.

test.use({ failsRequests: true });

const toasts = (page: Page) => page.locator(".toast");
const GATEWAY = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };

test("without a connection the list keeps its filters and books, and loads more afterwards", async ({
  page,
}) => {
  // As on a first visit: the browser may have kept the scripts of other pages.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  // A short list, so that it does not load more books by itself, which would fail with a toast too.
  await page.goto("/books?sort=price_asc&max=500&tag=Drama");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Drama");
  await hydrated(page);
  await page.context().setOffline(true);

  // A form that does not leave the page.
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(toasts(page)).toHaveText(/^Failed to add ".+" to cart\. Please try again\.$/);
  // A page whose scripts were not loaded yet.
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(toasts(page)).toHaveText("Failed to load your cart. Please refresh the page.");
  await expect(title).toHaveText("Drama");

  // A filter.
  const banner = page.getByRole("main").getByText("Failed to load books. Please try again.");
  await page.getByRole("checkbox", { name: /^Poetry/ }).check();
  await expect(banner.first()).toBeVisible();
  await expect(toasts(page)).toHaveText("Failed to load books. Please try again.");
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeChecked();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page).toHaveURL(/tag=Poetry/);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("sort"), searchParams.get("max")]).toEqual(["price_asc", "500"]);
  expect(searchParams.getAll("tag").sort()).toEqual(["Drama", "Poetry"]);
  await expect(page.getByLabel("Sort by")).toHaveValue("price_asc");
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeChecked();
  await expect(banner).toHaveCount(0);

  // A proxy's error page while the list loads more books.
  await page.route(/\/books\.data/, (route) => route.fulfill(GATEWAY));
  await page.goto("/books");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(banner.first()).toBeVisible();
  const shown = await page.getByRole("article").count();
  await page.unroute(/\/books\.data/);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(shown);

  // The page that failed before works now, with its scripts.
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
});

test("without a connection a form keeps what was typed, and can be sent again", async ({ page }) => {
  const email = newEmail();
  await page.goto("/register");
  const typed = {
    "First name": "Asha",
    "Last name": "Rao",
    Email: email,
    Password: PASSWORD,
    "Confirm password": PASSWORD,
  };
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries(typed))
    await main.getByLabel(label, { exact: true }).fill(value);
  const send = main.getByRole("button", { name: "Register" });
  // With mistakes first: their messages are at the fields.
  await main.getByLabel("Confirm password", { exact: true }).fill("paper-boat-8");
  await send.click();
  await expect(page.getByText("Please accept the terms and conditions").first()).toBeVisible();
  await expect(page.getByText("Passwords do not match").first()).toBeVisible();
  await expect(main.getByLabel("First name")).toHaveValue("Asha");
  await main.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await main.getByRole("checkbox", { name: /terms/i }).check();
  const isKept = async () => {
    for (const [label, value] of Object.entries(typed))
      await expect(main.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(main.getByRole("checkbox", { name: /terms/i })).toBeChecked();
    await expect(page.locator("[data-pending], form[aria-busy]")).toHaveCount(0);
  };
  for (const fail of [
    () => page.context().setOffline(true),
    () => page.route(/\/register\.data/, (route) => route.fulfill(GATEWAY)),
  ]) {
    await fail();
    await send.click();
    await expect(toasts(page)).toHaveText("Registration failed.");
    await isKept();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  await page.unroute(/\/register\.data/);
  await send.click();
  await expectMessage(page, /^Registration successful!/);

  // The form arrives, but the next page does not load.
  await page.getByLabel("Username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("wrong-password-1");
  await main.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Login failed. Please check your credentials.")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.route(/\/_\.data/, (route) => route.abort());
  await main.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await expect(page.getByText("What you sent has arrived")).toBeVisible();
  await page.unroute(/\/_\.data/);
  await page.getByRole("link", { name: "Try Again" }).click();
  await expectMessage(page, "Login successful!");
});

test("without a connection the cart undoes the change; toasts come one at a time and cover no content", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signUp(page);
  await fillCart(page, "Andher Nagari");
  await page.goto("/cart");
  const more = page.getByRole("button", { name: /One copy more: Andher Nagari/ });
  const copies = page.getByLabel("Quantity: Andher Nagari");
  for (const number of ["2", "3", "4"]) {
    await more.click();
    await expect(copies).toHaveValue(number);
  }
  await expect(toasts(page)).toHaveText("The cart item quantity updated!");
  const overlaps = await page.evaluate(() => {
    const toast = document.querySelector(".toast")!.getBoundingClientRect();
    return [...document.querySelectorAll("main h1, main h2, main .sum, main .stepper, main dd")]
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return (
          box.top < toast.bottom && box.bottom > toast.top && box.left < toast.right && box.right > toast.left
        );
      })
      .map((part) => part.textContent);
  });
  expect(overlaps).toEqual([]);

  // The last change was answered.
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  await page.context().setOffline(true);
  await more.click();
  await expect(toasts(page)).toHaveText("Failed to update the cart item quantity!");
  await expect(copies).toHaveValue("4");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(toasts(page)).toHaveText("Failed to delete the cart item!");
  await expect(copies).toHaveValue("4");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(toasts(page)).toHaveText("The cart item deleted!");
  // The toast belongs to this page and disappears with it.
  await page.getByRole("main").getByRole("link", { name: "Browse Books" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Books/ })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test("without a connection the back office keeps its panel and its list", async ({ page }) => {
  await asStaff(page, "/admin/authors");
  await page.getByRole("link", { name: "Add New Author" }).click();
  const field = page.getByRole("dialog").getByLabel("Author name");
  const name = unique("Zari");
  await field.fill(name);
  await page.context().setOffline(true);
  await field.press("Enter");
  await expect(toasts(page)).toHaveText("No connection. What you typed is still here. Please try again.");
  await expect(field).toHaveValue(name);
  await page.context().setOffline(false);
  await field.press("Enter");
  await expectMessage(page, "Author added successfully!");

  await page.context().setOffline(true);
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("Tagore");
  await search.press("Enter");
  await expect(toasts(page)).toHaveText("No connection. What you typed is still here. Please try again.");
  await expect(search).toHaveValue("Tagore");
  await expect(page.getByRole("heading", { level: 1, name: "Authors List" })).toBeVisible();
  await page.context().setOffline(false);
  await search.press("Enter");
  await expect(page).toHaveURL(/Tagore/);
});
