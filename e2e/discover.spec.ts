import { expect } from "@playwright/test";
import { PLAIN, SCRIPTS, bookIdOf, expectMessage, fillCart, signUp, test } from "./support";

test("a bestseller is added to the cart from the list", PLAIN, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Bestsellers" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bestsellers" })).toBeVisible();
  const add = page
    .getByRole("main")
    .getByRole("button", { name: /^Add to Cart/ })
    .first();
  const title = (await add.textContent())!.replace("Add to Cart: ", "");
  await add.click();
  await expectMessage(page, `Added "${title}" to your cart`);
  await expect(page).toHaveURL(/\/bestsellers$/);
});

test("a book's page and the cart link to similar books", SCRIPTS, async ({ page }) => {
  await signUp(page);
  await fillCart(page, "Gora");
  await page.goto(`/books/${await bookIdOf(page, "Gora")}`);
  const next = page.getByRole("region", { name: "You may also like" }).getByRole("link");
  await expect(next.nth(2)).toBeVisible();
  const title = (await next.first().textContent())!;
  await next.first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goto("/cart");
  const beside = page.getByRole("region", { name: "You may also like" }).getByRole("link");
  expect(await beside.count()).toBeLessThanOrEqual(4);
  await expect(beside.filter({ hasText: /^Gora$/ })).toHaveCount(0);
  await beside.first().click();
  await expect(page).toHaveURL(/\/books\/\d+-[a-z\d-]+$/);
});
