import { expect } from "@playwright/test";
import { formTest } from "./form-test";
import { asStaff, bookOfOurOwn, unique } from "./staff";
import {
  PLAIN,
  SCRIPTS,
  bookIdOf,
  expectMessage,
  mailsTo,
  newEmail,
  openBook,
  signUp,
  submit,
  test,
} from "./support";

formTest(
  "a guest asks for a stock alert; staff restock the book, and the mail links to it",
  PLAIN,
  async ({ page: guest, staff }) => {
    const { id, title, save } = await bookOfOurOwn(staff, { stock: 0 });
    const path = `/books/${id}`;
    const email = newEmail();
    await guest.goto(path);
    await guest.getByLabel("Email", { exact: true }).first().fill("nobody");
    await guest.getByRole("button", { name: "Tell me when it is back" }).click();
    await expect(guest).toHaveURL(`${path}/notify`);
    await expect(guest.getByText("Please enter a valid email address")).toBeVisible();
    const field = guest.getByRole("main").getByLabel("Email", { exact: true });
    await expect(field).toHaveValue("nobody");
    await expect(field).toBeFocused();
    await field.fill(email);
    await guest.getByRole("button", { name: "Tell me when it is back" }).click();
    await expectMessage(guest, `We will email ${email} once, when "${title}" is back`);
    await expect(guest).toHaveURL(new RegExp(`${path}-`));

    // The same of a title that the shop does not have, from an empty search.
    const lost = unique("Lost");
    await guest.goto(`/books?q=${lost}`);
    await field.fill("nobody");
    await guest.getByRole("button", { name: "Ask for it" }).click();
    await expect(guest).toHaveURL("/books/wanted");
    await expect(guest.getByLabel("Title")).toHaveValue(lost);
    await field.fill(newEmail());
    await guest.getByRole("button", { name: "Ask for it" }).click();
    await expectMessage(guest, new RegExp(`^Thank you! We will email .+ once, if we get “${lost}”$`));
    await expect(guest).toHaveURL(`/books?q=${lost}`);

    await save({ stock: 3 });
    await expect.poll(() => mailsTo(email).length).toBe(1);
    expect(mailsTo(email)[0]).toMatch(new RegExp(`${path}-[\\w-]+\r\n`));
    await guest.goto(path);
    await expect(guest.getByRole("main").getByRole("button", { name: /^Add to Cart/ })).toBeVisible();
    await expect(guest.getByRole("button", { name: "Tell me when it is back" })).toBeHidden();
  },
);

formTest(
  "somebody who needs more copies than an order can have asks for them, from the book's page and from the cart",
  PLAIN,
  async ({ page, staff }) => {
    const { id, title } = await bookOfOurOwn(staff, { stock: 100 });
    await page.goto(`/books/${id}/copies?copies=30`);
    await page.getByRole("textbox", { name: "Your name" }).fill("Meera Pillai");
    await page.getByRole("textbox", { name: "Your email" }).fill(newEmail());
    await page.getByLabel(/^For whom/).fill("A reading circle");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expectMessage(page, "Thank you! Your request has been sent. We answer by email.");
    const email = await signUp(page, `/books/${id}`);
    await expect(page.getByText("20 copies or more?")).toBeVisible();
    await page.getByLabel("Quantity").fill("10");
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await page.goto("/cart");
    await page.getByRole("listitem").filter({ hasText: title }).getByRole("link", { name: "Ask us" }).click();
    await expect(page).toHaveURL(`/books/${id}/copies?copies=20`);
    await expect(page.getByRole("main").getByRole("link", { name: title })).toBeVisible();
    const copies = page.getByLabel("Copies");
    await expect(copies).toHaveValue("20");
    await expect(page.getByRole("textbox", { name: "Your email" })).toHaveValue(email);
    await copies.fill("many");
    await page.getByLabel(/^For whom/).fill("Class 8, by June");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page.getByText("Please say how many copies you need, such as 20").first()).toBeVisible();
    await expect(copies).toBeFocused();
    await expect(copies).toHaveValue("many");
    await expect(page.getByLabel(/^For whom/)).toHaveValue("Class 8, by June");
    await copies.fill("40");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expectMessage(page, "Thank you! Your request has been sent. We answer by email.");
    await expect(page).toHaveURL(new RegExp(`/books/${id}-`));
    await asStaff(page, `/admin/pages/messages?q=${encodeURIComponent(email)}`);
    await expect(page.getByText(`40 copies of “${title}” by Premchand`).first()).toBeVisible();
  },
);

test("the menu shows the number of books on the wishlist", SCRIPTS, async ({ page }) => {
  await signUp(page);
  await openBook(page, "Pather Dabi");
  await page.getByRole("button", { name: "Add to Wishlist" }).click();
  await expectMessage(page, 'Added "Pather Dabi" to your wishlist');
  await expect(page.getByRole("link", { name: "On your wishlist" })).toBeVisible();
  await page.getByText("Hi, Asha").first().click();
  await page.getByRole("link", { name: "Wishlist 1 book" }).first().click();
  await page.getByRole("button", { name: "Move all available to cart" }).click();
  await expectMessage(page, "Added 1 book to your cart");
  await expect(page.getByText("Your wishlist is empty")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.getByText("Hi, Asha").first().click();
  await expect(page.getByRole("link", { name: "Wishlist", exact: true }).first()).toBeVisible();
});

test(
  "books are wished for, taken off the wishlist on their page and in it, and moved to the cart",
  PLAIN,
  async ({ page }) => {
    await signUp(page);
    const id = await bookIdOf(page, "Pather Dabi");
    const wish = async () => {
      await page.getByRole("button", { name: "Add to Wishlist" }).click();
      await expectMessage(page, 'Added "Pather Dabi" to your wishlist');
    };
    await page.goto(`/books/${id}`);
    await wish();
    await page.getByRole("button", { name: "Remove from your wishlist" }).click();
    await expectMessage(page, "Removed from your wishlist");
    await wish();
    await page.getByRole("link", { name: "On your wishlist" }).click();
    await page.getByRole("button", { name: /^Remove.*Pather Dabi$/ }).click();
    await expectMessage(page, "Removed from your wishlist");
    await expect(page.getByText("Your wishlist is empty")).toBeVisible();

    const wished = { intent: "add", bookId: String(id) };
    await submit(page, "/wishlist", wished);
    await page.goto("/wishlist");
    await page.getByText("Hi, Asha").first().click();
    await expect(page.getByRole("link", { name: "Wishlist 1 book" }).first()).toBeVisible();
    await page.getByRole("button", { name: /^Move to Cart.*Pather Dabi$/ }).click();
    await expectMessage(page, 'Added "Pather Dabi" to your cart');
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();

    await submit(page, "/wishlist", wished);
    await page.goto("/wishlist");
    await page.getByRole("button", { name: "Move all available to cart" }).click();
    await expectMessage(page, "Added 1 book to your cart");
    await expect(page.getByText("Your wishlist is empty")).toBeVisible();
  },
);
