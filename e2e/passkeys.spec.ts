import { expect, type Page } from "@playwright/test";
import { expectMessage, hydrated, login, mailedPath, newEmail, register, SCRIPTS, test } from "./support";

/** A browser's own passkeys, in software: each dialog is answered at once. @returns what takes them away */
async function withPasskeys(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send("WebAuthn.disable");
    await session.detach();
  };
}

test("a customer adds a passkey and logs in with it, by keyboard", SCRIPTS, async ({ page, baseURL }) => {
  // Passkeys belong to a name: browsers have none for an address of numbers.
  const shop = baseURL!.replace("127.0.0.1", "localhost");
  const remove = await withPasskeys(page);
  const email = newEmail();
  await page.goto(`${shop}/register`);
  await register(page, email);
  await page.goto(shop + (await mailedPath(email, "/confirm-email")));
  await page
    .getByRole("main")
    .getByRole("button", { name: /confirm/i })
    .click();
  await page.goto(`${shop}/login?redirectTo=%2Faccount%2Fpasskeys`);
  await login(page, email);
  await page.waitForURL("**/account/passkeys");
  await page.getByLabel("Name of the new passkey").fill("My laptop");
  await page.keyboard.press("Enter");
  await expectMessage(page, "The passkey “My laptop” has been added");
  await expect(page.getByRole("listitem").filter({ hasText: "My laptop" })).toContainText("not used yet");

  await page.context().clearCookies();
  await page.goto(`${shop}/login?redirectTo=%2Faccount%2Fpasskeys`);
  await hydrated(page);
  await page.getByRole("button", { name: "Log in with a passkey" }).press("Enter");
  await page.waitForURL("**/account/passkeys");
  await expect(page.getByRole("listitem").filter({ hasText: "My laptop" })).toContainText("last used on");
  await remove();
});
