import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import {
  buy,
  call,
  expectMessage,
  mailedPath,
  mailsTo,
  newEmail,
  PASSWORD,
  signIn,
  signUp,
  submit,
} from "./support";

test("a customer logs out", async ({ page }) => {
  await signUp(page, "/terms");
  await page.getByText("Hi, Asha").first().click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).first().click();
  await expectMessage(page, "Logged out successfully");
  await page.goto("/orders");
  await expectMessage(page, "Please login to access your order information");
});

test("the email is confirmed by its link", async ({ page }) => {
  const email = await signUp(page);
  await page.goto(await mailedPath(email, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expectMessage(page, "Thank you! Your email is confirmed");
  await expect(page.getByText("Please confirm your email: we sent you a link.")).toHaveCount(0);
});

const NEW_LINK = "We have sent you a new link. Please check your email!";

test("the notice on every page sends the confirmation again", async ({ page }) => {
  const email = await signUp(page, "/terms");
  await page.getByRole("button", { name: "Send again" }).click();
  await expectMessage(page, NEW_LINK);
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(() => mailsTo(email).filter((mail) => mail.includes("/confirm-email")).length).toBe(2);
});

test("the page of an old link sends the confirmation again", async ({ page }) => {
  await signUp(page, "/confirm-email?token=used-long-ago");
  await page.getByRole("main").getByRole("button", { name: "Send again" }).click();
  await expectMessage(page, NEW_LINK);
});

/** Somebody new, who came in through Google and has no password. @returns their address */
async function throughGoogle(page: Page, redirectTo: string): Promise<string> {
  await page.goto(`/login?redirectTo=${encodeURIComponent(redirectTo)}`);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL(new RegExp(`${redirectTo}$`));
  const { email } = await call<{ email: string }>(page, "customer/profile");
  return email;
}

const RESET_SENT = "Reset password instruction sent to your email. Please check your email!";

test("a first password is asked for on its page", async ({ page }) => {
  const email = await throughGoogle(page, "/change-password");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expectMessage(page, RESET_SENT);
  expect(await mailedPath(email, "/resetpassword")).toBeTruthy();
});

test("a first password is asked for beside the connections", async ({ page }) => {
  const email = await throughGoogle(page, "/account/connections");
  await page.getByRole("button", { name: "Set a password" }).click();
  await expectMessage(page, RESET_SENT);
  expect(await mailedPath(email, "/resetpassword")).toBeTruthy();
});

/** A customer who waits for the link in a mail to a new address. */
async function withNewEmail(page: Page) {
  const moved = newEmail();
  const email = await signUp(page);
  await submit(page, "/account", { intent: "change-email", newEmail: moved, currentPassword: PASSWORD });
  await page.goto("/account");
  return { email, moved };
}

test("the link for the new email is sent again", async ({ page }) => {
  const { moved } = await withNewEmail(page);
  await page.getByRole("main").getByRole("button", { name: "Send again" }).click();
  await expectMessage(page, "We have sent a link to your new email. Please open it to confirm the change");
  await expect.poll(() => mailsTo(moved).filter((mail) => mail.includes("/change-email")).length).toBe(2);
});

test("the change of the email is cancelled", async ({ page }) => {
  const { moved } = await withNewEmail(page);
  await page.getByRole("button", { name: "Cancel the change" }).click();
  await expectMessage(page, "Your email stays as it is");
  await expect(page.getByText(moved)).toHaveCount(0);
  await expect(page.getByLabel("New email")).toBeVisible();
});

test("the preferences are changed", async ({ page }) => {
  await signUp(page, "/account");
  await page.getByLabel("Show me recommendations").uncheck();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expectMessage(page, "Your preferences have been saved");
  await expect(page.getByLabel("Show me recommendations")).not.toBeChecked();
});

test("an address is changed", async ({ page }) => {
  await signUp(page);
  const place = { place: "Bengaluru", state: "Karnataka", pincode: "560003", mobile: "9845012345" };
  const street = { fullname: "Asha Rao", address1: "12 Temple Street", address2: "Malleswaram" };
  await call(page, "checkout/updateaddress", { id: 0, ...street, ...place, email: "asha@example.in" });
  await page.goto("/account/addresses");
  await page.getByRole("link", { name: /^Edit/ }).click();
  await page.getByLabel("Place", { exact: true }).fill("Mysuru");
  await page.getByLabel("Email", { exact: true }).fill("asha@");
  await page.getByRole("button", { name: "Update Address" }).click();
  await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
  await expect(page.getByLabel("Place", { exact: true })).toHaveValue("Mysuru");
  await page.getByLabel("Email", { exact: true }).fill("asha@example.in");
  await page.getByRole("button", { name: "Update Address" }).click();
  await expectMessage(page, "Shipping address updated!");
  await expect(page.getByRole("main")).toContainText("Mysuru");
});

test("another device is logged out", async ({ page, browser, baseURL }) => {
  const email = await signUp(page);
  const other = await browser.newContext({ baseURL });
  await signIn(other, email, PASSWORD);
  await page.goto("/account/devices");
  await page.getByRole("button", { name: /^Log out(?! everywhere)/ }).click();
  await expectMessage(page, "The device has been logged out");
  expect((await other.request.get("/account", { maxRedirects: 0 })).status()).toBe(303);
  await other.close();
});

test("all other devices are logged out", async ({ page, browser, baseURL }) => {
  const email = await signUp(page);
  const other = await browser.newContext({ baseURL });
  await signIn(other, email, PASSWORD);
  await page.goto("/account/devices");
  await page.getByRole("button", { name: "Log out everywhere else" }).click();
  await expectMessage(page, "You have been logged out everywhere else");
  await expect(page.getByRole("button", { name: /^Sign out/ })).toHaveCount(0);
  expect((await other.request.get("/account", { maxRedirects: 0 })).status()).toBe(303);
  await other.close();
});

test("a link to delete the account is asked for", async ({ page }) => {
  const email = await throughGoogle(page, "/account/data/deletion");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expectMessage(page, "We have sent you a link. Please open it to delete your account");
  expect(await mailedPath(email, "/account/data/deletion")).toBeTruthy();
});

test("the account is deleted by the link", async ({ page }) => {
  const email = await throughGoogle(page, "/account/data/deletion");
  await submit(page, "/account/data/deletion", { intent: "send-link" });
  await page.goto(await mailedPath(email, "/account/data/deletion"));
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expectMessage(page, "Your account has been deleted");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login/);
});

test("an order is searched for", async ({ page }) => {
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
});

test("a return is withdrawn", async ({ page, staff }) => {
  await signUp(page);
  const id = await buy(page, "Gora");
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
