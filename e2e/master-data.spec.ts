import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { PLAIN, bookIdOf, call, expectMessage, SCRIPTS, submit, test } from "./support";
import { asStaff, signInAsStaff, unique } from "./staff";

const SCREENS = [
  { path: "authors", title: "Authors List", label: "Author", field: "Author name" },
  { path: "languages", title: "Languages List", label: "Language", field: "Language name" },
  { path: "publishers", title: "Publishers List", label: "Publisher", field: "Publisher Name" },
  { path: "series", title: "Series List", label: "Series", field: "Series name" },
  { path: "booktags", title: "Booktags List", label: "Book Tag", field: "Book Tag" },
  {
    path: "logistics/providers",
    title: "Logistics Providers List",
    label: "Logistics",
    field: "Logistics name",
  },
];

const AUTHORS = SCREENS[0]!;

async function addInPanel(page: Page, { label, field }: (typeof SCREENS)[number], name: string) {
  const panel = page.getByRole("dialog", { name: `Add New ${label}` });
  await panel.getByLabel(field).fill(name);
  await panel.getByLabel(field).press("Enter");
}

async function add(page: Page, screen: (typeof SCREENS)[number], name: string) {
  await page.getByRole("link", { name: `Add New ${screen.label}` }).click();
  await expect(page.getByRole("dialog").getByLabel(screen.field)).toBeFocused();
  await addInPanel(page, screen, name);
}

async function search(page: Page, text: string) {
  await page.getByRole("searchbox", { name: "Search" }).fill(text);
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
}

async function change(page: Page, { label, field }: (typeof SCREENS)[number], name: string) {
  await page.getByRole("link", { name: `Edit ${name}` }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel(field).fill(`${name} b`);
  await panel.getByRole("button", { name: `Update ${label}` }).click();
  await expectMessage(page, `${label} updated successfully!`);
  await expect(page.getByRole("cell", { name: `${name} b`, exact: true })).toBeVisible();
}

// All of them are one screen: it is tested whole with scripts, without them only that each list's form adds a name.
for (const screen of SCREENS)
  test(`${screen.title}: a name is added and found`, PLAIN, async ({ page }) => {
    await asStaff(page, `/admin/${screen.path}?add=1`);
    const name = unique("Zari");
    await addInPanel(page, screen, name);
    await expectMessage(page, `${screen.label} added successfully!`);
    await search(page, name);
    await expect(page.getByRole("row")).toHaveCount(2); // the heads, and one name
    if (screen === AUTHORS) await change(page, screen, name);
  });

test(
  "Authors List: a name is added, refused as a duplicate, found and changed",
  SCRIPTS,
  async ({ page }) => {
    const screen = AUTHORS;
    await asStaff(page, `/admin/${screen.path}`);
    await expect(page.getByRole("heading", { level: 1, name: screen.title })).toBeVisible();
    const name = unique("Zari");
    await add(page, screen, name);
    await expectMessage(page, `${screen.label} added successfully!`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`/admin/${screen.path}?q=${name}`);
    await expect(page.getByRole("cell", { name, exact: true })).toBeVisible();
    await add(page, screen, ` ${name.toUpperCase()} `);
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveAccessibleDescription(
      `${screen.label} already exists`,
    );
    await expect(page.getByRole("dialog").getByLabel(screen.field)).toHaveValue(` ${name.toUpperCase()} `);
    const questions: string[] = [];
    page.on("dialog", (question) => {
      questions.push(question.message());
      void (questions.length === 1 ? question.dismiss() : question.accept());
    });
    const cancel = page.getByRole("dialog").getByRole("link", { name: "Cancel" });
    await cancel.click();
    await expect(page.getByRole("dialog").getByLabel(screen.field)).toHaveValue(` ${name.toUpperCase()} `);
    await cancel.click();
    expect(questions).toEqual(Array(2).fill("Close without saving what you typed?"));
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await search(page, name);
    await expect(page.getByRole("row")).toHaveCount(2);
    await change(page, screen, name);
    await expect(page).toHaveURL(new RegExp(`q=${name}`));

    await page.getByRole("link", { name: `Edit ${name} b` }).click();
    await expect(page.getByRole("dialog")).toContainText("updated this");
    // The message about the last form is not shown beside the next one.
    expect(await page.getByText(`${screen.label} updated successfully!`).count()).toBe(0);
  },
);

async function authorId(page: Page, name: string): Promise<number> {
  const all = await call<{ authorId: number; authorName: string }[]>(page, "authors/all");
  return all.find(({ authorName }) => authorName === name)!.authorId;
}

test("an author is merged into another spelling, and an unused one is deleted", PLAIN, async ({ page }) => {
  const name = unique("Narayan");
  await signInAsStaff(page);
  for (const spelling of [`R K ${name}`, `R. K. ${name}`, `Nobody ${name}`])
    await submit(page, "/admin/authors?add=1", { name: spelling });
  await page.goto(`/admin/authors?q=${name}&merge=${await authorId(page, `R K ${name}`)}`);
  const panel = page.getByRole("dialog", { name: "Merge Author" });
  await panel.getByLabel("Author that stays").fill(`r. k. ${name}`);
  await panel.getByRole("button", { name: "Show What Changes" }).click();
  await expect(page.getByRole("dialog", { name: "What Changes" })).toContainText("No books change.");
  await page.getByRole("dialog", { name: "What Changes" }).getByRole("button", { name: "Merge" }).click();
  await expectMessage(page, `“R K ${name}” was merged into “R. K. ${name}”`);

  await page.getByRole("link", { name: `Delete Nobody ${name}` }).click();
  await page.getByRole("dialog", { name: "Delete Author" }).getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "Author deleted successfully!");
  await expect(page.getByRole("row")).toHaveCount(2); // the heads, and the name that stayed
});

test("an author gets a text and a picture, a book a successor and an edition", PLAIN, async ({ page }) => {
  const name = unique("Devi");
  await signInAsStaff(page);
  await submit(page, "/admin/authors?add=1", { name });
  const address = `/admin/authors?about=${await authorId(page, name)}`;
  await page.goto(address);
  const panel = page.getByRole("dialog", { name: "Page in the Store" });
  await panel.getByLabel("Text").fill("Wrote in Bengali.");
  await panel.getByLabel("Website").fill("example.in");
  await panel.getByRole("button", { name: "Save Page" }).click();
  await expectMessage(page, "The page was saved");
  await page.goto(address);
  const buffer = await sharp({ create: { width: 60, height: 90, channels: 3, background: "#204080" } })
    .jpeg()
    .toBuffer();
  await panel
    .getByLabel("Picture", { exact: true })
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await panel.getByLabel("What it shows").fill(`${name} at her desk`);
  await panel.getByRole("button", { name: "Upload Picture" }).click();
  await expectMessage(page, "Picture saved");
  await expect(panel.getByRole("img", { name: `${name} at her desk` })).toBeVisible();
  await panel.getByRole("button", { name: "Remove Picture" }).click();
  await expectMessage(page, "Picture removed");
  await expect(panel.getByRole("img")).toHaveCount(0);

  const id = await bookIdOf(page, "Abhijnanashakuntalam");
  await page.goto(`/admin/products?successor=${id}`);
  const successor = page.getByRole("dialog", { name: "Lead Visitors to Another Book" });
  await successor.getByLabel("Title, author or ISBN").fill("gora");
  await successor.getByRole("button", { name: "Find Books" }).click();
  await successor.getByRole("button", { name: "Choose Gora" }).first().click();
  await expectMessage(page, "are led to “Gora”");
  await page.goto(`/admin/products?successor=${id}`);
  await successor.getByRole("button", { name: "Lead Nowhere" }).click();
  await expectMessage(page, "are led nowhere");

  await page.goto(`/admin/products?editions=${id}&find=gora`);
  const editions = page.getByRole("dialog", { name: "Editions" });
  await editions.getByRole("button", { name: "Add Gora" }).first().click();
  await expectMessage(page, "is linked as an edition");
  await editions.getByLabel("One review pool").check();
  await editions.getByRole("button", { name: "Save Reviews" }).click();
  await expectMessage(page, "The editions share their reviews");
  await editions.getByRole("button", { name: "Remove Gora" }).first().click();
  await expectMessage(page, "is no longer linked");
});

test(
  "a list changes pages and says when nothing is found; the state is in the URL",
  PLAIN,
  async ({ page }) => {
    await asStaff(page, "/admin/authors?size=5&page=2");
    await expect(page.getByText(/^Showing 6 to 10 of \d+ entries$/)).toBeVisible();
    await page.getByLabel("Page", { exact: true }).fill("4");
    await page.getByLabel("Page", { exact: true }).press("Enter");
    await expect(page).toHaveURL(/page=4/);
    await expect(page.getByText(/^Showing 16 to 20 of \d+ entries$/)).toBeVisible();

    await page.getByLabel("Rows per page").selectOption("50");
    await search(page, "no such author anywhere");
    await expect(page).toHaveURL(/size=50/);
    await expect(page).not.toHaveURL(/page=/);
    await expect(page.getByText("No items found matching your search")).toBeVisible();
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
  },
);

test("a category is added as a book tag", PLAIN, async ({ page }) => {
  await asStaff(page, "/admin/categories?add=1");
  const name = unique("Kite");
  await page.getByRole("dialog").getByLabel("Book Tag").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Add Category" }).click();
  await expectMessage(page, "Book Tag added successfully!");
  await search(page, name);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("0");
});
