import { expect, type Page } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { PLAIN, expectMessage, fillCart, mailsTo, newEmail, openBook, signUp, test } from "./support";

/** Adds a sold-out book as staff. @returns its path in the store */
async function soldOutBook(page: Page, title: string): Promise<string> {
  const origin = test.info().project.use.baseURL!;
  const call = async (path: string, data?: object) => {
    const headers = { Origin: origin };
    const url = `/api/v1${path}`;
    const answer = data ? await page.request.post(url, { data, headers }) : await page.request.get(url);
    expect(answer.status(), path).toBe(200);
    return answer.json();
  };
  const [authors, tags] = [await call("/authors/all"), await call("/booktags/all")];
  const [publishers, languages] = [await call("/publishers/all"), await call("/languages/all")];
  const added = await call("/books/update", {
    bookId: 0,
    title,
    brief: "A tale of two rivers.",
    isbn13: "9780143065838",
    price: 299,
    stock: 0,
    authorId: [authors[0].authorId],
    booktagsId: [tags.find((tag: { tagname: string }) => tag.tagname === "Novel").booktagId],
    publisherId: publishers[0].publisherId,
    languageId: languages[0].languageId,
  });
  expect(added).toMatchObject({ result: 1 });
  await page.goto(`/admin/products?q=${title}`);
  const edit = await page.getByRole("link", { name: `Edit ${title}` }).getAttribute("href");
  return `/books/${new URL(edit!, origin).searchParams.get("edit")}`;
}

test("a book is saved for later and moved back into the cart", async ({ page }) => {
  await signUp(page);
  await fillCart(page, "Anandamath", 2);
  await page.goto("/cart");
  await page.getByRole("button", { name: /^Save for later.*Anandamath/ }).click();
  await expectMessage(page, 'Saved "Anandamath" for later');
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  const saved = page.getByRole("region", { name: "Saved for later" });
  await expect(saved).toContainText("In stock");
  await saved.getByRole("button", { name: /^Move to cart.*Anandamath/ }).click();
  await expectMessage(page, 'Moved "Anandamath" to your cart');
  await expect(page.getByLabel("Quantity: Anandamath")).toHaveValue("2");
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await expect(saved).toBeHidden();
});

test(
  "a guest asks for a stock alert; staff restock the book, and the mail links to it",
  PLAIN,
  async ({ page, browser }) => {
    const title = unique("Ebb");
    await asStaff(page, "/admin/products");
    const path = await soldOutBook(page, title);
    const { javaScriptEnabled, baseURL } = test.info().project.use;
    const guest = await (await browser.newContext({ javaScriptEnabled, baseURL })).newPage();
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

    await page.goto(`/admin/products?q=${title}`);
    await expect(page.getByText("1 waiting")).toBeVisible();
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await page.getByLabel("Initial Stock").fill("3");
    await page.getByRole("button", { name: "Update Book" }).click();
    await expectMessage(page, "Book updated successfully!");
    await expect.poll(() => mailsTo(email).length).toBe(1);
    expect(mailsTo(email)[0]).toMatch(new RegExp(`${path}-[\\w-]+\r\n`));
    await guest.goto(path);
    await expect(guest.getByRole("main").getByRole("button", { name: /^Add to Cart/ })).toBeVisible();
    await expect(guest.getByRole("button", { name: "Tell me when it is back" })).toBeHidden();
    await guest.context().close();
  },
);

test("the menu shows the number of books on the wishlist", async ({ page }) => {
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
