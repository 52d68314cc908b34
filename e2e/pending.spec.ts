import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { bookIdOf, expectMessage, fillCart, hydrated, openBook, signUp, submit, test } from "./support";

/** Holds back requests to this path with this method until `letThrough`, and counts them. */
async function holdBack(page: Page, path: RegExp, method: "GET" | "POST") {
  let count = 0;
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(path, async (route) => {
    if (route.request().method() === method) {
      count += 1;
      await held;
    }
    await route.continue();
  });
  // Only scripts set the pending marks.
  await hydrated(page);
  return { letThrough: () => letThrough(), count: () => count };
}

const marks = (page: Page) => page.locator("[data-pending], form[aria-busy]");

test("a form shows that it is pending, is sent once, and is ready again after an error", async ({ page }) => {
  await signUp(page, "/account");
  const form = page.locator("form").filter({ has: page.getByLabel("First name") });
  const button = form.getByRole("button", { name: "Save name" });
  // Refused in the browser: no request is pending.
  await form.getByLabel("First name").fill("");
  await button.click();
  await expect(page.getByText("First name is required").first()).toBeVisible();
  await expect(marks(page)).toHaveCount(0);

  await form.getByLabel("First name").fill("Ila");
  const answer = await holdBack(page, /\/account(\.data|\?|$)/, "POST");
  const { width } = (await button.boundingBox())!;
  await button.dblclick();
  await expect(form).toHaveAttribute("aria-busy", "true");
  await expect(button).toHaveAttribute("data-pending", "");
  await expect(button).toHaveCSS("-webkit-text-fill-color", "rgba(0, 0, 0, 0)");
  expect((await button.boundingBox())!.width).toBe(width);
  await expect(page.getByRole("status").filter({ hasText: "Processing..." })).toBeAttached();
  await button.click();
  answer.letThrough();
  await expectMessage(page, "Your name has been saved");
  await expect(marks(page)).toHaveCount(0);
  expect(answer.count()).toBe(1);

  // Refused by the server: the form can be sent again.
  await page.getByLabel("New email").fill("somebody@example.in");
  await page.getByLabel("Current password", { exact: true }).fill("not-the-one-5");
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText("This is not your current password").first()).toBeVisible();
    await expect(marks(page)).toHaveCount(0);
  }
  expect(answer.count()).toBe(3);
});

test("forms pressed while another is sent are sent one after the other, and a link after them", async ({
  page,
}) => {
  await signUp(page);
  for (const title of ["Gora", "Gitanjali", "Sultana's Dream"]) {
    await fillCart(page, title);
    const bookId = String(await bookIdOf(page, title));
    await submit(page, "/wishlist", { intent: "add", bookId });
  }
  const removals = page.getByRole("main").getByRole("button", { name: /^Remove/ });

  await page.goto("/cart");
  const cart = await holdBack(page, /\/cart\.data/, "POST");
  for (const [index, title] of ["Gora", "Gitanjali"].entries()) {
    await removals.filter({ hasText: title }).click();
    await expect(page.locator("form[aria-busy]")).toHaveCount(index + 1);
  }
  // Pressed twice, it waits once.
  await removals.filter({ hasText: "Gitanjali" }).click();
  cart.letThrough();
  await expect(removals).toHaveCount(1);
  await expect(marks(page)).toHaveCount(0);
  expect(cart.count()).toBe(2);

  // A list of the account: two at once, then a link to the cart.
  await page.goto("/wishlist");
  const wishes = await holdBack(page, /\/wishlist\.data/, "POST");
  const [first, second] = [removals.nth(0), removals.nth(1)];
  await first.click();
  await second.click();
  wishes.letThrough();
  await expect(removals).toHaveCount(1);
  const last = await holdBack(page, /\/wishlist\.data/, "POST");
  await removals.click();
  await page.getByRole("banner").getByRole("link", { name: /cart/i }).first().click();
  last.letThrough();
  await expect(page).toHaveURL(/\/cart$/);
  await page.goto("/wishlist");
  await expect(removals).toHaveCount(0);
});

test("a refusal is not replaced by what was pressed before it was shown", async ({ page }) => {
  await signUp(page, "/account");
  const answer = await holdBack(page, /\/account(\.data|\?|$)/, "POST");
  await page.getByLabel("New email").fill("somebody@example.in");
  await page.getByLabel("Current password", { exact: true }).fill("not-the-one-5");
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("First name").fill("Ila");
  await page.getByRole("button", { name: "Save name" }).click();
  answer.letThrough();
  await expect(page.getByText("This is not your current password").first()).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
  expect(answer.count()).toBe(1);
  await expect(page.getByLabel("First name")).toHaveValue("Ila");
  await page.getByRole("button", { name: "Save name" }).click();
  await expectMessage(page, "Your name has been saved");
});

test("'Add to Cart' shows at its button that it is pending; a book's page links to similar books", async ({
  page,
}) => {
  await openBook(page, "Gora");
  const answer = await holdBack(page, /\/cart\.data/, "POST");
  const button = page
    .getByRole("main")
    .getByRole("button", { name: /^Add to Cart/ })
    .first();
  await button.dblclick();
  await expect(button).toHaveAttribute("data-pending", "");
  await expect(page.locator("form[aria-busy]")).toHaveCount(1);
  answer.letThrough();
  await expectMessage(page, 'Added 1 copy of "Gora" to your cart');
  await expect(marks(page)).toHaveCount(0);
  expect(answer.count()).toBe(1);

  const next = page.getByRole("region", { name: "You may also like" }).getByRole("link").first();
  const title = (await next.textContent())!;
  await next.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("searches and lists show that they are pending; with reduced motion without moving", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/terms");
  const answer = await holdBack(page, /\/books\.data/, "GET");
  const search = page.getByRole("banner").getByRole("button", { name: "Search" }).first();
  await page.getByLabel("Search books").first().fill("Tagore");
  await search.click();
  await expect(search).toHaveAttribute("data-pending", "");
  expect(await search.evaluate((node) => getComputedStyle(node, "::after").animationName)).toBe("pending");
  await expect(page.getByRole("status").filter({ hasText: "Processing..." })).toBeAttached();
  answer.letThrough();
  await expect(page).toHaveURL(/\/books\?q=Tagore/);
  await expect(marks(page)).toHaveCount(0);

  await asStaff(page, "/admin/authors");
  const list = await holdBack(page, /\/admin\/authors\.data/, "GET");
  await page.getByLabel("Rows per page").selectOption("5");
  await expect(page.getByRole("search").getByRole("button", { name: "Search" })).toHaveAttribute(
    "data-pending",
    "",
  );
  list.letThrough();
  await expect(page).toHaveURL(/size=5/);
  await expect(marks(page)).toHaveCount(0);
});

test("a form without fetch shows that it is pending until the next page, and is ready again on the way back", async ({
  page,
}) => {
  await page.goto("/login");
  let count = 0;
  // 204: the browser stays on the page.
  await page.route(/\/auth\/google$/, (route) => {
    count += 1;
    return route.fulfill({ status: 204 });
  });
  await hydrated(page);
  const button = page.getByRole("button", { name: "Continue with Google" });
  await button.click();
  await expect(button).toHaveAttribute("data-pending", "");
  await button.click();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  // Sooner than the mark's own time limit.
  await expect(marks(page)).toHaveCount(0, { timeout: 3000 });
  expect(count).toBe(1);
  await button.click();
  await expect.poll(() => count).toBe(2);
});
