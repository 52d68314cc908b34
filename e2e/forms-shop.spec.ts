import { expect, type Page } from "@playwright/test";
import { bookOfOurOwn, formTest as test } from "./form-test";
import { addToCart, bookIdOf, call, expectMessage, mailedPath, newEmail, signUp } from "./support";

/** A signed-in customer with copies of a book in the cart. @returns the line in it */
async function withCart(page: Page, title: string, qty: number): Promise<number> {
  await signUp(page);
  await call(page, "carts/", { id: 0, bookId: await bookIdOf(page, title), qty });
  const [line] = await call<{ id: number }[]>(page, "carts/all");
  return line!.id;
}

test("the list of books is sorted", async ({ page }) => {
  await page.goto("/books?tag=Poetry");
  await page.getByLabel("Sort by").selectOption({ label: "Price: low to high" });
  await page.getByRole("button", { name: "Sort", exact: true }).click();
  await expect(page).toHaveURL(/tag=Poetry/);
  await expect(page.getByLabel("Sort by")).toHaveValue("price_asc");
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeChecked();
});

test("the dark theme is chosen", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/terms");
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByRole("button", { name: "Switch to light theme" })).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("one copy fewer of a book in the cart", async ({ page }) => {
  await withCart(page, "Gora", 2);
  await page.goto("/cart");
  await page.getByRole("button", { name: "One copy less: Gora" }).click();
  await expectMessage(page, "The cart item quantity updated!");
  await expect(page.getByLabel("Quantity: Gora")).toHaveValue("1");
  // At 1 it is left alone: Remove is for that.
  await page.getByRole("button", { name: "One copy less: Gora" }).click();
  await expect(page.getByLabel("Quantity: Gora")).toHaveValue("1");
});

test("the number of copies of a book is typed", async ({ page }) => {
  await withCart(page, "Gora", 1);
  await page.goto("/cart");
  await page.getByLabel("Quantity: Gora").fill("3");
  await page.getByRole("button", { name: "Update" }).click();
  await expectMessage(page, "The cart item quantity updated!");
  await expect(page.getByLabel("Quantity: Gora")).toHaveValue("3");
  await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
});

test("a guest removes a book from the cart beside the login form", async ({ page }) => {
  for (const title of ["Gora", "Nirmala"]) await addToCart(page, title);
  await page.goto("/cart");
  await expectMessage(page, "Please login to access this page");
  await expect(page.getByText("Log in or register to check out. Your 2 books are kept.")).toBeVisible();
  const cart = page.getByRole("region", { name: "Your cart" });
  await expect(cart.getByRole("listitem")).toHaveCount(2);
  await cart.getByRole("button", { name: /^Remove.*Gora$/ }).click();
  await expectMessage(page, "The cart item deleted!");
  await expect(page.getByText("Your book is kept.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcart$/);
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(cart.getByRole("listitem")).toHaveCount(1);
  await cart.getByRole("button", { name: /^Remove.*Nirmala$/ }).click();
  await expect(page).toHaveURL(/\/register\?redirectTo=%2Fcart$/);
  await expect(cart).toHaveCount(0);
});

test("a saved book is removed", async ({ page }) => {
  await call(page, "carts/save", { id: await withCart(page, "Gora", 1) });
  await page.goto("/cart");
  await page.getByRole("button", { name: /^Remove from saved.*Gora$/ }).click();
  await expectMessage(page, "Removed from the books saved for later");
  await expect(page.getByRole("region", { name: "Saved for later" })).toHaveCount(0);
});

test("an order is paid by UPI", async ({ page }) => {
  await withCart(page, "Gora", 1);
  const place = { place: "Bengaluru", state: "Karnataka", pincode: "560003", mobile: "9845012345" };
  const street = { fullname: "Asha Rao", address1: "12 Temple Street", address2: "Malleswaram" };
  const saved = { id: 0, ...street, ...place, email: "asha@example.in" };
  const { id } = await call<{ id: number }>(page, "checkout/updateaddress", saved);
  const [line] = await call<{ bookId: number; qty: number }[]>(page, "carts/all");
  const cartItems = [{ bookId: line!.bookId, qty: line!.qty }];
  const order = await call<{ orderid: number }>(page, "checkout/checkout", { address: { id }, cartItems });
  await page.goto(`/checkout/pay/${order.orderid}`);
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await page.getByLabel("UPI ID").fill("success@razorpay");
  await page.getByRole("button", { name: /by UPI$/ }).click();
  await page.getByRole("button", { name: "Return to the shop" }).click();
  await expectMessage(page, "Payment successful! Your order has been placed.");
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});

/** A signed-in customer who wished for the book. @returns its id */
async function withWish(page: Page, title: string): Promise<number> {
  await signUp(page);
  const id = await bookIdOf(page, title);
  await call(page, "customer/wishlist", { bookId: id });
  return id;
}

test("a book is taken off the wishlist on its page", async ({ page }) => {
  await page.goto(`/books/${await withWish(page, "Gora")}`);
  await page.getByRole("button", { name: "Remove from your wishlist" }).click();
  await expectMessage(page, "Removed from your wishlist");
  await expect(page.getByRole("button", { name: "Add to Wishlist" })).toBeVisible();
});

test("a book is moved from the wishlist to the cart", async ({ page }) => {
  await withWish(page, "Gora");
  await page.goto("/wishlist");
  await page.getByRole("button", { name: /^Move to Cart.*Gora$/ }).click();
  await expectMessage(page, 'Added "Gora" to your cart');
  await expect(page.getByText("Your wishlist is empty")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("a book is removed from the wishlist", async ({ page }) => {
  await withWish(page, "Gora");
  await page.goto("/wishlist");
  await page.getByRole("button", { name: /^Remove.*Gora$/ }).click();
  await expectMessage(page, "Removed from your wishlist");
  await expect(page.getByText("Your wishlist is empty")).toBeVisible();
});

const WITHDRAWN = "We will not email you about this book";

test("a customer stops waiting for a sold-out book on its page", async ({ page, staff }) => {
  const book = await bookOfOurOwn(staff, { stock: 0 });
  await signUp(page);
  await call(page, `browsebooks/${book.id}/notify`, {});
  await page.goto(`/books/${book.id}`);
  await page.getByRole("main").getByRole("button", { name: "Stop waiting" }).click();
  await expectMessage(page, WITHDRAWN);
  // And waits for it again, by one press.
  await page.getByRole("main").getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: "Stop waiting" })).toBeVisible();
});

test("a customer stops waiting for a sold-out book on the wishlist", async ({ page, staff }) => {
  const book = await bookOfOurOwn(staff, { stock: 0 });
  await signUp(page);
  await call(page, `browsebooks/${book.id}/notify`, {});
  await page.goto("/wishlist");
  await page.getByRole("button", { name: new RegExp(`^Stop waiting.*${book.title}$`) }).click();
  await expectMessage(page, WITHDRAWN);
  await expect(page).toHaveURL(/\/wishlist$/);
  await expect(page.getByRole("button", { name: new RegExp(`^Stop waiting.*${book.title}$`) })).toHaveCount(
    0,
  );
});

test("mails about sold-out books are stopped by their link", async ({ page, staff }) => {
  const email = newEmail();
  const [back, gone] = [await bookOfOurOwn(staff, { stock: 0 }), await bookOfOurOwn(staff, { stock: 0 })];
  for (const book of [back, gone]) await call(page, `browsebooks/${book.id}/notify`, { email });
  await back.save({ stock: 2 });
  await page.goto(await mailedPath(email, "/books/notify/stop"));
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await expectMessage(page, new RegExp(email.replaceAll(".", "\\.")));
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto(await mailedPath(email, "/books/notify/stop"));
  await expect(page.getByText("There is nothing to stop.")).toBeVisible();
});
