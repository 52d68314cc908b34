import { expect, type Page } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff, bookOfOurOwn, unique } from "./staff";
import { expectMessage } from "./support";

// Only the last import can be undone. So these run one after the other, and the world, which has an import too, is made first.
test.describe.configure({ mode: "default" });
test.beforeAll(({ world }) => void world);

/** Waits until nothing goes on, and follows the link 'Refresh' to see it. */
async function waitForEnd(page: Page) {
  const progress = page.getByRole("progressbar");
  await expect.poll(async () => (await page.request.get(page.url())).text()).not.toContain("<progress");
  if (await progress.isVisible()) await page.getByRole("link", { name: "Refresh" }).click();
  await expect(progress).toBeHidden();
}

test("staff import a spreadsheet: a column by hand, a check, a short form, and undo it", async ({
  page,
  staff,
}) => {
  const book = await bookOfOurOwn(staff, { stock: 2 });
  const word = unique("Letters");
  const long = `${word} ${"and so on ".repeat(12)}`;
  const file = {
    name: `${word}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Books of ${word}\n\nBook ID,Titel,Author,MRP,Qty,Publisher,Language,Category,Blurb,Image\n` +
        `${book.id},${book.title},Premchand,311,2,,,,,\n` +
        `,${long},Premchand,250,3,Saar Books,Hindi,Novel,All of them.,https://pictures.invalid/a.jpg\n`,
    ),
  };
  await asStaff(page, "/admin/products");
  await page.getByRole("link", { name: "Import Books" }).click();
  await page.getByLabel("File of books").setInputFiles(file);
  await page.getByRole("button", { name: "Upload File" }).click();

  await expect(page.getByText("headings in row 3.")).toBeVisible();
  await page.getByRole("checkbox", { name: "There is no row of headings" }).check();
  await page.getByRole("button", { name: "Read the Table Again" }).click();
  await expect(page.getByRole("combobox", { name: "Column B" })).toBeVisible();
  await page.getByRole("checkbox", { name: "There is no row of headings" }).uncheck();
  await page.getByLabel("Headings are in row").fill("3");
  await page.getByRole("button", { name: "Read the Table Again" }).click();
  await page.getByRole("combobox", { name: "Titel" }).selectOption("Title");
  // Other programs number their books too.
  await page.getByRole("combobox", { name: "Book ID" }).selectOption("Book ID");
  await page.getByRole("checkbox", { name: /^Fetch pictures/ }).check();
  await page.getByRole("button", { name: "Check the File" }).click();
  await waitForEnd(page);
  await expect(page.getByText("The import changes 1 book; 1 row is refused and left out.")).toBeVisible();
  await expect(page.getByRole("row", { name: book.title })).toContainText("₹311.00");

  await page.getByRole("textbox", { name: word }).fill(word);
  await page.getByRole("button", { name: "Save and Check Again" }).click();
  await waitForEnd(page);
  await expect(page.getByText("The import adds 1 book and changes 1 book.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await waitForEnd(page);
  await expect(page.getByText("Imported: 1 added, 1 changed.")).toBeVisible();

  // The host is never found, so its picture is still to be fetched.
  await page.getByRole("button", { name: "Stop Fetching Pictures" }).click();
  await expect(page.getByText("0 of 1 fetched; 1 not fetched, since fetching was stopped.")).toBeVisible();

  await page.getByRole("link", { name: "Undo This Import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await waitForEnd(page);
  await expect(page.getByText("2 books are as before the import.")).toBeVisible();

  // Long enough to be cancelled.
  const rows = Array.from({ length: 30_000 }, (_, n) => `${n},Premchand,250\n`).join("");
  const many = { ...file, name: `many-${file.name}`, buffer: Buffer.from(`Title,Author,Price\n${rows}`) };
  await page.goto("/admin/imports");
  await page.getByLabel("File of books").setInputFiles(many);
  await page.getByRole("button", { name: "Upload File" }).click();
  await page.getByRole("button", { name: "Check the File" }).click();
  await page.getByRole("button", { name: "Cancel the Check" }).click();
  await expect(page.getByText("The check was cancelled. Nothing was written.")).toBeVisible();
  await page.getByRole("link", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expectMessage(page, `The import of ${many.name} is discarded`);
});

test("staff answer what a check asks about columns and rows", async ({ page }) => {
  const word = unique("Twice");
  const row = `${word},Asha Rao and Ila Sen,99.50,A book.,Saar Books,Hindi,Novel\n`;
  const content = `Title,Author,Price,Brief,Publisher,Language,Tags\n${row}${row}`;
  await asStaff(page, "/admin/imports");
  await page
    .getByLabel("File of books")
    .setInputFiles({ name: `${word}.csv`, mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Upload File" }).click();
  await page.getByRole("button", { name: "Check the File" }).click();
  await waitForEnd(page);
  await expect(page.getByText("The import adds 1 book; 1 row is refused and left out.")).toBeVisible();
  await page
    .getByRole("group", { name: /^Author/ })
    .getByLabel("Split only at semicolons")
    .check();
  await page.getByLabel("They are other books: add them").check();
  await page.getByRole("button", { name: "Save and Check Again" }).click();
  await waitForEnd(page);
  await expect(page.getByText("The import adds 2 books.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Split only at semicolons" })).toBeChecked();
  await page.getByRole("link", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expectMessage(page, `The import of ${word}.csv is discarded`);
});

test("staff change the price of ticked books, and undo it", async ({ page, staff }) => {
  const book = await bookOfOurOwn(staff, { stock: 2 });
  await asStaff(page, `/admin/products?q=${encodeURIComponent(book.title)}`);
  await page.getByRole("checkbox", { name: `Choose ${book.title}` }).check();
  await page.getByRole("button", { name: "Change the ticked books" }).click();
  await expect(page.getByRole("heading", { name: "Change 1 book" })).toBeVisible();
  await page.getByLabel("Change the price").selectOption("Raise by per cent");
  await page.getByLabel("Price: per cent or rupees").fill("10");
  await page.getByRole("button", { name: "See what would change" }).click();
  await waitForEnd(page);
  await expect(page.getByRole("row", { name: book.title })).toContainText("₹329.00");
  await page.getByRole("button", { name: "Change the Books" }).click();
  await waitForEnd(page);
  await expect(page.getByText("Done: 1 changed.")).toBeVisible();
});
