import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { asStaff, signInAsStaff, unique, uniqueAddress } from "./staff";
import { PLAIN, SCRIPTS, expectMessage, hydrated, submit, test } from "./support";

const picture = async (background: string) => ({
  name: "shelf.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
});

const text = (page: Page) => page.getByLabel("Text", { exact: true });
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

test(
  "staff make a contact page with a picture, a visitor writes, staff answer; news are posted, a page is deleted",
  PLAIN,
  async ({ page }) => {
    const [address, shelf] = [uniqueAddress("contact"), unique("Shelf")];
    await asStaff(page, "/admin/pages/pictures");
    await page.getByLabel("Picture", { exact: true }).setInputFiles(await picture("#804020"));
    await page.getByLabel("What it shows").fill(shelf);
    await press(page, "Upload Picture");
    await expectMessage(page, "Picture uploaded");
    const markdown = await page.getByLabel(`Text for the picture: ${shelf}`).inputValue();

    const pictures = page.getByRole("listitem").filter({ hasText: shelf });
    const deletion = await pictures.getByRole("link", { name: /^Delete/ }).getAttribute("href");

    await page.goto("/admin/pages/new?template=contact");
    await text(page).fill(`Write to **us**.\n\n${markdown}`);
    await page.getByLabel("Address").fill(address);
    await press(page, "Preview Text");
    await page.getByLabel("Published").check();
    await press(page, "Save");
    await expectMessage(page, "Saved. Visitors see it now.");
    await text(page).fill(`Do write to **us**.\n\n${markdown}`);
    await press(page, "Preview Text");
    const preview = page.getByRole("region", { name: "Preview, not saved" });
    await expect(preview.getByRole("img", { name: shelf })).toBeVisible();
    await press(page, "Save");
    await expectMessage(page, "Saved. Visitors see it now.");
    const editor = new URL(page.url()).pathname;

    await page.context().clearCookies();
    await page.goto(`/${address}`);
    await expect(page.getByText("Do write to us.")).toBeVisible();
    const name = unique("Ravi");
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Message").fill("Where is my book?");
    await page.getByLabel("Your email").fill("ravi@example.in");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expectMessage(page, "Thank you! Your message has been sent.");

    await asStaff(page, "/admin/pages/messages");
    await page.getByRole("searchbox", { name: "Search" }).fill(name);
    await page.getByRole("button", { name: "Search" }).click();
    const row = page.getByRole("row", { name });
    await expect(row).toContainText("Where is my book?");
    await row.getByRole("button", { name: "Mark as answered" }).click();
    await expect(row).toContainText("Answered");
    await row.getByRole("button", { name: "Mark as not answered" }).click();
    await expect(row).toContainText("To answer");
    await row.getByRole("button", { name: "Mark as complaint" }).click();
    await expect(row).toContainText(/Complaint C-\d+/);
    await expect(row.getByRole("button", { name: "Mark as complaint" })).toHaveCount(0);
    await row.getByRole("link", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectMessage(page, "Message deleted");

    const old = uniqueAddress("old");
    await page.goto("/admin/pages/addresses?add=1");
    await page.getByLabel("Old and new addresses").fill(`/${old} /terms\n/${old}-too /books`);
    await page.getByRole("button", { name: "Save" }).click();
    await expectMessage(page, "2 old addresses added");
    await page.goto("/admin/pages/addresses?add=1");
    const table = { name: "old.csv", mimeType: "text/csv", buffer: Buffer.from(`/${old}-three,/books\n`) };
    await page.getByLabel("Or a file").setInputFiles(table);
    await page.getByRole("button", { name: "Upload File" }).click();
    await expectMessage(page, "1 old address added");
    await page.getByRole("searchbox", { name: "Search" }).fill(`${old}-too`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: `Delete /${old}-too` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectMessage(page, `/${old}-too no longer leads anywhere`);

    const post = uniqueAddress("post");
    await page.goto("/admin/pages/new?kind=news");
    await page.getByLabel("Title").first().fill("A new book");
    await page.getByLabel("Address").fill(post);
    await page.getByLabel("Picture", { exact: true }).first().selectOption({ index: 1 });
    await text(page).fill("It is here.");
    await press(page, "Preview Text");
    await page.getByLabel("Published").check();
    await press(page, "Save");
    await expectMessage(page, "Saved. Visitors see it now.");
    await press(page, "Preview Text");
    await press(page, "Save");
    const news = new URL(page.url()).pathname;
    await page.goto("/admin/pages/news");
    await page.getByRole("searchbox", { name: "Search" }).fill(post);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("link", { name: "A new book", exact: true })).toHaveAttribute("href", news);
    await submit(page, news, { intent: "delete-page" });

    await page.goto(`${editor}?confirm=delete`);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectMessage(page, "“Contact” is deleted.");
    await page.getByRole("searchbox", { name: "Search" }).fill(address);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByText("No items found matching your search")).toBeVisible();
    await page.goto(`/admin/pages/pictures${deletion!.slice(deletion!.indexOf("?"))}`);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectMessage(page, "Picture deleted");
  },
);

test(
  "a picture uploaded beside the text is inserted where the cursor is, and nothing typed is lost",
  SCRIPTS,
  async ({ page }) => {
    const [address, shelf] = [uniqueAddress("about"), unique("Window")];
    await signInAsStaff(page);
    const form = { intent: "save-page", version: "0", title: "About", body: "First.\n\nLast." };
    await submit(page, "/admin/pages/new", { ...form, address });
    await page.goto(`/admin/pages?q=${address}`);
    await page.getByRole("link", { name: "About", exact: true }).click();
    await hydrated(page);
    await text(page).fill("First, changed.\n\nLast.");
    await text(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(15, 15));
    await page.getByLabel("Picture", { exact: true }).setInputFiles(await picture("#206080"));
    await page.getByLabel("What it shows").fill(" ");
    await press(page, "Upload Picture");
    await expect(page.getByText("Please say what the picture shows")).toBeVisible();
    await page.getByLabel("Picture", { exact: true }).setInputFiles(await picture("#206080"));
    await page.getByLabel("What it shows").fill(shelf);
    await press(page, "Upload Picture");
    await expectMessage(page, `Uploaded: ${shelf}.`);
    await page.getByRole("button", { name: `Insert ${shelf}` }).click();
    await expect(text(page)).toBeFocused();
    await expect(text(page)).toHaveValue(
      new RegExp(
        String.raw`^First, changed\.\n\n!\[${shelf}\]\(/coverpages/picture-[\w-]+\.webp\)\n\nLast\.$`,
      ),
    );
    await press(page, "Preview Text");
    const preview = page.getByRole("region", { name: "Preview, not saved" });
    await expect(preview).toBeFocused();
    await expect(preview.getByRole("img", { name: shelf })).toBeVisible();
    await expect(text(page)).toHaveValue(/^First, changed/);
    await press(page, "Save");
    await expectMessage(page, "Saved as a draft. Visitors do not see it.");
    await page.getByRole("link", { name: "Preview in Store" }).click();
    await expect(page.getByText("visitors do not see this page")).toBeVisible();
    await page.goto("/admin?preview=off");
  },
);

test(
  "a toolbar sets Markdown's marks on what is selected, by keyboard too, and each can be undone",
  SCRIPTS,
  async ({ page }) => {
    await asStaff(page, "/admin/pages/new");
    await hydrated(page);
    const area = text(page);
    const bar = page.getByRole("toolbar", { name: "Marks" });
    await area.fill("Our books");
    await area.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 9));
    await bar.getByRole("button", { name: "Bold" }).click();
    await expect(area).toHaveValue("Our **books**");
    await expect(area).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(area).toHaveValue("Our books");

    await area.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 9));
    await page.keyboard.press("Control+i");
    await expect(area).toHaveValue("Our *books*");
    await page.keyboard.press("Control+i");
    await expect(area).toHaveValue("Our books");

    // One stop of the Tab key, from which arrows lead to the other buttons.
    await page.keyboard.press("Shift+Tab");
    await expect(bar.getByRole("button", { name: "Bold" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(area).toHaveValue("Our [books](https://)");
    await page.keyboard.type("/books");
    await page.getByLabel("Title", { exact: true }).first().fill(unique("Marks"));
    await page.getByLabel("Address").fill(uniqueAddress("marks"));
    await press(page, "Preview Text");
    await expect(
      page.getByRole("region", { name: "Preview, not saved" }).getByRole("link", { name: "books" }),
    ).toHaveAttribute("href", "/books");
  },
);
