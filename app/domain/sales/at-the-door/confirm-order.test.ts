import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createDoorOrder, createWaitingOrder } from "~/test/door-orders";
import { createAccount, setSettings } from "~/test/factories";
import {
  createOrderShop,
  createPendingOrder,
  customerWithCart,
  orderRecords,
  orderState,
  placeOrderFor,
} from "~/test/orders";
import { cancelByCustomer, cancelByStaff } from "../orders/cancellation.server";
import { findUnpaidOrder } from "../payments/unpaid-order.server";
import { lapse } from "../payments/lapse.server";
import { ensureGatewayOrder } from "../payments/payments.server";
import { confirmByCode, confirmByLink, confirmByStaff, findLinkedOrder } from "./confirm-order.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeEach(async () => {
  shop = await createOrderShop();
  db = shop.db;
});

const BOOK = { book: { stock: 10, price: 30_000 }, quantity: 2, now: NOW };

/** What the customer was mailed. */
async function mailed(order: {
  orderId: number;
  bookId: number;
  accountId: number;
  addressId: number;
  total: number;
}) {
  const { mails } = await orderRecords(db, { ...order, gatewayOrderId: "" });
  const text = mails.find(({ dedupe_key }) => dedupe_key === `order-to-confirm:${order.orderId}`)!.text_body;
  return {
    text,
    code: /code:?\s+(\d{6})/i.exec(text)![1]!,
    token: /confirm-order\?token=([\w-]+)/.exec(text)![1]!,
  };
}

describe("an order that is paid at the door", () => {
  test("waits to be confirmed, and staff confirm it: number, bill, mails, no payment", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    expect(await confirmByStaff(db, { orderId: order.orderId, staffId: shop.staffId }, NOW)).toEqual({
      ok: true,
      message: `Order #${order.orderId} is confirmed`,
    });
    const { row, book, events, mails, audit } = await orderRecords(db, { ...order, gatewayOrderId: "" });
    expect(row).toMatchObject({
      state: "paid",
      paid_at: NOW.toISOString(),
      due_at_door: order.total,
      door_received: 0,
      stock_held: 1,
    });
    expect(row.invoice_no).toMatch(/\/26-27\/000001$/);
    expect(book).toEqual({ stock: 8, sold: 2 });
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["placed", "customer"],
      ["confirmed", "staff"],
    ]);
    expect(audit.map(({ action }) => action)).toEqual(["confirmed"]);
    const confirmation = mails.find(({ dedupe_key }) => dedupe_key.startsWith("order-confirmation"))!;
    expect(confirmation.text_body).toContain("₹600.00 is due at the door");
    expect(confirmation.text_body).not.toMatch(/received your payment/);
    expect(await db.selectFrom("payments").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("order_confirmations").select("order_id").execute()).toEqual([]);
  });

  test("two staff confirm it at once: one does, the other is told", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    const request = { orderId: order.orderId, staffId: shop.staffId };
    const outcomes = await Promise.all([confirmByStaff(db, request, NOW), confirmByStaff(db, request, NOW)]);
    expect(outcomes.map(({ message }) => message).sort()).toEqual([
      `Order #${order.orderId} is confirmed`,
      `Order #${order.orderId} is confirmed already`,
    ]);
    const { book, events } = await orderRecords(db, { ...order, gatewayOrderId: "" });
    expect(book).toEqual({ stock: 8, sold: 2 });
    expect(events.filter(({ kind }) => kind === "confirmed")).toHaveLength(1);
  });

  test.each(["confirm", "lapse"] as const)(
    "confirm and lapse at once, %s first: one wins, stock adds up",
    async (first) => {
      const order = await createWaitingOrder(db, "cod", BOOK);
      const request = { orderId: order.orderId, staffId: shop.staffId };
      const confirming = () => confirmByStaff(db, request, hoursLater(25));
      const lapsing = () => lapse(db, hoursLater(25));
      await Promise.all(first === "confirm" ? [confirming(), lapsing()] : [lapsing(), confirming()]);
      const { row, book } = await orderRecords(db, { ...order, gatewayOrderId: "" });
      expect([
        ["paid", { stock: 8, sold: 2 }],
        ["cancelled", { stock: 10, sold: 0 }],
      ]).toContainEqual([row.state, book]);
    },
  );

  test("confirm and cancel at once: one follows the other, stock adds up", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    const { orderId, accountId } = order;
    await Promise.all([
      confirmByStaff(db, { orderId, staffId: shop.staffId }, NOW),
      cancelByCustomer(db, { orderId, accountId, reason: "" }, NOW),
    ]);
    const { row, book, refunds } = await orderRecords(db, { ...order, gatewayOrderId: "" });
    expect([row.state, book, refunds]).toEqual(["cancelled", { stock: 10, sold: 0 }, []]);
  });

  test("lapses after its deadline, gives its copies back, and cannot be confirmed any more", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    expect(await lapse(db, hoursLater(23))).toBe(0);
    expect(await lapse(db, hoursLater(24))).toBe(1);
    const { row, book, mails } = await orderRecords(db, { ...order, gatewayOrderId: "" });
    expect(mails.at(-1)!.text_body.replace(/\s+/g, " ")).toContain("was not confirmed in time");
    expect([row.state, row.cancel_reason, book]).toEqual([
      "cancelled",
      "payment_timeout",
      { stock: 10, sold: 0 },
    ]);
    expect(
      await confirmByStaff(db, { orderId: order.orderId, staffId: shop.staffId }, hoursLater(24)),
    ).toMatchObject({
      ok: false,
      message: expect.stringContaining("was not confirmed in time"),
    });
  });

  test("is not paid online, and another order of the customer does not replace it", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    expect(await ensureGatewayOrder(db, shop.gateway, order.orderId, order.accountId, NOW)).toMatchObject({
      ok: false,
      reason: "not_payable",
    });
    expect(await findUnpaidOrder(db, order.accountId, NOW)).toBeNull();
    const next = await customerWithCart(db, { accountId: order.accountId, now: NOW });
    await placeOrderFor(db, next, { now: NOW });
    expect(await orderState(db, order.orderId)).toBe("pending");
  });

  test("cancelled by staff once confirmed: nothing to refund, and the mail says so", async () => {
    const order = await createDoorOrder(db, "paid", { ...BOOK, staffId: shop.staffId });
    await cancelByStaff(db, { orderId: order.orderId, staffId: shop.staffId, note: "" }, NOW);
    const { row, book, refunds, mails } = await orderRecords(db, { ...order, gatewayOrderId: "" });
    expect([row.state, book, refunds]).toEqual(["cancelled", { stock: 10, sold: 0 }, []]);
    const mail = mails.find(({ dedupe_key }) => dedupe_key.startsWith("order-cancelled"))!;
    expect(mail.text_body).toContain("You have not paid for it, and nothing is due.");
  });

  test("of which a part is paid online cannot be confirmed by hand", async () => {
    const order = await createPendingOrder(db, shop.gateway, BOOK);
    await db
      .updateTable("orders")
      .set({ payment_way: "cod", due_at_door: 50_000 })
      .where("id", "=", order.orderId)
      .execute();
    const outcome = await confirmByStaff(db, { orderId: order.orderId, staffId: shop.staffId }, NOW);
    expect(outcome).toMatchObject({
      ok: false,
      message: `Order #${order.orderId} is confirmed when ₹100.00 of it is paid online`,
    });
  });
});

describe("the customer", () => {
  test("confirms with the mailed code, once; again is not an error", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    const { code } = await mailed(order);
    const request = { orderId: order.orderId, accountId: order.accountId, code };
    const thanks = { ok: true, message: `Thank you! Order #${order.orderId} is confirmed` };
    expect(await confirmByCode(db, request, NOW)).toEqual(thanks);
    expect(await confirmByCode(db, request, NOW)).toEqual(thanks);
    const { events } = await orderRecords(db, { ...order, gatewayOrderId: "" });
    expect(events.filter(({ kind }) => kind === "confirmed")).toHaveLength(1);
  });

  test("has five tries; then not even the right code works, but the link does", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    const { code, token } = await mailed(order);
    const wrong = code === "000000" ? "000001" : "000000";
    const tryCode = (typed: string) =>
      confirmByCode(db, { orderId: order.orderId, accountId: order.accountId, code: typed }, NOW);
    const messages = [];
    for (let at = 0; at < 5; at++) messages.push((await tryCode(wrong)).message);
    expect(messages[0]).toBe("This is not the code of this order. You can try 4 times more");
    expect(messages[3]).toBe("This is not the code of this order. You can try once more");
    expect(messages[4]).toMatch(/^This code is used up/);
    expect(await tryCode(code)).toMatchObject({ ok: false, field: "code" });
    expect(await orderState(db, order.orderId)).toBe("pending");
    expect(await confirmByLink(db, token, NOW)).toMatchObject({ ok: true });
    expect(await orderState(db, order.orderId)).toBe("paid");
  });

  test("cannot confirm another's order, and nobody after the deadline", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    const { code } = await mailed(order);
    const other = await createAccount(db);
    expect(await confirmByCode(db, { orderId: order.orderId, accountId: other, code }, NOW)).toMatchObject({
      ok: false,
      reason: "not_found",
    });
    const late = hoursLater(24);
    const own = { orderId: order.orderId, accountId: order.accountId, code };
    expect(await confirmByCode(db, own, late)).toMatchObject({
      ok: false,
      message: /time to confirm/ as never,
    });
  });

  test("opens the link once: it shows the order until it is used", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    const { token } = await mailed(order);
    expect(await findLinkedOrder(db, token, NOW)).toMatchObject({
      orderId: order.orderId,
      dueAtDoor: order.total,
    });
    expect(await findLinkedOrder(db, `${token}x`, NOW)).toBeNull();
    expect(await confirmByLink(db, token, hoursLater(24))).toMatchObject({ ok: false });
    expect(await confirmByLink(db, token, NOW)).toMatchObject({ ok: true });
    expect(await confirmByLink(db, token, NOW)).toMatchObject({ ok: false, reason: "not_found" });
    expect(await findLinkedOrder(db, token, NOW)).toBeNull();
  });
});

test("the shop's limits: open orders of a customer and of a phone, no pre-orders unless allowed", async () => {
  const { whyNotAtDoor } = await import("./door-limits.server");
  const limits = { codOpenPerCustomer: 2, codOpenPerPhone: 2, codForPreorders: "no" } as const;
  await setSettings(db, { mostUnpaidOrders: 100 });
  const first = await createWaitingOrder(db, "cod", { ...BOOK, address: { mobile: "9845012345" } });
  const { accountId } = first;
  const ask = (given: Partial<{ accountId: number; mobile: string; hasPreorder: boolean }> = {}) =>
    whyNotAtDoor(db, { accountId, mobile: "9000000000", hasPreorder: false, ...given }, limits);
  expect(await ask()).toBeNull();
  const second = await createWaitingOrder(db, "cod", {
    ...BOOK,
    accountId,
    address: { mobile: "9845012345" },
  });
  expect(await ask()).toBe("You have 2 orders to be paid at the door already. Please pay this one online");
  const other = await createAccount(db);
  expect(await ask({ accountId: other })).toBeNull();
  expect(await ask({ accountId: other, mobile: "9845012345" })).toMatch(
    /^For this mobile number 2 orders are/,
  );
  await cancelByCustomer(db, { orderId: second.orderId, accountId, reason: "" }, NOW);
  expect(await ask()).toBeNull();
  expect(await ask({ hasPreorder: true })).toBe("Books that are not out yet cannot be paid at the door");
  expect(
    await whyNotAtDoor(
      db,
      { accountId, mobile: "", hasPreorder: true },
      { ...limits, codForPreorders: "yes" },
    ),
  ).toBeNull();
});
