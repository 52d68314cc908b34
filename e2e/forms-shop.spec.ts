import { expect } from "@playwright/test";
import { formTest as test } from "./form-test";
import { bookOfOurOwn } from "./staff";
import { bookIdOf, call, expectMessage, mailedPath, newEmail, signUp, submit } from "./support";

test("a guest removes a book from the cart beside the login form", async ({ page }) => {
  for (const title of ["Gora", "Nirmala"]) {
    const bookId = String(await bookIdOf(page, title));
    await submit(page, "/cart", { intent: "add", bookId, quantity: "1", redirectTo: "/terms" });
  }
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

const WITHDRAWN = "We will not email you about this book";

test("a customer stops waiting for a sold-out book on its page, and on the wishlist", async ({
  page,
  staff,
}) => {
  const book = await bookOfOurOwn(staff, { stock: 0 });
  await signUp(page);
  await call(page, `browsebooks/${book.id}/notify`, {});
  await page.goto(`/books/${book.id}`);
  await page.getByRole("main").getByRole("button", { name: "Stop waiting" }).click();
  await expectMessage(page, WITHDRAWN);
  // And waits for it again, by one press.
  await page.getByRole("main").getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: "Stop waiting" })).toBeVisible();

  await page.goto("/wishlist");
  const stop = page.getByRole("button", { name: new RegExp(`^Stop waiting.*${book.title}$`) });
  await stop.click();
  await expectMessage(page, WITHDRAWN);
  await expect(page).toHaveURL(/\/wishlist$/);
  await expect(stop).toHaveCount(0);

  // The book was looked at; the shelf leads to the list of all such books, which can be emptied.
  await page.getByRole("link", { name: "Recently looked at" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: book.title })).toBeVisible();
  await page.getByRole("button", { name: "Empty this list" }).click();
  await expectMessage(page, "The list was emptied");
  await expect(page.getByRole("main").getByText("No books yet")).toBeVisible();
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
