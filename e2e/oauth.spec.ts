import { expect } from "@playwright/test";
import { PLAIN, expectMessage, signUp, test } from "./support";

test("a customer connects Google with their account, and disconnects it", PLAIN, async ({ page }) => {
  await signUp(page, "/account/connections");
  await page.getByRole("button", { name: "Connect Google" }).click();
  await expectMessage(page, "Google is connected to your account now");
  await expect(page.getByText(/^Connected on .* as reader-\d+@there\.example$/)).toBeVisible();
  await page.getByRole("button", { name: "Disconnect Google" }).click();
  await expectMessage(page, "Google is no longer connected to your account");
  await expect(page.getByText("Not connected")).toBeVisible();
});
