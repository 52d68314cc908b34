import { expect, type Page } from "@playwright/test";
import {
  PLAIN,
  ADDRESS,
  expectMessage,
  fillCart,
  mailedCode,
  newEmail,
  openBook,
  scripted,
  signUp,
  submit,
  test,
} from "./support";

const askFor = async (page: Page, email: string) => {
  await page.getByRole("link", { name: "Log in with a code by email" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send Me a Code" }).click();
  await expectMessage(page, "We have sent a code to your email. Please check your inbox!");
};
const type = async (page: Page, code: string) => {
  await page.getByLabel("Code from the mail").fill(code);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
};

test("a guest with a full cart logs in with a mailed code: there is an account now, and the cart stays", async ({
  page,
}) => {
  const email = newEmail();
  await openBook(page, "Gora");
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expectMessage(page, /^Added .*"Gora" to your cart/);
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expectMessage(page, "Please login to access this page");
  await askFor(page, email);
  await expect(page.getByRole("main")).toContainText(email);
  const first = await mailedCode(email);
  await page.getByRole("button", { name: "Send a New Code" }).click();
  // The mail can be here before the answer, which brings what belongs to the new code.
  await expect(page.locator("form[aria-busy]")).toHaveCount(0);
  await expect.poll(() => mailedCode(email)).not.toBe(first);
  await expect(page.getByLabel("Code from the mail")).toHaveValue("");
  await type(page, first);
  await expect(page.getByLabel("Code from the mail")).toHaveAccessibleDescription(/This code is not right/);
  await expect(page.getByLabel("Code from the mail")).toBeFocused();
  await type(page, await mailedCode(email));
  await expect(page).toHaveURL(/\/cart$/);
  await expectMessage(page, "Registration successful! Welcome to Kitab");
  await expect(page.getByLabel("Quantity: Gora")).toHaveValue("1");

  // What follows is the same with scripts.
  if (scripted()) return;

  // A password can be set later, and the next code opens the same account.
  await page.goto("/change-password");
  await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
  await submit(page, "/logout", {});
  await page.goto("/login?redirectTo=%2Faccount");
  await askFor(page, email);
  await type(page, await mailedCode(email));
  await expect(page).toHaveURL(/\/account$/);
  await expectMessage(page, "Login successful!");
});

test(
  "an address typed at the checkout while the session ended is there again after a login with a code",
  PLAIN,
  async ({ page }) => {
    const email = await signUp(page);
    await fillCart(page, "Gora");
    await page.goto("/checkout");
    for (const [label, value] of Object.entries(ADDRESS))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("What you typed is kept for an hour").first()).toBeVisible();
    await askFor(page, email);
    await type(page, await mailedCode(email));
    await expect(page.getByText("What you typed is filled in again")).toBeVisible();
    for (const [label, value] of Object.entries(ADDRESS))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  },
);
