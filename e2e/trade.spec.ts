import { expect } from "@playwright/test";
import { sql } from "kysely";
import { formTest as test } from "./form-test";
import { inShop } from "./second-step";
import { asStaff, unique } from "./staff";
import { call, expectMessage, fillCart, newCustomer } from "./support";

test("a group of customers has its discounts, and a customer in it their prices", async ({
  page: staff,
  browser,
}) => {
  const [school, reader] = [unique("Schools"), await browser.newContext()];
  const customer = await reader.newPage();
  const email = await newCustomer(customer);
  await asStaff(staff, "/admin/customers");
  await staff.getByRole("link", { name: "Groups" }).click();
  await staff.getByRole("link", { name: "Add New Group" }).click();
  await staff.getByLabel("Name").fill(school);
  await staff.getByLabel("Credit (₹)").fill("5000");
  await staff.getByRole("button", { name: "Add Group" }).click();
  await expectMessage(staff, `Group ${school} is added`);

  await staff.getByLabel("Days", { exact: true }).fill("60");
  await staff.getByRole("button", { name: "Save Group" }).click();
  await expectMessage(staff, `Group ${school} is saved`);

  await staff.getByLabel("Discount (%)").fill("35");
  await staff.getByLabel("On", { exact: true }).selectOption("Books with a tag");
  await staff.getByRole("button", { name: "Add Discount" }).click();
  await expect(staff.getByText("Say which tag or book").last()).toBeVisible();
  await staff.getByLabel("On", { exact: true }).selectOption("All books");
  await staff.getByRole("button", { name: "Add Discount" }).click();
  await expectMessage(staff, "Discount: 35 % on all books");
  await staff.getByLabel("Discount (%)").fill("40");
  await staff.getByLabel("Least copies").fill("10");
  await staff.getByRole("button", { name: "Add Discount" }).click();
  await expectMessage(staff, "Discount: 40 % on all books, from 10 copies");
  await staff.getByRole("button", { name: /^Remove ?: 40 % on all books, from 10 copies/ }).click();
  await expectMessage(staff, "Removed: 40 % on all books, from 10 copies");

  await staff.goto(`/admin/customers?q=${encodeURIComponent(email)}`);
  await staff.getByRole("row").filter({ hasText: email }).getByRole("link", { name: "Asha Rao" }).click();
  await staff.getByLabel("Group", { exact: true }).selectOption(school);
  await staff.getByLabel("Days of their own").fill("45");
  await staff.getByRole("button", { name: "Save Terms" }).click();
  await expectMessage(staff, `The customer is in the group ${school}`);
  await expect(staff.getByText("May owe ₹5,000.00, to be paid within 45 days.")).toBeVisible();

  await customer.goto("/books");
  const first = customer.getByRole("article").first();
  await expect(first).toContainText("Your price");
  await reader.close();
});

test("a bookshop orders on account; what it pays, what is taken off and taken back changes what is open", async ({
  page: staff,
  browser,
}) => {
  const reader = await browser.newContext();
  const customer = await reader.newPage();
  const email = await newCustomer(customer);
  await asStaff(staff, `/admin/customers?q=${encodeURIComponent(email)}`);
  await staff.getByRole("row").filter({ hasText: email }).getByRole("link", { name: "Asha Rao" }).click();
  await staff.getByLabel("Credit of their own (₹)").fill("5000");
  await staff.getByLabel("Days of their own").fill("30");
  await staff.getByRole("button", { name: "Save Terms" }).click();
  await expectMessage(staff, "The customer is in no group");

  await fillCart(customer, "Gora", 2);
  const address = { fullname: "Asha Rao", address1: "12 Temple Street", address2: "Malleswaram" };
  const place = { place: "Bengaluru", state: "Karnataka", pincode: "560003", mobile: "9845012345" };
  await call(customer, "checkout/updateaddress", { id: 0, ...address, ...place, email: "asha@example.in" });
  await customer.goto("/checkout");
  await customer.getByRole("radio", { name: /^On account/ }).check();
  await customer.getByRole("button", { name: "Place Order" }).click();
  await expect(customer.getByText(/^₹[\d,.]+ to be paid by /)).toBeVisible();
  const id = /\/orders\/(\d+)/.exec(customer.url())![1]!;

  await staff.goto(`/admin/orders/${id}`);
  await expect(staff.getByText(/On account · ₹[\d,.]+ open, due on /)).toBeVisible();
  await staff.getByRole("link", { name: "Account", exact: true }).click();
  await staff.getByLabel("Amount (₹)").fill("100");
  await staff.getByRole("button", { name: "Record Payment" }).click();
  await expect(staff.getByText("Enter the reference of the payment").last()).toBeVisible();
  await staff.getByLabel("Reference").fill("UTR 55");
  await staff.getByRole("button", { name: "Record Payment" }).click();
  await expectMessage(staff, `₹100.00 is recorded for #${id}`);
  await staff.getByText("Take back: ₹100.00", { exact: true }).click();
  await staff.getByRole("textbox", { name: "Why" }).last().fill("Bounced");
  await staff.getByRole("button", { name: /^Take Back ?: ₹100/ }).click();
  await expectMessage(staff, "The record of ₹100.00 is taken back: it is open again");

  await staff.getByLabel("Less (₹)").fill("20");
  await staff.getByRole("textbox", { name: "Why" }).first().fill("One is damaged");
  await staff.getByRole("button", { name: "Take Off" }).click();
  await expectMessage(staff, `₹20.00 less is to be paid for order #${id}`);

  const account = staff.url();
  await staff.getByRole("link", { name: "Statement", exact: true }).click();
  const entries = staff.getByRole("table", { name: "Entries" });
  await staff.getByRole("button", { name: "Show", exact: true }).click();
  await expect(staff).toHaveURL(/month=/);
  await staff.getByRole("button", { name: "Show days" }).click();
  await expect(staff).toHaveURL(/from=/);
  await expect(entries).toContainText("Invoice KB/");
  await expect(entries).toContainText("₹20.00");
  await expect(staff.getByRole("link", { name: "Statement as CSV" })).toBeVisible();
  await inShop((db) => sql`update orders set due_on = '2026-01-01' where id = ${id}`.execute(db));
  await staff.goto("/admin/accounts/receivables");
  const row = staff.getByRole("row").filter({ has: staff.locator(`a[href="${new URL(account).pathname}"]`) });
  await row.getByRole("checkbox").check();
  await staff.getByRole("button", { name: "Mail a Reminder" }).click();
  await expectMessage(staff, "1 customer is reminded by mail");
  await staff.goto(account);
  const rest = /#\d+: ₹([\d,.]+) open/.exec(
    (await staff.getByLabel("For", { exact: true }).textContent())!,
  )![1]!;
  await staff.getByLabel("Amount (₹)").fill(rest);
  await staff.getByLabel("How").selectOption("Cheque");
  await staff.getByLabel("Reference").fill("No 7");
  await staff.getByLabel("For", { exact: true }).selectOption({ index: 1 });
  await staff.getByRole("button", { name: "Record Payment" }).click();
  await expectMessage(staff, `₹${rest} is recorded for #${id}`);
  await expect(staff.getByText("Nothing is open")).toBeVisible();
  await customer.reload();
  await expect(customer.getByText(`₹${rest} received`)).toBeVisible();
  await reader.close();
});
