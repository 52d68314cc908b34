import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, SCRIPTS, expectMessage, newCustomer, test } from "./support";

test(
  "a customer is deactivated and activated, in the list and on their page, after a confirmation",
  PLAIN,
  async ({ page: staff, request }) => {
    const email = await newCustomer({ request });
    await asStaff(staff, "/admin/customers");
    await staff.getByRole("searchbox", { name: "Search" }).fill(email);
    await staff.getByRole("searchbox", { name: "Search" }).press("Enter");
    const row = staff.getByRole("row").filter({ hasText: email });
    await expect(staff.getByRole("row")).toHaveCount(2); // the head row and one customer
    await row.getByRole("button", { name: "Active: Asha Rao" }).click();
    const dialog = staff.getByRole("dialog", { name: "Deactivate Customer" });
    await expect(dialog).toContainText(email);
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await expectMessage(staff, "Asha Rao is inactive and has been logged out");
    await expect(row.getByRole("button", { name: /^Active: / })).toHaveAttribute("aria-pressed", "false");
    expect((await request.get("/orders", { maxRedirects: 0 })).status()).toBe(303);

    await staff.getByLabel("Status").selectOption("Inactive");
    await staff.getByRole("button", { name: "Filter" }).click();
    await expect(staff).toHaveURL(/status=inactive/);
    await row.getByRole("link", { name: "Asha Rao" }).click();
    await expect(staff.getByRole("heading", { level: 1, name: "Asha Rao" })).toBeVisible();
    await expect(staff.getByText("deactivated this")).toBeVisible();
    const activation = staff.getByRole("dialog", { name: "Activate Customer" });
    await staff.getByRole("button", { name: "Active: Asha Rao" }).click();
    await activation.getByRole("button", { name: "Activate" }).click();
    await expectMessage(staff, "Asha Rao is active and can log in again");
    await expect(staff.getByText(/\bactivated this/)).toBeVisible();

    // The other way round: deactivated on their page, activated in the list.
    await staff.getByRole("button", { name: "Active: Asha Rao" }).click();
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await expectMessage(staff, "Asha Rao is inactive and has been logged out");
    await staff.goto(`/admin/customers?q=${encodeURIComponent(email)}`);
    await row.getByRole("button", { name: /^Active: / }).click();
    await activation.getByRole("button", { name: "Activate" }).click();
    await expectMessage(staff, "Asha Rao is active and can log in again");
  },
);

test(
  "the dashboard links to its lists; the dialog of a switch returns the focus",
  SCRIPTS,
  async ({ page }) => {
    await asStaff(page, "/admin");
    await expect(
      page
        .getByRole("img", { name: "Sales over the last 30 days, in rupees" })
        .or(page.getByText("No payments in the last 30 days")),
    ).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Customers" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();

    await page.getByRole("searchbox", { name: "Search" }).fill("Tenzin Dolma");
    await page.getByRole("searchbox", { name: "Search" }).press("Enter");
    const toggle = page.getByRole("button", { name: "Active: Tenzin Dolma" });
    await toggle.focus();
    await page.keyboard.press("Space");
    const dialog = page.getByRole("dialog", { name: "Deactivate Customer" });
    await expect(dialog).toBeVisible();
    // Escape closes only a modal dialog.
    await expect.poll(() => dialog.evaluate((node) => node.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(toggle).toBeFocused();
    await page.getByRole("link", { name: "Tenzin Dolma" }).click();
    await page
      .getByRole("link", { name: /^Hide\s?: review of/ })
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: "Hide Review" })).toContainText("Tenzin Dolma");
  },
);
