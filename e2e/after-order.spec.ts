import { type Browser, expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, buy, expectMessage, fillCart, mailsTo, signUp, test } from "./support";

// Each journey has two browsers and a payment.
test.slow();

/** Places and pays an order of two copies, and opens its page. @returns its number and the customer's email */
async function paidOrder(page: Page, title: string): Promise<{ id: string; email: string }> {
  const email = await signUp(page);
  await fillCart(page, title);
  const id = await buy(page, title);
  await page.goto(`/orders/${id}`);
  return { id: String(id), email };
}

/** Opens this path as staff, in another browser context. */
async function staffAt(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const { javaScriptEnabled } = test.info().project.use;
  const context = await browser.newContext({ baseURL, javaScriptEnabled });
  const staff = await context.newPage();
  await asStaff(staff, path);
  return staff;
}

/** Packs, ships and delivers the order through the JSON API. */
async function deliver(staff: Page, id: string) {
  const parcel = { logisticsId: 1, trackingno: `EK${id}IN` };
  for (const [step, data] of [
    ["packing", {}],
    ["despatch", parcel],
    ["delivery", {}],
  ] as const) {
    const answer = await staff.request.post(`/api/v1/orders/admin/${id}/${step}`, { data });
    expect(await answer.json(), step).toMatchObject({ result: 1 });
  }
}

test(
  "a customer cancels a paid order, sees the refund, and orders its books again",
  PLAIN,
  async ({ page }) => {
    const { id, email } = await paidOrder(page, "Kapalkundala");
    await page.getByRole("link", { name: "Cancel order" }).click();
    const question = page.getByRole("dialog", { name: `Cancel order #${id}?` });
    await question.getByRole("link", { name: "Keep order" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("link", { name: "Cancel order" }).click();
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

test("a return is requested, approved, received and refunded", PLAIN, async ({ page, browser, baseURL }) => {
  const { id, email } = await paidOrder(page, "Nirmala");
  const staff = await staffAt(browser, baseURL, `/admin/orders/${id}`);
  await deliver(staff, id);
  await page.reload();
  await page.getByRole("link", { name: "Return books" }).click();
  await page.getByRole("button", { name: "Request return" }).click();
  await expect(page.getByText("Please choose the books to return").first()).toBeVisible();
  await page.getByLabel(/Nirmala$/).fill("1");
  await page.getByLabel("Reason").selectOption({ label: "Arrived damaged" });
  await page.getByLabel("Remarks").fill("The spine is broken.");
  await page.getByRole("button", { name: "Request return" }).click();
  await expectMessage(page, `Your return request for order #${id} is sent. We answer by email`);
  await expect(page.getByRole("button", { name: "Withdraw request" })).toBeVisible();

  await staff.goto("/admin/orders?return=requested");
  await staff.getByRole("link", { name: `#${id}`, exact: true }).click();
  const returns = staff.getByRole("region", { name: "Returns" });
  await expect(returns).toContainText("1 × Nirmala");
  await returns.getByRole("link", { name: "Decline return" }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Decline return" }).click();
  await expect(staff.getByText("Please tell the customer why")).toBeVisible();
  await staff.getByRole("dialog").getByRole("link", { name: "Not now" }).click();
  await returns.getByRole("link", { name: "Approve return" }).click();
  await staff.getByLabel("How to send them back (optional)").fill("By India Post, please.");
  await staff.getByRole("dialog").getByRole("button", { name: "Approve return" }).click();
  await expectMessage(staff, `The return of order #${id} is approved`);
  await page.reload();
  await expect(page.getByText("The shop writes: By India Post, please.")).toBeVisible();

  await returns.getByRole("link", { name: "Books received" }).click();
  await expect(staff.getByLabel("Put the copies back into stock")).not.toBeChecked();
  await staff.getByRole("dialog").getByRole("button", { name: "Books received" }).click();
  await expectMessage(staff, `The return of order #${id} is noted as received`);
  await returns.getByRole("link", { name: "Refund these books" }).click();
  const panel = staff.getByRole("dialog", { name: `Refund order #${id}` });
  await expect(panel.getByLabel("Reason")).toHaveValue("Returned books");
  await panel.getByRole("button", { name: "Refund" }).click();
  await expectMessage(staff, new RegExp(`₹[\\d,.]+ of order #${id} is being refunded`));
  await expect(returns.getByText("Books refunded")).toBeVisible();
  await expect(returns.getByText(/^Refund for these books: ₹/)).toBeVisible();
  await expect(returns.getByRole("link", { name: "Refund these books" })).toHaveCount(0);
  await expect
    .poll(() => mailsTo(email).filter((mail) => /^Subject: .*return/m.test(mail)).length)
    .toBeGreaterThanOrEqual(3);
  await staff.context().close();
});
