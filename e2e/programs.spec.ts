import { expect } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { PLAIN, expectMessage, test } from "./support";

test("a key for a program is made, shown once, and revoked", PLAIN, async ({ page }) => {
  const name = unique("Till");
  await asStaff(page, "/admin/programs?add=1");
  const panel = page.getByRole("dialog", { name: "Make a Key" });
  await panel.getByLabel("Name", { exact: true }).fill(name);
  await panel.getByLabel("Read orders and their documents").check();
  await panel.getByLabel("Works for").selectOption("30 days");
  await panel.getByRole("button", { name: "Make Key" }).click();
  const made = page.getByRole("dialog", { name: "Your New Key" });
  const key = await made.getByLabel("API key").inputValue();
  expect(key).toMatch(/^kitab_[\w-]{43}$/);

  const read = () =>
    page.request.post("/api/v1/orders/admin/paged", {
      data: { page: 0 },
      headers: { Authorization: `Bearer ${key}` },
    });
  expect((await read()).status()).toBe(200);
  await made.getByRole("link", { name: "Done" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(`kitab_…${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  await row.getByRole("link", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: "Revoke Key" }).getByRole("button", { name: "Revoke" }).click();
  await expectMessage(page, `The key “${name}” is revoked`);
  expect((await read()).status()).toBe(401);
});

test("an endpoint is added, tried, changed, paused and deleted", PLAIN, async ({ page }) => {
  const address = `https://hooks.kitab.example/${unique("journey")}`;
  await asStaff(page, "/admin/programs/webhooks?add=1");
  const panel = page.getByRole("dialog", { name: "Add an Endpoint" });
  await panel.getByLabel("A paid order is cancelled").check();
  await panel.getByLabel("Address").fill(address);
  await panel.getByRole("button", { name: "Add Endpoint" }).click();
  const secret = page.getByRole("dialog", { name: "The Endpoint's Secret" });
  const first = await secret.getByLabel("Secret", { exact: true }).inputValue();
  expect(first).toMatch(/^whsec_/);
  await secret.getByRole("link", { name: "Done" }).click();

  await page.getByRole("button", { name: "Send a Test Event" }).click();
  await expectMessage(page, "A test event is on its way: see the deliveries");
  // Nobody is there: the shop tries again.
  await expect.poll(async () => (await page.request.get(page.url())).text()).toContain("next try");
  await page.getByRole("searchbox", { name: "Search" }).fill("webhook.test");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("State").selectOption("Waiting");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("link", { name: /^webhook\.test/ }).click();
  const delivery = page.getByRole("dialog", { name: "webhook.test" });
  await expect(delivery).toContainText("A test from the back office");
  await delivery.getByRole("button", { name: "Send Now" }).click();
  await expectMessage(page, /^(?:The delivery is sent again|This delivery is being sent just now)$/);

  await page.getByRole("link", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Endpoint" });
  await edit.getByLabel("Description").fill("The journey's");
  await edit.getByLabel("An order is shipped").check();
  await edit.getByRole("button", { name: "Update Endpoint" }).click();
  await expectMessage(page, /^The endpoint is saved\./);
  await page.locator("[aria-pressed]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expectMessage(page, "The endpoint is paused");
  await page.locator("[aria-pressed]").click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch On" }).click();
  await expectMessage(page, "The endpoint is switched on");
  const deletion = await page.getByRole("link", { name: "Delete" }).getAttribute("href");
  await page.getByRole("link", { name: "Make a New Secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make Secret" }).click();
  expect(await secret.getByLabel("Secret", { exact: true }).inputValue()).not.toBe(first);
  await page.goto(new URL(deletion!, page.url()).href);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, `The endpoint ${address} is deleted`);
});
