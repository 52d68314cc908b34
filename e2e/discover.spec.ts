import { expect } from "@playwright/test";
import { PLAIN, expectMessage, test } from "./support";

test("a bestseller is added to the cart from the list", PLAIN, async ({ page }) => {
  await page.goto("/bestsellers");
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
