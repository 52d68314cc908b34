import { beforeAll, expect, test } from "vitest";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createBook, createStaff } from "~/test/factories";
import { createCarrier, customerWithCart } from "~/test/orders";
import { mailsTo } from "~/test/mails";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";

/** Ten orders that are paid at the door, from the checkout to the carrier's money, by the forms that people use. */

const shop = testShop();
const COPIES = 2;
const STOCK = 50;
let staff: Browser;
let bookId: number;
let carrierId: number;

beforeAll(async () => {
  const db = shop.db.write;
  const staffId = await createStaff(db);
  staff = await signedIn(shop, staffId);
  bookId = await createBook(db, { stock: STOCK, price: 30_000, weight_g: 300 });
  carrierId = await createCarrier(db, "Blue Dart");
  const cod = { ...NO_COD, offered: true, fee: 3_000 };
  const method = planMethod({ rates: { by: "flat", price: 4_500 }, cod });
  await storePlan(db, staffId, { zones: [planZone({ states: ["Kerala"], methods: [method] })] });
});

interface Placed {
  id: number;
  browser: Browser;
  code: string;
  link: string;
}

/** A customer places an order at the checkout. */
async function place(at: number): Promise<Placed> {
  const address = { mobile: `984701230${at}` };
  const customer = await customerWithCart(shop.db.write, { bookId, quantity: COPIES, address });
  const browser = await signedIn(shop, customer.accountId);
  const form = { intent: "place-order", addressId: String(customer.addressId), paymentMethod: "cod" };
  const answer = await readPage(browser.post("/checkout", form));
  expect(answer.status).toBe(303);
  const order = await shop.db.read
    .selectFrom("orders")
    .select(["id", "due_at_door", "cod_fee", "total", "state"])
    .where("account_id", "=", customer.accountId)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ state: "pending", due_at_door: 67_500, cod_fee: 3_000, total: 67_500 });
  const account = await shop.db.read
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", customer.accountId)
    .executeTakeFirstOrThrow();
  const mails = await mailsTo(shop.db.read, account.email);
  const text = mails.find(({ dedupe_key }) => dedupe_key === `order-to-confirm:${order.id}`)!.text_body;
  const code = /code:?\s+(\d{6})/i.exec(text)![1]!;
  return { id: order.id, browser, code, link: /token=([\w-]+)/.exec(text)![1]! };
}

const send = async (id: number, fields: Record<string, string>) => {
  const answer = await readPage(staff.post(`/admin/orders/${id}`, fields));
  expect([fields.intent, answer.status]).toEqual([fields.intent, 303]);
};

test("ten orders are placed, confirmed, sent, delivered or refused, and the carrier's money is recorded", async () => {
  const orders: Placed[] = [];
  for (let at = 0; at < 10; at++) orders.push(await place(at));
  const todo = await pageHtml(staff.get("/admin"));
  expect(todo).toMatch(/<[^>]+>10<[\s\S]{0,200}To confirm/);

  // Three by code, three by link, three by staff; the last is cancelled by its customer.
  for (const { id, browser, code } of orders.slice(0, 3))
    expect((await browser.post(`/orders/${id}`, { intent: "confirm", code })).status).toBe(303);
  for (const { link } of orders.slice(3, 6))
    expect((await guestBrowser(shop).post("/confirm-order", { token: link })).status).toBe(303);
  for (const { id } of orders.slice(6, 9)) await send(id, { intent: "confirm" });
  const last = orders[9]!;
  expect((await last.browser.post(`/orders/${last.id}`, { intent: "cancel", reason: "" })).status).toBe(303);

  const sent = orders.slice(0, 9);
  for (const { id } of sent) {
    await send(id, { intent: "pack" });
    expect(await pageHtml(staff.get(`/admin/orders/${id}/packing-slip`))).toContain("₹675.00");
    await send(id, { intent: "despatch", providerId: String(carrierId), trackingNo: `BD${id}` });
  }
  for (const { id } of sent.slice(0, 7)) await send(id, { intent: "deliver" });
  const refused = sent[8]!;
  await send(refused.id, { intent: "refuse", note: "" });

  // The carrier's list: one of less, the refused parcel, one that nobody knows.
  const rows = sent.map(({ id }, at) => `BD ${id},${at === 0 ? 650 : 675},UTR 99,27-11-2026`);
  const list = `AWB No,COD Amount,UTR,Date\n${rows.join("\n")}\nXX1,675,UTR 99,27-11-2026\n`;
  const file = new File([list], "bluedart.csv", { type: "text/csv" });
  const uploaded = await readPage(staff.postFiles("/admin/remittances", { file }));
  const page = await pageHtml(staff.get(uploaded.to!));
  expect(page).toContain("10 rows");
  expect(page).toContain("3 differ");
  expect(page).toContain(`₹675.00 is due for order #${sent[0]!.id}; the list has ₹650.00`);
  expect(page).toContain(`The parcel of order #${refused.id} was refused, yet ₹675.00 came`);
  await readPage(staff.post(uploaded.to!, { intent: "record" }));
  const recorded = await pageHtml(staff.get(uploaded.to!));
  expect(flashMessages(recorded).join()).toBe("₹4,725.00 is recorded for 7 orders");

  const money = await shop.db.read
    .selectFrom("orders")
    .select((eb) => [
      eb.fn.sum<number>("door_received").as("received"),
      eb.fn.sum<number>("total").as("total"),
    ])
    .where("state", "in", ["shipped", "delivered"])
    .executeTakeFirstOrThrow();
  expect(money).toEqual({ received: 7 * 67_500, total: 8 * 67_500 });
  const open = await pageHtml(staff.get("/admin/orders?waits=door"));
  expect([...open.matchAll(/is due at the door/g)]).toHaveLength(1);
  const book = await shop.db.read
    .selectFrom("books")
    .select(["stock", "sold_count"])
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  expect(book).toEqual({ stock: STOCK - 8 * COPIES, sold_count: 8 * COPIES });
});
