import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { asStaff } from "./staff";
import { PLAIN, SCRIPTS, expectMessage, hydrated, previewStore, test } from "./support";

// All journeys share one shop: here a colour is only looked at and refused, never saved.

const LOOK = "/admin/appearance/look";

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

async function upload(staff: Page, name: "logo" | "icon", buffer: Buffer) {
  await staff.getByLabel(`New ${name}`).setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer });
  const label = name === "logo" ? "Logo" : "Icon";
  await staff.getByRole("button", { name: `Upload ${label}` }).click();
  await expectMessage(staff, `${label} updated successfully!`);
}

test(
  "logo and icon are on the store's pages until they are removed; a colour is looked at, refused and replaced",
  PLAIN,
  async ({ page }) => {
    await asStaff(page, LOOK);
    try {
      await upload(page, "logo", await picture(300, 100, "#104080"));
      await expect(page.getByRole("img", { name: "Preview of the chosen image" })).toBeHidden();
      await upload(page, "icon", await picture(256, 256, "#104080"));
      await expect(page.locator("link[rel=apple-touch-icon]")).toHaveAttribute("href", /icon-.*-180\.png$/);
      await previewStore(page, true);
      await page.goto("/");
      const shown = page.getByRole("banner").locator("img[src^='/coverpages/logo-']");
      await expect(shown).toHaveAttribute("width", "108");
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    } finally {
      await previewStore(page, false);
      await page.goto(LOOK);
      for (const label of ["Logo", "Icon"]) {
        const remove = page.getByRole("button", { name: `Remove ${label}` });
        if (!(await remove.isVisible())) continue;
        await remove.click();
        await expectMessage(page, `${label} removed successfully!`);
      }
    }
    await expect(page.getByText("The shop has no logo of its own yet.")).toBeVisible();

    await page.getByLabel("Colour", { exact: true }).fill("#31459b");
    await page.getByLabel("Jost").check();
    await page.getByRole("button", { name: "Preview" }).click();
    const button = page.locator(".look-preview.is-light .btn-primary");
    await expect(button).toHaveCSS("background-color", "rgb(49, 69, 155)");
    await page.getByLabel("Colour", { exact: true }).fill("#ffd54a");
    await page.getByRole("button", { name: "Save Look" }).click();
    await expect(page.getByText("#ffd54a is too light").first()).toBeVisible();
    await page.getByRole("button", { name: /^Use #/ }).click();
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await expect(page.getByLabel("Colour", { exact: true })).not.toHaveValue("#ffd54a");
  },
);

test("the preview of a colour follows every change", SCRIPTS, async ({ page }) => {
  await asStaff(page, LOOK);
  await hydrated(page);
  await page.getByLabel("Choose a colour").fill("#0b5d4a");
  await expect(page.getByLabel("Colour", { exact: true })).toHaveValue("#0b5d4a");
  await expect(page.locator(".look-preview.is-light .btn-primary")).toHaveCSS(
    "background-color",
    "rgb(11, 93, 74)",
  );
});

test(
  "the words of a mail are looked at, sent to oneself, refused, saved and removed",
  PLAIN,
  async ({ page }) => {
    await asStaff(page, "/admin/mails");
    await page.getByRole("link", { name: "Return declined" }).click();
    const opening = page.getByLabel("Opening line");
    const shown = page.frameLocator("iframe").locator("body");
    await expect(shown).toContainText("Dear Asha, we have looked at your request");

    await opening.fill("Namaste {name}");
    await page.getByRole("button", { name: "Save Words" }).click();
    await expect(page.getByText("This mail does not know {name}.").first()).toBeVisible();

    await opening.fill("Namaste {first name}");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(shown).toContainText("Namaste Asha");
    await page.getByRole("button", { name: "Send me a test" }).click();
    await expect(page.getByText("A test is on its way to")).toBeVisible();
    await expect(opening).toHaveValue("Namaste {first name}");
    for (const [words, begins] of [
      ["Namaste {first name}", "Namaste Asha"],
      ["", "Dear Asha"],
    ] as const) {
      await opening.fill(words);
      await page.getByRole("button", { name: "Save Words" }).click();
      await expectMessage(page, "The words of the mail are saved.");
      await expect(shown).toContainText(begins);
    }
  },
);
