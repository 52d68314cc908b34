import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff, bookOfOurOwn, unique } from "./staff";
import {
  ADDRESS,
  bookIdOf,
  buy,
  call,
  expectMessage,
  fillCart,
  hydrated,
  login,
  newCustomer,
  pay,
  PLAIN,
  SCRIPTS,
  scripted,
  signUp,
} from "./support";

/** What toasts say, and which messages of the page they cover or repeat. At most one is shown; it moves in the frame after. */
async function toasts(page: Page) {
  return page.evaluate(() => {
    const boxOf = (node: Element) => node.getBoundingClientRect();
    const shown = [...document.querySelectorAll(".toast")];
    const messages = [
      ...document.querySelectorAll(
        "main [role=alert], main [role=status], main h1, main [id$='-error'], [role=dialog] [id$='-error'], dialog [role=alert], aside",
      ),
    ].filter((node) => !node.closest(".toasts") && boxOf(node).width > 8 && boxOf(node).height > 8);
    const covers = (toast: Element, node: Element) => {
      const [a, b] = [boxOf(toast), boxOf(node)];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    };
    const textOf = (node: Element) => node.textContent.trim();
    return {
      texts: shown.map((toast) => textOf(toast.querySelector("p")!)),
      covered: shown.flatMap((toast) => messages.filter((node) => covers(toast, node)).map(textOf)),
      repeated: shown.flatMap((toast) =>
        messages.map(textOf).filter((text) => text === textOf(toast.querySelector("p")!)),
      ),
    };
  });
}

const NONE = { texts: [], covered: [], repeated: [] };

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
});

test(
  "where the page says it itself, no toast does: login, payment, confirmation, password",
  SCRIPTS,
  async ({ page }) => {
    const email = await newCustomer(page);
    await page.context().clearCookies();
    await page.goto(`/books/${await bookIdOf(page, "Gora")}`);
    await hydrated(page);
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await expectMessage(page, 'of "Gora" to your cart');
    await expect
      .poll(() => toasts(page))
      .toMatchObject({
        texts: [expect.stringMatching(/View cart$/)],
        covered: [],
        repeated: [],
      });
    await page.getByRole("link", { name: "View cart" }).click();
    await expect(page.getByText("Please login to access this page")).toHaveCount(1);
    expect(await toasts(page)).toEqual(NONE);

    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await expect(page.getByText("Reset password instruction sent to your email")).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Send again" })).toBeVisible();
    expect(await toasts(page)).toEqual(NONE);

    await page.goto(`/books/${await bookIdOf(page, "Indulekha")}`);
    await page.getByRole("button", { name: "Add to Wishlist" }).click();
    await expect(page.getByText("Please login to keep a wishlist")).toHaveCount(1);
    expect(await toasts(page)).toEqual(NONE);
    await login(page, email);
    await expect
      .poll(() => toasts(page))
      .toMatchObject({ texts: ["Login successful!"], covered: [], repeated: [] });
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expectMessage(page, 'Added "Indulekha" to your wishlist');
    await expect
      .poll(() => toasts(page))
      .toMatchObject({
        texts: [expect.stringMatching(/^Added/)],
        covered: [],
        repeated: [],
      });

    await page.goto("/checkout");
    for (const [label, value] of Object.entries(ADDRESS))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Place Order" }).click();
    await pay(page, "failure");
    await expect(page.getByText(/^Payment failed: /)).toHaveCount(1);
    expect(await toasts(page)).toEqual(NONE);
    await page.getByRole("link", { name: /^Pay ₹/ }).click();
    await pay(page, "success");
    await expect(page.getByText("Payment successful! Your order has been placed.")).toHaveCount(1);
    expect(await toasts(page)).toEqual(NONE);
  },
);

test(
  "a toast is one line below the header, and not over the title or a message of the page",
  SCRIPTS,
  async ({ page }) => {
    await signUp(page);
    await fillCart(page, "Gora");
    await page.goto("/cart");
    await hydrated(page);
    await page.getByRole("button", { name: /^Save.*later/ }).click();
    await expectMessage(page, /later/);
    await expect.poll(() => toasts(page)).toMatchObject({ covered: [], repeated: [] });
    const toast = (await page.locator(".toast").boundingBox())!;
    expect(toast.y).toBeLessThan(390);
    expect(toast.x).toBeGreaterThanOrEqual(0);
    expect(toast.x + toast.width).toBeLessThanOrEqual(360);
  },
);

test(
  "a refused save of the back office is also an error toast with the server's message, and covers none",
  SCRIPTS,
  async ({ page }) => {
    const name = unique("Twice");
    await asStaff(page, "/admin/authors?add=1");
    for (let times = 0; times < 2; times++) {
      await page.goto("/admin/authors?add=1");
      await hydrated(page);
      await page.getByRole("dialog").getByRole("textbox").fill(name);
      await page.getByRole("button", { name: "Add Author" }).click();
      await expect(page.locator(".toast")).toHaveCount(1);
    }
    await expect(page.locator(".toast-error")).toHaveText("Author already exists");
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveAccessibleDescription(
      "Author already exists",
    );
    await expect.poll(() => toasts(page)).toMatchObject({ texts: ["Author already exists"], covered: [] });
    // It is read with the field, which has the focus: an alert would say it a second time.
    const heard = await page.evaluate(() => ({
      focused: document.activeElement?.getAttribute("name"),
      alerts: [...document.querySelectorAll("[role=alert]")].filter((node) =>
        node.textContent.includes("already exists"),
      ).length,
    }));
    expect(heard).toEqual({ focused: "name", alerts: 0 });
    // What the form itself finds sends nothing, so no server has a message.
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("");
    await page.getByRole("button", { name: "Add Author" }).click();
    await expect(page.getByRole("dialog").getByText("Author name is required").first()).toBeVisible();
    await expect(page.locator(".toast")).toHaveCount(0);
  },
);

test(
  "the next answer of a form takes away what it was refused for before",
  SCRIPTS,
  async ({ page, request }) => {
    await newCustomer({ request });
    const id = await buy({ request }, "Nirmala");
    await asStaff(page, `/admin/orders/${id}?confirm=refund`);
    await hydrated(page);
    const panel = page.getByRole("dialog", { name: `Refund order #${id}` });
    await panel.getByLabel("Reason").fill("A torn page");
    await panel.getByLabel("Amount (₹)").fill("99999");
    await panel.getByRole("button", { name: "Refund" }).click();
    await expect(page.locator(".toast-error")).toHaveText(/^At most .* can be refunded$/);
    // Somebody reads it, so it does not go by itself.
    await page.locator(".toast-error").hover();
    await panel.getByLabel("Amount (₹)").fill("20");
    await panel.getByLabel("Reason").press("Enter");
    await expect(panel.getByText("cannot be called back")).toBeVisible();
    await expect(page.locator(".toast")).toHaveCount(0);
  },
);

test("the Filter button of the customers stands there with scripts too", SCRIPTS, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await asStaff(page, "/admin/customers");
  await hydrated(page);
  await page.getByLabel("Status").selectOption("Inactive");
  await expect(page).toHaveURL(/status=inactive/);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/status=inactive/);
});

test("a review of a book that is hidden meanwhile is refused with a toast, and its text is not lost", async ({
  page,
  staff,
}) => {
  const { id } = await bookOfOurOwn(staff, { stock: 3 });
  await signUp(page);
  await page.goto(`/books/${id}?tab=reviews`);
  await page.getByRole("radio", { name: /^4 out of 5/ }).check({ force: true });
  await page.getByLabel("Remarks").fill("Slow, and all the better for it.");
  await call(staff, `books/admin/book/toggle/${id}`, {});
  await page.getByRole("button", { name: "Submit Review" }).click();
  const sentence = "This book is no longer available, so your review could not be saved";
  await expect(page.getByRole("heading", { name: sentence })).toBeVisible();
  await expect(page.getByText("Slow, and all the better for it.")).toBeVisible();
  if (scripted()) await expect(page.locator(".toast-error")).toHaveText(sentence);
});

test(
  "a message of the last request stands in the text of the page, below the bar",
  PLAIN,
  async ({ page }) => {
    await signUp(page);
    await page.goto(`/books/${await bookIdOf(page, "Gora")}`);
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    const message = page.getByText('of "Gora" to your cart').first();
    await expect(message).toBeVisible();
    await expect(page.getByRole("main").getByText('of "Gora" to your cart')).toBeVisible();
    const [bar, text] = [await page.getByRole("banner").boundingBox(), await message.boundingBox()];
    expect(text!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
  },
);

test("more copies than an order can have are refused with the shop's own sentence", async ({ page }) => {
  await signUp(page);
  await page.goto(`/books/${await bookIdOf(page, "Gitanjali")}`);
  if (scripted()) await hydrated(page);
  const quantity = page.getByLabel("Quantity");
  await quantity.fill("11");
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  const sentence = /at most 10 copies/i;
  if (scripted())
    expect(await quantity.evaluate((field: HTMLInputElement) => field.validationMessage)).toMatch(sentence);
  else await expect(page.getByRole("main").getByText(sentence)).toBeVisible();
});

test("on a phone the menu leads to the search when that is scrolled away", SCRIPTS, async ({ page }) => {
  await page.goto("/books");
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, 1500));
  await page.getByLabel("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Search", exact: true }).click();
  const field = page.locator("#page-search");
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
});
