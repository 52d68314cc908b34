import { expect } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff } from "./staff";

test("another month, days that cannot be, and a list as a file", async ({ page }) => {
  await asStaff(page, "/admin/accounts");
  await page.getByRole("combobox", { name: "Month" }).selectOption("October 2026");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("heading", { name: "October 2026" })).toBeVisible();
  await page.getByLabel("Days from").fill("2026-10-09");
  await page.getByLabel("to", { exact: true }).fill("2026-10-08");
  await page.getByRole("button", { name: "Show days" }).click();
  await expect(page.getByText("The last day is before the first. Please swap the days")).toBeVisible();
  await page.getByLabel("to", { exact: true }).fill("2026-10-09");
  await page.getByRole("button", { name: "Show days" }).click();
  await expect(page.getByRole("heading", { name: "9 Oct 2026" })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Payments as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("payments-2026-10-09-to-2026-10-09.csv");
});
