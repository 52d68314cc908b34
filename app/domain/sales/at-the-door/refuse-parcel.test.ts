import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createDoorOrder } from "~/test/door-orders";
import { onOneLine } from "~/test/mails";
import {
  createOrder,
  createOrderShop,
  createPendingOrder,
  orderRecords,
  payOrder,
  refundKey,
  toFetch,
} from "~/test/orders";
import { cancelByCustomer, cancelByStaff } from "../orders/cancellation.server";
import { despatch, markDelivered, markPacked } from "../orders/fulfilment/fulfilment.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { doorHistory, refusedPins } from "./door-limits.server";
import { recordCash } from "./record-money.server";
import { pageOfRefused, parseRefusedSearch } from "./refused-pins";
import { refuseParcel } from "./refuse-parcel.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const BOOK = { book: { stock: 10, price: 30_000 }, quantity: 2, now: NOW };

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeEach(async () => {
  shop = await createOrderShop();
  db = shop.db;
});

const refuse = (orderId: number, payBack = false) =>
  refuseParcel(db, { orderId, staffId: shop.staffId, note: "Nobody at home", payBack }, NOW);
const shipped = () =>
  createDoorOrder(db, "shipped", { ...BOOK, staffId: shop.staffId, providerId: shop.providerId });
const records = (order: {
  orderId: number;
  bookId: number;
  accountId: number;
  addressId: number;
  total: number;
}) => orderRecords(db, { ...order, gatewayOrderId: "" });

test("a refused parcel comes back to stock once, and counts against the customer and the place", async () => {
  const order = await shipped();
  const outcomes = await Promise.all([refuse(order.orderId), refuse(order.orderId)]);
  expect(outcomes.map(({ message }) => message).toSorted()).toEqual([
    `The books of order #${order.orderId} are back in stock`,
    `The parcel of order #${order.orderId} was not refused: it is cancelled`,
  ]);
  const { row, book, events, mails, refunds } = await records(order);
  expect(row).toMatchObject({ state: "cancelled", cancel_reason: "customer", refused_at: NOW.toISOString() });
  expect(book).toEqual({ stock: 10, sold: 0 });
  expect(events.filter(({ kind }) => kind === "refused")).toHaveLength(1);
  expect(refunds).toEqual([]);
  const mail = mails.find(({ dedupe_key }) => dedupe_key.startsWith("order-cancelled"))!;
  const text = onOneLine(mail.text_body);
  expect(text).toContain("was not accepted and has come back to us");
  expect(text).toContain("You have not paid for it, and nothing is due.");
  const other = await shipped();
  await shipped();
  await markDelivered(db, { orderId: other.orderId, staffId: shop.staffId }, NOW);
  const history = await doorHistory(db, { accountId: order.accountId, pincode: row.pincode });
  expect(history).toMatchObject({ customer: { ended: 1, refused: 1 }, place: { ended: 2, refused: 1 } });
  expect((await doorHistory(db, { accountId: other.accountId, pincode: "999999" })).place.ended).toBe(0);
  expect(await refusedPins(db)).toEqual([{ pin: row.pincode, ...history.pin }]);
});

test("of books that nobody fetched its customer is told so, and not of a parcel", async () => {
  const order = await shipped();
  await toFetch(db, order.orderId);
  const { pincode } = await db.selectFrom("orders").select("pincode").where("id", "=", order.orderId).executeTakeFirstOrThrow(); // oxfmt-ignore
  const pins = await refusedPins(db);
  const before = await doorHistory(db, { accountId: order.accountId, pincode });
  expect(await refuse(order.orderId)).toMatchObject({ ok: true });
  const mail = (await records(order)).mails.find(({ dedupe_key }) =>
    dedupe_key.startsWith("order-cancelled"),
  )!;
  const text = onOneLine(mail.text_body);
  expect(text).toContain(`the books of your order #${order.orderId} were not fetched`);
  expect(text).not.toContain("parcel");
  // It counts for the customer, and not for the place.
  const after = await doorHistory(db, { accountId: order.accountId, pincode });
  expect([after.customer.refused, after.pin, await refusedPins(db)]).toEqual([1, before.pin, pins]);
});

test("PIN codes with refused parcels are listed by number or share, and found by their first digits", () => {
  const pins = [
    { pin: "560001", ended: 10, refused: 3 },
    { pin: "560034", ended: 3, refused: 3 },
    { pin: "110001", ended: 40, refused: 8 },
  ];
  const shown = (query: string) =>
    pageOfRefused(pins, parseRefusedSearch(new URLSearchParams(query))).rows.map(({ pin }) => pin);
  expect(shown("")).toEqual(["110001", "560034", "560001"]);
  expect(shown("sort=share&dir=desc")).toEqual(["560034", "560001", "110001"]);
  expect(shown("sort=refused&dir=asc")).toEqual(["560034", "560001", "110001"]);
  expect(shown("sort=ended&dir=desc")).toEqual(["110001", "560001", "560034"]);
  expect(shown("sort=pin&dir=asc")).toEqual(["110001", "560001", "560034"]);
  expect(shown("q=५६")).toEqual(["560034", "560001"]);
});

test("refused and delivered, or paid at the door, at once: one excludes the other", async () => {
  const order = await shipped();
  await Promise.all([
    refuse(order.orderId),
    markDelivered(db, { orderId: order.orderId, staffId: shop.staffId }, NOW),
  ]);
  const { row, book } = await records(order);
  expect([
    ["cancelled", { stock: 10, sold: 0 }],
    ["delivered", { stock: 8, sold: 2 }],
  ]).toContainEqual([row.state, book]);

  const paid = await shipped();
  const cash = {
    orderId: paid.orderId,
    staffId: shop.staffId,
    amount: paid.total,
    reference: "",
    receivedOn: "2026-11-27",
    key: refundKey(),
  };
  const [received, refused] = await Promise.all([recordCash(db, cash, NOW), refuse(paid.orderId)]);
  expect([received.ok, refused.ok].filter(Boolean)).toHaveLength(1);
});

test("a shipped order is not cancelled otherwise, and one paid online is not refused", async () => {
  const order = await shipped();
  const { orderId, accountId } = order;
  expect(await cancelByCustomer(db, { orderId, accountId, reason: "" }, NOW)).toMatchObject({ ok: false });
  expect(await cancelByStaff(db, { orderId, staffId: shop.staffId, note: "" }, NOW)).toMatchObject({
    ok: false,
    message: `Order #${orderId} is shipped: it cannot be cancelled. If it was refused at the door, choose 'Parcel refused'`,
  });
  const online = await createOrder(db, shop.gateway, "shipped", { ...BOOK, staffId: shop.staffId });
  expect((await refuse(online.orderId)).message).toBe(
    `The parcel of order #${online.orderId} was not refused: it is not paid at the door`,
  );
});

test.each([true, false])("what was paid before goes back if staff say so: %s", async (payBack) => {
  const order = await createPendingOrder(db, shop.gateway, BOOK);
  await db
    .updateTable("orders")
    .set({ payment_way: "cod", due_at_door: 45_000 })
    .where("id", "=", order.orderId)
    .execute();
  await payOrder(db, shop.gateway, { ...order, total: 15_000 }, { now: NOW });
  const request = { orderId: order.orderId, staffId: shop.staffId };
  await markPacked(db, request, NOW);
  await despatch(db, { ...request, providerId: shop.providerId, trackingNo: "AWB1" }, NOW);
  expect(await refuse(order.orderId, payBack)).toMatchObject({ ok: true });
  const mail = (await records(order)).mails.find(({ dedupe_key }) =>
    dedupe_key.startsWith("order-cancelled"),
  )!;
  expect(onOneLine(mail.text_body)).toContain(
    payBack
      ? "We are returning ₹150.00 to the card or account you paid with."
      : "You paid ₹150.00 before. We keep it, since the parcel was sent and came back; nothing more is due.",
  );
  expect(mail.text_body).not.toContain("not paid");
  await processRefunds(db, shop.gateway, NOW);
  const { row, refunds, book } = await records(order);
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual(
    payBack ? [[15_000, "processed"]] : [],
  );
  expect([row.state, book]).toEqual([payBack ? "refunded" : "cancelled", { stock: 10, sold: 0 }]);
});
