import { expect } from "@playwright/test";
import { PLAIN, expectMessage, signUp, test } from "./support";

test("a new customer registers through Google and returns to the requested page", PLAIN, async ({ page }) => {
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Forders$/);
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expectMessage(page, "Registration successful! Welcome to Kitab");
  await expect(page.getByText("Hi, Meera").first()).toBeVisible();
});

test("a customer connects Google with their account, and disconnects it", PLAIN, async ({ page }) => {
  await signUp(page, "/account/connections");
  await page.getByRole("button", { name: "Connect Google" }).click();
  await expectMessage(page, "Google is connected to your account now");
  await expect(page.getByText(/^Connected on .* as reader-\d+@there\.example$/)).toBeVisible();
  await page.getByRole("button", { name: "Disconnect Google" }).click();
  await expectMessage(page, "Google is no longer connected to your account");
  await expect(page.getByText("Not connected")).toBeVisible();
});
