import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createDoorOrder } from "~/test/door-orders";
import { exchange as exchangeFor, made } from "~/test/exchanges";
import { createBook, setSettings } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { BUYER_FAR, SELLER } from "~/test/gst-month";
import { createOrderShop, customerWithCart, payOrder, placeOrderFor, refundKey } from "~/test/orders";
import { addRemittance, checkRemittance, recordRemittance } from "../../at-the-door/remittances.server";
import { recordPaidBack } from "../../at-the-door/pay-back.server";
import { takeBackCash } from "../../at-the-door/take-back-cash.server";
import { applyCoupon } from "../../cart/cart-coupon.server";
import { addToCart } from "../../cart/cart.server";
import { placeOrder } from "../../checkout/place-order.server";
import { ensureGatewayOrder } from "../../payments/payments.server";
import { refundByStaff } from "../../payments/refunds/staff-refunds.server";
import { placeStaffOrder } from "../by-staff/place-staff-order.server";
import { staffOrderSchema } from "../by-staff/staff-order.schema";
import { cancelByCustomer } from "../cancellation.server";
import { eventActor } from "../desk/order-timeline";
import { findStaffOrder } from "../desk/staff-order.server";
import { despatch, markDelivered, markPacked } from "../fulfilment/fulfilment.server";
import { readOrder } from "../orders.server";

/* An exchange where it meets what else an order can be: a coupon, money at the door, GST, the counter. */

const NOW = new Date("2026-11-21T06:00:00.000Z");

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeAll(async () => {
  shop = await createOrderShop();
  db = shop.db;
  await setSettings(db, { gstin: SELLER });
});

const exchange = (orderId: number, given: Record<string, unknown>) =>
  exchangeFor(db, { orderId, staffId: shop.staffId, now: NOW }, given);
const read = async (orderId: number) => (await findStaffOrder(db, orderId, undefined, NOW))!;
const stockOf = async (bookId: number) =>
  (await db.selectFrom("books").select("stock").where("id", "=", bookId).executeTakeFirstOrThrow()).stock;

/** Pays the order, and sends it. */
async function send(orderId: number, accountId: number): Promise<void> {
  const opened = await ensureGatewayOrder(db, shop.gateway, orderId, accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  const { gatewayOrderId, amount: total } = opened;
  await payOrder(db, shop.gateway, { gatewayOrderId, total }, { now: NOW });
  const request = { orderId, staffId: shop.staffId };
  await markPacked(db, request, NOW);
  await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${orderId}` }, NOW);
  await markDelivered(db, request, NOW);
}

test("with a coupon for one of two books: each is exchanged for what it cost", async () => {
  const [reduced, whole] = [
    await createBook(db, { price: 30_000, stock: 9 }),
    await createBook(db, { price: 10_000, stock: 9 }),
  ];
  const customer = await customerWithCart(db, { bookId: reduced, now: NOW });
  const owner = { accountId: customer.accountId };
  await addToCart(db, owner, { bookId: whole, quantity: 1 }, NOW);
  const coupon = await createCoupon(db, { value: 3_333, scope: "books" });
  await db.insertInto("coupon_targets").values({ coupon_id: coupon.id, for_book: reduced }).execute();
  expect(await applyCoupon(db, owner, coupon.code, NOW)).toMatchObject({ ok: true });
  const orderId = await placeOrderFor(db, customer, { now: NOW });
  await send(orderId, customer.accountId);
  const { lines } = await read(orderId);
  const add = (bookId: number) => ({ add: [{ bookId, qty: 1 }] });
  const first = made(await exchange(orderId, { lines: [{ id: lines[0]!.id, qty: 1 }], ...add(reduced) }));
  const second = made(await exchange(orderId, { lines: [{ id: lines[1]!.id, qty: 1 }], ...add(whole) }));
  expect([first, second]).toMatchObject([
    { total: 20_001, paid: 20_001, due: 0, refund: 0 },
    { total: 10_000, paid: 10_000, due: 0, refund: 0 },
  ]);
  expect((await read(orderId)).money?.left).toBe((await read(orderId)).totals.shipping);
  // The coupon was used once.
  const uses = await db.selectFrom("coupon_uses").select("order_id").where("coupon_id", "=", coupon.id).execute(); // oxfmt-ignore
  expect(uses).toEqual([{ order_id: orderId }]);
});

test("paid at the door: once its carrier's list has brought the money, which then stays; cancelled by the customer, it is paid back by hand", async () => {
  const order = await createDoorOrder(db, "delivered", {
    now: NOW,
    staffId: shop.staffId,
    providerId: shop.providerId,
    book: { price: 30_000, stock: 9 },
  });
  const { orderId, staffId, bookId } = order;
  const add = [{ bookId, qty: 1 }];
  expect(await exchange(orderId, { add })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^₹300\.00 of order #\d+ is due at the door/),
  });
  const bytes = new TextEncoder().encode(`Order No,Amount\n${orderId},300\n`);
  const list = await addRemittance(db, { name: "list.csv", bytes, staffId }, NOW);
  if (!list.ok) throw new Error(list.message);
  await recordRemittance(db, { id: list.id, staffId }, NOW);
  const { newOrderId } = made(await exchange(orderId, { add }));
  const [payment] = (await read(orderId)).payments;
  const takeBack = { orderId, staffId, payment: payment!.id, reason: "Another parcel's" };
  expect(await takeBackCash(db, takeBack, NOW)).toMatchObject({ ok: false, message: "The ₹300.00 was refunded, wholly or in part: its record stays" }); // oxfmt-ignore
  expect((await checkRemittance(db, list.id))!.lines[0]!.verdict.kind).toBe("recorded");
  // A list that names the new order finds nothing due.
  const other = await addRemittance(db, { name: "list.csv", bytes: new TextEncoder().encode(`Order No,Amount\n${newOrderId},300\n`), staffId }, NOW); // oxfmt-ignore
  if (!other.ok) throw new Error(other.message);
  expect((await checkRemittance(db, other.id))!.lines[0]!.verdict.kind).toBe("difference");

  const cancelled = await cancelByCustomer(
    db,
    { orderId: newOrderId, accountId: order.accountId, reason: "" },
    NOW,
  );
  expect(cancelled).toMatchObject({ ok: true });
  const [refund] = (await read(newOrderId)).refunds;
  expect(refund).toMatchObject({ amount: 30_000, isByHand: true, status: "queued" });
  await recordPaidBack(db, { orderId: newOrderId, staffId, refundId: refund!.id, how: "NEFT 7" }, NOW);
  expect(await read(newOrderId)).toMatchObject({ state: "refunded", money: { left: 0 } });
  const back = (await read(newOrderId)).events.find(({ kind }) => kind === "refund_processed")!;
  expect(eventActor(back)).toBe("Kamini Iyer");
  expect(await stockOf(bookId)).toBe(8);
  // Nothing of it is left at the first order either.
  const again = { orderId, staffId, amount: 100, reason: "r", key: refundKey() };
  expect(await refundByStaff(db, again, NOW)).toMatchObject({ ok: false });
});

test("of a buyer with a GSTIN: a credit note of the month for what comes back, and a tax invoice of its own for what is sent", async () => {
  const book = { price: 11_800, stock: 9, tax_rate: 1800, hsn: "4820" };
  const address = { state: "Karnataka", pincode: "560001" };
  const customer = await customerWithCart(db, { book, quantity: 2, address, now: NOW });
  const buyer = { gstin: BUYER_FAR, name: "A Library", address: "", reference: "PO 7" };
  const request = { addressId: customer.addressId, gateway: shop.gateway.name, buyer };
  const placed = await placeOrder(db, customer.accountId, request, NOW);
  if (!placed.ok) throw new Error(placed.message);
  await send(placed.orderId, customer.accountId);
  const dearer = await createBook(db, { price: 23_600, stock: 9, tax_rate: 1800, hsn: "4820" });
  const outcome = made(await exchange(placed.orderId, { add: [{ bookId: dearer, qty: 1 }] }));
  expect(outcome).toMatchObject({ total: 23_600, paid: 11_800, due: 11_800 });
  const documents = await db
    .selectFrom("documents as d")
    .innerJoin("document_lines as l", "l.document_id", "d.id")
    .select(["d.order_id as order", "d.kind", "d.place", "d.buyer_gstin as gstin"])
    .select(["l.quantity", "l.value", "l.integrated_tax as tax"])
    .where("d.order_id", "in", [placed.orderId, outcome.newOrderId])
    .where("l.is_delivery", "=", 0)
    .orderBy("d.id")
    .execute();
  const facts = { place: "29", gstin: BUYER_FAR };
  const [before, after] = [
    { order: placed.orderId, ...facts },
    { order: outcome.newOrderId, ...facts },
  ];
  expect(documents).toEqual([
    { ...before, kind: "tax_invoice", quantity: 2, value: 23_600, tax: 3_600 },
    { ...after, kind: "tax_invoice", quantity: 1, value: 23_600, tax: 3_600 },
    { ...before, kind: "credit_note", quantity: 1, value: 11_800, tax: 1_800 },
  ]);
});

test("at the counter: the other book is handed over at once, where it costs no more", async () => {
  const [one, dear] = [
    await createBook(db, { price: 20_000, stock: 9 }),
    await createBook(db, { price: 30_000, stock: 9 }),
  ];
  const order = staffOrderSchema.parse({
    customer: { name: "Asha Rao", phone: "9847012345" },
    lines: [{ bookId: one, qty: 1 }],
    payment: "cash",
  });
  const given = { ...order, staffId: shop.staffId, gateway: "sandbox" };
  const placed = await placeStaffOrder(db, given, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const { orderId } = placed;
  expect(await exchange(orderId, { add: [{ bookId: dear, qty: 1 }] })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^₹100\.00 more would be to be paid: at the counter refund/),
  });
  const { newOrderId } = made(await exchange(orderId, { add: [{ bookId: one, qty: 1 }] }));
  expect(await readOrder(db, newOrderId, "anybody", NOW)).toMatchObject({ state: "delivered" });
});
