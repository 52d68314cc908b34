import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { SCRIPTS, expectMessage, hydrated, signUp, test } from "./support";

const GUEST_MESSAGE = "You need to be logged in with admin credentials to access this page";
const CUSTOMER_MESSAGE = "You need admin privileges to access this page";

// These journeys check what a browser shows; admin-access.test.ts checks that every screen is guarded.
const DEEP = "/admin/products?add=1";

async function expectLogin(page: Page) {
  await expectMessage(page, GUEST_MESSAGE);
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fadmin/);
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
}

async function expectTurnedAway(page: Page, message: string) {
  await expectMessage(page, message);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole("main").getByRole("link", { name: "Browse Books" })).toBeVisible();
}

test(
  "a guest is sent to the login with the reason; a customer is sent home, on a client navigation too",
  SCRIPTS,
  async ({ page }) => {
    await page.goto(DEEP);
    await expectLogin(page);
    await signUp(page);
    await page.goto("/admin");
    await expectTurnedAway(page, CUSTOMER_MESSAGE);
    await page.goto("/terms");
    // The router exists before hydration is done, and would render another page over this one.
    await hydrated(page);
    await page.evaluate((to) => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): Promise<void> };
      };
      // It ends with this document: the store has no list of the back office's routes.
      void router.navigate(to);
    }, DEEP);
    await expectTurnedAway(page, CUSTOMER_MESSAGE);
  },
);

test(
  "a click within the back office leads to the login after the session ended",
  SCRIPTS,
  async ({ page, context }) => {
    await asStaff(page, "/admin/languages");
    await context.clearCookies();
    await page.getByRole("complementary").getByRole("link", { name: "Authors", exact: true }).first().click();
    await expectLogin(page);
    await expect(page.getByRole("link", { name: "Publishers" })).toHaveCount(0);
  },
);

test(
  "a form sent after the session ended is filled in again after the login",
  SCRIPTS,
  async ({ page, context }) => {
    await asStaff(page, "/admin/languages?add=1");
    const name = page.getByLabel("Language name");
    await name.fill("Intruder");
    await context.clearCookies();
    await page.getByRole("button", { name: "Add Language" }).click();
    await expectLogin(page);
    await page.getByLabel("Username").fill("admin@kitab.example");
    await page.getByLabel("Password", { exact: true }).fill("Open-the-shop-1");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/admin\/languages\?add=1$/);
    await expect(name).toHaveValue("Intruder");
    await expect(page.getByText("You were logged out before this was saved.")).toBeVisible();
    await page.goto("/admin/languages?q=Intruder");
    await expect(page.getByText("No items found matching your search")).toBeVisible();
  },
);
