import { expect } from "@playwright/test";
import { ADDRESS, fillCart, login, SCRIPTS, signUp, test } from "./support";

test(
  "an address typed at the checkout while the session ended is there again after the login, and is ordered to",
  SCRIPTS,
  async ({ page }) => {
    const email = await signUp(page);
    await fillCart(page, "Gora");
    await page.goto("/checkout");
    for (const [label, value] of Object.entries(ADDRESS))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("What you typed is kept for an hour").first()).toBeVisible();
    await login(page, email);
    await expect(page.getByText("What you typed is filled in again")).toBeVisible();
    for (const [label, value] of Object.entries(ADDRESS))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page).toHaveURL(/\/checkout\/pay\/\d+$/);
  },
);

test("a coupon typed while the session ended is there again after the login", SCRIPTS, async ({ page }) => {
  const email = await signUp(page);
  await fillCart(page, "Gora");
  await page.goto("/cart");
  await page.getByLabel("Coupon").fill("NOSUCHCODE");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("What you typed is kept for an hour").first()).toBeVisible();
  await login(page, email);
  await expect(page.getByText("What you typed is filled in again")).toBeVisible();
  await expect(page.getByLabel("Coupon")).toHaveValue("NOSUCHCODE");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByLabel("Coupon")).toHaveAccessibleDescription(/coupon/i);
});
