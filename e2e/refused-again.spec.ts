import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff, bookOfOurOwn, unique } from "./staff";
import { ADDRESS, call, expectMessage, fillCart, SCRIPTS, signUp, submit } from "./support";

const summary = (page: Page) => page.getByRole("region", { name: "Order summary" });
const total = (page: Page) =>
  summary(page).getByText("Total", { exact: true }).locator("xpath=following-sibling::dd");
const placeOrder = (page: Page) => page.getByRole("button", { name: "Place Order" });

async function typeAddress(page: Page) {
  for (const [label, value] of Object.entries(ADDRESS))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** Presses Place Order, which is refused with the sentence; the page then shows the total that it names. */
async function expectRefused(page: Page, sentence: RegExp) {
  const alert = summary(page).getByRole("alert");
  const before = (await alert.allTextContents()).join();
  await placeOrder(page).click();
  // The sentence of the press before stands until this one is answered.
  if (before) await expect(alert).not.toHaveText(before);
  await expect(alert).toHaveText(sentence);
  const now = /(₹[\d,.]+\d)\. Please/.exec((await alert.textContent())!)![1]!;
  await expect(total(page)).toHaveText(now);
  // The typed address was saved by the first press, and is the one that the order goes to.
  await expect(page.getByRole("radio", { name: /Asha Rao/ })).toBeChecked();
  await expect(page.getByLabel("Full name")).toHaveCount(0);
}

test(
  "what changes while the checkout is open is said and shown, and the next press places the order",
  SCRIPTS,
  async ({ page, staff }) => {
    const code = unique("LAPSE").toUpperCase();
    const coupon = { intent: "save-coupon", code, kind: "amount", value: "40", active: "on" };
    await submit(staff, "/admin/coupons?add=1", coupon);
    const list = await (await staff.request.get(`/admin/coupons?q=${code}`)).text();
    const couponId = /edit=(\d+)/.exec(list)![1]!;
    const book = await bookOfOurOwn(staff, { stock: 20 });
    await signUp(page);
    await fillCart(page, book.title);
    await submit(page, "/cart", { intent: "apply-coupon", code });
    await page.goto("/checkout");
    await typeAddress(page);

    await fillCart(page, book.title);
    await expectRefused(page, /^The total has changed to ₹/);
    await expect(summary(page).getByText("2 copies")).toBeVisible();

    await book.save({ stock: 20, price: 350 });
    await expectRefused(page, /^The total has changed to ₹/);

    await submit(staff, `/admin/coupons?confirm=switch-off-${couponId}`, {
      intent: "switch-off",
      id: couponId,
    });
    await expectRefused(page, new RegExp(`^${code}: This coupon code is not valid\\. The total has changed`));

    // Another book of the same price: the total says nothing.
    const other = await bookOfOurOwn(staff, { stock: 20, price: 350 });
    const cart = await call<{ id: number; bookId: number }[]>(page, "carts/all");
    await call(page, "carts/update", { id: cart[0]!.id, bookId: cart[0]!.bookId, qty: 1 });
    await fillCart(page, other.title);
    await placeOrder(page).click();
    await expect(summary(page).getByRole("alert")).toHaveText(
      new RegExp(`^Your cart has changed: .*${other.title} is in your cart too.*place the order again\\.$`),
    );
    await expect(summary(page).getByRole("link", { name: other.title })).toBeVisible();

    await placeOrder(page).click();
    await expect(page).toHaveURL(/\/checkout\/pay\/\d+$/);
  },
);

test(
  "a book that is hidden or sold out while the checkout is open is named in the cart, and the rest can be ordered",
  SCRIPTS,
  async ({ page, staff }) => {
    const hidden = await bookOfOurOwn(staff, { title: "Hid", stock: 5 });
    const sold = await bookOfOurOwn(staff, { title: "Sold", stock: 5 });
    const rest = await bookOfOurOwn(staff, { title: "Rest", stock: 5 });
    await signUp(page);
    for (const { title } of [hidden, sold, rest]) await fillCart(page, title);
    await page.goto("/checkout");
    await typeAddress(page);
    await call(staff, `books/admin/book/toggle/${hidden.id}`, {});
    await sold.save({ stock: 0 });
    await placeOrder(page).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByText(`${hidden.title}: `).first()).toBeVisible();
    await expect(page.getByText(`${sold.title}: `).first()).toBeVisible();
    const remove = ({ title }: { title: string }) =>
      page.getByRole("button", { name: new RegExp(`^Remove.*${title}$`) });
    // At once: the second waits for the first.
    for (const one of [hidden, sold]) await remove(one).click();
    for (const one of [hidden, sold]) await expect(remove(one)).toHaveCount(0);
    await page.getByRole("link", { name: "Proceed to Checkout" }).click();
    await expect(page.getByRole("radio", { name: /Asha Rao/ })).toBeChecked();
    await placeOrder(page).click();
    await expect(page).toHaveURL(/\/checkout\/pay\/\d+$/);
  },
);

test(
  "a form that is refused for one thing still notices what somebody else changed meanwhile",
  SCRIPTS,
  async ({ page, staff }) => {
    const [code, taken] = [unique("MINE").toUpperCase(), unique("TAKEN").toUpperCase()];
    const coupon = { intent: "save-coupon", kind: "amount", value: "40", active: "on" };
    for (const one of [code, taken]) await submit(staff, "/admin/coupons?add=1", { ...coupon, code: one });
    await asStaff(page, `/admin/coupons?q=${code}`);
    await page.getByRole("link", { name: `Edit ${code}` }).click();
    const panel = page.getByRole("dialog", { name: "Edit Coupon" });
    await panel.getByLabel("Code").fill(taken);
    await panel.getByRole("textbox", { name: "Description" }).fill("For the fair");
    const theirs = { ...coupon, code, value: "50", version: "1" };
    await submit(staff, new URL(page.url()).pathname + new URL(page.url()).search, theirs);

    await panel.getByRole("button", { name: "Update Coupon" }).click();
    await expect(panel.getByLabel("Code")).toHaveAccessibleDescription(/already exists/);
    await expect(panel.getByLabel("Code")).toBeFocused();
    await expect(panel.getByRole("textbox", { name: "Description" })).toHaveValue("For the fair");
    await panel.getByLabel("Code").fill(code);
    await panel.getByRole("button", { name: "Update Coupon" }).click();
    // In the page and as a toast; as an alert, which screen readers read, in the page alone.
    await expect(page.locator(".toast-error")).toContainText("changed while you were editing");
    await expect(page.getByRole("alert").filter({ hasText: "changed while you were editing" })).toHaveCount(
      1,
    );
    await expect(panel.getByRole("textbox", { name: "Description" })).toHaveValue("For the fair");
    await panel.getByRole("button", { name: "Update Coupon" }).click();
    await expectMessage(page, "Coupon updated successfully!");
  },
);
