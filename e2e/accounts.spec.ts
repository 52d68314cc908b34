import { expect } from "@playwright/test";
import { PLAIN, SCRIPTS, expectMessage, login, mailedPath, signIn, signUp, test } from "./support";

test("a forgotten password is reset by the mailed link, which works once", PLAIN, async ({ page }) => {
  const email = await signUp(page);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Instructions" }).click();
  await expectMessage(page, "Reset password instruction sent to your email. Please check your email!");

  const link = await mailedPath(email, "/resetpassword");
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("kite-string-5");
  await page.getByLabel("Confirm password", { exact: true }).fill("kite-string-5");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL(/\/$/);
  await signIn(page, email, "kite-string-5");

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("main")).toContainText(/expired|used|no longer/i);
});

test("a refused login and a refused registration keep what was typed and lead to the first wrong field", async ({
  page,
}) => {
  await page.goto("/login");
  const { username, password } = {
    username: page.getByLabel("Username"),
    password: page.getByLabel("Password", { exact: true }),
  };
  const button = page.getByRole("button", { name: "Login", exact: true });
  await button.click();
  await expect(username).toHaveAccessibleDescription(/Please enter your username/);
  await expect(username).toBeFocused();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Please check the form for errors");
  await username.fill("nobody@example.in");
  await button.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription("Please enter your password");
  await expect(username).toHaveValue("nobody@example.in");
  await expect(username).not.toHaveAttribute("aria-invalid", "true");
  await password.fill("wrong");
  await page.getByLabel("Remember me").check();
  await button.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Login failed. Please check your credentials.",
  );
  await expect(password).toBeFocused();
  await expect(username).toHaveValue("nobody@example.in");
  await expect(page.getByLabel("Remember me")).toBeChecked();

  await page.goto("/register");
  await page.getByLabel("First name").fill("Asha");
  await page.getByLabel("Email").fill("asha@");
  await page.getByLabel(/^I accept/).check();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByLabel("Last name")).toBeFocused();
  await expect(page.getByLabel("Last name")).toHaveAccessibleDescription("Last name is required");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(page.getByLabel("Email")).toHaveValue("asha@");
  await expect(page.getByLabel("First name")).toHaveValue("Asha");
  await expect(page.getByLabel(/^I accept/)).toBeChecked();
});

test(
  "an admin is taken to the back office, previews the store, comes back and logs out",
  SCRIPTS,
  async ({ page }) => {
    await page.goto("/login");
    await login(page, "admin@kitab.example", "Open-the-shop-1");
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByText("Total Products")).toBeVisible();
    await page.goto("/orders");
    await expectMessage(page, "Admin users should use the admin dashboard");
    await expect(page).toHaveURL(/\/admin$/);
    await page.getByRole("link", { name: "Go to Store" }).click();
    await expect(page.getByText("You are previewing the store.")).toBeVisible();
    await page.getByRole("link", { name: "Back to admin" }).click();
    await expect(page).toHaveURL(/\/admin/);
    await page.getByRole("complementary").getByText("Hi, ").click();
    await page.getByRole("complementary").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expectMessage(page, "Logged out successfully");
  },
);
