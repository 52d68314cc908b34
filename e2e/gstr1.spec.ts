import { expect } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff } from "./staff";

test("the return of another month is chosen", async ({ page }) => {
  await asStaff(page, "/admin/accounts?month=2026-10");
  await page.getByRole("navigation", { name: "Accounts" }).getByRole("link", { name: "GSTR-1" }).click();
  await expect(page.getByRole("heading", { name: "GSTR-1 of October 2026" })).toBeVisible();
  await page.getByRole("combobox", { name: "Month" }).selectOption("September 2026");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("heading", { name: "GSTR-1 of September 2026" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download workbook" })).toBeVisible();
});
