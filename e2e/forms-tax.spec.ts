import { expect } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff } from "./staff";
import { expectMessage } from "./support";

test("India's rates of tax are added; one is added, changed and removed", async ({ page }) => {
  await asStaff(page, "/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Rates of tax" }).click();
  await page.getByRole("button", { name: "Add India’s rates of today" }).click();
  await expectMessage(page, /rates? (?:is|are) added|are all there/);
  await page.getByRole("link", { name: "Add Rate" }).click();
  await page.getByLabel("HSN code").fill("4909");
  await page.getByLabel("Rate (%)").fill("18");
  await page.getByLabel("From").fill("2026-04-01");
  await page.getByLabel("For", { exact: true }).selectOption({ label: "All books" });
  await page.getByLabel("Note (optional)").fill("Postcards");
  await page.getByRole("button", { name: "Add Rate" }).click();
  await expectMessage(page, "The tax of HSN 4909, from 1 Apr 2026 is 18 %");
  await page.getByRole("link", { name: "Edit HSN 4909, from 1 Apr 2026" }).click();
  await page.getByLabel("Rate (%)").fill("5");
  await page.getByRole("button", { name: "Update Rate" }).click();
  await expectMessage(page, "The tax of HSN 4909, from 1 Apr 2026 is 5 %");
  await page.getByRole("link", { name: "Remove HSN 4909, from 1 Apr 2026" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "The rate of HSN 4909, from 1 Apr 2026 is removed");
  await page.getByRole("link", { name: "Codes too short" }).click();
  await expect(page.getByText("All books have a code that is long enough")).toBeVisible();
});
