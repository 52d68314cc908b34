import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { formTest as test } from "./form-test";
import { inShop } from "./second-step";
import { asStaff, unique } from "./staff";
import { ADDRESS, buy, call, expectMessage, mailedCode, signUp } from "./support";

/** Makes an order of the customer who is logged in one that is paid at the door, as if it had just been placed. */
async function placeAtDoor(page: Page): Promise<{ id: number; token: string }> {
  const id = await buy(page, "Gora");
  const token = unique("token-of-an-order-");
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await inShop(async (db) => {
    await sql`update orders set state = 'pending', paid_at = null, invoice_no = null, invoice_date = null,
      gateway_order_id = null, receipt = ${token}, payment_way = 'cod', due_at_door = total, pay_by = ${later}
      where id = ${id}`.execute(db);
    // Its confirmation would issue the bill, whose order has none yet; one that is being made now finds no paid order any more.
    await sql`delete from outgoing_mails where attachment = ${`invoice:${id}`}`.execute(db);
    await sql`delete from documents where order_id = ${id}`.execute(db);
    await sql`delete from payments where order_id = ${id}`.execute(db);
    await sql`insert into order_confirmations (order_id, code_hash, token_hash, created_at)
      values (${id}, ${hash(`${id} 204863`)}, ${hash(token)}, ${new Date().toISOString()})`.execute(db);
  });
  return { id, token };
}

test("the customer confirms an order by the mailed code, and another by the mailed link", async ({
  page,
}) => {
  const email = await signUp(page);
  const { id } = await placeAtDoor(page);
  await page.goto(`/orders/${id}`);
  await page.getByLabel("Code of six digits").fill("111111");
  await page.getByRole("button", { name: "Confirm order" }).click();
  await expect(page.getByText("This is not the code of this order. You can try 4 times more")).toBeVisible();
  await page.getByRole("button", { name: "Send the code again" }).click();
  await expectMessage(page, `A new code for order #${id} is on its way. The one before ends`);
  await page.getByLabel("Code of six digits").fill(await mailedCode(email));
  await page.getByRole("button", { name: "Confirm order" }).click();
  await expectMessage(page, `Thank you! Order #${id} is confirmed`);
  await expect(page.getByText(/^Confirmed – ₹[\d.,]+ is due at the door/)).toBeVisible();

  const other = await placeAtDoor(page);
  await page.goto(`/confirm-order?token=${other.token}`);
  await page.getByRole("button", { name: "Confirm order" }).click();
  await expectMessage(page, `Thank you! Order #${other.id} is confirmed`);
});

test("staff confirm and send an order, record its cash by hand, take that back, and record the carrier's list", async ({
  page,
  staff,
}) => {
  await signUp(page);
  const { id } = await placeAtDoor(page);
  const { total } = await call<{ total: number }>(staff, `orders/admin/${id}`);
  await asStaff(page, "/admin/orders?waits=confirm");
  await page.getByRole("link", { name: `#${id}`, exact: true }).click();
  await page.getByRole("button", { name: "Email a New Code" }).click();
  await expectMessage(page, `A new code for order #${id} is on its way. The one before ends`);
  await page.getByRole("button", { name: "Write a Text" }).click();
  await expect(
    page.getByText(new RegExp(`please confirm your order #${id}, .* tell us the code \\d{6}`)),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Send as a text" })).toHaveAttribute(
    "href",
    /^sms:\+91\d{10}\?body=Kitab/,
  );
  await page.getByRole("button", { name: "Confirm order" }).click();
  await expectMessage(page, `Order #${id} is confirmed`);
  await call(staff, `orders/admin/${id}/packing`, {});
  await call(staff, `orders/admin/${id}/despatch`, { logisticsId: 1, trackingno: `EK${id}IN` });

  await page.goto(`/admin/orders/${id}?confirm=cash`);
  await page.getByLabel("Amount (₹)").fill("10");
  await page.getByRole("button", { name: "Record cash" }).click();
  await expect(page.getByText(/is due\. Record ₹10\.00, and leave/).first()).toBeVisible();
  await page.getByRole("button", { name: "Record cash" }).click();
  await expectMessage(page, `₹10.00 is recorded for order #${id}`);

  // It was another order's.
  await page.getByRole("link", { name: /^Take back this record/ }).click();
  await page.getByLabel("Reason").fill("It was another order's");
  await page.getByRole("button", { name: "Take back this record" }).click();
  await expectMessage(page, /^The record of ₹10\.00 is taken back/);

  const list = `Order No,Amount,UTR\n${id},${total},U7\n999999999,5,U7\n`;
  await page.goto("/admin/remittances");
  const file = { name: `${unique("list")}.csv`, mimeType: "text/csv", buffer: Buffer.from(list) };
  await page.getByLabel("The carrier’s list").setInputFiles(file);
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByText("No order has this number or tracking number")).toBeVisible();
  await page.getByRole("button", { name: /^Record ₹[\d.,]+ for 1 order$/ }).click();
  await expectMessage(page, /is recorded for 1 order$/);
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByText(/all of ₹[\d.,]+ received/)).toBeVisible();
});

test("staff record a refused parcel, a transfer, and what they paid back", async ({ page, staff }) => {
  await signUp(page);
  const { id } = await placeAtDoor(page);
  await asStaff(page, `/admin/orders/${id}`);
  await page.getByRole("button", { name: "Confirm order" }).click();
  await expectMessage(page, `Order #${id} is confirmed`);
  await call(staff, `orders/admin/${id}/packing`, {});
  await call(staff, `orders/admin/${id}/despatch`, { logisticsId: 1, trackingno: `EK${id}IN` });
  await page.goto(`/admin/orders/${id}`);
  await page.getByRole("link", { name: "Parcel refused" }).click();
  await page.getByLabel("Note for the shop (optional)").fill("Nobody at home");
  await page.getByRole("button", { name: "Parcel refused" }).click();
  await expectMessage(page, `The books of order #${id} are back in stock`);
  await page.goto("/admin/logistics/refused");
  await page.getByRole("searchbox", { name: "Search" }).fill(ADDRESS.Pincode.slice(0, 3));
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await expect(page.getByRole("link", { name: ADDRESS.Pincode })).toBeVisible();

  await page.context().clearCookies();
  await signUp(page);
  const transfer = (await placeAtDoor(page)).id;
  await inShop((db) =>
    sql`update orders set payment_way = 'transfer', due_at_door = 0 where id = ${transfer}`.execute(db),
  );
  await asStaff(page, `/admin/orders/${transfer}`);
  await page.getByRole("link", { name: "Record payment" }).click();
  await page.getByLabel("Reference").fill(unique("UTR"));
  await page.getByRole("button", { name: "Record payment" }).click();
  await expectMessage(page, `Order #${transfer} is paid`);
  await call(staff, `orders/admin/${transfer}/cancellation`, {});
  await page.goto(`/admin/orders/${transfer}`);
  await page.getByRole("link", { name: /^Record as paid back/ }).click();
  await page.getByLabel("How").fill("NEFT 77");
  await page.getByRole("button", { name: "Record as paid back" }).click();
  await expectMessage(page, /is paid back$/);
});
