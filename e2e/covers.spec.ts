import { writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { asStaff } from "./staff";
import { PLAIN, SCRIPTS, bookIdOf, expectMessage, test } from "./support";

const picture = (background: string) =>
  sharp({ create: { width: 600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Opens the book's cover panel as staff. */
async function openPanel(page: Page, title: string) {
  const id = String(await bookIdOf(page, title));
  await asStaff(page, `/admin/products?cover=${id}`);
  return { id, panel: page.getByRole("dialog", { name: "Manage Cover Page" }) };
}

/** Expects this cover on the book's page, and that its picture loads. */
async function expectCover(page: Page, id: string, source: RegExp) {
  await page.goto("/?preview=on");
  await page.goto(`/books/${id}`);
  const cover = page
    .getByRole("main")
    .getByRole("img", { name: /^Cover of/ })
    .first();
  await expect(cover).toHaveAttribute("src", source);
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  await page.goto("/admin?preview=off");
}

test("staff upload a cover, which the store shows, and delete it", PLAIN, async ({ page }) => {
  const { id, panel } = await openPanel(page, "Abhijnanashakuntalam");
  await panel.getByLabel("New cover").setInputFiles(file("cover.jpg", await picture("#204080")));
  await panel.getByRole("button", { name: "Upload Image" }).click();
  await expectMessage(page, "Cover updated successfully!");
  await expect(panel).toBeHidden();
  await expectCover(page, id, /^\/coverpages\/[0-9a-f]{20}/);

  await page.goto(`/admin/products?cover=${id}`);
  await panel.getByRole("button", { name: "Delete Image" }).click();
  await expectMessage(page, "Cover removed successfully!");
  await expectCover(page, id, /^\/default-cover\//);
  await page.goto(`/admin/products?cover=${id}`);
  await expect(panel).toBeVisible();
  await expect(panel.getByRole("button", { name: "Delete Image" })).toBeHidden();
});

test(
  "a file that is too large or not an image is refused at the field, and the cover stays",
  SCRIPTS,
  async ({ page }) => {
    const { id, panel } = await openPanel(page, "Arthashastra");
    const chooser = panel.getByLabel("New cover");
    const send = () => panel.getByRole("button", { name: "Upload Image" }).click();

    const large = test.info().outputPath("large.jpg");
    writeFileSync(large, Buffer.alloc(10_500_000));
    await chooser.setInputFiles(large);
    await send();
    await expect(panel.getByText("The image must be at most 10 MB", { exact: true })).toBeVisible();
    await expect(chooser).toHaveAttribute("aria-invalid", "true");

    await chooser.setInputFiles(
      file("drawing.jpg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    );
    await send();
    await expect(panel.getByText("The file is not a JPEG, PNG or WebP image")).toBeVisible();
    await expect(chooser).toBeFocused();

    await chooser.setInputFiles(file("cover.jpg", await picture("#804020")));
    await expect(panel.getByRole("img", { name: "Preview of the chosen image" })).toBeVisible();
    page.once("dialog", (question) => void question.accept());
    await panel.getByRole("link", { name: "Cancel" }).click();
    await expect(panel).toBeHidden();
    await expect(page).not.toHaveURL(/cover=/);
    await expectCover(page, id, /^\/coverpages\//);
  },
);
