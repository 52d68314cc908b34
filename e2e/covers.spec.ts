import { writeFileSync } from "node:fs";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { asStaff } from "./staff";
import { PLAIN, SCRIPTS, bookIdOf, expectMessage, hydrated, previewStore, test } from "./support";

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

/** Expects a cover of this folder on the book's page. */
async function expectCover(visitor: APIRequestContext, id: string, folder: string) {
  const html = await (await visitor.get(`/books/${id}`)).text();
  expect(html.match(/<img[^>]*alt="Cover of[^>]*>/)?.[0]).toContain(`src="${folder}`);
}

test(
  "staff upload a cover, add, describe, move and remove further pictures, which the store links to, and delete the cover",
  PLAIN,
  async ({ page, request }) => {
    const { id, panel } = await openPanel(page, "Abhijnanashakuntalam");
    await panel.getByLabel("New cover").setInputFiles(file("cover.jpg", await picture("#204080")));
    await panel.getByRole("button", { name: "Upload Image" }).click();
    await expectMessage(page, "Cover updated successfully!");
    await expect(panel).toBeHidden();

    await page.goto(`/admin/products?cover=${id}`);
    for (const [name, colour] of [
      ["Back cover", "#205040"],
      ["Look inside", "#806020"],
    ] as const) {
      await panel.getByLabel("New picture").setInputFiles(file("picture.jpg", await picture(colour)));
      await panel.getByLabel("Kind").last().selectOption(name);
      await panel.getByRole("button", { name: "Add Picture" }).click();
      await expectMessage(page, "Picture added successfully!");
    }
    await panel.getByLabel("What it shows").nth(1).fill("The first verse");
    await panel.getByRole("button", { name: /^Save/ }).nth(1).click();
    await expectMessage(page, "Picture saved successfully!");
    await panel.getByRole("button", { name: "Move up: The first verse" }).click();
    await expectMessage(page, "“The first verse” is picture 1 now");
    await panel.getByRole("button", { name: "Move down: The first verse" }).click();
    await expectMessage(page, "“The first verse” is picture 2 now");

    await expectCover(request, id, "/coverpages/");
    const html = await (await request.get(`/books/${id}`)).text();
    expect(html.match(/<a href="\/coverpages\/further-[^"]+\.webp"/g)).toHaveLength(2);
    await panel.getByRole("button", { name: "Remove The first verse" }).click();
    await expectMessage(page, "Picture removed successfully!");
    await expect(panel.getByText("1 of 8")).toBeVisible();
    await panel.getByRole("button", { name: "Delete Image" }).click();
    await expectMessage(page, "Cover removed successfully!");
    await expectCover(request, id, "/default-cover/");
  },
);

test(
  "several pictures are sent one after another; the viewer turns and closes by keys",
  SCRIPTS,
  async ({ page }) => {
    const { id, panel } = await openPanel(page, "Arthashastra");
    const colours = ["#101010", "#404040", "#707070"];
    await panel
      .getByLabel("New picture")
      .setInputFiles(await Promise.all(colours.map(async (one) => file(`${one}.jpg`, await picture(one)))));
    await panel.getByRole("button", { name: "Add Picture" }).click();
    await expect(panel.getByText("3 of 8")).toBeVisible();
    await panel.getByRole("link", { name: "Cancel" }).click();
    await expect(panel).toBeHidden();

    await previewStore(page, true);
    await page.goto(`/books/${id}`);
    await hydrated(page);
    const cover = page
      .getByRole("main")
      .getByRole("img", { name: /^Cover of/ })
      .first();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    const links = page.getByRole("list", { name: /^More pictures of/ }).getByRole("link");
    await links.nth(1).click();
    const viewer = page.getByRole("dialog", { name: "Pictures of Arthashastra" });
    await expect(viewer.getByText("2 of 3")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(viewer.getByText("3 of 3")).toBeVisible();
    await viewer.getByRole("button", { name: "Next picture" }).click();
    await expect(viewer.getByText("1 of 3")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(links.nth(1)).toBeFocused();
  },
);

test(
  "a file that is too large or not an image is refused at the field, and the cover stays",
  SCRIPTS,
  async ({ page, request }) => {
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
    await expect(panel.getByText("The file is not a JPEG, PNG or WebP image").first()).toBeVisible();
    await expect(chooser).toBeFocused();

    await chooser.setInputFiles(file("cover.jpg", await picture("#804020")));
    await expect(panel.getByRole("img", { name: "Preview of the chosen image" })).toBeVisible();
    page.once("dialog", (question) => void question.accept());
    await panel.getByRole("link", { name: "Cancel" }).click();
    await expect(panel).toBeHidden();
    await expect(page).not.toHaveURL(/cover=/);
    await expectCover(request, id, "/coverpages/");
  },
);
