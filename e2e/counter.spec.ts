import { expect, type Page } from "@playwright/test";
import { asStaff, bookOfOurOwn } from "./staff";
import { hydrated, PLAIN, SCRIPTS, test } from "./support";

// A phone at a fair.
test.use({ viewport: { width: 360, height: 740 }, failsRequests: true });

const main = (page: Page) => page.getByRole("main");
const sold = (page: Page) => page.getByLabel("Sold");
const copies = (page: Page, title: string) => page.getByRole("spinbutton", { name: new RegExp(title) });

async function scan(page: Page, text: string) {
  await page.getByLabel("Add a book").fill(text);
  await page.getByLabel("Add a book").press("Enter");
}

test("books are scanned and paid in cash, with the change; the next buyer pays by UPI", async ({ page }) => {
  await asStaff(page, "/admin/counter");
  await page.getByRole("button", { name: "Add It Up" }).click();
  await scan(page, "no such book");
  await expect(page.getByText("No book in the store matches").last()).toBeVisible();
  await scan(page, "Gora");
  await expect(copies(page, "Gora")).toHaveValue("1");
  await scan(page, "Gora");
  await expect(copies(page, "Gora")).toHaveValue("2");
  await page.getByRole("button", { name: "One copy more of Gora" }).click();
  await expect(copies(page, "Gora")).toHaveValue("3");
  await page.getByRole("button", { name: "One copy less of Gora" }).click();
  await expect(copies(page, "Gora")).toHaveValue("2");
  await page.getByText("Discount", { exact: true }).click();
  await page.getByLabel("Discount on all (%)").fill("10");
  await page.getByRole("button", { name: "Paid" }).click();
  await expect(page.getByText("Write why there is a discount").last()).toBeVisible();
  await page.getByLabel("Why", { exact: true }).fill("Fair");
  await page.getByText("Customer (optional)").click();
  await page.getByLabel("Name", { exact: true }).fill("Asha");
  await page.getByLabel("Cash given (optional)").fill("5000");
  await page.getByRole("button", { name: "Add It Up" }).click();
  const sum = await main(page)
    .getByText(/^Total/)
    .innerText();
  await page.getByRole("button", { name: "Paid" }).click();
  await expect(sold(page)).toContainText("Paid:");
  await expect(sold(page)).toContainText(sum.replace(/^Total\s*/, ""));
  await expect(sold(page)).toContainText("Change to give: ₹");
  await expect(sold(page).getByText("Change to give")).toBeInViewport();
  await expect(sold(page).getByRole("link", { name: /^(Bill|Tax invoice)/ })).toBeVisible();
  await expect(copies(page, "Gora")).toHaveCount(0);
  await expect(page.getByLabel("Cash given (optional)")).toHaveValue("");

  await scan(page, "Devdas");
  await expect(sold(page)).toHaveCount(0);
  await page.getByLabel("UPI").check();
  await expect(page.getByLabel("Reference (optional)")).toBeVisible();
  await expect(page.getByLabel("Cash given (optional)")).toBeHidden();
  await page.getByRole("button", { name: "Paid" }).click();
  await expect(sold(page)).toContainText("Paid:");
});

/** An ISBN that no other journey knows. */
function newIsbn(): string {
  const digits = `978${Math.random().toFixed(9).slice(2)}`;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test("scans that come before the answer of the first are not lost", SCRIPTS, async ({ page }) => {
  await asStaff(page, "/admin/counter");
  await hydrated(page);
  const isbns = [newIsbn(), newIsbn()];
  const books = [];
  for (const isbn13 of isbns) books.push(await bookOfOurOwn(page, { title: "Fair", stock: 9, isbn13 }));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/admin\/counter\.data/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByLabel("Add a book").focus();
  const unknown = newIsbn();
  for (const scanned of [...isbns, unknown, isbns[0]!]) {
    await page.keyboard.type(scanned);
    await page.keyboard.press("Enter");
  }
  answer();
  await expect(page.getByText(`No book in the store matches “${unknown}”`).last()).toBeVisible();
  await expect(copies(page, books[0]!.title)).toHaveValue("2");
  await expect(copies(page, books[1]!.title)).toHaveValue("1");
  // What a scanner types replaces the one that was not found.
  await page.keyboard.type(isbns[1]!);
  await page.keyboard.press("Enter");
  await expect(copies(page, books[1]!.title)).toHaveValue("2");
  await expect(page.getByLabel("Add a book")).toHaveValue("");
});

test("one of several matches is chosen", PLAIN, async ({ page }) => {
  await asStaff(page, "/admin/counter");
  await scan(page, "Tagore");
  await page
    .getByRole("button", { name: /^Add Gora/ })
    .first()
    .click();
  await expect(copies(page, "Gora")).toHaveValue("1");
  await page.getByRole("button", { name: "One copy less of Gora" }).click();
  await expect(copies(page, "Gora")).toHaveCount(0);
});

test(
  "a sale is kept through a lost connection and a reload, and made once",
  SCRIPTS,
  async ({ page, context }) => {
    await asStaff(page, "/admin/counter");
    await hydrated(page);
    await scan(page, "Gaban");
    await expect(copies(page, "Gaban")).toHaveValue("1");
    await expect(page.getByLabel("Add a book")).toBeFocused();
    await page.getByText("Customer (optional)").click();
    await page.getByLabel("Name", { exact: true }).fill("Ravi");
    await page.getByLabel("Cash given (optional)").fill("1000");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Paid" }).click();
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: /connection|reached|again/i })
        .first(),
    ).toBeVisible();
    await expect(copies(page, "Gaban")).toHaveValue("1");
    await context.setOffline(false);
    await page.reload();
    await expect(copies(page, "Gaban")).toHaveValue("1");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ravi");
    await expect(page.getByLabel("Cash given (optional)")).toHaveValue("1000");

    // The sale reaches the shop, and its answer gets lost.
    await page.route(/\/admin\/counter\.data/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Paid" }).click();
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: /connection|reached|again/i })
        .first(),
    ).toBeVisible();
    await page.unroute(/\/admin\/counter\.data/);
    await page.reload();
    await expect(sold(page)).toContainText("This sale was made already");
    await expect(sold(page)).toContainText("Change to give");
    await expect(copies(page, "Gaban")).toHaveCount(0);
    await page.reload();
    await expect(copies(page, "Gaban")).toHaveCount(0);
  },
);
