import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { formTest as test } from "./form-test";
import { inShop } from "./second-step";
import { asStaff, unique } from "./staff";
import { ADDRESS, call, expectMessage, fillCart, mailsTo, newCustomer, newEmail, press } from "./support";

const FOLDED = "GST invoice or order reference (optional)";

/** Shows the month, then its days. */
async function chooseDays(page: Page) {
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/month=/);
  await page.getByRole("button", { name: "Show days" }).click();
  await expect(page).toHaveURL(/from=/);
}

test("a bookshop's standing order: its group's prices, two orders on account, sent; a payment for both, a reminder, and the rest", async ({
  page: staff,
  browser,
}) => {
  const [shops, reader] = [unique("Bookshops"), await browser.newContext()];
  const customer = await reader.newPage();
  const email = await newCustomer(customer);
  await asStaff(staff, "/admin/customers/groups");
  await staff.getByRole("link", { name: "Add New Group" }).click();
  await staff.getByLabel("Name").fill(shops);
  await staff.getByLabel("Credit (₹)").fill("5000");
  await press(staff, "Add Group");
  await expectMessage(staff, `Group ${shops} is added`);
  await staff.getByLabel("Days to pay").fill("60");
  await press(staff, "Save Group");
  await expectMessage(staff, `Group ${shops} is saved`);
  await staff.getByLabel("Discount (%)").fill("35");
  await staff.getByLabel("On", { exact: true }).selectOption("Books with a tag");
  await press(staff, "Add Discount");
  await expect(staff.getByText("Say which tag or book").last()).toBeVisible();
  await staff.getByLabel("On", { exact: true }).selectOption("All books");
  await press(staff, "Add Discount");
  await expectMessage(staff, "Discount: 35 % on all books");
  await staff.getByLabel("Discount (%)").fill("40");
  await staff.getByLabel("Minimum copies").fill("10");
  await press(staff, "Add Discount");
  await expectMessage(staff, "Discount: 40 % on all books, from 10 copies");
  await staff.getByRole("button", { name: /^Remove ?: 40 % on all books, from 10 copies/ }).click();
  await expectMessage(staff, "Removed: 40 % on all books, from 10 copies");

  await staff.goto(`/admin/customers?q=${encodeURIComponent(email)}`);
  await staff.getByRole("row").filter({ hasText: email }).getByRole("link", { name: "Asha Rao" }).click();
  await staff.getByLabel("Group", { exact: true }).selectOption(shops);
  await staff.getByLabel("Own days to pay").fill("45");
  await press(staff, "Save Terms");
  await expectMessage(staff, `The customer is in the group ${shops}`);
  await expect(staff.getByText("May owe ₹5,000.00, to be paid within 45 days.")).toBeVisible();

  await customer.goto("/books");
  await expect(customer.getByRole("article").first()).toContainText("Your price");
  const address = { fullname: "Asha Rao", address1: "12 Temple Street", address2: "Malleswaram" };
  const place = { place: "Bengaluru", state: "Karnataka", pincode: "560003", mobile: "9845012345" };
  await call(customer, "checkout/updateaddress", { id: 0, ...address, ...place, email: "asha@example.in" });
  const ids: string[] = [];
  for (const reference of ["Standing order 1", "Standing order 2"]) {
    await fillCart(customer, "Gora", 2);
    await customer.goto("/checkout");
    await customer.getByRole("radio", { name: /^On account/ }).check();
    await press(customer, "Show what my choice costs");
    const field = customer.getByLabel("Your order reference");
    if (!(await field.isVisible())) await customer.getByText(FOLDED).click();
    await field.fill(reference);
    await customer.getByRole("button", { name: "Place Order" }).click();
    await expect(customer.getByText(/^₹[\d,.]+ to be paid by /)).toBeVisible();
    ids.push(/\/orders\/(\d+)/.exec(customer.url())![1]!);
  }
  const invoice = () =>
    mailsTo(email).some(
      (mail) => mail.includes(`order #${ids[1]} confirmed`) && /filename=.*\.pdf/.test(mail),
    );
  await expect.poll(invoice).toBe(true);

  await staff.getByRole("link", { name: "Account", exact: true }).click();
  const open = async () =>
    (await staff.getByLabel("For", { exact: true }).textContent())!
      .match(/₹[\d,.]+(?= open)/g)!
      .map((money) => Number(money.replace(/[₹,]/g, "")));
  const [first, second] = (await open()) as [number, number];
  await staff.getByLabel("Amount (₹)").fill(String(first + 10));
  await staff.getByLabel("Reference").fill("UTR 7001");
  await press(staff, "Record Payment");
  await expectMessage(staff, `is recorded for #${ids[0]}, #${ids[1]}`);
  expect(await open()).toEqual([second - 10]);
  const account = staff.url();
  for (const id of ids) {
    await staff.goto(`/admin/orders/${id}`);
    await press(staff, "Mark as packed");
    await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
    await staff.getByLabel("Tracking number").fill(`EB ${id} IN`);
    await press(staff, "Mark as shipped");
  }
  await inShop((db) => sql`update orders set due_on = '2026-01-01' where id = ${ids[1]}`.execute(db));
  await staff.goto("/admin/accounts/receivables");
  const row = staff.getByRole("row").filter({ has: staff.locator(`a[href="${new URL(account).pathname}"]`) });
  await row.getByRole("checkbox").check();
  await press(staff, "Mail a Reminder");
  await expectMessage(staff, "1 customer is reminded by mail");
  await staff.goto(account);
  await staff.getByLabel("Amount (₹)").fill(String(second - 10));
  await staff.getByLabel("Reference").fill("UTR 7002");
  await press(staff, "Record Payment");
  await expectMessage(staff, `is recorded for #${ids[1]}`);
  await expect(staff.getByText("Nothing is open")).toBeVisible();

  await customer.goto("/account");
  if (!(await customer.getByRole("link", { name: "On account" }).isVisible()))
    await customer.getByText("My Account").first().click();
  await customer.getByRole("link", { name: "On account" }).click();
  await chooseDays(customer);
  const entries = customer.getByRole("table", { name: "Entries" });
  await expect(entries).toContainText("Standing order 1");
  await expect(entries).toContainText("UTR 7001");
  await expect(entries.getByRole("row").last()).toContainText("₹0.00");
  const pdf = await customer.getByRole("link", { name: /^Statement of .* as a PDF$/ }).getAttribute("href");
  expect((await customer.request.get(pdf!)).headers()["content-type"]).toBe("application/pdf");
  await reader.close();
});

test("a school's forty copies: at a discount on account, sent, paid after a bounced cheque; the statement is level", async ({
  page: staff,
}) => {
  const [school, email] = [unique("School"), newEmail()];
  await asStaff(staff, "/admin/orders/new");
  await staff.getByLabel("Add a book").fill("Gora");
  await press(staff, "Find and add");
  await staff.getByLabel(/^Gora/).first().fill("40");
  await staff.getByLabel("Discount on all (%)").fill("20");
  await staff.getByLabel("Why", { exact: true }).fill("A class set");
  await staff.getByLabel("Name", { exact: true }).fill(school);
  await staff.getByLabel("Phone").fill("9847012345");
  await staff.getByLabel("Email (optional)").fill(email);
  await staff.getByLabel("Send it to an address").check();
  await staff.getByText("Address", { exact: true }).click();
  for (const [label, value] of Object.entries(ADDRESS))
    await staff.getByLabel(label, { exact: true }).fill(value);
  await staff.getByLabel("Email", { exact: true }).fill(email);
  await staff.getByText(FOLDED).click();
  await staff.getByLabel("GSTIN", { exact: true }).fill("29AAACM9012F1ZM");
  await staff.getByLabel("Name on the invoice").fill("Malleswaram School");
  await staff.getByLabel("Your order reference").fill("PO 120");
  await staff.getByLabel("How", { exact: true }).selectOption("On account");
  await staff.getByLabel("Why the limit is passed").fill("Signed by the principal");
  await press(staff, "Add It Up");
  await staff.getByRole("button", { name: "Place the Order" }).click();
  await expectMessage(staff, /^Order #\d+ is placed/);
  const id = /\/orders\/(\d+)/.exec(staff.url())![1]!;
  await press(staff, "Mark as packed");
  await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
  await staff.getByLabel("Tracking number").fill(`EF ${id} IN`);
  await press(staff, "Mark as shipped");
  await expectMessage(staff, `Order #${id} is shipped with India Post`);

  await staff.getByRole("link", { name: "Account", exact: true }).click();
  await expect(staff).toHaveURL(/\/receivables\/\d+$/);
  const account = staff.url();
  await staff.getByLabel("Amount (₹)").fill("100");
  await press(staff, "Record Payment");
  await expect(staff.getByText("Enter the reference of the payment").last()).toBeVisible();
  await staff.getByLabel("Reference").fill("No 55");
  await press(staff, "Record Payment");
  await expectMessage(staff, `₹100.00 is recorded for #${id}`);
  await staff.getByText("Take back: ₹100.00", { exact: true }).click();
  await staff.getByRole("textbox", { name: "Why" }).last().fill("Bounced");
  await staff.getByRole("button", { name: /^Take Back ?: ₹100/ }).click();
  await expectMessage(staff, "The record of ₹100.00 is taken back: it is open again");
  await staff.getByLabel("Less (₹)").fill("20");
  await staff.getByRole("textbox", { name: "Why" }).first().fill("One is damaged");
  await press(staff, "Take Off");
  await expectMessage(staff, `₹20.00 less is to be paid for order #${id}`);

  await inShop((db) => sql`update orders set due_on = '2026-01-01' where id = ${id}`.execute(db));
  await staff.goto("/admin/accounts/receivables");
  const row = staff.getByRole("row").filter({ has: staff.locator(`a[href="${new URL(account).pathname}"]`) });
  await row.getByRole("checkbox").check();
  await press(staff, "Mail a Reminder");
  await expectMessage(staff, "1 customer is reminded by mail");
  await staff.goto(account);
  const rest = /#\d+: ₹([\d,.]+) open/.exec(
    (await staff.getByLabel("For", { exact: true }).textContent())!,
  )![1]!;
  await staff.getByLabel("Amount (₹)").fill(rest);
  await staff.getByLabel("How").selectOption("Cheque");
  await staff.getByLabel("Reference").fill("No 7");
  await staff.getByLabel("For", { exact: true }).selectOption({ index: 1 });
  await press(staff, "Record Payment");
  await expectMessage(staff, `₹${rest} is recorded for #${id}`);
  await expect(staff.getByText("Nothing is open")).toBeVisible();

  await staff.getByRole("link", { name: "Statement", exact: true }).click();
  await chooseDays(staff);
  const entries = staff.getByRole("table", { name: "Entries" });
  await expect(entries).toContainText("PO 120");
  await expect(entries.getByRole("row").last()).toContainText("₹0.00");
  await press(staff, "Mail the Statement");
  await expectMessage(staff, /^The statement of .* is on its way by mail$/);
  const statement = () => mailsTo(email).some((mail) => /filename=.*statement-/.test(mail));
  await expect.poll(statement).toBe(true);
});
