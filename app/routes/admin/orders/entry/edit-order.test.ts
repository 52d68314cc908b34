import { beforeAll, expect, test } from "vitest";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { versionOf } from "~/domain/sales/orders/desk/staff-order";
import { addOrderNote } from "~/domain/sales/orders/notes/order-notes.server";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { copiesOf } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { ADDRESS, createAccount, createBook, createStaff } from "~/test/factories";
import { createShopOrder } from "~/test/orders";
import { readPage, unescaped } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let staffId: number;
beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
});

/** Posts the form of a change, and reads the page that it answers. */
async function send(orderId: number, fields: Record<string, string>) {
  const answer = await staff.post(`/admin/orders/${orderId}/edit`, fields);
  return { status: answer.status, html: unescaped(await answer.text()) };
}

const version = async (orderId: number) => versionOf((await findStaffOrder(shop.db.read, orderId))!);

test("a book that is hidden after it was added keeps its row, with why it cannot come onto the order", async () => {
  const { orderId } = await createShopOrder(shop, "paid", { staffId });
  const book = await createBook(shop.db.write, { title: "Devdas", stock: 5, hidden: 1 });
  const fields = { intent: "check", version: String(await version(orderId)), [`add-${book}`]: "2" };
  const { status, html } = await send(orderId, fields);
  expect(status).toBe(400);
  expect(html).toContain(`Book ${book} is not in the store`);
  expect(html).toMatch(new RegExp(`<input[^>]*name="add-${book}"[^>]*value="2"`));
});

test("somebody else's change is told, what was typed stays, and the next press compares with the order as it is now", async () => {
  const { orderId } = await createShopOrder(shop, "paid", { staffId });
  const before = await version(orderId);
  const theirs = editOrderSchema.parse({ version: before, note: "Theirs" });
  expect(await editOrder(shop.db.write, { orderId, staffId, ...theirs })).toMatchObject({ ok: true });
  await addOrderNote(shop.db.write, { orderId, staffId, note: "A note changes no version" });
  const mine = { intent: "check", version: String(before), note: "Mine, by phone" };
  const { status, html } = await send(orderId, mine);
  expect(status).toBe(400);
  expect(html).toContain(`Order #${orderId} was changed meanwhile: Changed`);
  expect(html).toContain("Mine, by phone");
  const now = await version(orderId);
  expect(html).toMatch(new RegExp(`name="version"[^>]*value="${now}"|value="${now}"[^>]*name="version"`));
  const checked = await send(orderId, { ...mine, version: String(now) });
  expect(checked.html).toContain("Save the Change");
});

test("a change is saved by its own button alone, not by checking it once more or by Enter in the search", async () => {
  const { orderId } = await createShopOrder(shop, "paid", { staffId });
  const now = await version(orderId);
  const fields = { version: String(now), note: "By phone" };
  const { html } = await send(orderId, { ...fields, intent: "check" });
  const confirmed = /name="confirmed"[^>]*value="([^"]+)"/.exec(html)![1]!;
  for (const again of [{ intent: "check" }, { intent: "find", find: " " }] as Record<string, string>[]) {
    const { status, html: page } = await send(orderId, { ...fields, ...again, confirmed });
    expect(status).toBe(200);
    expect(page).toContain("Save the Change");
  }
  expect(await version(orderId)).toBe(now);
  expect((await send(orderId, { ...fields, intent: "save", confirmed })).status).toBe(303);
  expect(await version(orderId)).not.toBe(now);
});

test("a new order is placed by its own button alone", async () => {
  const book = await createBook(shop.db.write, { title: "Gora", stock: 5 });
  const fields = { name: "Asha Rao", phone: "9847012345", payment: "cash", [`add-${book}`]: "1" };
  const post = async (more: Record<string, string>) => {
    const answer = await staff.post("/admin/orders/new", { ...fields, ...more });
    return { status: answer.status, html: await answer.text() };
  };
  const confirmed = /name="confirmed"[^>]*value="([^"]+)"/.exec((await post({ intent: "check" })).html)![1]!;
  for (const again of [{ intent: "check" }, { intent: "find", find: "" }] as Record<string, string>[])
    expect(await post({ ...again, confirmed })).toMatchObject({ status: 200 });
  expect((await post({ intent: "save", confirmed })).status).toBe(303);
});

test("a new order has the block of the checkout: its messages at its fields, filled in from the customer's last order", async () => {
  const { orderId, accountId } = await createShopOrder(shop, "paid", { staffId });
  const book = await createBook(shop.db.write, { stock: 5 });
  const school = {
    buyer_gstin: "32AABCL1234C1ZD",
    buyer_name: "Lake View School",
    buyer_reference: "PO 118",
  };
  await shop.db.write.updateTable("orders").set(school).where("id", "=", orderId).execute();
  const page = `/admin/orders/new?customer=${accountId}`;
  const { html } = await readPage(staff.get(page));
  expect(html).toMatch(/<details open="">.*value="32AABCL1234C1ZD"/s);
  expect(html).not.toContain("PO 118");
  const fields = {
    customerId: String(accountId),
    payment: "cash",
    [`add-${book}`]: "1",
    buyerName: "School",
  };
  const send = (more: object) => readPage(staff.post(page, { ...fields, ...more }));
  const refused = await send({ intent: "check", buyerGstin: "32AABCL1234C1ZE" });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/value="32AABCL1234C1ZE".*does not add up/s);
  const typed = { buyerGstin: "32aabcl1234c1zd", buyerReference: "PO 119", buyerAddress: "" };
  const checked = await send({ ...typed, intent: "check" });
  expect(checked.html).toContain('value="PO 119"');
  const confirmed = /name="confirmed"[^>]*value="([^"]+)"/.exec(checked.html)![1]!;
  const saved = await send({ ...typed, intent: "save", confirmed });
  const placed = Number(saved.to!.split("/").at(-1));
  const stored = await shop.db.read.selectFrom("orders").selectAll().where("id", "=", placed).executeTakeFirstOrThrow(); // oxfmt-ignore
  expect(stored).toMatchObject({
    buyer_gstin: "32AABCL1234C1ZD",
    buyer_name: "School",
    buyer_reference: "PO 119",
  });
});

test("a change beyond what the customer may owe is refused at the reason's field, which staff fill in", async () => {
  const db = shop.db.write;
  const accountId = await createAccount(db);
  const bookId = await createBook(db, { title: "Chokher Bali", price: 20_000, stock: 9 });
  const given = { customer: { id: accountId }, lines: [{ bookId, qty: 1 }], address: ADDRESS };
  const wanted = staffOrderSchema.parse({ ...given, payment: "account", creditReason: "A school" });
  const placed = await placeStaffOrder(db, { ...wanted, staffId, gateway: "sandbox" });
  if (!placed.ok) throw new Error(placed.message);
  const { orderId } = placed;
  const line = async () => (await findStaffOrder(shop.db.read, orderId))!.lines[0]!;
  const now = await version(orderId);
  const more = { intent: "check", version: String(now), [copiesOf((await line()).id)]: "3" };
  const refused = await send(orderId, more);
  expect(refused.status).toBe(400);
  const [, message] = /name="creditReason"[^>]*><p [^>]*>([^<]*)/.exec(refused.html)!;
  expect(message).toMatch(
    /^The customer buys nothing on account; with this change ₹[\d.]+ would be open\. Write/,
  );
  const reason = { ...more, creditReason: "The principal has signed" };
  const { html } = await send(orderId, reason);
  expect(html).toMatch(/name="creditReason"[^>]*value="The principal has signed"/);
  const confirmed = /name="confirmed"[^>]*value="([^"]+)"/.exec(html)![1]!;
  expect((await send(orderId, { ...reason, confirmed, intent: "save" })).status).toBe(303);
  expect((await line()).quantity).toBe(3);
});

test("an order that is not on account has no field for it", async () => {
  const { orderId } = await createShopOrder(shop, "paid", { staffId });
  expect(await (await staff.get(`/admin/orders/${orderId}/edit`)).text()).not.toContain("creditReason");
});
