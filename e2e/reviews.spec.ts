import { expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, expectMessage, openBook, signUp, test } from "./support";

/** Writes a review of the book whose page is open. */
async function write(page: Page, stars: number, remarks: string) {
  await page.goto(`${page.url().split("?")[0]}?tab=reviews`);
  await page.getByLabel("Remarks").fill(remarks);
  await page.getByRole("radio", { name: new RegExp(`^${stars}`) }).check({ force: true });
  await page.getByRole("button", { name: /review/i }).click();
  await expectMessage(page, "Review submitted successfully!");
}

const average = async (page: Page) =>
  (await page
    .getByText(/^\d\.\d out of 5/)
    .first()
    .textContent())!;

test(
  "a review that staff hide leaves the store and the average until it is shown again",
  PLAIN,
  async ({ page, browser }) => {
    const title = "Kamayani";
    const remarks = `Not worth the paper, ${Date.now()}`;
    const email = await signUp(page);
    await openBook(page, title);
    await write(page, 1, remarks);
    const book = page.url().split("#")[0]!;
    const withIt = await average(page);

    const staff = await (await browser.newContext()).newPage();
    await asStaff(staff, "/admin/reviews");
    await staff.getByRole("searchbox", { name: "Search" }).fill(email);
    await staff.getByRole("searchbox", { name: "Search" }).press("Enter");
    const row = staff.getByRole("row").filter({ hasText: remarks });
    await expect(staff.getByRole("row")).toHaveCount(2); // the head row and one review
    await row.getByRole("switch", { name: `Visible: review of ${title} by Asha Rao` }).click();
    const dialog = staff.getByRole("dialog");
    await expect(dialog).toContainText(remarks);
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expectMessage(staff, "The review is hidden");
    await expect(row.getByRole("switch")).not.toBeChecked();

    await page.goto(book);
    await expect(page.getByText(remarks).and(page.locator("p"))).toHaveCount(0);
    expect(await average(page)).not.toBe(withIt);
    // If the customer rewrites it, it stays hidden.
    await write(page, 1, `${remarks}, again`);
    await page.goto(book);
    expect(await average(page)).not.toBe(withIt);

    await staff.getByRole("link", { name: "In the store" }).click();
    await expect(staff.getByText("You are previewing the store.")).toBeVisible();
    await expect(staff.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await staff.getByRole("link", { name: "Back to admin" }).click();
    await staff.goto(`/admin/reviews?q=${encodeURIComponent(email)}&state=hidden`);
    await row.getByRole("switch").click();
    await expect(dialog).toContainText("hid this");
    await dialog.getByRole("button", { name: "Show" }).click();
    await expectMessage(staff, "The review is shown again");

    await page.goto(book);
    await expect(page.getByText(`${remarks}, again`).and(page.locator("p"))).toHaveCount(1);
    expect(await average(page)).toBe(withIt);
    await staff.context().close();
  },
);
