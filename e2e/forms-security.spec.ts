import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { givePasskey, inShop, newOwner } from "./second-step";
import { expectMessage, PLAIN, signIn, signUp, test } from "./support";

const PASSWORD = "Open-the-shop-1";
const SECURITY = "/admin/account/security";

/** As if the last proof of all this account's sessions were an hour old. */
const letProofsExpire = (email: string) =>
  inShop((db) =>
    sql`update sessions set proved_at = '2026-01-01T00:00:00.000Z'
      where account_id = (select id from accounts where email = ${email})`.execute(db),
  );

/** The code that the app shows in the next time step: the present one may have been used. */
const codeOf = (secret: string, step: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

async function renameAndRemovePasskey(page: Page) {
  await page.getByRole("link", { name: "Rename Old phone" }).click();
  await page.getByLabel("Name of the passkey").fill("Older phone");
  await page.getByRole("button", { name: "Save" }).click();
  await expectMessage(page, "The passkey is called “Older phone” now");
  await page.getByRole("link", { name: "Remove Older phone" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expectMessage(page, "The passkey has been removed. Please delete it on your device too");
}

test(
  "staff set up a second step, log in with it, prove themselves and switch it off",
  PLAIN,
  async ({ page }) => {
    const email = await newOwner();
    await signIn(page, email, PASSWORD);
    await page.goto(SECURITY);
    await page.getByRole("button", { name: "Set up" }).click();
    const link = await page.getByRole("link", { name: "open the app" }).getAttribute("href");
    const secret = new URL(link!).searchParams.get("secret")!;
    await page.getByLabel("Code from your app").fill(codeOf(secret, 0));
    await page.getByRole("button", { name: "Switch on" }).click();
    await expect(page.getByRole("list", { name: "Your recovery codes" }).getByRole("listitem")).toHaveCount(
      10,
    );
    await page.goto(`${SECURITY}?confirm=new-codes`);
    await page.getByRole("dialog").getByRole("button", { name: "Make new ones" }).click();
    const codes = await page
      .getByRole("list", { name: "Your recovery codes" })
      .getByRole("listitem")
      .allInnerTexts();

    await page.context().clearCookies();
    await page.goto("/login?redirectTo=%2Fadmin%2Faccount%2Fsecurity");
    await page.getByLabel("Username").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
    await page.getByLabel("Code from the app on your phone").fill(codes[0]!);
    await page.getByRole("checkbox", { name: "Remember this device for 30 days" }).check();
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expectMessage(page, "Login successful! You have 9 recovery codes left");

    await page
      .getByRole("button", { name: /^Forget/ })
      .first()
      .click();
    await expectMessage(page, "This device is asked for the code again");
    await givePasskey(email);
    // The login whose cookies are gone.
    await page
      .getByRole("button", { name: /^Log out ?: / })
      .first()
      .click();
    await expectMessage(page, "The device has been logged out");

    await renameAndRemovePasskey(page);

    const other = await newOwner();
    await givePasskey(other);
    await letProofsExpire(email);
    await page.goto("/admin/staff/security");
    await page.getByLabel("Refunds above this ask for the password again (₹)").fill("5000");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Confirm with the password" }).click();
    await expectMessage(page, "Nothing is saved yet. What you typed is filled in again");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectMessage(page, "How staff log in has been saved");

    await letProofsExpire(email);
    const row = page.getByRole("listitem").filter({ hasText: other });
    await row.getByRole("link", { name: /^Reset/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByLabel("Code from your app").fill(codes[1]!);
    await page.getByRole("button", { name: "Confirm with a code" }).click();
    await row.getByRole("link", { name: /^Reset/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await expectMessage(
      page,
      "Mira Owner logs in with the password alone until they set up a new second step",
    );

    await page.goto(`${SECURITY}?confirm=app-off`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Code from your app").fill(codeOf(secret, 1));
    await dialog.getByRole("button", { name: "Switch off" }).click();
    await expectMessage(page, "Your login no longer asks for a code from the app");
  },
);

test(
  "staff log out their other devices, and a customer's passkey is renamed and removed",
  PLAIN,
  async ({ page, request }) => {
    const email = await newOwner();
    await signIn({ request }, email, PASSWORD);
    await signIn(page, email, PASSWORD);
    await page.goto(SECURITY);
    await page.getByRole("button", { name: "Log out everywhere else" }).click();
    await expectMessage(page, "You have been logged out everywhere else");

    await page.context().clearCookies();
    const customer = await signUp(page);
    await givePasskey(customer);
    await page.goto("/account/passkeys");
    await renameAndRemovePasskey(page);
  },
);
