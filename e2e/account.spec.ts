import { expect } from "@playwright/test";
import {
  PLAIN,
  call,
  expectMessage,
  mailedPath,
  mailsTo,
  newEmail,
  PASSWORD,
  signIn,
  signUp,
  submit,
  test,
} from "./support";

test("a customer changes the password and logs in with the new one", PLAIN, async ({ page }) => {
  const email = await signUp(page, "/account");
  await page.getByRole("link", { name: "Change password" }).click();
  const fill = async (current: string, next: string) => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("Confirm password", { exact: true }).fill(next);
    await page.getByRole("button", { name: "Change Password" }).click();
  };
  await fill("not-the-one-5", "kite-string-5");
  await expect(page.getByText("This is not your current password").first()).toBeVisible();
  await fill(PASSWORD, "kite-string-5");
  await expect(page).toHaveURL(/\/login$/);
  await expectMessage(page, "Your password has been changed. Please log in with the new one");
  await expect(page.getByLabel("Username")).toHaveValue(email);
  await signIn(page, email, "kite-string-5");
});

test(
  "a new email takes effect after its link is confirmed, which can be sent again or cancelled before",
  PLAIN,
  async ({ page }) => {
    const email = await signUp(page, "/account");
    const moved = newEmail();
    await page.getByLabel("First name").fill("Ila");
    await page.getByLabel("Last name").fill("");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Last name is required").first()).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveValue("Ila");
    await page.getByLabel("Last name").fill("Sen");
    await page.getByRole("button", { name: "Save name" }).click();
    await expectMessage(page, "Your name has been saved");
    const other = newEmail();
    await page.getByLabel("New email").fill(other);
    await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText(`Until you open it, your email stays ${email}.`)).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Send again" }).click();
    await expectMessage(page, "We have sent a link to your new email. Please open it to confirm the change");
    await expect.poll(() => mailsTo(other).filter((mail) => mail.includes("/change-email")).length).toBe(2);
    await page.getByRole("button", { name: "Cancel the change" }).click();
    await expectMessage(page, "Your email stays as it is");
    await expect(page.getByText(other)).toHaveCount(0);
    await expect(page.getByLabel("New email")).toBeVisible();

    await submit(page, "/account", { intent: "change-email", newEmail: moved, currentPassword: PASSWORD });
    await page.goto(await mailedPath(moved, "/change-email"));
    await page.getByRole("button", { name: "Change my email" }).click();
    await expectMessage(page, "Your email has been changed. From now on you log in with the new one");
    await expect(page.getByLabel("First name")).toHaveValue("Ila");
    await expect(page.getByRole("main").getByText(moved)).toBeVisible();
  },
);

test(
  "a customer adds addresses, changes one, makes one the default and deletes one",
  PLAIN,
  async ({ page }) => {
    await signUp(page);
    const first = { id: 0, fullname: "Asha Rao", address1: "12 Temple Street", address2: "Malleswaram", place: "Bengaluru", state: "Karnataka", pincode: "560003", mobile: "9845012345", email: "asha@example.in" }; // oxfmt-ignore
    await call(page, "checkout/updateaddress", first);
    await page.goto("/account/addresses");
    await page.getByRole("link", { name: "Add New Address" }).click();
    const address = { "Address 1": "12 Temple Street", "Address 2": "Malleswaram", Place: "Mysuru", State: "Karnataka", Pincode: "560003", Mobile: "9845012345" }; // oxfmt-ignore
    for (const [label, value] of Object.entries(address))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Save Address" }).click();
    await expectMessage(page, "Shipping address added!");
    const card = (place: string) => page.getByRole("main").locator("li").filter({ hasText: place });
    await card("Mysuru")
      .getByRole("button", { name: /^Make default/ })
      .click();
    await expect(card("Mysuru").getByText("Default", { exact: true })).toBeVisible();

    await card("Bengaluru").getByRole("link", { name: /^Edit/ }).click();
    await page.getByLabel("Place", { exact: true }).fill("Hubballi");
    await page.getByLabel("Email", { exact: true }).fill("asha@");
    await page.getByRole("button", { name: "Update Address" }).click();
    await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
    await expect(page.getByLabel("Place", { exact: true })).toHaveValue("Hubballi");
    await page.getByLabel("Email", { exact: true }).fill("asha@example.in");
    await page.getByRole("button", { name: "Update Address" }).click();
    await expectMessage(page, "Shipping address updated!");

    await card("Hubballi")
      .getByRole("link", { name: /^Delete/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectMessage(page, "Shipping address deleted!");
    await expect(card("Hubballi")).toHaveCount(0);
  },
);

test("a customer downloads their data and deletes the account", PLAIN, async ({ page }) => {
  await signUp(page, "/account/data");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toMatch(/^my-data-.*\.json$/);
  await page.getByRole("link", { name: "Delete my account" }).click();
  await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expectMessage(page, "Your account has been deleted");
  const account = await page.request.get("/account", { maxRedirects: 0 });
  expect(account.headers().location).toMatch(/^\/login/);
});
