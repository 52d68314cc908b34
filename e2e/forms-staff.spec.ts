import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import { unique } from "./staff";
import { expectMessage, mailedPath, newEmail, PASSWORD, signIn, submit } from "./support";

/** With a session of its own, since the journey logs out. */
const asOwner = (page: Page) => signIn(page, "admin@kitab.example", "Open-the-shop-1");

/** Invites somebody from the list of staff. @returns the email address */
async function invite(page: Page, lastName: string): Promise<string> {
  const email = newEmail();
  await page.getByRole("link", { name: "Invite Somebody" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Email").fill(email);
  await panel.getByLabel("First name").fill("Leela");
  await panel.getByLabel("Last name").fill(lastName);
  await panel.getByLabel("Job", { exact: true }).selectOption("Orders");
  await panel.getByLabel("Edit coupons").check();
  await panel.getByRole("button", { name: "Send Invitation" }).click();
  await expectMessage(page, `The invitation is on its way to ${email}`);
  return email;
}

test("staff are invited, accept, get another job and are deactivated", async ({ page }) => {
  await asOwner(page);
  const [unwanted, wanted] = [unique("Unwanted"), unique("Wanted")];
  const person = { email: newEmail(), firstName: "Leela", lastName: unwanted, job: "orders" };
  await submit(page, "/admin/staff?add=1", { intent: "invite", ...person });
  await page.goto("/admin/staff");
  await page.getByRole("link", { name: new RegExp(`^Withdraw ?: invitation of Leela ${unwanted}`) }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expectMessage(page, /^The invitation to .* is withdrawn$/);

  const email = await invite(page, wanted);
  await page
    .getByRole("button", { name: new RegExp(`^Send again ?: invitation of Leela ${wanted}`) })
    .click();
  await expectMessage(page, `The invitation is on its way to ${email}`);

  await page.goto(await mailedPath(email, "/invitation"));
  await page.getByRole("button", { name: "Log out and go on" }).click();
  await expect(page.getByText("Your job: Orders.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expectMessage(page, "Welcome! Your staff account is ready");
  const links = page.getByRole("complementary").getByRole("navigation", { name: "Back office" });
  await expect(links.getByRole("link", { name: "Orders" })).toBeVisible();
  await expect(links.getByRole("link", { name: "Coupons" })).toBeVisible();
  await expect(links.getByRole("link", { name: "Staff", exact: true })).toHaveCount(0);
  await page.goto("/admin/staff");
  await expect(page.getByText(/does not let you invite staff/)).toBeVisible();

  await page.context().clearCookies();
  await asOwner(page);
  await page.goto("/admin/staff");
  await page.getByRole("link", { name: `Edit Leela ${wanted}` }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Job", { exact: true }).selectOption("Catalogue");
  await panel.getByLabel("Edit coupons").uncheck();
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expectMessage(page, `Saved: job and rights of Leela ${wanted}`);
  await page.getByRole("button", { name: `Active: Leela ${wanted}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expectMessage(page, `Leela ${wanted} is inactive and has been logged out`);
  await page.getByRole("button", { name: `Active: Leela ${wanted}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expectMessage(page, `Leela ${wanted} is active and can log in again`);
});
