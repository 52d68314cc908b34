import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { createCoupon } from "~/test/factories-coupons";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createDoorOrder, createWaitingOrder } from "~/test/door-orders";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { capturedPayment, createOrder, createOrderShop, createPaidOrder, customerWithCart, payOrder, placeOrderFor } from "~/test/orders"; // oxfmt-ignore
import { mailsTo } from "~/test/mails";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { parseOrderSearch } from "../desk/order-list";
import { listStaffOrders } from "../desk/order-list.server";
import { nextToPack } from "../desk/next-to-pack.server";
import { markPacked } from "../fulfilment/fulfilment.server";
import { cancelByCustomer, cancelByStaff } from "../cancellation.server";
import { readOrderMoney } from "../money/order-money.server";
import { readOrder } from "../orders.server";
import { applyPayment } from "../../payments/apply-payment.server";
import { ensureBalanceOrder, recordBalance } from "../../payments/pay-balance.server";
import { ensureGatewayOrder } from "../../payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { editOrder } from "./edit-order.server";
import { editOrderSchema } from "./edit-order.schema";
import { orderVersion } from "./order-version.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const PRICE = 30_000;

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
});

/** A change of the order as it is now. */
async function change(orderId: number, edit: Partial<Parameters<typeof editOrderSchema.parse>[0] & object>) {
  const parsed = editOrderSchema.parse({ version: await orderVersion(db, orderId), ...edit });
  return editOrder(db, { orderId, staffId, ...parsed }, NOW);
}

const orderOf = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const stockOf = async (bookId: number) => {
  const {
    stock,
    sold_count: sold,
    preordered,
  } = await db
    .selectFrom("books")
    .select(["stock", "sold_count", "preordered"])
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  return { stock, sold, preordered };
};

const paid = (given: Parameters<typeof createPaidOrder>[2] = {}) =>
  createPaidOrder(db, gateway, {
    book: { stock: 7, price: PRICE, title: "Gora" },
    quantity: 2,
    now: NOW,
    ...given,
  });

test("a change beside packing, a cancellation, its payment and another change: one after the other, and all adds up", async () => {
  for (let round = 0; round < 4; round++) {
    const { orderId, bookId, accountId } = await paid();
    const [line] = (await orderOf(orderId)).lines;
    const version = await orderVersion(db, orderId);
    const edit = (qty: number) =>
      editOrder(
        db,
        { orderId, staffId, ...editOrderSchema.parse({ version, lines: [{ id: line!.id, qty }] }) },
        NOW,
      );
    const outcomes = await Promise.all([
      edit(1),
      edit(5),
      markPacked(db, { orderId, staffId }, NOW),
      cancelByCustomer(db, { orderId, accountId, reason: "" }, NOW),
    ]);
    // The version is the same for both.
    expect(outcomes.slice(0, 2).filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
    const order = await orderOf(orderId);
    const money = await readOrderMoney(db, orderId);
    const isOver = order.state === "cancelled";
    expect((await stockOf(bookId)).stock).toBe(7 - (isOver ? 0 : order.lines[0]!.quantity));
    if (order.state === "packed") expect(order.balanceDue).toBe(0);
    if (isOver) expect(money!.left).toBe(0);
    else expect(money!.left + order.balanceDue).toBe(order.totals.total);
  }
});

describe("a paid order", () => {
  test("with fewer copies: they go back into stock, and the difference to the customer, once", async () => {
    const { orderId, bookId, total } = await paid();
    const [line] = (await orderOf(orderId)).lines;
    const before = await orderVersion(db, orderId);
    const outcome = await change(orderId, { lines: [{ id: line!.id, qty: 1 }], note: "As agreed" });
    expect(outcome).toMatchObject({ ok: true, refundDue: PRICE, due: 0 });
    if (!outcome.ok) return;
    expect(await stockOf(bookId)).toMatchObject({ stock: 6, sold: 1 });
    const order = await orderOf(orderId);
    expect(order.lines).toMatchObject([{ quantity: 1, unitPrice: PRICE }]);
    expect(order.totals).toEqual(outcome.totals);
    const again = editOrderSchema.parse({ version: before, lines: [{ id: line!.id, qty: 1 }] });
    expect(await editOrder(db, { orderId, staffId, ...again }, NOW)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/was changed meanwhile: .*Changed: ₹\S+ → ₹/),
    });
    await processRefunds(db, gateway, NOW);
    expect(await readOrderMoney(db, orderId)).toMatchObject({ paid: total, left: order.totals.total });
  });

  test("with another book: a link asks for the difference, and it cannot be packed before that is paid", async () => {
    const { orderId } = await paid();
    const other = await createBook(db, { price: 20_000, stock: 1, title: "Devdas" });
    const outcome = await change(orderId, { add: [{ bookId: other, qty: 1 }] });
    const { total } = (await orderOf(orderId)).totals;
    expect(outcome).toMatchObject({ ok: true, refundDue: 0, due: 20_000 });
    expect(await stockOf(other)).toMatchObject({ stock: 0, sold: 1 });
    const listed = async (search: string) =>
      (await listStaffOrders(db, parseOrderSearch(new URLSearchParams(search)))).rows.map(({ id }) => id);
    const next = async () => [await nextToPack(db, 0, NOW), await listed("ready=yes")];
    expect(await next()).toEqual([null, []]);
    expect(await listed("waits=balance")).toContain(orderId);
    expect(await markPacked(db, { orderId, staffId }, NOW)).toMatchObject({
      message: `₹200.00 of order #${orderId} is not paid yet: it cannot be packed before`,
    });
    const opened = await ensureBalanceOrder(db, gateway, orderId);
    expect(opened).toMatchObject({ ok: true, amount: 20_000 });
    expect(await ensureBalanceOrder(db, gateway, orderId)).toEqual(opened);
    if (!opened.ok) return;
    const payment = gateway.pay(capturedPayment({ gatewayOrderId: opened.gatewayOrderId, total: 20_000 }));
    expect(await applyPayment(db, payment, "webhook", NOW)).toMatchObject({ outcome: "paid", orderId });
    expect(await applyPayment(db, payment, "webhook", NOW)).toMatchObject({ outcome: "known" });
    expect(await readOrderMoney(db, orderId)).toMatchObject({ paid: total, left: total });
    expect(await next()).toEqual([orderId, [orderId]]);
    expect(await listed("waits=balance")).not.toContain(orderId);
    expect((await orderOf(orderId)).payments.map(({ misfit }) => misfit)).toEqual([null, null]);
    expect(await markPacked(db, { orderId, staffId }, NOW)).toMatchObject({ ok: true });
    // Cancelled, both payments go back.
    await cancelByStaff(db, { orderId, staffId, note: "" }, NOW);
    await processRefunds(db, gateway, NOW);
    expect(await readOrderMoney(db, orderId)).toMatchObject({ paid: total, left: 0 });
  });

  test("a payment of what is not asked for any more, or of another amount, goes back", async () => {
    const { orderId } = await paid();
    const other = await createBook(db, { price: 20_000, stock: 5 });
    await change(orderId, { add: [{ bookId: other, qty: 1 }] });
    const first = await ensureBalanceOrder(db, gateway, orderId);
    if (!first.ok) throw new Error(first.message);
    await change(orderId, { add: [{ bookId: other, qty: 1 }] });
    const second = await ensureBalanceOrder(db, gateway, orderId);
    if (!second.ok) throw new Error(second.message);
    expect(second).toMatchObject({ amount: 40_000 });
    const late = gateway.pay(capturedPayment({ gatewayOrderId: first.gatewayOrderId, total: 20_000 }));
    expect(await applyPayment(db, late, "webhook", NOW)).toMatchObject({ outcome: "refunding" });
    const odd = gateway.pay(capturedPayment({ gatewayOrderId: second.gatewayOrderId, total: 39_000 }));
    expect(await applyPayment(db, odd, "webhook", NOW)).toMatchObject({ reason: "wrong_amount" });
    await processRefunds(db, gateway, NOW);
    const { totals, balanceDue } = await orderOf(orderId);
    expect(balanceDue).toBe(40_000);
    expect(await readOrderMoney(db, orderId)).toMatchObject({ left: totals.total - 40_000 });
    expect([...gateway.refunds.values()].map(({ amount }) => amount)).toEqual([20_000, 39_000]);
  });

  test("what is to be paid can be recorded by staff, once, and only its sum", async () => {
    const { orderId } = await paid();
    const other = await createBook(db, { price: 20_000, stock: 5 });
    await change(orderId, { add: [{ bookId: other, qty: 1 }] });
    const money = {
      orderId,
      staffId,
      way: "transfer",
      reference: "UPI 7",
      receivedOn: "2026-11-21",
    } as const;
    expect(await recordBalance(db, { ...money, amount: 10_000 }, NOW)).toMatchObject({ field: "amount" });
    expect(await recordBalance(db, { ...money, amount: 20_000 }, NOW)).toMatchObject({ ok: true });
    expect(await recordBalance(db, { ...money, amount: 20_000 }, NOW)).toMatchObject({ ok: false });
    const { totals, balanceDue } = await orderOf(orderId);
    expect(balanceDue).toBe(0);
    expect(await readOrderMoney(db, orderId)).toMatchObject({ paid: totals.total });
  });

  test("of too few copies, an unknown book or line, nothing, or an order that is packed: refused, and nothing changes", async () => {
    const { orderId, bookId } = await paid();
    const scarce = await createBook(db, { stock: 1, title: "Devdas" });
    const [line] = (await orderOf(orderId)).lines;
    const before = await orderOf(orderId);
    for (const [edit, field, message] of [
      [{ lines: [{ id: line!.id, qty: 8 }] }, "lines[0].qty", "Only 5 more of “Gora” can be had"],
      [{ lines: [{ id: line!.id, qty: 1 }], add: [{ bookId: scarce, qty: 2 }] }, "add[0].qty", "Only 1 more of “Devdas” can be had"], // oxfmt-ignore
      [{ add: [{ bookId: 999, qty: 2 }] }, "add[0].bookId", "Book 999 is not in the store"],
      [{ lines: [{ id: 999, qty: 1 }] }, "lines[0].qty", "Line 999 is not part of the order"],
      [
        { lines: [{ id: line!.id, qty: 0 }] },
        "lines",
        "Nothing would be left to send: cancel the order instead",
      ],
      [{ lines: [{ id: line!.id, qty: 2 }] }, "lines", "Nothing is changed"],
      [{ methodId: 3 }, "methodId", "There are no ways of delivery to choose from"],
    ] as const)
      expect(await change(orderId, structuredClone(edit) as never)).toMatchObject({
        ok: false,
        field,
        message,
      });
    expect(await orderOf(orderId)).toEqual(before);
    expect(await stockOf(bookId)).toMatchObject({ stock: 5, sold: 2 });
    await markPacked(db, { orderId, staffId }, NOW);
    expect(await change(orderId, { note: "Late" })).toMatchObject({
      message: `Order #${orderId} is packed: it cannot be changed any more. Take back the packing first`,
    });
  });

  test("keeps its prices, unless staff say so; another address is on its bill, and its mail says what was and is", async () => {
    const { orderId, bookId, accountId } = await paid();
    await db.updateTable("books").set({ price: 40_000 }).where("id", "=", bookId).execute();
    const before = await orderOf(orderId);
    const address = { fullname: "Ravi Nair", address1: "1 Hill Road", address2: "Flat 2", place: "Pune", state: "Maharashtra", pincode: "411001", mobile: "9847012345", email: "ravi@example.com" }; // oxfmt-ignore
    expect(await change(orderId, { address, note: "Sent to your office" })).toMatchObject({ ok: true, due: 0, refundDue: 0 }); // oxfmt-ignore
    const { address: old } = before;
    expect((await orderOf(orderId)).address).toEqual(address);
    // The history stays when the customer is erased.
    const history = JSON.stringify([
      await db.selectFrom("order_events").select("detail").where("order_id", "=", orderId).execute(),
      await db.selectFrom("audit_entries").select(["before", "after"]).execute(),
    ]);
    expect(history).toContain("Pune 411001, changed");
    for (const text of [old.mobile, old.email, old.address1, address.mobile, address.email, address.address1])
      expect(history).not.toContain(text);
    const { email } = await db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirstOrThrow(); // oxfmt-ignore
    const mail = (await mailsTo(db, email)).at(-1)!;
    expect(mail.subject).toContain(`order #${orderId} was changed`);
    expect(mail.text_body).toContain("Sent to your office");
    expect(mail.attachment).toBe(`invoice:${orderId}`);
    expect(await change(orderId, { newPrices: true })).toMatchObject({ ok: true, due: 20_000 });
    expect((await orderOf(orderId)).lines).toMatchObject([{ unitPrice: 40_000 }]);
  });
});

test("copies that were refunded keep their price; what is left is never all given back while books are sent", async () => {
  const { orderId, bookId } = await paid({ quantity: 3 });
  const [line] = (await orderOf(orderId)).lines;
  const refund = (more: Partial<Parameters<typeof refundByStaff>[1]>) =>
    refundByStaff(db, { orderId, staffId, reason: "r", key: randomUUID(), amount: "lines", ...more }, NOW);
  await refund({ lines: [{ id: line!.id, qty: 1, restock: true }] });
  await db.updateTable("books").set({ price: 10_000 }).where("id", "=", bookId).execute();
  expect(await change(orderId, { newPrices: true, note: "n" })).toMatchObject({ ok: true, refundDue: 0, due: 0 }); // oxfmt-ignore

  await refund({ amount: 31_000 });
  expect(await change(orderId, { lines: [{ id: line!.id, qty: 2 }] })).toMatchObject({
    ok: false,
    message: expect.stringContaining("nothing would be paid for the books that are sent"),
  });
  expect((await readOrderMoney(db, orderId))!.left).toBe(29_000);
});

test("a coupon gives nothing below its least sum, and comes back above it; its use keeps the sum", async () => {
  const code = "TEN";
  const { id: couponId } = await createCoupon(db, {
    code,
    kind: "percentage",
    value: 1000,
    minimum_subtotal: 2 * PRICE,
  });
  const customer = await customerWithCart(db, { book: { price: PRICE, stock: 9 }, quantity: 3, now: NOW });
  await db
    .updateTable("carts")
    .set({ coupon_id: couponId })
    .where("account_id", "=", customer.accountId)
    .execute();
  const orderId = await placeOrderFor(db, customer, { now: NOW });
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now: NOW });
  const [line] = (await orderOf(orderId)).lines;
  const discounts = [];
  for (const qty of [1, 2, 4]) {
    await change(orderId, { lines: [{ id: line!.id, qty }] });
    const use = await db.selectFrom("coupon_uses").select("discount").where("order_id", "=", orderId).executeTakeFirstOrThrow(); // oxfmt-ignore
    discounts.push([(await orderOf(orderId)).totals.discount, use.discount]);
  }
  expect(discounts).toEqual([[0, 0], [6_000, 6_000], [12_000, 12_000]]); // oxfmt-ignore
});

test("an order paid at the door: the difference is due there, before and after it is confirmed", async () => {
  const given = { book: { price: PRICE, stock: 9 }, quantity: 1, staffId, now: NOW };
  for (const state of ["pending", "paid"] as const) {
    const { orderId } = await createDoorOrder(db, state, given);
    const [line] = (await orderOf(orderId)).lines;
    expect(await change(orderId, { lines: [{ id: line!.id, qty: 3 }] })).toMatchObject({
      ok: true,
      due: 3 * PRICE,
    });
    expect(await change(orderId, { lines: [{ id: line!.id, qty: 2 }] })).toMatchObject({
      due: 2 * PRICE,
      refundDue: 0,
    });
    const order = await orderOf(orderId);
    expect([order.dueAtDoor, order.totals.total, order.balanceDue]).toEqual([2 * PRICE, 2 * PRICE, 0]);
  }
});

test("an order that waits for its transfer costs what it costs now, but no less than what came", async () => {
  const { orderId } = await createWaitingOrder(db, "transfer", {
    book: { price: PRICE, stock: 9 },
    quantity: 2,
    now: NOW,
  });
  const [line] = (await orderOf(orderId)).lines;
  expect(await change(orderId, { lines: [{ id: line!.id, qty: 3 }] })).toMatchObject({
    ok: true,
    refundDue: 0,
  });
  const order = await orderOf(orderId);
  expect(order.state).toBe("pending");
  expect(order.totals.subtotal).toBe(3 * PRICE);
});

test("one that waits for its payment online is refused with what to do", async () => {
  const { orderId } = await createOrder(db, gateway, "pending", { now: NOW });
  expect(await change(orderId, { note: "Hello" })).toMatchObject({
    message: `Order #${orderId} waits for its payment: it can be changed once that has come, or be cancelled and placed again`,
  });
});

test("copies of a pre-order that it still waits for go first, and the book counts what is ordered", async () => {
  const book = { price: PRICE, stock: 1, publishing_status: "forthcoming", published_on: "2026-12-20", preorder_limit: 10 } as const; // oxfmt-ignore
  const { orderId, bookId } = await paid({ book, quantity: 4 });
  const owed = async () =>
    (
      await db
        .selectFrom("order_lines")
        .select(["quantity", "owed"])
        .where("order_id", "=", orderId)
        .execute()
    )[0];
  expect([await owed(), await stockOf(bookId)]).toMatchObject([{ owed: 3 }, { stock: 0, preordered: 4 }]);
  const [line] = (await orderOf(orderId)).lines;
  const counts = [];
  for (const qty of [6, 2, 1]) {
    await change(orderId, { lines: [{ id: line!.id, qty }] });
    counts.push([await owed(), (await stockOf(bookId)).preordered]);
  }
  expect(counts).toEqual([
    [{ quantity: 6, owed: 5 }, 6],
    [{ quantity: 2, owed: 1 }, 2],
    [{ quantity: 1, owed: 0 }, 1],
  ]);
});

test("by a delivery plan: weight and place decide the price; a place that is not served is refused at its PIN", async () => {
  const method = planMethod({ id: 1, rates: { by: "weight", steps: [{ upToGrams: 500, price: 4_000 }, { upToGrams: 2_000, price: 9_000 }] }, cod: NO_COD }); // oxfmt-ignore
  await storePlan(db, staffId, { zones: [planZone({ states: [], pinPrefixes: ["6"], methods: [method] })] });
  const accountId = await createAccount(db);
  const addressId = await createAddress(db, accountId, { pincode: "682001" });
  const bookId = await createBook(db, { price: PRICE, stock: 9, weight_g: 300 });
  await addToCart(db, { accountId }, { bookId, quantity: 1 }, NOW);
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox" }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const { orderId } = placed;
  const opened = await ensureGatewayOrder(db, gateway, orderId, accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now: NOW });
  const order = await orderOf(orderId);
  const [line] = order.lines;
  expect(order.totals.shipping).toBe(4_000);
  const twice = { lines: [{ id: line!.id, qty: 3 }] };
  expect(await change(orderId, { ...twice, keepShipping: true })).toMatchObject({ due: 2 * PRICE });
  expect(await change(orderId, { lines: [{ id: line!.id, qty: 2 }] })).toMatchObject({ due: PRICE + 5_000 });
  const pune = { ...order.address, pincode: "411001" };
  expect(await change(orderId, { address: pune })).toMatchObject({ field: "address.pincode" });
  const nine = { lines: [{ id: line!.id, qty: 9 }] };
  expect(await change(orderId, nine)).toMatchObject({ ok: false, field: "methodId" });
  expect(await change(orderId, { ...nine, keepShipping: true })).toMatchObject({ ok: true });
});
