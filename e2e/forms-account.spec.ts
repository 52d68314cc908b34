import { type APIRequestContext, expect } from "@playwright/test";
import { formTest as test } from "./form-test";
import { buy, call, expectMessage, mailedPath, mailsTo, PASSWORD, signIn, signUp } from "./support";

test("a customer changes the preferences and logs out", async ({ page }) => {
  await signUp(page, "/account");
  await page.getByLabel("Show me recommendations").uncheck();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expectMessage(page, "Your preferences have been saved");
  await expect(page.getByLabel("Show me recommendations")).not.toBeChecked();

  await page.getByText("Hi, Asha").first().click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).first().click();
  await expectMessage(page, "Logged out successfully");
  const orders = await page.request.get("/orders", { maxRedirects: 0 });
  expect(orders.headers().location).toMatch(/^\/login/);
});

test("the email is confirmed by its link, which is sent again by the notice on every page and by the page of an old link", async ({
  page,
}) => {
  const email = await signUp(page, "/terms");
  const links = () => mailsTo(email).filter((mail) => mail.includes("/confirm-email")).length;
  await page.getByRole("button", { name: "Send again" }).click();
  await expectMessage(page, NEW_LINK);
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(links).toBe(2);

  await page.goto("/confirm-email?token=used-long-ago");
  await page.getByRole("main").getByRole("button", { name: "Send again" }).click();
  await expectMessage(page, NEW_LINK);
  await expect.poll(links).toBe(3);

  await page.goto(await mailedPath(email, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expectMessage(page, "Thank you! Your email is confirmed");
  await expect(page.getByText("Please confirm your email: we sent you a link.")).toHaveCount(0);
});

const NEW_LINK = "We have sent you a new link. Please check your email!";

const RESET_SENT = "Reset password instruction sent to your email. Please check your email!";

test("a new customer registers through Google, returns to the requested page, asks for a first password, and deletes the account by a link", async ({
  page,
}) => {
  await page.goto("/change-password");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fchange-password$/);
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL(/\/change-password$/);
  await expectMessage(page, "Registration successful! Welcome to Kitab");
  await expect(page.getByText("Hi, Meera").first()).toBeVisible();
  const { email } = await call<{ email: string }>(page, "customer/profile");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expectMessage(page, RESET_SENT);
  expect(await mailedPath(email, "/resetpassword")).toBeTruthy();

  await page.goto("/account/connections");
  await page.getByRole("button", { name: "Set a password" }).click();
  await expectMessage(page, RESET_SENT);
  await expect.poll(() => mailsTo(email).filter((mail) => mail.includes("/resetpassword")).length).toBe(2);

  await page.goto("/account/data/deletion");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expectMessage(page, "We have sent you a link. Please open it to delete your account");
  await page.goto(await mailedPath(email, "/account/data/deletion"));
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expectMessage(page, "Your account has been deleted");
  const account = await page.request.get("/account", { maxRedirects: 0 });
  expect(account.headers().location).toMatch(/^\/login/);
});

test("another device is logged out, then all others", async ({ page, playwright, baseURL }) => {
  const email = await signUp(page);
  const logInElsewhere = async () => {
    const other = await playwright.request.newContext({ baseURL });
    await signIn({ request: other }, email, PASSWORD);
    await page.goto("/account/devices");
    return other;
  };
  const expectLoggedOut = async (other: APIRequestContext) => {
    expect((await other.get("/account", { maxRedirects: 0 })).status()).toBe(303);
    await other.dispose();
  };
  const one = await logInElsewhere();
  await page.getByRole("button", { name: /^Log out(?! everywhere)/ }).click();
  await expectMessage(page, "The device has been logged out");
  await expectLoggedOut(one);

  const another = await logInElsewhere();
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await expectMessage(page, "You have been logged out everywhere else");
  await expect(page.getByRole("button", { name: /^Log out(?! everywhere)/ })).toHaveCount(0);
  await expectLoggedOut(another);
});

test("an order is searched for, and a return of it withdrawn", async ({ page, staff }) => {
  await signUp(page);
  const id = await buy(page, "Gora");
  await page.goto("/orders");
  const search = async (text: string) => {
    await page.getByLabel("Search by order #").fill(text);
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  };
  await search("999999");
  await expect(page.getByRole("link", { name: `#${id}`, exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Search by order #")).toHaveValue("999999");
  await search(String(id));
  await expect(page.getByRole("link", { name: `#${id}`, exact: true })).toBeVisible();

  await call(staff, `orders/admin/${id}/packing`, {});
  await call(staff, `orders/admin/${id}/despatch`, { logisticsId: 1, trackingno: `EK${id}IN` });
  await call(staff, `orders/admin/${id}/delivery`, {});
  await page.goto(`/orders/${id}/return`);
  await page.getByLabel("Reason").selectOption({ label: "Arrived damaged" });
  await page.getByRole("button", { name: "Request return" }).click();
  await page.getByRole("button", { name: "Withdraw request" }).click();
  await expectMessage(page, `Your return request for order #${id} is withdrawn`);
  await expect(page.getByRole("button", { name: "Withdraw request" })).toHaveCount(0);
});
