import { expect, type Page } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { SCRIPTS, PLAIN, buy, expectMessage, fillCart, signUp, test } from "./support";

const summary = (page: Page) => page.getByRole("region", { name: "Order summary" });

async function enter(page: Page, code: string) {
  await summary(page).getByLabel("Coupon", { exact: true }).fill(code);
  await summary(page).getByRole("button", { name: "Apply" }).click();
}

test(
  "staff add a coupon, a customer pays less with it, and staff see the order in its panel",
  PLAIN,
  async ({ page }) => {
    const code = unique("TEST").toUpperCase();
    await asStaff(page, "/admin/coupons");
    await page.getByRole("link", { name: "Add New Coupon" }).click();
    const panel = page.getByRole("dialog", { name: "Add New Coupon" });
    await panel.getByLabel("Code").fill(code.toLowerCase());
    await panel.getByLabel("Value").fill("20");
    await panel.getByLabel("Orders of one customer").fill("1");
    await panel.getByRole("button", { name: "Add Coupon" }).click();
    await expectMessage(page, "Coupon added successfully!");

    await page.context().clearCookies();
    await signUp(page);
    await fillCart(page, "Indulekha");
    await page.goto("/cart");
    const total = summary(page).getByText("Total", { exact: true }).locator("xpath=following-sibling::dd");
    const before = await total.textContent();
    await enter(page, ` ${code.toLowerCase()} `);
    await expectMessage(page, `Coupon ${code} is applied: 20% off`);
    await expect(summary(page).getByText(`Discount (${code})`)).toBeVisible();
    await expect(total).not.toHaveText(before!);
    const less = (await total.textContent())!;
    await summary(page)
      .getByRole("button", { name: `Remove coupon ${code}` })
      .click();
    await expectMessage(page, "The coupon is removed");
    await expect(total).toHaveText(before!);
    await enter(page, code);
    await expect(total).toHaveText(less);

    await buy(page);
    await page.context().clearCookies();
    await asStaff(page, `/admin/coupons?q=${code}`);
    await page.getByRole("link", { name: `Edit ${code}` }).click();
    const orders = page.getByRole("dialog", { name: "Edit Coupon" }).getByRole("table", {
      name: "Orders that use the coupon",
    });
    await expect(orders.getByRole("row")).toHaveCount(2); // the head row and one order
    await page.goto(`/admin/coupons?q=${code}`);
    await page.getByRole("button", { name: `Coupon ${code} switched on` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Switch Off" }).click();
    await expectMessage(page, `Coupon ${code} is switched off`);
  },
);

test(
  "staff make three for two on a book, corrected at its field; a customer with three copies pays two",
  PLAIN,
  async ({ page }) => {
    const code = unique("TWO").toUpperCase();
    await asStaff(page, "/admin/coupons?add=1");
    const panel = page.getByRole("dialog", { name: "Add New Coupon" });
    await panel.getByLabel("Code", { exact: true }).fill(code);
    await panel.getByLabel("Kind").selectOption("Free copies (three for two)");
    await panel.getByLabel("Value").fill("1");
    await panel.getByLabel("Copies of a set").fill("3");
    await panel.getByLabel("Applies to").selectOption("Certain books");
    await panel.getByLabel("Which").fill("No such book of ours");
    await panel.getByRole("button", { name: "Add Coupon" }).click();
    await expect(panel.getByLabel("Which")).toHaveAccessibleDescription(
      /No book has the ISBN, number or title “No such book of ours”/,
    );
    await panel.getByLabel("Which").fill("Indulekha");
    await panel.getByLabel("Minimum copies").fill("3");
    await panel.getByRole("button", { name: "Add Coupon" }).click();
    await expectMessage(page, "Coupon added successfully!");
    await page.goto(`/admin/coupons?q=${code}`);
    await expect(page.getByRole("row").filter({ hasText: code })).toContainText(
      "Three for two on “Indulekha”from 3 copies",
    );

    await page.context().clearCookies();
    await signUp(page);
    await fillCart(page, "Indulekha", 3);
    await page.goto("/cart");
    await enter(page, code);
    await expectMessage(page, `Coupon ${code} is applied: Three for two on “Indulekha”`);
    await expect(summary(page).getByText(`Discount (${code})`)).toBeVisible();
  },
);

test(
  "a refused code shows the reason at its field, a coupon that stops applying too",
  SCRIPTS,
  async ({ page }) => {
    await signUp(page);
    await fillCart(page, "Indulekha", 2);
    await page.goto("/cart");
    const field = summary(page).getByLabel("Coupon", { exact: true });
    for (const [code, message] of [
      ["NO-SUCH", "This coupon code is not valid"],
      ["MONSOON50", /^This coupon ended on /],
    ] as const) {
      await enter(page, code);
      await expect(summary(page).getByText(message)).toBeVisible();
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(code);
      await expect(field).toHaveAccessibleDescription(message);
    }
    await enter(page, "welcome10");
    await expectMessage(page, "Coupon WELCOME10 is applied: 10% off");
    await page.getByRole("button", { name: /^Remove.*Indulekha$/ }).click();
    await expectMessage(page, "The cart item deleted!");
    // A book that costs less than the coupon's minimum subtotal.
    await fillCart(page, "Panchali Sapatham");
    await page.goto("/cart");
    await expect(
      summary(page).getByText(/^Not applied: This coupon needs an order of ₹300 or more/),
    ).toBeVisible();
    await expect(summary(page).getByText("Discount")).toHaveCount(0);
  },
);
