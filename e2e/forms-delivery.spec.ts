import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff, unique } from "./staff";
import { expectMessage } from "./support";

// All journeys share one shop: the plan of delivery stays off here, and another journey may change it between the page and the
// form. Then the form comes back with what was typed, and is sent again.

const main = (page: Page) => page.getByRole("main");

/** Presses the button, once more whenever somebody else was faster. @param within e.g. the dialog */
async function save(page: Page, button: string, message: string, within = main(page)) {
  const done = page.getByText(message);
  const clash = page.getByText("Somebody else has changed the delivery plan meanwhile.");
  await expect(async () => {
    await within.getByRole("button", { name: button, exact: true }).last().click();
    await expect(done.or(clash).first()).toBeVisible();
    expect(await done.count()).toBeGreaterThan(0);
  }).toPass();
}

/** Of the army, so that no address of another journey is in it. */
const somewhere = () => `9${String(Math.floor(Math.random() * 100_000)).padStart(5, "0")}`;

async function addZone(page: Page, name: string, pin: string) {
  await asStaff(page, "/admin/delivery/zones/new");
  const names = page.getByLabel("Name", { exact: true });
  await names.first().fill(name);
  await page.getByLabel("PIN prefixes").fill(pin);
  await names.nth(1).fill("Speed Post");
  await page.getByLabel("Working days, from").fill("2");
  await page.getByLabel("Working days, to").fill("5");
  await page.getByLabel("Charged as").selectOption("weight");
  await page.getByRole("button", { name: "More Steps" }).click();
  await page.getByLabel("Up to, step 1", { exact: true }).fill("500");
  await page.getByLabel("Price (₹), step 1", { exact: true }).fill("60");
  await page.getByLabel("Up to, step 12").fill("2 kg");
  await page.getByLabel("Price (₹), step 12").fill("95.50");
  await save(page, "Add Zone", `The zone “${name}” is saved`);
}

test("a zone is added with steps by weight, tried, renamed and deleted", async ({ page }) => {
  const [name, pin] = [unique("Hills"), somewhere()];
  await addZone(page, name, pin);
  await page.getByRole("textbox", { name: "PIN code" }).fill(pin);
  await page.getByLabel("Weight with packing").fill("1.5 kg");
  await page.getByRole("button", { name: "Try" }).click();
  await expect(page.getByRole("cell", { name: "₹95.50", exact: true })).toBeVisible();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill(`${name} and valleys`);
  await save(page, "Save Zone", `The zone “${name} and valleys” is saved`);
  await page.goto("/admin/delivery");
  await page.getByRole("link", { name: `Delete ${name} and valleys` }).click();
  await save(page, "Delete", "The zone is deleted", page.getByRole("dialog"));
  await expect(page.getByRole("link", { name: `${name} and valleys` })).toHaveCount(0);
});

test("a method is added with payment at the door, and deleted", async ({ page }) => {
  const name = unique("Coast");
  await addZone(page, name, somewhere());
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "Add Method" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Name", { exact: true }).fill("Courier");
  await panel.getByRole("button", { name: "More Steps" }).click();
  await panel.getByLabel("Working days, from").fill("1");
  await panel.getByLabel("Working days, to").fill("2");
  await panel.getByLabel("One price (₹)").fill("120");
  await panel.getByText("Paying at the door", { exact: true }).click();
  await panel.getByLabel("Customers may pay at the door").check();
  await panel.getByLabel("Fee (₹)").fill("40");
  await save(page, "Add Method", "The method “Courier” is saved", panel);
  await expect(page.getByRole("cell", { name: "Yes, for ₹40" })).toBeVisible();
  await page.getByRole("link", { name: "Delete Courier" }).click();
  await save(page, "Delete", "The method is deleted", page.getByRole("dialog"));
  await expect(page.getByRole("link", { name: "Edit Courier" })).toHaveCount(0);
});

test("weights and days are saved", async ({ page }) => {
  await asStaff(page, "/admin/delivery/days");
  const holidays = page.getByLabel("Holidays");
  const before = await holidays.inputValue();
  await holidays.fill(`${before}\n15-08-2031`);
  await save(page, "Save", "Weights and days are saved");
  await expect(holidays).toHaveValue(/2031-08-15/);
  await holidays.fill(before);
  await save(page, "Save", "Weights and days are saved");
});

test("the switch says what will apply; after somebody else's change of the plan it asks again", async ({
  page,
  context,
}) => {
  await asStaff(page, "/admin/delivery");
  // Other journeys pay what the settings say.
  await page.getByRole("button", { name: "Delivery plan, now The plan is off" }).click();
  const question = page.getByRole("dialog", { name: "Switch the Delivery Plan On" });
  await expect(question).toContainText("From the next order on, delivery costs what the plan says");
  await addZone(await context.newPage(), unique("Plains"), somewhere());
  await question.getByRole("button", { name: "Switch On" }).click();
  await expectMessage(page, "Somebody else has changed the delivery plan meanwhile.");
  await page.goto("/admin/delivery?confirm=off-1");
  await save(page, "Switch Off", "The delivery plan is switched off", page.getByRole("dialog"));
});

test("presets ask for a choice; they show their tariffs", async ({ page }) => {
  await asStaff(page, "/admin/delivery/presets");
  await expect(page.getByRole("region", { name: "Gyan Post", exact: true })).toContainText("From 1 May 2025");
  await page.getByRole("button", { name: "Use Presets" }).click();
  await expectMessage(page, "Choose Gyan Post, Speed Post or both");
});

test("a rate card is checked and saved; a plan in a file is checked", async ({ page }) => {
  const name = unique("Lakes");
  await addZone(page, name, somewhere());
  await page.getByRole("link", { name: "Rate card" }).click();
  await page.getByLabel("Name of the method").fill("Courier");
  await page
    .getByLabel("Rate card", { exact: true })
    .fill(`Weight\t${name}\n500 g\t45\nAdditional 500 g\t30`);
  await page.getByRole("button", { name: "Check" }).click();
  await expectMessage(page, `Each further 500 g, to 5 kg: ${name} ₹30`);
  await save(page, "Save Plan", "The prices of “Courier” are saved");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("cell", { name: "₹45 to ₹315 by weight, up to 5 kg" })).toBeVisible();
  await page.goto("/admin/delivery/file");
  const table = "Zone,States,Method,Days from,Days to,Price\nHills,Atlantis,Post,1,2,60";
  const file = { name: "plan.csv", mimeType: "text/csv", buffer: Buffer.from(table) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Check" }).click();
  await expectMessage(page, "India has no state called “Atlantis”");
  await expect(page.getByLabel("Or paste it")).toHaveValue(table);
});
