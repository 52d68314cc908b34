import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { expectMessage, scripted, test } from "./support";

// All journeys share one shop and run at the same time: each project changes a field that no other journey uses, and
// restores it.
const own = () =>
  scripted()
    ? { label: "Support phone", value: "+91 80 4000 1234", shown: "+91 80 4000 1234" }
    : { label: "Postal address", value: "3 Marine Drive\nMumbai 400020", shown: "Mumbai 400020" };

async function openSettings(page: Page) {
  await asStaff(page, "/admin/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
}

async function save(page: Page, label: string, value: string) {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Save Settings" }).click();
}

test("a changed setting is in the footer and the history at once; an invalid one is refused", async ({
  page,
  request,
}) => {
  const { label, value, shown } = own();
  await openSettings(page);
  const field = page.getByLabel(label, { exact: true });
  const before = await field.inputValue();
  try {
    await page.getByLabel("GSTIN").fill("27AAPFU0939F1ZX");
    await save(page, label, value);
    await expect(page.getByText("This is not a GSTIN: please check its 15 characters").first()).toBeVisible();
    await expect(page.getByLabel("GSTIN")).toBeFocused();
    await expect(field).toHaveValue(value);

    await page.getByLabel("GSTIN").fill("");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expectMessage(page, "Settings updated successfully!");
    await expect(field).toHaveValue(value);
    await expect(page.getByRole("region", { name: "History" }).getByText(`${label}:`).first()).toBeVisible();
    expect(await (await request.get("/")).text()).toContain(shown);
  } finally {
    await page.goto("/admin/settings");
    await save(page, label, before);
    await expectMessage(page, "Settings updated successfully!");
  }
  expect(await (await request.get("/")).text()).not.toContain(shown);
});

test("staff see that a colleague has just changed the same setting, and can save again", async ({
  page,
  context,
}) => {
  const { label, value } = scripted()
    ? { label: "HSN", value: "490199" }
    : { label: "Low-stock mark", value: "7" };
  await openSettings(page);
  const before = await page.getByLabel(label, { exact: true }).inputValue();
  const colleague = await context.newPage();
  try {
    await colleague.goto("/admin/settings");
    await save(colleague, label, value);
    await expectMessage(colleague, "Settings updated successfully!");

    const mine = scripted() ? "49011010" : "8";
    await save(page, label, mine);
    await expect(
      page.getByText(new RegExp(`Changed meanwhile by Kamala Iyer to “${value}”`)).first(),
    ).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(mine);
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expectMessage(page, "Settings updated successfully!");
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(mine);
  } finally {
    await page.goto("/admin/settings");
    await save(page, label, before);
    await expectMessage(page, "Settings updated successfully!");
  }
});
