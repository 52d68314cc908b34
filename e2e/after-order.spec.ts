import { expect, type Page } from "@playwright/test";
import { signInAsStaff } from "./staff";
import {
  PLAIN,
  bookIdOf,
  buy,
  call,
  expectMessage,
  fillCart,
  mailsTo,
  newCustomer,
  signUp,
  test,
} from "./support";

// Each journey has a payment.
test.slow();

/** Places and pays an order of two copies, and opens its page. @returns its number and the customer's email */
async function paidOrder(page: Page, title: string): Promise<{ id: string; email: string }> {
  const email = await signUp(page);
  await fillCart(page, title);
  const id = await buy(page, title);
  await page.goto(`/orders/${id}`);
  return { id: String(id), email };
}

test(
  "a customer cancels a paid order, sees the refund, and orders its books again",
  PLAIN,
  async ({ page }) => {
    const { id, email } = await paidOrder(page, "Kapalkundala");
    await page.getByRole("link", { name: "Cancel order" }).click();
    const question = page.getByRole("dialog", { name: `Cancel order #${id}?` });
    await question.getByLabel("Reason (optional)").fill("Two by mistake");
    await question.getByRole("button", { name: "Cancel order" }).click();
    await expectMessage(page, new RegExp(`Order #${id} is cancelled\\. We are returning ₹[\\d,.]+ to you`));
    await expect(page.getByText(/This order was (cancelled at your request|refunded)\./)).toBeVisible();
    await expect(page.getByText(/(is on its way back to you|was returned to you on .*)\.$/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Cancel order" })).toHaveCount(0);
    await expect
      .poll(() => mailsTo(email).filter((mail) => mail.includes(`order #${id} was cancelled`)).length)
      .toBe(1);

    await page.getByRole("button", { name: "Order again" }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expectMessage(page, 'Added 2 copies of "Kapalkundala" to your cart');
    await expect(page.getByLabel("Quantity: Kapalkundala")).toHaveValue("2");
  },
);

test("a return is approved, received and refunded", PLAIN, async ({ page: staff, request }) => {
  const email = await newCustomer({ request });
  const id = await buy({ request }, "Nirmala");
  await signInAsStaff(staff);
  await call(staff, `orders/admin/${id}/packing`, {});
  await call(staff, `orders/admin/${id}/despatch`, { logisticsId: 1, trackingno: `EK${id}IN` });
  await call(staff, `orders/admin/${id}/delivery`, {});
  const items = [{ bookId: await bookIdOf(staff, "Nirmala"), qty: 1 }];
  await call({ request }, `customer/orders/${id}/return`, { items, reason: "damaged" });

  await staff.goto("/admin/orders?return=requested");
  await staff.getByRole("link", { name: `#${id}`, exact: true }).click();
  const returns = staff.getByRole("region", { name: "Returns" });
  await expect(returns).toContainText("1 × Nirmala");
  await returns.getByRole("link", { name: "Approve return" }).click();
  await staff.getByLabel("How to send them back (optional)").fill("By India Post, please.");
  await staff.getByRole("dialog").getByRole("button", { name: "Approve return" }).click();
  await expectMessage(staff, `The return of order #${id} is approved`);

  await returns.getByRole("link", { name: "Books received" }).click();
  await expect(staff.getByLabel("Put the copies back into stock")).not.toBeChecked();
  await staff.getByRole("dialog").getByRole("button", { name: "Books received" }).click();
  await expectMessage(staff, `The return of order #${id} is noted as received`);
  await returns.getByRole("link", { name: "Refund these books" }).click();
  const panel = staff.getByRole("dialog", { name: `Refund order #${id}` });
  await expect(panel.getByLabel("Reason")).toHaveValue("Returned books");
  await panel.getByLabel("Amount (₹)").fill("100");
  await panel.getByRole("button", { name: "Refund" }).click();
  await panel.getByRole("button", { name: "Change" }).click();
  await expect(panel.getByLabel("Amount (₹)")).toHaveValue("100");
  await panel.getByRole("button", { name: "Refund" }).click();
  await panel.getByRole("button", { name: /^Refund ₹/ }).click();
  await expectMessage(staff, new RegExp(`₹[\\d,.]+ of order #${id} is being refunded`));
  await expect(returns.getByText("Books refunded")).toBeVisible();
  await expect(returns.getByText(/^Refund for these books: ₹/)).toBeVisible();
  await expect(returns.getByRole("link", { name: "Refund these books" })).toHaveCount(0);
  await expect
    .poll(() => mailsTo(email).filter((mail) => /^Subject: .*return/m.test(mail)).length)
    .toBeGreaterThanOrEqual(3);
});
