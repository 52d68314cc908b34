import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, bookIdOf, expectMessage, signUp, submit, test } from "./support";

test(
  "a review that staff hide leaves the store and the average until it is shown again",
  PLAIN,
  async ({ page, browser }) => {
    const title = "Kamayani";
    const remarks = `Not worth the paper, ${Date.now()}`;
    const email = await signUp(page);
    const id = await bookIdOf(page, title);
    const book = `/books/${id}?tab=reviews`;
    await submit(page, `/books/${id}`, { intent: "review", rating: "1", remarks });
    const average = async () => {
      await page.goto(book);
      return page
        .getByText(/^\d\.\d out of 5/)
        .first()
        .textContent();
    };
    const withIt = await average();
    const shown = page.getByText(remarks).and(page.locator("p"));
    await expect(shown).toHaveCount(1);

    const staff = await (await browser.newContext()).newPage();
    await asStaff(staff, "/admin/reviews");
    await staff.getByLabel("State").selectOption({ label: "Visible" });
    await staff.getByRole("combobox", { name: "Rating" }).selectOption({ label: "1 star" });
    await staff.getByRole("button", { name: "Filter" }).click();
    await expect(staff).toHaveURL(/rating=1/);
    await expect(staff.getByRole("switch", { checked: false })).toHaveCount(0);
    await staff.getByRole("searchbox", { name: "Search" }).fill(email);
    await staff.getByRole("searchbox", { name: "Search" }).press("Enter");
    const row = staff.getByRole("row").filter({ hasText: remarks });
    await expect(staff.getByRole("row")).toHaveCount(2); // the head row and one review
    await row.getByRole("switch", { name: `Visible: review of ${title} by Asha Rao` }).click();
    const dialog = staff.getByRole("dialog");
    await expect(dialog).toContainText(remarks);
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expectMessage(staff, "The review is hidden");
    expect(await average()).not.toBe(withIt);
    await expect(shown).toHaveCount(0);

    await staff.goto(`/admin/reviews?q=${encodeURIComponent(email)}&state=hidden`);
    await row.getByRole("switch").click();
    await expect(dialog).toContainText("hid this");
    await dialog.getByRole("button", { name: "Show" }).click();
    await expectMessage(staff, "The review is shown again");
    expect(await average()).toBe(withIt);
    await expect(shown).toHaveCount(1);
    await staff.context().close();
  },
);
