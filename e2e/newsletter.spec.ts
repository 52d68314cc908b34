import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, expectMessage, mailedPath, newEmail, scripted, test } from "./support";

test(
  "a reader subscribes, confirms by the mailed link, and unsubscribes by the link in the welcome mail",
  PLAIN,
  async ({ page }) => {
    const email = newEmail();
    await page.goto("/");
    await page.getByRole("main").getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expectMessage(page, "Thank you! Please check your email: a link in it confirms your subscription.");

    await page.goto(await mailedPath(email, "/newsletter/confirm"));
    await page.getByRole("button", { name: "Subscribe me" }).click();
    await expectMessage(page, "Thank you! You are subscribed");

    await page.goto(await mailedPath(email, "/newsletter/unsubscribe"));
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expectMessage(page, "You are unsubscribed");
    await expect(page.getByText("no longer gets our newsletter")).toBeVisible();
    await page.getByRole("link", { name: "Subscribe again" }).click();
    await expect(page.getByRole("button", { name: "Subscribe" })).toBeVisible();
  },
);

test("staff find an address, export the list, and remove it", PLAIN, async ({ page }) => {
  const email = newEmail();
  const origin = test.info().project.use.baseURL!;
  await page.request.post("/newsletter", { form: { email }, headers: { Origin: origin } });

  await asStaff(page, "/admin/newsletter");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.getByLabel("State").selectOption("All");
  if (!scripted()) await page.getByRole("button", { name: "Filter" }).click();
  const row = page.getByRole("row", { name: email });
  await expect(row).toContainText("Unconfirmed");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^newsletter-[\d-]+\.csv$/);
  expect(readFileSync(await download.path(), "utf8")).toContain(`${email},unconfirmed,`);

  await row.getByRole("link", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Address" });
  await expect(dialog).toContainText("the stories behind them, by email");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expectMessage(page, `${email} is removed from the list`);
  await expect(page.getByText("No items found matching your search")).toBeVisible();
});
