import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { ADDRESS, buy, expectMessage, fillCart, newCustomer, pay, press, signUp, test } from "./support";

const FOLDED = "GST invoice or order reference (optional)";

test("a school's clerk orders a gift with its GSTIN, after one that is wrong; the next order has it filled in", async ({
  page,
  browser,
}) => {
  await signUp(page);
  await fillCart(page, "Gora", 2);
  await page.goto("/checkout");
  for (const [label, value] of Object.entries(ADDRESS))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByText(FOLDED).click();
  await page.getByLabel("GSTIN", { exact: true }).fill("29 AAACM 9012 F1ZX");
  await page.getByLabel("Name on the invoice").fill("Malleswaram School");
  await page.getByLabel("Address on the invoice").fill("4 Margosa Road\nBengaluru 560003");
  await page.getByLabel("Your order reference").fill("PO 118");
  await expect(page.getByLabel("Message")).toBeHidden();
  await page.getByLabel("This is a gift").check();
  await page.getByLabel("From", { exact: true }).fill("Asha and Ravi");
  await page.getByLabel("Message").fill("Happy birthday!\nRead it slowly.");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText("This GSTIN does not add up").last()).toBeVisible();
  await expect(page.getByLabel("GSTIN", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Address on the invoice")).toHaveValue("4 Margosa Road\nBengaluru 560003");
  await page.getByLabel("GSTIN", { exact: true }).fill("29 aaacm 9012 f1zm");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/checkout\/pay\/\d+$/);
  const id = /\d+$/.exec(page.url())![0];
  // Until it is paid, the checkout shows it.
  await page.goto("/checkout");
  await expect(page.getByLabel("This is a gift")).toBeChecked();
  await expect(page.getByLabel("Message")).toHaveValue("Happy birthday!\nRead it slowly.");
  await page.goto(`/checkout/pay/${id}`);
  await pay(page, "success");
  await page.getByRole("link", { name: "Track Your Order" }).click();
  await expect(page.getByRole("region", { name: "A gift" })).toContainText("Asha and Ravi");
  const part = page.getByRole("region", { name: "GST invoice and order reference" });
  await expect(part).toContainText("29AAACM9012F1ZM");
  await expect(part).toContainText("PO 118");

  await fillCart(page, "Gaban");
  await page.goto("/checkout");
  await expect(page.getByLabel("GSTIN", { exact: true })).toHaveValue("29AAACM9012F1ZM");
  await expect(page.getByLabel("Your order reference")).toHaveValue("");

  const desk = await browser.newPage();
  await asStaff(desk, `/admin/orders/${id}`);
  await expect(desk.getByText("Put no bill into its parcel.")).toBeVisible();
  await desk.goto(`/admin/orders/${id}/packing-slip`);
  await expect(desk.getByText("Read it slowly.")).toBeVisible();
  await expect(desk.getByRole("article")).not.toContainText("₹");
  await desk.close();
});

test("an order that was placed is put in a school's name before it is packed, and made a gift", async ({
  page,
  request,
}) => {
  await newCustomer({ request });
  const id = await buy({ request }, "Gora");
  await asStaff(page, `/admin/orders/${id}/edit`);
  await page.getByText(FOLDED).click();
  await page.getByLabel("GSTIN", { exact: true }).fill("29AAACM9012F1ZM");
  await page.getByLabel("This is a gift").check();
  await page.getByLabel("Message").fill("For your library");
  await press(page, "Check the Change");
  await expect(page.getByText("Enter the name as it is registered for GST").last()).toBeVisible();
  await page.getByLabel("Name on the invoice").fill("Malleswaram School");
  await press(page, "Check the Change");
  await expect(page.getByLabel("Message")).toHaveValue("For your library");
  await page.getByRole("button", { name: "Save the Change" }).click();
  await expectMessage(page, `Order #${id} is changed`);
  await expect(page.getByText("29AAACM9012F1ZM").first()).toBeVisible();
  await expect(page.getByText("For your library")).toBeVisible();
  const documents = page.getByRole("region", { name: "Bills and notes" }).getByRole("listitem");
  await expect(documents).toHaveCount(2);
  await expect(documents.first()).toContainText("Cancelled on");

  await page.getByRole("link", { name: "Change order" }).click();
  await expect(page.getByLabel("Name on the invoice")).toHaveValue("Malleswaram School");
  await page.getByLabel("This is a gift").uncheck();
  await press(page, "Check the Change");
  await expect(page.getByRole("button", { name: "Save the Change" })).toBeVisible();
  await press(page, "Check the Change");
  await expect(page.getByRole("button", { name: "Save the Change" })).toBeVisible();
  await page.getByLabel("Add a book").fill("no such book");
  await page.getByRole("button", { name: "Find and add" }).click();
  await expect(page.getByText(/^No book in the store matches/).last()).toBeVisible();
  await press(page, "Check the Change");
  await page.getByRole("button", { name: "Save the Change" }).click();
  await expectMessage(page, `Order #${id} is changed`);
  await expect(page.getByText("For your library")).toHaveCount(0);
});
