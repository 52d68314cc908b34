import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { formTest as test } from "./form-test";
import { inShop } from "./second-step";
import { asStaff, unique } from "./staff";
import { expectMessage } from "./support";

/** Another month, then some days of it. */
async function choosePeriod(page: Page) {
  await page.getByRole("combobox", { name: "Month" }).selectOption("2026-10");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("heading", { name: /October 2026$/ })).toBeVisible();
  await page.getByLabel("Days from").fill("2026-10-05");
  await page.getByRole("button", { name: "Show days" }).click();
  await expect(page.getByRole("heading", { name: /5 Oct 2026 to 31 Oct 2026$/ })).toBeVisible();
}

const HEAD = "entity_id,type,debit,credit,amount,fee,tax,settlement_id,settled_at,settlement_utr";

test("the accountant adds a settlement report, as a file and with a column named by hand", async ({
  page,
}) => {
  const [settlement, payment] = [unique("setl_"), unique("pay_")];
  const row = `${payment},payment,0,97.64,100,2.36,0.36,${settlement},03/11/2026 10:00:00,U7`;
  await asStaff(page, "/admin/accounts/settlements?month=2026-10");
  const add = page.getByRole("button", { name: "Add the report" });
  await page.getByLabel("Settlement report").setInputFiles({
    name: "report.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`${HEAD}\n${row}\n`),
  });
  await add.click();
  await expectMessage(page, "1 row of 1 settlement is stored");
  await expect(page.getByText(`${settlement}`).first()).toBeVisible();
  await expect(
    page.getByText("The shop has no payment with this id; ₹100.00 came for it").first(),
  ).toBeVisible();

  const renamed = `${HEAD.replace("entity_id", "Ref")}\n${row}\n`;
  await page.getByLabel("Or its rows, pasted with their headings").fill(renamed);
  await add.click();
  await expect(page.getByText(/^These columns were not found: Payment or refund/).last()).toBeVisible();
  await page.getByText("Columns with other headings").click();
  await page.getByLabel("Payment or refund", { exact: true }).fill("Ref");
  await add.click();
  await expectMessage(page, "All of it was stored before");

  await page.getByLabel("Settlements of", { exact: true }).selectOption({ index: 35 });
  await page.getByRole("button", { name: "Fetch from Razorpay" }).click();
  await expect(page.getByText(/^Nothing was settled in/).last()).toBeVisible();
  await choosePeriod(page);
});

test("the accountant names the accounts of the journal", async ({ page }) => {
  await asStaff(page, "/admin/accounts/journal");
  await choosePeriod(page);
  await page.getByLabel("Bank", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save names" }).click();
  await expect(page.getByText("Bank needs a name").first()).toBeVisible();
  await page.getByLabel("Bank", { exact: true }).fill("HDFC Bank");
  await page.getByRole("button", { name: "Save names" }).click();
  await expectMessage(page, "The names of the accounts are saved");
  await expect(page.getByLabel("Bank", { exact: true })).toHaveValue("HDFC Bank");
  await page.getByLabel("Bank", { exact: true }).fill("Bank");
  await page.getByRole("button", { name: "Save names" }).click();
  await expectMessage(page, "The names of the accounts are saved");
});

test("what was sold is shown by another thing, and of another month", async ({ page }) => {
  await asStaff(page, "/admin/accounts/reports");
  await page.getByRole("combobox", { name: "By" }).selectOption("Publisher");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^By publisher, / })).toBeVisible();
  await page.getByRole("link", { name: "Month before" }).click();
  await expect(page.getByRole("heading", { name: /^By publisher, / })).toBeVisible();
  await choosePeriod(page);
  await expect(page.getByRole("heading", { name: /^By publisher, / })).toBeVisible();
  await page.getByRole("combobox", { name: "By" }).selectOption("Stock now");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Stock now, by publisher" })).toBeVisible();
  await inShop(async (db) => {
    for (const place of ["07", "09", "27", "29", "32", "33"]) {
      const { rows } = await sql<{
        id: number;
      }>`insert into documents (order_id, series, kind, number, issued_at, issued_on, seller, payment, recipient, place, split,
        value, taxable, central_tax, state_tax, integrated_tax) select min(id), 'invoice', 'bill', ${unique("E")}, '2025-01-15T06:00:00.000Z',
        '2025-01-15', '{}', '{}', '{}', ${place}, 'between_states', 100, 100, 0, 0, 0 from orders
        returning id`.execute(db);
      await sql`insert into document_lines (document_id, position, is_delivery, title, hsn, tax_rate, quantity, mrp, unit_price, gross,
        discount, value, taxable, central_tax, state_tax, integrated_tax) values (${rows[0]!.id}, 0, 0, 'Gora', '4901', 0, 1, 100, 100, 100, 0,
        100, 100, 0, 0, 0)`.execute(db);
    }
  });
  await page.goto("/admin/accounts/reports?by=state&month=2025-01&size=5");
  await page.getByLabel("Page", { exact: true }).fill("2");
  await page.getByLabel("Page", { exact: true }).press("Enter");
  await expect(page.getByText(/^Showing 6 to /)).toBeVisible();
});
