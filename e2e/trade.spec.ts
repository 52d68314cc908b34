import { expect } from "@playwright/test";
import { formTest as test } from "./form-test";
import { asStaff, unique } from "./staff";
import { expectMessage, newCustomer } from "./support";

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
