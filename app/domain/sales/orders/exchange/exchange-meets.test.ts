import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createDoorOrder } from "~/test/door-orders";
import { exchange as exchangeFor, made } from "~/test/exchanges";
import { createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { mailsTo, onOneLine } from "~/test/mails";
import { createOrderShop, customerWithCart, payOrder, refundKey } from "~/test/orders";
import { recordPaidBack } from "../../at-the-door/pay-back.server";
import { recordCash } from "../../at-the-door/record-money.server";
import { refuseParcel } from "../../at-the-door/refuse-parcel.server";
import { applyCoupon } from "../../cart/cart-coupon.server";
import { checkOut } from "../../checkout/check-out.server";
import type { OrderRequest } from "../../checkout/order-request";
import { placeOrder } from "../../checkout/place-order.server";
import { processRefunds } from "../../payments/refunds/refunds.server";
import { refundByStaff } from "../../payments/refunds/staff-refunds.server";
import { setCustomerTerms } from "../../trade/customer-terms.server";
import { creditOf } from "../../trade/on-account.server";
import { findStaffOrder } from "../desk/staff-order.server";
import { editOrderSchema } from "../edit/edit-order.schema";
import { editOrder } from "../edit/edit-order.server";
import { orderVersion } from "../edit/order-version.server";
import { despatch, markDelivered, markPacked } from "../fulfilment/fulfilment.server";

/* An exchange of an order with more than one thing of its own, or with what comes after it. */

const NOW = new Date("2026-11-21T06:00:00.000Z");

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
let cheap: number;
beforeAll(async () => {
  shop = await createOrderShop();
  db = shop.db;
  cheap = await createBook(db, { title: "Cheap", price: 10_000, stock: 99 });
  const cod = { ...NO_COD, offered: true, partPercent: 20 };
  const method = planMethod({ rates: { by: "flat", price: 0 }, cod });
  await storePlan(db, shop.staffId, { zones: [planZone({ states: ["Kerala"], methods: [method] })] });
});

const exchange = (orderId: number, given: Record<string, unknown>) =>
  exchangeFor(db, { orderId, staffId: shop.staffId, now: NOW }, given);
const read = async (orderId: number) => (await findStaffOrder(db, orderId, undefined, NOW))!;

async function edit(orderId: number, change: Record<string, unknown>) {
  const parsed = editOrderSchema.parse({ version: await orderVersion(db, orderId), ...change });
  return editOrder(db, { orderId, staffId: shop.staffId, ...parsed }, NOW);
}

async function send(orderId: number) {
  const request = { orderId, staffId: shop.staffId };
  await markPacked(db, request, NOW);
  await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${orderId}` }, NOW);
  expect(await markDelivered(db, request, NOW)).toMatchObject({ ok: true });
}

/** Two copies at ₹300, less a coupon of 10 %: ordered, what is due online paid, and delivered. */
async function delivered(asked: Partial<OrderRequest> = {}) {
  const customer = await customerWithCart(db, { book: { title: "Gora", price: 30_000, stock: 99 }, quantity: 2, now: NOW }); // oxfmt-ignore
  const { accountId, addressId } = customer;
  const { code } = await createCoupon(db, { value: 1_000 });
  await applyCoupon(db, { accountId }, code, NOW);
  const placed = await checkOut(db, shop.gateway, accountId, { addressId, ...asked }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const { gatewayOrderId, amount: total } = placed.window!;
  await payOrder(db, shop.gateway, { gatewayOrderId, total }, { now: NOW });
  await send(placed.orderId);
  return { ...customer, orderId: placed.orderId };
}

test("with a coupon and a part paid before: once the rest has come, for what it cost; the money goes back the way that it came, with a note by mail", async () => {
  const { orderId, bookId } = await delivered({ payment: "cod" });
  const { staffId } = shop;
  const add = [{ bookId: cheap, qty: 1 }];
  expect(await exchange(orderId, { add })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^₹432\.00 of order #\d+ is due at the door/),
  });
  const cash = { orderId, staffId, amount: 43_200, reference: "", receivedOn: "2026-11-21", isPart: false, key: refundKey() }; // oxfmt-ignore
  expect(await recordCash(db, cash, NOW)).toMatchObject({ ok: true });
  const first = made(await exchange(orderId, { add }));
  expect(first).toMatchObject({ total: 10_000, paid: 10_000, due: 0, refund: 17_000 });
  const { email } = (await read(orderId)).customer;
  const [note] = (await mailsTo(db, email)).filter(({ subject }) => subject.includes("a note for order"));
  expect(onOneLine(note!.text_body)).toContain(
    `₹100.00 of your order #${orderId} pays for order #${first.newOrderId}, which we send you in exchange.`,
  );
  expect(note!.attachment).toMatch(/^note:\d+$/);
  await processRefunds(db, shop.gateway, NOW);
  const parts = () =>
    read(orderId).then(({ refunds }) =>
      refunds.map(({ amount, reason, isByHand, status }) => [amount, reason, isByHand, status]),
    );
  expect(await parts()).toEqual([
    [10_000, "exchange", false, "processed"],
    [800, "staff", false, "processed"],
    [16_200, "staff", true, "queued"],
  ]);
  const { refunds } = await read(orderId);
  await recordPaidBack(db, { orderId, staffId, refundId: refunds[2]!.id, how: "NEFT 7" }, NOW);
  const second = made(await exchange(orderId, { add: [{ bookId, qty: 1 }] }));
  expect(second).toMatchObject({ total: 27_000, paid: 27_000, due: 0, refund: 0 });
  // Wholly exchanged, and what was left paid back: it was delivered, and is not called refunded.
  expect(await read(orderId)).toMatchObject({ state: "delivered", money: { paid: 54_000, left: 0 } });
  const noted = await db
    .selectFrom("document_lines as l")
    .innerJoin("documents as d", "d.id", "l.document_id")
    .select(({ fn }) => [fn.sum<number>("l.value").as("value"), fn.sum<number>("l.quantity").as("copies")])
    .where("d.order_id", "=", orderId)
    .where("d.of_document", "is not", null)
    .executeTakeFirstOrThrow();
  expect([Number(noted.value), Number(noted.copies)]).toEqual([54_000, 2]);
  const uses = await db.selectFrom("coupon_uses").select("discount").where("order_id", "in", [orderId, first.newOrderId, second.newOrderId]).execute(); // oxfmt-ignore
  expect(uses).toEqual([{ discount: 6_000 }]);
});

test("exchanged wholly, with the rest refunded in another step: the order stays delivered, its bill has nothing left", async () => {
  const { orderId } = await delivered();
  const { lines } = await read(orderId);
  const qty = { id: lines[0]!.id, qty: 1 };
  const { newOrderId } = made(await exchange(orderId, { lines: [qty], add: [{ bookId: cheap, qty: 1 }] }));
  const refund = { orderId, staffId: shop.staffId, amount: 27_000, reason: "r", key: refundKey() };
  expect(await refundByStaff(db, refund, NOW)).toMatchObject({ ok: true });
  await processRefunds(db, shop.gateway, NOW);
  expect(await read(orderId)).toMatchObject({ state: "delivered", money: { left: 0 } });
  // The order that was sent for it is refunded like any other.
  await refundByStaff(db, { ...refund, orderId: newOrderId, amount: 10_000, key: refundKey() }, NOW);
  const [back] = (await read(newOrderId)).refunds;
  await recordPaidBack(db, { orderId: newOrderId, staffId: shop.staffId, refundId: back!.id, how: "UPI" }, NOW); // oxfmt-ignore
  expect(await read(newOrderId)).toMatchObject({ state: "refunded", money: { left: 0 } });
});

test("of a refused parcel: nothing; a parcel whose cash has come was not refused, nor is one that was sent in exchange", async () => {
  const given = { now: NOW, staffId: shop.staffId, providerId: shop.providerId, book: { price: 30_000, stock: 9 } }; // oxfmt-ignore
  await storePlan(db, shop.staffId, {
    zones: [planZone({ states: ["Kerala"], methods: [planMethod({ rates: { by: "flat", price: 0 }, cod: { ...NO_COD, offered: true } })] })], // oxfmt-ignore
  });
  const refused = await createDoorOrder(db, "shipped", given);
  const request = { staffId: shop.staffId, note: "", payBack: false };
  const add = [{ bookId: refused.bookId, qty: 1 }];
  expect(await exchange(refused.orderId, { add })).toMatchObject({ ok: false });
  expect(await refuseParcel(db, { ...request, orderId: refused.orderId }, NOW)).toMatchObject({ ok: true });
  expect(await exchange(refused.orderId, { add })).toMatchObject({ ok: false, message: `Order #${refused.orderId} is cancelled: its books cannot be exchanged` }); // oxfmt-ignore
  const taken = await createDoorOrder(db, "shipped", given);
  const { orderId } = taken;
  const cash = { orderId, staffId: shop.staffId, amount: 30_000, reference: "", receivedOn: "2026-11-21", isPart: false, key: refundKey() }; // oxfmt-ignore
  await recordCash(db, cash, NOW);
  const { newOrderId } = made(await exchange(orderId, { add: [{ bookId: taken.bookId, qty: 1 }] }));
  await send(newOrderId);
  for (const id of [orderId, newOrderId])
    expect(await refuseParcel(db, { ...request, orderId: id }, NOW)).toMatchObject({ ok: false });
  expect((await read(orderId)).money).toEqual({ paid: 30_000, left: 0 });
});

test("the new order is changed before it is packed: more is asked for, less goes back by hand, the same costs the same", async () => {
  const { orderId, bookId } = await delivered();
  const { newOrderId } = made(await exchange(orderId, { add: [{ bookId, qty: 1 }] }));
  const [line] = (await read(newOrderId)).lines;
  const address = { ...(await read(newOrderId)).address, fullname: "Asha R. Menon" };
  expect(await edit(newOrderId, { address })).toMatchObject({ ok: true, totals: { total: 27_000 }, due: 0, refundDue: 0 }); // oxfmt-ignore
  // Its version is another since: whoever looked before is told.
  expect(await edit(newOrderId, { version: 1, note: "n" })).toMatchObject({ message: expect.stringContaining("was changed meanwhile") }); // oxfmt-ignore
  expect(await edit(newOrderId, { add: [{ bookId: cheap, qty: 1 }] })).toMatchObject({ ok: true, due: 10_000 }); // oxfmt-ignore
  expect(await edit(newOrderId, { lines: [{ id: line!.id, qty: 0 }] })).toMatchObject({ ok: true, due: 0, refundDue: 17_000 }); // oxfmt-ignore
  const after = await read(newOrderId);
  expect(after).toMatchObject({ exchangeOf: orderId, totals: { total: 10_000 }, money: { paid: 27_000, left: 10_000 } }); // oxfmt-ignore
  expect(after.refunds).toMatchObject([{ amount: 17_000, isByHand: true, status: "queued" }]);
  // The order of before can be neither changed, nor exchanged by who read it before.
  expect(await edit(orderId, { note: "n" })).toMatchObject({ ok: false });
});

test("a gift stays one: no bill in its parcel, and the message on its slip", async () => {
  const gift = { from: "Asha and Ravi", message: "Happy birthday!" };
  const { orderId, bookId } = await delivered({ gift });
  const { newOrderId } = made(await exchange(orderId, { add: [{ bookId, qty: 1 }] }));
  expect(await read(newOrderId)).toMatchObject({ gift, address: (await read(orderId)).address });
});

test("on account: nothing; an order that such a customer has paid is exchanged without a rupee of credit", async () => {
  const { accountId, addressId, orderId, bookId } = await delivered();
  const fields = { groupId: null, creditLimit: 1_000_000, creditDays: 30 };
  await setCustomerTerms(db, { accountId, staffId: shop.staffId, fields });
  const later = await customerWithCart(db, { bookId, accountId, quantity: 1, now: NOW });
  expect(later.accountId).toBe(accountId);
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox", payment: "account" }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  await send(placed.orderId);
  const { open } = await creditOf(db, accountId);
  const add = [{ bookId, qty: 1 }];
  expect(await exchange(placed.orderId, { add })).toMatchObject({ ok: false, message: expect.stringContaining("is on account: take the books off its invoice") }); // oxfmt-ignore
  const outcome = made(await exchange(orderId, { add }));
  expect(await read(outcome.newOrderId)).toMatchObject({ paymentWay: "transfer", balanceDue: 0 });
  expect((await creditOf(db, accountId)).open).toBe(open);
});
