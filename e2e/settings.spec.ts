import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { expectMessage, PLAIN, test } from "./support";

// All journeys share one shop and run at the same time: this one changes a field that no other journey uses, and restores
// it. app/routes/admin/settings/settings.test.ts has two people who edit the settings.
const OWN = { label: "Postal address", value: "3 Marine Drive\nMumbai 400020", shown: "Mumbai 400020" };

async function save(page: Page, label: string, value: string) {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Save Settings" }).click();
}

test(
  "a changed setting is in the footer and the history at once; an invalid one is refused",
  PLAIN,
  async ({ page, request }) => {
    const { label, value, shown } = OWN;
    await asStaff(page, "/admin/settings");
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    try {
      await page.getByLabel("GSTIN").fill("27AAPFU0939F1ZX");
      await save(page, label, value);
      await expect(
        page.getByText("This is not a GSTIN: please check its 15 characters").first(),
      ).toBeVisible();
      await expect(page.getByLabel("GSTIN")).toBeFocused();
      await expect(field).toHaveValue(value);

      await page.getByLabel("GSTIN").fill("29ABCDE1234F1ZW");
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expectMessage(page, "Settings updated successfully!");
      await expect(field).toHaveValue(value);
      await expect(
        page.getByRole("region", { name: "History" }).getByText(`${label}:`).first(),
      ).toBeVisible();
      expect(await (await request.get("/")).text()).toContain(shown);
    } finally {
      await page.goto("/admin/settings");
      await save(page, label, before);
      await expectMessage(page, "Settings updated successfully!");
    }
    expect(await (await request.get("/")).text()).not.toContain(shown);
  },
);
