import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { ADDRESS, expectMessage, fillCart, pay, press, signUp, test } from "./support";

test("a gift is sent with a message on its slip; the box is ticked again before it is paid", async ({
  page,
  browser,
}) => {
  await signUp(page);
  await fillCart(page, "Gora");
  await page.goto("/checkout");
  for (const [label, value] of Object.entries(ADDRESS))
    await page.getByLabel(label, { exact: true }).fill(value);
  await expect(page.getByLabel("Message")).toBeHidden();
  await page.getByLabel("This is a gift").check();
  await page.getByLabel("From", { exact: true }).fill("Asha and Ravi");
  await page.getByLabel("Message").fill("Happy birthday!\nRead it slowly.");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/checkout\/pay\/\d+$/);
  const id = /\d+$/.exec(page.url())![0];
  await page.goto("/checkout");
  await expect(page.getByLabel("This is a gift")).toBeChecked();
  await expect(page.getByLabel("Message")).toHaveValue("Happy birthday!\nRead it slowly.");
  await page.goto(`/checkout/pay/${id}`);
  await pay(page, "success");
  await page.getByRole("link", { name: "Track Your Order" }).click();
  await expect(page.getByRole("region", { name: "A gift" })).toContainText("Asha and Ravi");

  const context = await browser.newContext();
  const desk = await context.newPage();
  await asStaff(desk, `/admin/orders/${id}`);
  await expect(desk.getByText("Put no bill into its parcel.")).toBeVisible();
  await desk.goto(`/admin/orders/${id}/packing-slip`);
  await expect(desk.getByText("Read it slowly.")).toBeVisible();
  await expect(desk.getByRole("article")).not.toContainText("₹");
  await context.close();
});

test("staff place a gift at the counter", async ({ page }) => {
  await asStaff(page, "/admin/orders/new");
  await page.getByLabel("Add a book").fill("Gora");
  await page.getByRole("button", { name: "Find and add" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await page.getByLabel("Phone").fill("9847012345");
  await page.getByLabel("This is a gift").check();
  await page.getByLabel("Message").fill("With love");
  await press(page, "Add It Up");
  await expect(page.getByLabel("Message")).toHaveValue("With love");
  await page.getByRole("button", { name: "Place the Order" }).click();
  await expectMessage(page, /^Order #\d+ is placed/);
  await expect(page.getByText("With love")).toBeVisible();
});
