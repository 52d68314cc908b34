import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { SCRIPTS, expectMessage, signUp, test } from "./support";

const GUESTS_ARE_TOLD = "You need to be logged in with admin credentials to access this page";
const CUSTOMERS_ARE_TOLD = "You need admin privileges to access this page";

// What a browser shows of it; that every screen is guarded is for admin-access.test.ts to prove.
const paths = ["/admin", "/admin/products?add=1", "/admin/orders/1", "/admin/settings"];

async function expectTurnedAway(page: Page, message: string) {
  await expectMessage(page, message);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole("main").getByRole("link", { name: "Browse Books" })).toBeVisible();
}

test("a guest is turned away from the back office, and told why", async ({ page }) => {
  test.slow();
  for (const path of paths) {
    await page.goto(path);
    await expectTurnedAway(page, GUESTS_ARE_TOLD);
  }
});

test("a customer is turned away from the back office, and told why", async ({ page }) => {
  test.slow();
  await signUp(page);
  for (const path of paths) {
    await page.goto(path);
    await expectTurnedAway(page, CUSTOMERS_ARE_TOLD);
  }
});

test("a click within the back office is refused as well, once the session is over", async ({
  page,
  context,
}) => {
  test.slow();
  for (const name of ["Authors", "Book Tags", "Dashboard"]) {
    await asStaff(page, "/admin/languages");
    await context.clearCookies();
    await page.getByRole("complementary").getByRole("link", { name, exact: true }).first().click();
    await expectTurnedAway(page, GUESTS_ARE_TOLD);
    await expect(page.getByRole("link", { name: "Publishers" })).toHaveCount(0);
  }
});

test("a form of the back office is refused as well, and nothing is saved", async ({ page, context }) => {
  await asStaff(page, "/admin/languages?add=1");
  await page.getByLabel("Language name").fill("Intruder");
  await context.clearCookies();
  await page.getByRole("button", { name: "Add Language" }).click();
  await expectTurnedAway(page, GUESTS_ARE_TOLD);
  await asStaff(page, "/admin/languages?q=Intruder");
  await expect(page.getByText("No items found matching your search")).toBeVisible();
});

test("a client navigation of a customer is refused as well", SCRIPTS, async ({ page }) => {
  test.slow();
  await signUp(page);
  for (const path of paths) {
    await page.goto("/terms");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate((to) => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): Promise<void> };
      };
      return router.navigate(to);
    }, path);
    await expectTurnedAway(page, CUSTOMERS_ARE_TOLD);
  }
});
