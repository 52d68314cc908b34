import { beforeAll, expect, test } from "vitest";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { versionOf } from "~/domain/sales/orders/desk/staff-order";
import { rightMissing } from "~/domain/kit/rights/rights";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { exchange, made } from "~/test/exchanges";
import { createBook, createStaff } from "~/test/factories";
import { createShopOrder, requestReturn } from "~/test/orders";
import { openPage, unescaped } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let staffId: number;
let other: number;
beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
  other = await createBook(shop.db.write, { title: "Devdas", price: 40_000, stock: 5 });
});

const make = () => createShopOrder(shop, "delivered", { staffId, quantity: 2, book: { title: "Gora", price: 25_000, stock: 9 } }); // oxfmt-ignore
const read = async (orderId: number) => (await findStaffOrder(shop.db.read, orderId))!;
const addressOf = (orderId: number) => `/admin/orders/${orderId}/exchange`;

/** Posts the form, with one copy of the order's first line for a dearer book, and reads the page that it answers. */
async function send(orderId: number, fields: Record<string, string>, browser = staff) {
  const order = await read(orderId);
  const answer = await browser.post(addressOf(orderId), {
    intent: "check",
    version: String(versionOf(order)),
    key: `a-key-of-order-${orderId}`,
    returnId: "",
    [`copies-${order.lines[0]!.id}`]: "1",
    [`add-${other}`]: "1",
    shipping: "",
    reason: "Torn cover",
    ...fields,
  });
  return { status: answer.status, to: answer.headers.get("location"), html: unescaped(await answer.text()) };
}

const confirmedIn = (html: string) => /name="confirmed"[^>]*value="([^"]*)"/.exec(html)?.[1];

test("books are exchanged by the button below the sums alone; the address that it leads to has the new order", async () => {
  const { orderId, accountId } = await make();
  const checked = await send(orderId, { shipping: "40.50" });
  expect(checked.status).toBe(200);
  expect(checked.html).toMatch(/The new order.*₹440\.50.*Paid by what comes back.*₹250\.00.*Still to be paid.*₹190\.50/s); // oxfmt-ignore
  const confirmed = confirmedIn(checked.html)!;
  // Other sums than those that were shown are asked about again.
  const pressed: Record<string, string>[] = [
    { intent: "check", shipping: "40.50" },
    { intent: "find", find: " ", shipping: "40.50" },
    { intent: "save" },
  ];
  for (const again of pressed)
    expect(confirmedIn((await send(orderId, { ...again, confirmed })).html)).not.toBe("");
  expect((await read(orderId)).exchanges).toEqual([]);
  const given = { intent: "save", confirmed, shipping: "40.50", version: String(versionOf(await read(orderId))) }; // oxfmt-ignore
  const saved = await send(orderId, given);
  const [newOrderId] = (await read(orderId)).exchanges;
  expect(saved).toMatchObject({ status: 303, to: `/admin/orders/${newOrderId}` });
  // Sent twice, it is the same exchange.
  expect(await send(orderId, given)).toMatchObject({ status: 303, to: `/admin/orders/${newOrderId}` });
  // The customer sees what has become of the money, and both orders.
  const customer = await signedIn(shop, accountId);
  const before = await openPage(customer, `/orders/${orderId}`);
  expect(before.html).toMatch(new RegExp(`₹250\\.00 has paid for books sent in exchange.*href="/orders/${newOrderId}"|href="/orders/${newOrderId}".*₹250\\.00 has paid for books sent in exchange`, "s")); // oxfmt-ignore
  expect(before.html).not.toContain("was returned to you");
  const after = await openPage(customer, `/orders/${newOrderId}`);
  expect(after.html).toMatch(/<p>Exchange<\/p>/);
  expect(after.html).toContain("₹190.50 is still to be paid");
});

test("who may not refund sees neither the way there nor the page, and changes nothing", async () => {
  const { orderId } = await make();
  const packer = await signedIn(
    shop,
    await createStaff(shop.db.write, { job: "orders", extra_rights: "[]" }),
  );
  expect((await openPage(packer, `/admin/orders/${orderId}`)).html).not.toContain("Exchange books");
  expect((await openPage(packer, addressOf(orderId))).status).toBe(403);
  const refused = await send(orderId, {}, packer);
  expect(refused).toMatchObject({ status: 403, html: expect.stringContaining(rightMissing("refunds")) });
  expect((await read(orderId)).exchanges).toEqual([]);
});

test("somebody else's exchange of the order is told, what was typed stays, and the next press compares with the order as it is now", async () => {
  const { orderId, bookId } = await make();
  const before = String(versionOf(await read(orderId)));
  const given = { orderId, staffId, now: new Date() };
  made(await exchange(shop.db.write, given, { lines: [{ id: (await read(orderId)).lines[0]!.id, qty: 1 }], add: [{ bookId, qty: 1 }] })); // oxfmt-ignore
  const { status, html } = await send(orderId, { version: before, [`restock-${(await read(orderId)).lines[0]!.id}`]: "on" }); // oxfmt-ignore
  expect(status).toBe(400);
  expect(html).toContain(`Order #${orderId} was changed meanwhile: Books exchanged`);
  expect(html).toContain("Torn cover");
  expect(html).toMatch(new RegExp(`name="add-${other}"[^>]*value="1"`));
});

test("a field that is wrong has its message; a book that is typed for is found or offered; both keep the form's key", async () => {
  const { orderId } = await make();
  const wrong = await send(orderId, { shipping: "free" });
  expect(wrong).toMatchObject({ status: 400, html: expect.stringContaining("Delivery must be in rupees") });
  expect(wrong.html).toContain(`value="a-key-of-order-${orderId}"`);
  expect((await send(orderId, { [`add-${other}`]: "6" })).html).toContain("4 of “Devdas” can be had");
  const found = await send(orderId, { intent: "find", find: "Devdas" });
  expect(found).toMatchObject({ status: 200 });
  expect(found.html).toMatch(new RegExp(`name="add-${other}"[^>]*value="2"`));
});

test("of a return: its books are offered until they are exchanged; then the page says so, to staff and customer", async () => {
  const order = await make();
  const { orderId, bookId, accountId } = order;
  const returnId = await requestReturn(shop.db.write, order);
  const page = `${addressOf(orderId)}?return=${returnId}`;
  expect((await openPage(staff, page)).response.headers.get("location")).toBe(`/admin/orders/${orderId}`);
  for (const answer of ["approve", "received"] as const)
    await answerReturn(shop.db.write, { orderId, staffId, returnId, answer, note: "", restock: true });
  expect((await openPage(staff, `/admin/orders/${orderId}`)).html).toContain(`/exchange?return=${returnId}`);
  expect((await openPage(staff, page)).html).toContain("These books have come back.");
  made(await exchange(shop.db.write, { orderId, staffId, now: new Date() }, { returnId, add: [{ bookId, qty: 1 }] })); // oxfmt-ignore
  const line = { [`copies-${(await read(orderId)).lines[0]!.id}`]: "" };
  const again = await send(orderId, { ...line, returnId: String(returnId) });
  expect(again).toMatchObject({ status: 400 });
  expect(again.html).toContain("These books are exchanged already");
  // The return's own page is gone: who presses there is told on the order's.
  const gone = await staff.post(page, { ...line, intent: "check", returnId: String(returnId) });
  expect(gone.headers.get("location")).toBe(`/admin/orders/${orderId}`);
  expect((await openPage(staff, `/admin/orders/${orderId}`)).html).toContain(
    "These books are exchanged already",
  );
  const { html } = await openPage(staff, `/admin/orders/${orderId}`);
  expect(html).toContain("Books exchanged");
  expect(html).not.toContain(`/exchange?return=${returnId}`);
  const customer = await signedIn(shop, accountId);
  expect((await openPage(customer, `/orders/${orderId}`)).html).not.toContain("Books refunded");
});
