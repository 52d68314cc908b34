import { expect, type Page } from "@playwright/test";
import {
  ADDRESS,
  PLAIN,
  bookIdOf,
  expectMessage,
  fillCart,
  login,
  mailsTo,
  newEmail,
  pay,
  register,
  SCRIPTS,
  signUp,
  test,
} from "./support";

test(
  "a guest fills a cart, registers, and pays after a failed and a cancelled payment; the order can be tracked",
  PLAIN,
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("searchbox", { name: "Search books" }).first().fill("Gora");
    await page.getByRole("searchbox", { name: "Search books" }).first().press("Enter");
    await page.getByRole("main").getByRole("link", { name: "Gora", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Gora", exact: true })).toBeVisible();
    await page.getByLabel("Quantity").fill("2");
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await expectMessage(page, 'Added 2 copies of "Gora" to your cart');
    await page.getByRole("link", { name: "Cart, 2 items" }).click();
    await expectMessage(page, "Please login to access this page");

    const email = newEmail();
    await page.getByRole("link", { name: "Sign up" }).click();
    await register(page, email);
    await login(page, email);
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole("heading", { name: "Shopping Cart" })).toBeVisible();
    await expect(page.getByLabel("Quantity: Gora")).toHaveValue("2");

    await page.getByRole("link", { name: "Proceed to Checkout" }).click();
    for (const [label, value] of Object.entries(ADDRESS))
      await page.getByLabel(label, { exact: true }).fill(value);
    const field = page.getByLabel("Email", { exact: true });
    await field.fill("nobody");
    await page.getByRole("button", { name: /^Save|^Add/ }).click();
    await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
    await expect(page.getByLabel("Place", { exact: true })).toHaveValue(ADDRESS.Place);
    await field.fill(email);
    const place = page.getByRole("button", { name: "Place Order" });
    await place.click();
    await pay(page, "failure");
    await expectMessage(page, /^Payment failed: .+/);
    await expect(page).toHaveURL(/\/checkout(\?|$)/);
    await page.getByRole("radio").first().check();
    await place.click();
    await pay(page, "dismissal");
    await expectMessage(page, "Payment cancelled");

    await page.getByRole("link", { name: /^Pay ₹/ }).click();
    await page.getByRole("button", { name: /^Pay ₹/ }).click();
    await page.getByLabel("UPI ID").fill("success@razorpay");
    await page.getByRole("button", { name: /by UPI$/ }).click();
    await page.getByRole("button", { name: "Return to the shop" }).click();
    await expectMessage(page, "Payment successful! Your order has been placed.");
    await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();

    await page.getByRole("link", { name: "Track Your Order" }).click();
    await expect(page.getByRole("heading", { name: "Track Your Order" })).toBeVisible();
    await expect(page.getByText(/Estimated delivery by/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Need Help?" })).toHaveAttribute("href", /mailto:.*subject=/);
    await expect.poll(() => mailsTo(email).filter((mail) => /^Subject: .*order/im.test(mail)).length).toBe(1);
  },
);

/** Opens the customer's order from the list, which has no other. */
async function openOnlyOrder(page: Page) {
  await page.goto("/orders");
  await expect(page.getByRole("main").getByRole("row")).toHaveCount(2); // the head row and one order
  await page
    .getByRole("main")
    .getByRole("link", { name: /^#?\d+$/ })
    .first()
    .click();
}

test(
  "the cart limits the copies of a book; a line is changed, saved for later, moved back and removed, a saved book too",
  PLAIN,
  async ({ page }) => {
    await signUp(page);
    await fillCart(page, "Kapalkundala", 2);
    await page.goto("/cart");
    const copies = page.getByLabel("Quantity: Kapalkundala");
    await copies.fill("9999");
    await copies.press("Enter");
    await expectMessage(page, "You can order at most 10 copies of one book.");
    await page.getByRole("button", { name: /One copy more: Kapalkundala/ }).click();
    await expectMessage(page, "The cart item quantity updated!");
    await expect(copies).toHaveValue("3");
    const fewer = page.getByRole("button", { name: "One copy less: Kapalkundala" });
    await fewer.click();
    await expect(copies).toHaveValue("2");
    await copies.fill("1");
    await page.getByRole("button", { name: "Update" }).click();
    await expectMessage(page, "The cart item quantity updated!");
    await expect(copies).toHaveValue("1");
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    // At 1 it is left alone: Remove is for that.
    await fewer.click();
    await expect(copies).toHaveValue("1");

    const save = page.getByRole("button", { name: /^Save for later.*Kapalkundala/ });
    await save.click();
    await expectMessage(page, 'Saved "Kapalkundala" for later');
    await expect(page.getByText("Your cart is empty")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
    const saved = page.getByRole("region", { name: "Saved for later" });
    await expect(saved).toContainText("In stock");
    await saved.getByRole("button", { name: /^Move to cart.*Kapalkundala/ }).click();
    await expectMessage(page, 'Moved "Kapalkundala" to your cart');
    await expect(copies).toHaveValue("1");
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    await expect(saved).toBeHidden();
    await save.click();
    await page.getByRole("button", { name: /^Remove from saved.*Kapalkundala$/ }).click();
    await expectMessage(page, /^Removed ".+" from the books saved for later$/);
    await expect(saved).toHaveCount(0);

    await fillCart(page, "Kapalkundala");
    await page.goto("/cart");
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expectMessage(page, "The cart item deleted!");
    await expect(page.getByText("Your cart is empty")).toBeVisible();
  },
);

test("the cart shows a change at once, and undoes it when it is refused", SCRIPTS, async ({ page }) => {
  await signUp(page);
  await fillCart(page, "Nirmala");
  await page.goto("/cart");
  const copies = page.getByLabel("Quantity: Nirmala");
  const badge = page.getByRole("link", { name: /^Cart, \d+ items?$/ });
  const sums = page.getByRole("region", { name: "Order summary" }).locator("[aria-busy=true]");
  /** Holds back the cart's answer. @returns what lets it through */
  const hold = async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.unroute("**/cart.data*");
    await page.route("**/cart.data*", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    return answer;
  };

  let answer = await hold();
  await page.getByRole("button", { name: "One copy more: Nirmala" }).click();
  await page.getByRole("button", { name: "One copy more: Nirmala" }).click();
  await expect(copies).toHaveValue("3");
  await expect(badge).toHaveAccessibleName("Cart, 2 items"); // the second press waits for the first
  await expect(sums).toHaveCount(1);
  answer();
  await expect(badge).toHaveAccessibleName("Cart, 3 items");
  await expect(sums).toHaveCount(0);
  await expect(copies).toHaveValue("3");

  answer = await hold();
  await copies.fill("9999");
  await copies.press("Enter");
  await expect(badge).toHaveAccessibleName("Cart, 9999 items");
  answer();
  await expectMessage(page, "You can order at most 10 copies of one book.");
  await expect(copies).toHaveValue("3");
  await expect(badge).toHaveAccessibleName("Cart, 3 items");
});

test(
  "the checkout shows mistakes in an address, asks once about doubtful values, and can be paid after a cancelled and a failed payment",
  SCRIPTS,
  async ({ page }) => {
    await signUp(page);
    await fillCart(page, "Saket");
    await page.goto("/checkout");
    const email = page.getByLabel("Email", { exact: true });
    const own = await email.inputValue();
    await page.getByLabel("Place", { exact: true }).fill("Mysuru");
    await email.fill("nobody");
    await page.getByRole("button", { name: /^Save|^Add/ }).click();
    await expect(page.getByText("Please check the form for errors")).toBeVisible();
    await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
    await expect(page.getByText("Pincode is required").first()).toBeVisible();
    await expect(page.getByLabel("Place", { exact: true })).toHaveValue("Mysuru");
    await email.fill(own);
    // After a refused attempt the form is validated while the user types; that must not ask about doubtful values.
    const place = page.getByRole("button", { name: "Place Order" });
    await place.click();
    await expect(page.getByText("Pincode is required").first()).toBeVisible();
    const typed = { "Full name": "Asha Rao", "Address 1": "12 Temple Street", "Address 2": "Malleswaram", Place: "Pune", Mobile: "+91 98450 12345" }; // oxfmt-ignore
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value);
    const state = page.getByLabel("State", { exact: true });
    await page.getByLabel("Pincode", { exact: true }).fill("411001");
    await expect(state).toHaveValue("Maharashtra");
    await page.getByLabel("Pincode", { exact: true }).fill("403001");
    await expect(state).toHaveValue("Goa");
    await page.getByLabel("Pincode", { exact: true }).fill("4110");
    await state.fill("Maharastra");
    await expect(place).toBeEnabled();
    await place.click();
    for (const doubt of [
      "PIN codes have six digits. Is 4110 right?",
      "India has no state called Maharastra. Is it right?",
    ])
      // oxfmt-ignore
      await expect(page.getByText(doubt).first()).toBeVisible();
    await expect(page.getByLabel("Place", { exact: true })).toHaveValue("Pune");
    await expect(page.getByLabel("Pincode", { exact: true })).toBeFocused();
    await state.fill("Maharashtra");
    await place.click();
    await page.waitForURL(/\/checkout\/pay\/\d+$/);
    await expect(page.getByText("Pune, Maharashtra 4110")).toBeVisible();
    await pay(page, "dismissal");
    await expectMessage(page, "Payment cancelled");
    await expect(page.getByRole("radio", { name: /Pune, Maharashtra 4110/ })).toBeChecked();
    await page.reload();
    await expect(page.getByText("Payment cancelled")).toHaveCount(1);

    await page.getByRole("link", { name: /^Pay ₹/ }).click();
    await page.waitForURL(/\/checkout\/pay\/\d+$/);
    await pay(page, "failure");
    await expectMessage(page, /^Payment failed: .+/);
    await expect(page).toHaveURL(/\/checkout(\?|$)/);

    await openOnlyOrder(page);
    await page.getByRole("link", { name: /payment/i }).click();
    await pay(page, "success");
    await expectMessage(page, "Payment successful! Your order has been placed.");
    await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  },
);

test("a guest who wants to review a book logs in, comes back and reviews it", PLAIN, async ({ page }) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  await page.goto(`/books/${await bookIdOf(page, "Devdas")}?tab=reviews`);
  await page.getByRole("link", { name: "Login to Review" }).click();
  await login(page, email);
  // Back at the reviews.
  await expect(page).toHaveURL(/\/books\/\d+.*tab=reviews/);
  await page.getByLabel("Remarks").fill("ok");
  await page.getByRole("button", { name: /review/i }).click();
  await expect(page.getByText("Please select a rating").first()).toBeVisible();
  await expect(page.getByText("Review must be at least 3 characters").first()).toBeVisible();
  await expect(page.getByLabel("Remarks")).toHaveValue("ok");

  await page.getByLabel("Remarks").fill("Read in one night.");
  await page.getByRole("radio", { name: /^4/ }).check({ force: true });
  await page.getByRole("button", { name: /review/i }).click();
  await expectMessage(page, "Review submitted successfully!");
  await expect(page.getByRole("main")).toContainText("Read in one night.");
  await expect(page.getByRole("main")).toContainText("Asha R.");
});
