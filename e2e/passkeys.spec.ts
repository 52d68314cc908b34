import { expect, type Page } from "@playwright/test";
import { expectMessage, hydrated, mailedPath, newEmail, PASSWORD, SCRIPTS, test } from "./support";

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
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(shop + path, { form, headers: { Origin: shop }, maxRedirects: 0 });
  const names = { firstName: "Asha", lastName: "Rao", terms: "on" };
  await post("/register", { ...names, email, password: PASSWORD, confirmPassword: PASSWORD });
  const link = new URL(shop + (await mailedPath(email, "/confirm-email")));
  await post("/confirm-email", { token: link.searchParams.get("token")! });
  await post("/login", { username: email, password: PASSWORD });
  await page.goto(`${shop}/account/passkeys`);
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
