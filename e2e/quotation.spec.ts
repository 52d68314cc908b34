import { expect } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { ADDRESS, bookIdOf, call, expectMessage, mailedPath, newEmail, press, test } from "./support";

test("a library's quotation, from the first click to the money: accepted by link, delivered, paid", async ({
  page: staff,
  browser,
}) => {
  const email = newEmail();
  await asStaff(staff, "/admin/quotations");
  await staff.getByRole("link", { name: "New Quotation" }).click();
  await press(staff, "Save as Quotation");
  await expect(staff.getByText("Add a book").last()).toBeVisible();
  await staff.getByLabel("Add a book").fill("Gora");
  await press(staff, "Find and add");
  await staff.getByRole("spinbutton", { name: /^Gora / }).fill("4");
  await staff.getByLabel("Discount on all (%)").fill("10");
  await staff.getByLabel("Why", { exact: true }).fill("Library");
  await staff.getByLabel("Name", { exact: true }).fill("City Library");
  await staff.getByLabel("Phone").fill("9845012345");
  await staff.getByLabel("Email (optional)").fill(email);
  await press(staff, "Save as Quotation");
  await expect(staff.getByText("A quotation is paid by a link, by a proforma").last()).toBeVisible();
  for (const [label, value] of Object.entries(ADDRESS))
    await staff.getByLabel(label, { exact: true }).fill(value);
  await staff.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await staff.getByLabel("Send it to an address").check();
  await staff.getByLabel("How").selectOption("On account");
  await staff.getByLabel("Why the limit is passed").fill("A library of the city");
  await press(staff, "Add It Up");
  await expect(staff.getByRole("button", { name: "Place the Order" })).toBeVisible();
  await staff.getByRole("button", { name: "Save as Quotation" }).click();
  await expectMessage(staff, /^Quotation QT\/.* is made/);
  const quotation = staff.url();
  await staff.getByRole("button", { name: "Mail It" }).click();
  await expectMessage(staff, new RegExp(`^Quotation QT/.* goes to ${email}`));

  const library = await browser.newPage();
  await library.goto(await mailedPath(email, "/quotation\\?"));
  await expect(library.getByText("On account.")).toBeVisible();
  await library.getByLabel("Your name").fill("Meera Nair");
  await library.getByLabel("Your order reference").fill("LIB 2026/7");
  await library.getByRole("button", { name: "Accept and Order" }).click();
  await expect(library.getByText(/^Thank you\. Order \d+ is placed\./)).toBeVisible();
  await expect(library.getByRole("button", { name: "Accept and Order" })).toBeHidden();

  await staff.goto(quotation);
  await expect(staff.getByText("by Meera Nair")).toBeVisible();
  await staff.getByRole("link", { name: /^order #/ }).click();
  await expect(staff.getByText("LIB 2026/7")).toBeVisible();
  const id = /\/orders\/(\d+)/.exec(staff.url())![1]!;
  await press(staff, "Mark as packed");
  await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
  await staff.getByLabel("Tracking number").fill(`EQ ${id} IN`);
  await press(staff, "Mark as shipped");
  await staff.getByRole("link", { name: "Mark as delivered" }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Mark as delivered" }).click();
  await staff.getByRole("link", { name: "Account", exact: true }).click();
  const open = /#\d+: ₹([\d,.]+) open/.exec(
    (await staff.getByLabel("For", { exact: true }).textContent())!,
  )![1]!;
  await staff.getByLabel("Amount (₹)").fill(open);
  await staff.getByLabel("Reference").fill("NEFT 7");
  await press(staff, "Record Payment");
  await expectMessage(staff, `₹${open} is recorded for #${id}`);
  await expect(staff.getByText("Nothing is open")).toBeVisible();
  await library.close();
});

test("staff withdraw a quotation, and make the order of another", async ({ page }) => {
  await asStaff(page);
  // Whoever has a known telephone number or address is that customer.
  const name = unique("Reader");
  const quotation = {
    customer: { name, phone: "9812345670", email: newEmail() },
    address: {
      fullname: "Asha Rao",
      address1: "12 Temple Street",
      address2: "Malleswaram",
      place: "Bengaluru",
      state: "Karnataka",
      pincode: "560003",
      mobile: "9845012345",
      email: "asha@example.in",
    },
    lines: [{ bookId: await bookIdOf(page, "Gora"), qty: 2 }],
    payment: "link",
    validUntil: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
  };
  const [one, other] = [
    await call<{ id: number; result: number }>(page, "orders/admin/quotations", quotation),
    await call<{ id: number; result: number }>(page, "orders/admin/quotations", quotation),
  ];
  await page.goto(`/admin/quotations/${one.id}`);
  await page.getByRole("link", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expectMessage(page, /^Quotation QT\/.* is withdrawn/);
  await page.goto("/admin/quotations?state=withdrawn");
  await page.getByRole("searchbox").first().fill(name);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Withdrawn" }).first()).toContainText(name);
  await page.goto(`/admin/quotations/${other.id}`);
  await page.getByLabel("Order reference (optional)").fill("PO 9");
  await page.getByRole("button", { name: "Make the Order" }).click();
  await expectMessage(page, /^Order #\d+ is placed/);
  await expect(page.getByText("PO 9")).toBeVisible();
});
