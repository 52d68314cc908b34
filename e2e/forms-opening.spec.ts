import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff } from "./staff";
import { expectMessage } from "./support";

const PAGE = "/admin/opening";

test("the owner goes through the checklist", async ({ page }) => {
  await asStaff(page, PAGE);
  const step = (id: string) => page.locator(`li#${id}`);
  for (const [id, button] of [
    ["legal", "I have read both pages"],
    ["backup", "We make backups in another way"],
  ] as const) {
    await step(id).getByRole("button", { name: button }).click();
    await expect(step(id)).toContainText("Done");
  }
  // The sample shop has a GSTIN.
  await expect(step("tax")).toContainText("Done");
  await page.getByRole("button", { name: "Test the keys" }).click();
  await expectMessage(page, "The payment service accepts the keys.");
  await page.getByRole("button", { name: "Send me a test mail" }).click();
  await expect(step("mail")).toContainText("The test mail to admin@kitab.example");
  // Not closed for real: other journeys order meanwhile.
  await page.getByLabel("What visitors read").fill(" ");
  await page.getByRole("button", { name: "Close for orders" }).click();
  await expect(page.getByText("Please write a sentence for visitors").first()).toBeVisible();
});

test("the owner pays a test purchase of one rupee and refunds it", async ({ page }) => {
  await asStaff(page, `${PAGE}/test-purchase`);
  const begin = page.getByRole("button", { name: /^(?:Start and pay|Make another)/ });
  const goOn = page.getByRole("link", { name: /^Pay ₹/ });
  // Another journey may have begun one.
  if (await goOn.isVisible()) {
    await goOn.click();
    await payAndRefund(page);
    await expect
      .poll(async () => (await page.request.get(page.url())).text())
      .toMatch(/Start and pay|Make another/);
    await page.reload();
  }
  await begin.click();
  await payAndRefund(page);
});

async function payAndRefund(page: Page) {
  await page.getByRole("button", { name: "Pay ₹1.00" }).click();
  await page.getByRole("button", { name: /by card$/ }).click();
  await page.getByRole("button", { name: "Return to the shop" }).click();
  await expect(page).toHaveURL(/\/admin\/opening\/test-purchase$/);
  await page.getByRole("button", { name: /^Refund/ }).click();
  await expectMessage(page, "The refund is on its way.");
}
