import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, bookIdOf, expectMessage, newCustomer, submit, test } from "./support";

test(
  "a review that staff hide leaves the store and the average until it is shown again",
  PLAIN,
  async ({ page: staff, request }) => {
    const title = "Kamayani";
    const remarks = `Not worth the paper, ${Date.now()}`;
    const customer = { request };
    const email = await newCustomer(customer);
    const id = await bookIdOf(customer, title);
    await submit(customer, `/books/${id}`, { intent: "review", rating: "1", remarks });
    /** The average that the book's page shows, and whether it has the review. */
    const shown = async () => {
      const html = await (await request.get(`/books/${id}?tab=reviews`)).text();
      return { average: /\d\.\d out of 5/.exec(html)![0], hasReview: html.includes(`${remarks}</p>`) };
    };
    const before = await shown();
    expect(before.hasReview).toBe(true);

    await asStaff(staff, "/admin/reviews");
    await staff.getByLabel("State").selectOption({ label: "Visible" });
    await staff.getByRole("combobox", { name: "Rating" }).selectOption({ label: "1 star" });
    await staff.getByRole("searchbox", { name: "Search" }).fill(email);
    await staff.getByRole("button", { name: "Filter" }).click();
    await expect(staff).toHaveURL(/rating=1/);
    await expect(staff.getByRole("button", { name: /^Visible: /, pressed: false })).toHaveCount(0);
    const row = staff.getByRole("row").filter({ hasText: remarks });
    await expect(staff.getByRole("row")).toHaveCount(2); // the head row and one review
    await row.getByRole("button", { name: `Visible: review of ${title} by Asha Rao` }).click();
    const dialog = staff.getByRole("dialog");
    await expect(dialog).toContainText(remarks);
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expectMessage(staff, "The review is hidden");
    const hidden = await shown();
    expect(hidden.hasReview).toBe(false);
    expect(hidden.average).not.toBe(before.average);

    await staff.goto(`/admin/reviews?q=${encodeURIComponent(email)}&state=hidden`);
    await row.getByRole("button", { name: /^Visible: / }).click();
    await expect(dialog).toContainText("hid this");
    await dialog.getByRole("button", { name: "Show" }).click();
    await expectMessage(staff, "The review is shown again");
    expect(await shown()).toEqual(before);
  },
);
