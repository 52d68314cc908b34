import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { expectMessage, hydrated, PLAIN, SCRIPTS, test } from "./support";

// All journeys share one shop and run at the same time: what these publish looks the same to visitors.

const PAGE = "/admin/appearance";
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();
const row = (page: Page, text: string) =>
  page.getByRole("list", { name: "Blocks of the page" }).getByRole("listitem").filter({ hasText: text });

test("staff change, publish and bring back the home page", PLAIN, async ({ page }) => {
  // Too narrow for the draft beside the editor, which would be drawn again after each change.
  await page.setViewportSize({ width: 1200, height: 900 });
  await asStaff(page, `${PAGE}?add=shelf`);
  await chooseBooks(page);
  const shelf = row(page, "By hand");
  await shelf.getByRole("button", { name: /^Hide/ }).click();
  await press(page, /^Move down: Opening/);
  await expectMessage(page, /^Opening .* is number 2 now/);
  await press(page, /^Move up: Opening/);
  await expectMessage(page, /^Opening .* is number 1 now/);
  await shelf.getByRole("link", { name: /^Edit/ }).click();
  await press(page, "Save in Draft");
  await press(page, "Publish");
  await expectMessage(page, "Published: visitors see it now");
  await shelf.getByRole("link", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expectMessage(page, "The block is removed from the draft");
  await press(page, "Publish");
  await page
    .getByRole("link", { name: /^Bring back… the version of/ })
    .first()
    .click();
  await press(page, "Bring Back");
  await shelf.getByRole("button", { name: /^Show/ }).click();
  await expect(shelf.getByRole("button", { name: /^Hide/ })).toBeVisible();
  await page.goto(`${PAGE}?confirm=discard-1`);
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expectMessage(page, "The draft is discarded");

  await page.goto(`${PAGE}?add=textWithPicture`);
  await page.getByLabel("Text", { exact: true }).fill("**Since** 1976");
  const file = page.getByLabel("Picture file");
  // Folded once there are pictures to choose from.
  if (!(await file.isVisible())) await page.getByText("Upload another picture").click();
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByLabel("What the picture shows").fill("Our press");
  await press(page, "Upload and Choose");
  await expect(page.getByText("The file is not a JPEG, PNG or WebP image").first()).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("**Since** 1976");
});

/** A shelf of two books, found, moved and removed one after the other. */
async function chooseBooks(page: Page) {
  await page.getByLabel("Heading", { exact: true }).fill("");
  await press(page, "Add to Draft");
  await expect(page.getByText("Heading is required").first()).toBeVisible();
  await page.getByLabel("Heading", { exact: true }).fill("By hand");
  await page.getByLabel("Which books").selectOption("picked");
  for (const title of ["Gitanjali", "Godaan"]) {
    await page.getByLabel("Find books to add").fill(title);
    await press(page, "Find");
    await press(page, `Add: ${title}`);
  }
  const titles = page.getByRole("list", { name: "Chosen books" }).getByRole("listitem");
  await press(page, "Move up: Godaan");
  await expect(titles.first()).toContainText("Godaan");
  await press(page, "Move down: Godaan");
  await expect(titles.first()).toContainText("Gitanjali");
  await press(page, /^Remove Gitanjali/);
  await expect(titles).toHaveCount(1);
  await press(page, "Add to Draft");
}

test("staff change the announcement, the menus and the order of featured books", PLAIN, async ({ page }) => {
  await asStaff(page, `${PAGE}/announcement`);
  await page.getByLabel("Text", { exact: true }).fill("The book fair opens");
  await page.getByLabel("First day").fill("2999-12-01");
  await press(page, "Save Announcement");
  await expectMessage(page, "Announcement saved");
  await expect(page.getByText("Visitors see this announcement from 1 Dec 2999.")).toBeVisible();

  await page.goto(`${PAGE}/menus`);
  // The footer's links are the same form.
  const bar = page.getByRole("region", { name: "Navigation bar" });
  const first = bar.getByLabel("Label 1", { exact: true });
  await bar.getByRole("button", { name: "Move down: Books" }).click();
  await expect(first).toHaveValue("Categories");
  await bar.getByRole("button", { name: "Move up: Books" }).click();
  await expect(first).toHaveValue("Books");
  const labels = bar.getByLabel(/^Label /);
  const place = (await labels.count()) + 1;
  await bar.getByRole("button", { name: "Add a Link" }).click();
  // A link that leads nowhere is saved on request, and not shown to visitors.
  await bar.getByLabel(`Label ${place}`, { exact: true }).fill("Our team");
  const leads = bar.getByLabel(`Where it leads ${place}`, { exact: true });
  const typed = bar.getByLabel(`Where it leads ${place}: address`);
  await expect(typed).toBeHidden();
  await leads.selectOption("Another address");
  await typed.fill("/no-such-page");
  await bar.getByRole("button", { name: "Save", exact: true }).click();
  await bar.getByRole("button", { name: "Save Anyway" }).click();
  await expectMessage(page, "Navigation bar saved");
  await bar.getByRole("button", { name: "Remove: Our team" }).click();
  await expect(labels).toHaveCount(place - 1);
  await bar.getByRole("button", { name: "Back to the First Links" }).click();
  await expect(labels).toHaveCount(place - 1);
  const words = page.getByRole("region", { name: "Words of the footer" });
  await words.getByRole("button", { name: "Save" }).click();
  await expectMessage(page, "Words of the footer saved");

  await page.goto(`${PAGE}/featured`);
  const last = page.getByRole("main").getByRole("listitem").last();
  await last.getByRole("button", { name: /^Move up/ }).click();
  await page
    .getByRole("main")
    .getByRole("listitem")
    .nth(-2)
    .getByRole("button", { name: /^Move down/ })
    .click();
  await press(page, "Order by Rating Again");
  await expectMessage(page, "Featured books are in the order of their rating again");
});

test("books are searched by keyboard, and the draft is beside the editor", SCRIPTS, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await asStaff(page, PAGE);
  const frame = page.frameLocator("iframe[title='Preview of the home page']");
  await expect(frame.locator("h1")).toBeVisible();

  await page.goto(`${PAGE}?add=shelf`);
  await hydrated(page);
  const find = page.getByLabel("Find books to add");
  await expect(find).toBeHidden();
  await page.getByLabel("Heading", { exact: true }).fill("By hand");
  await page.getByLabel("Which books").selectOption("picked");
  await find.fill("Gitanjali");
  // The books found are shown before the page's data is loaded again, and can be added at once.
  await page.route(/\/admin\/appearance\.data/, (route) =>
    route.request().method() === "GET" ? undefined : route.continue(),
  );
  await find.press("Enter");
  const add = page.getByRole("button", { name: "Add: Gitanjali" });
  await expect(add).toBeFocused();
  await add.press("Enter");
  await expect(page.getByRole("list", { name: "Chosen books" })).toContainText("Gitanjali");
  await expect(page.getByLabel("Heading", { exact: true })).toHaveValue("By hand");
});
