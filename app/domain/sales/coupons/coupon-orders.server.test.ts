import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress, createBook, createGuestSession, createStaff } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { capturedPayment, customerWithCart, type CustomerWithCart, refundKey } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { applyCoupon, removeCoupon } from "../cart/cart-coupon.server";
import { addToCart, mergeGuestCart, readCart, setQuantity } from "../cart/cart.server";
import { checkOut } from "../checkout/check-out.server";
import { placeOrder } from "../checkout/place-order.server";
import { cancelByStaff } from "../orders/cancellation.server";
import { readOrder } from "../orders/orders.server";
import { applyPayment } from "../payments/apply-payment.server";
import { lapse } from "../payments/lapse.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { findCouponFor } from "./coupons.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const later = minutesAfter(NOW);

let db: Db;
let gateway: MemoryGateway;
let bookId: number;
let buyer: CustomerWithCart;

/** A customer with one book of ₹500 in the cart. */
const newBuyer = () => customerWithCart(db, { bookId, now: NOW });

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  gateway = new MemoryGateway();
  bookId = await createBook(db, { title: "Kari", price: 50_000, stock: 200 });
  buyer = await newBuyer();
});

const apply = (code: string, { accountId } = buyer, now = NOW) => applyCoupon(db, { accountId }, code, now);
const cart = ({ accountId } = buyer, now = NOW) => readCart(db, { accountId }, now);
const place = (
  one = buyer,
  { now = NOW, ...more }: { now?: Date; expectedTotal?: number; addressId?: number } = {},
) => placeOrder(db, one.accountId, { addressId: one.addressId, gateway: "sandbox", ...more }, now);

/** Places an order with its gateway order. @returns the order's number */
async function order(one = buyer, now = NOW): Promise<number> {
  const placed = await checkOut(db, gateway, one.accountId, { addressId: one.addressId }, now);
  if (!placed.ok) throw new Error(placed.message);
  return placed.orderId;
}

async function pay(orderId: number, now = NOW) {
  const row = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const order = { gatewayOrderId: row.gateway_order_id!, total: row.total };
  const payment = gateway.pay(capturedPayment(order, { method: "upi" }));
  return applyPayment(db, payment, "webhook", now);
}

const uses = async () =>
  (await db.selectFrom("coupon_uses").select(["order_id", "released_at"]).orderBy("order_id").execute()).map(
    (use) => [use.order_id, use.released_at === null ? "held" : "free"],
  );
const useCount = async (id: number) =>
  (await db.selectFrom("coupons").select("use_count").where("id", "=", id).executeTakeFirstOrThrow())
    .use_count;

describe("in the cart", () => {
  test("a coupon applies whatever the case and spaces of its code; another one replaces it", async () => {
    await createCoupon(db, { code: "WELCOME10" });
    await createCoupon(db, { code: "FIFTY", kind: "amount", value: 5000 });
    expect(await apply(" wel come10 ")).toEqual({
      ok: true,
      message: "Coupon WELCOME10 is applied: 10% off",
    });
    expect(await cart()).toMatchObject({
      totals: { subtotal: 50_000, discount: 5000, total: 45_000 },
      coupon: { code: "WELCOME10", gives: "10% off", problem: null },
    });
    await addToCart(db, { accountId: buyer.accountId }, { bookId, quantity: 1 }, NOW);
    expect(await cart()).toMatchObject({ totals: { discount: 10_000, total: 90_000 } });
    await apply("fifty");
    expect(await cart()).toMatchObject({ totals: { discount: 5000 }, coupon: { code: "FIFTY" } });
    await removeCoupon(db, { accountId: buyer.accountId });
    expect(await cart()).toMatchObject({ totals: { discount: 0, total: 100_000 }, coupon: null });
  });

  test("an unknown code and a coupon that is switched off are refused with the same message", async () => {
    await createCoupon(db, { code: "WINTER", active: 0 });
    const refused = { ok: false, reason: "unknown", message: "This coupon code is not valid" };
    for (const code of ["NOSUCH", "WINTER", "winter", "%", "A\0B", "X".repeat(1000)])
      expect([code, await apply(code)]).toEqual([code, refused]);
    expect(await apply("  ")).toMatchObject({ reason: "empty", message: "Please enter a coupon code" });
    expect((await cart()).coupon).toBeNull();
  });

  test("a coupon that does not apply is refused with a reason, and the one in the cart stays", async () => {
    await createCoupon(db, { code: "GOOD" });
    await createCoupon(db, { code: "BIG", minimum_subtotal: 50_001 });
    await createCoupon(db, { code: "OLD", ends_at: NOW.toISOString() });
    await createCoupon(db, { code: "NEXT", starts_at: later(1).toISOString() });
    await apply("GOOD");
    expect(await apply("BIG")).toMatchObject({ message: "This coupon needs an order of ₹500.01 or more" });
    expect(await apply("OLD")).toMatchObject({ message: expect.stringMatching(/^This coupon ended on /) });
    expect(await apply("NEXT")).toMatchObject({ reason: "refused" });
    expect((await cart()).coupon).toMatchObject({ code: "GOOD" });
    const empty = await createAccount(db);
    expect(await applyCoupon(db, { accountId: empty }, "GOOD", NOW)).toMatchObject({
      reason: "empty",
      message: "Your cart is empty",
    });
    expect(await applyCoupon(db, null, "GOOD", NOW)).toMatchObject({ message: "Your cart is empty" });
  });

  test("a coupon that stops applying stays in the cart with a reason, until it applies again", async () => {
    const { id } = await createCoupon(db, {
      code: "TWO",
      minimum_subtotal: 100_000,
      ends_at: later(10).toISOString(),
    });
    const owner = { accountId: buyer.accountId };
    await addToCart(db, owner, { bookId, quantity: 1 }, NOW);
    await apply("TWO");
    const { itemId } = (await cart()).lines[0]!;
    await setQuantity(db, owner, { itemId, quantity: 1 }, NOW);
    expect(await cart()).toMatchObject({
      totals: { discount: 0, total: 50_000 },
      coupon: { code: "TWO", problem: "This coupon needs an order of ₹1,000 or more" },
    });
    await setQuantity(db, owner, { itemId, quantity: 2 }, NOW);
    expect(await cart()).toMatchObject({ totals: { discount: 10_000 }, coupon: { problem: null } });
    expect((await cart(buyer, later(10))).coupon).toMatchObject({
      problem: expect.stringMatching(/^This coupon ended on /),
    });
    await db.updateTable("coupons").set({ active: 0 }).where("id", "=", id).execute();
    expect((await cart()).coupon).toMatchObject({ problem: "This coupon code is not valid" });
  });

  test("unavailable books do not count towards the smallest subtotal", async () => {
    await createCoupon(db, { code: "TWO", minimum_subtotal: 60_000 });
    const gone = await createBook(db, { price: 30_000, stock: 3 });
    await addToCart(db, { accountId: buyer.accountId }, { bookId: gone, quantity: 1 }, NOW);
    await apply("TWO");
    await db.updateTable("books").set({ hidden: 1 }).where("id", "=", gone).execute();
    expect((await cart()).coupon).toMatchObject({ problem: "This coupon needs an order of ₹600 or more" });
    expect(await apply("TWO")).toMatchObject({ ok: false });
  });

  test("a guest's coupon is kept at login unless the customer's cart has one", async () => {
    await createCoupon(db, { code: "GUESTS" });
    await createCoupon(db, { code: "OWN" });
    const guest = async () => {
      const sessionHash = await createGuestSession(db);
      await addToCart(db, { sessionHash }, { bookId, quantity: 1 }, NOW);
      expect(await applyCoupon(db, { sessionHash }, "guests", NOW)).toMatchObject({ ok: true });
      return sessionHash;
    };
    await mergeGuestCart(db, await guest(), buyer.accountId, NOW);
    expect(await cart()).toMatchObject({ coupon: { code: "GUESTS" }, totals: { discount: 10_000 } });
    await apply("OWN");
    await mergeGuestCart(db, await guest(), buyer.accountId, NOW);
    expect((await cart()).coupon).toMatchObject({ code: "OWN" });
    const fresh = await createAccount(db);
    await mergeGuestCart(db, await guest(), fresh, NOW);
    expect((await readCart(db, { accountId: fresh }, NOW)).coupon).toMatchObject({ code: "GUESTS" });
  });
});

describe("an order with a coupon", () => {
  test("stores discount and code, holds a use, and is returned again when placed again", async () => {
    const { id } = await createCoupon(db, { code: "TEN", total_limit: 1, customer_limit: 1 });
    await apply("TEN");
    const first = await place(buyer, { expectedTotal: 45_000 });
    expect(first).toMatchObject({
      ok: true,
      isNew: true,
      couponCode: "TEN",
      totals: { discount: 5000, total: 45_000 },
    });
    if (!first.ok) return;
    expect(await readOrder(db, first.orderId, buyer.accountId)).toMatchObject({
      totals: { subtotal: 50_000, discount: 5000, shipping: 0, tax: 0, total: 45_000 },
      couponCode: "TEN",
    });
    expect(await db.selectFrom("coupon_uses").selectAll().execute()).toMatchObject([
      {
        order_id: first.orderId,
        coupon_id: id,
        account_id: buyer.accountId,
        discount: 5000,
        used_at: NOW.toISOString(),
        released_at: null,
        rule: expect.stringContaining('"kind":"percentage","value":1000'),
      },
    ]);
    // The customer's own unpaid order does not count for the limits.
    expect((await cart()).coupon).toMatchObject({ problem: null });
    expect(await place(buyer, { expectedTotal: 45_000 })).toEqual({ ...first, isNew: false });
    expect(await useCount(id)).toBe(1);
  });

  test("is another order than one without the coupon or with another coupon", async () => {
    const { id } = await createCoupon(db, { code: "TEN" });
    // Another code with the same discount.
    const same = await createCoupon(db, { code: "FIFTY", kind: "amount", value: 5000 });
    await apply("TEN");
    const first = await order();
    await apply("FIFTY");
    const second = await order();
    await removeCoupon(db, { accountId: buyer.accountId });
    const third = await order();
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await uses()).toEqual([
      [first, "free"],
      [second, "free"],
    ]);
    expect([await useCount(id), await useCount(same.id)]).toEqual([0, 0]);
  });

  test("releases its use before the limits are checked for the order that supersedes it", async () => {
    const { id } = await createCoupon(db, { code: "ONCE", total_limit: 1, customer_limit: 1 });
    await apply("ONCE");
    const first = await order();
    await addToCart(db, { accountId: buyer.accountId }, { bookId, quantity: 1 }, NOW);
    const second = await order();
    expect(await uses()).toEqual([
      [first, "free"],
      [second, "held"],
    ]);
    // Also after the deadline, even if the order has not been cancelled yet.
    const third = await order(buyer, later(31));
    expect(await uses()).toEqual([
      [first, "free"],
      [second, "free"],
      [third, "held"],
    ]);
    expect(await useCount(id)).toBe(1);
  });

  test("is refused with a message when its coupon no longer applies, so that no other price is charged unnoticed", async () => {
    const { id } = await createCoupon(db, { code: "ONCE", total_limit: 1 });
    const other = await newBuyer();
    await apply("ONCE");
    await apply("ONCE", other);
    await order(other);
    expect(await place(buyer, { expectedTotal: 45_000 })).toEqual({
      ok: false,
      reason: "total_changed",
      message:
        "ONCE: This coupon has been used up. The total has changed to ₹500.00. Please check it and place the order again.",
    });
    // Without an expected total it is refused too.
    expect(await place()).toEqual({
      ok: false,
      reason: "coupon",
      message: "ONCE: This coupon has been used up. Please remove the coupon and place the order again.",
    });
    // A customer who expects the full price can order without the coupon.
    expect(await place(buyer, { expectedTotal: 50_000 })).toMatchObject({ ok: true, couponCode: null });
    expect(await useCount(id)).toBe(1);
    // It is also refused when staff have changed the coupon since.
    const next = await createCoupon(db, { code: "HALF", value: 5000 });
    await apply("HALF");
    await db.updateTable("coupons").set({ value: 4000 }).where("id", "=", next.id).execute();
    expect(await place(buyer, { expectedTotal: 25_000 })).toMatchObject({
      reason: "total_changed",
      message: "The total has changed to ₹300.00. Please check it and place the order again.",
    });
  });

  test("costs at least one rupee, however high the discount", async () => {
    await createCoupon(db, { code: "GIFT", kind: "amount", value: 10_000_000 });
    await apply("GIFT");
    expect(await place(buyer, { expectedTotal: 100 })).toMatchObject({
      ok: true,
      totals: { discount: 49_900, total: 100 },
    });
  });
});

describe("limits", () => {
  test("of fifty concurrent orders only as many as the limit get the coupon, and the others are refused", async () => {
    const { id } = await createCoupon(db, { code: "FIVE", total_limit: 5 });
    const buyers = await Promise.all(Array.from({ length: 50 }, newBuyer));
    for (const one of buyers) expect(await apply("FIVE", one)).toMatchObject({ ok: true });
    const outcomes = await Promise.all(buyers.map((one) => place(one)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(5);
    for (const outcome of outcomes) {
      if (!outcome.ok) expect(outcome.message).toMatch(/^FIVE: This coupon has been used up\./);
    }
    expect(await useCount(id)).toBe(5);
    expect(await uses()).toHaveLength(5);
  });

  test("concurrent orders of one customer with two addresses hold one use", async () => {
    const { id } = await createCoupon(db, { code: "ONCE", customer_limit: 1 });
    await apply("ONCE");
    const elsewhere = await createAddress(db, buyer.accountId, { place: "Thrissur" });
    const outcomes = await Promise.all([
      place(buyer, { expectedTotal: 45_000 }),
      place(buyer, { expectedTotal: 45_000, addressId: elsewhere }),
      place(buyer, { expectedTotal: 45_000 }),
    ]);
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(await useCount(id)).toBe(1);
    const orders = await db.selectFrom("orders").select("state").execute();
    expect(orders.filter(({ state }) => state === "pending")).toHaveLength(1);
  });

  test("the limit for one customer counts only that customer's paid orders", async () => {
    await createCoupon(db, { code: "ONCE", customer_limit: 1 });
    await apply("ONCE");
    await pay(await order());
    expect((await cart()).coupon).toBeNull();
    await addToCart(db, { accountId: buyer.accountId }, { bookId, quantity: 1 }, NOW);
    expect(await apply("ONCE")).toMatchObject({ message: "You have used this coupon already" });
    expect(await apply("ONCE", await newBuyer())).toMatchObject({ ok: true });
  });
});

describe("the use of a coupon", () => {
  const paidOrder = async () => {
    const coupon = await createCoupon(db, { code: "ONCE", total_limit: 1, customer_limit: 1 });
    await apply("ONCE");
    const orderId = await order();
    await pay(orderId);
    return { orderId, couponId: coupon.id };
  };

  test("is kept when the order is paid, and the coupon is removed from the cart; another coupon stays", async () => {
    await createCoupon(db, { code: "OTHER" });
    const { orderId, couponId } = await paidOrder();
    expect(await uses()).toEqual([[orderId, "held"]]);
    expect(await findCouponFor(db, { id: couponId }, buyer.accountId)).toMatchObject({ uses: 1, ownUses: 1 });

    await addToCart(db, { accountId: buyer.accountId }, { bookId, quantity: 1 }, NOW);
    const plain = await order();
    await apply("OTHER");
    await pay(plain);
    await addToCart(db, { accountId: buyer.accountId }, { bookId, quantity: 1 }, NOW);
    expect((await cart()).coupon).toMatchObject({ code: "OTHER" });
  });

  test("is released when the order lapses, and held again after a late payment", async () => {
    const { id } = await createCoupon(db, { code: "ONCE", total_limit: 1 });
    await apply("ONCE");
    const orderId = await order();
    await lapse(db, later(60));
    expect([await uses(), await useCount(id)]).toEqual([[[orderId, "free"]], 0]);
    expect(await pay(orderId, later(61))).toMatchObject({ outcome: "paid" });
    expect([await uses(), await useCount(id)]).toEqual([[[orderId, "held"]], 1]);
  });

  test("is released when staff cancel the order, and stays released after the refund", async () => {
    const { orderId, couponId } = await paidOrder();
    const staffId = await createStaff(db);
    expect(await cancelByStaff(db, { orderId, staffId, note: "" }, NOW)).toMatchObject({
      ok: true,
      message: `Order #${orderId} is cancelled; ₹450.00 is being refunded`,
    });
    expect(await useCount(couponId)).toBe(0);
    await processRefunds(db, gateway, NOW);
    expect(await readOrder(db, orderId, "anybody")).toMatchObject({ state: "refunded" });
    expect([await uses(), await useCount(couponId)]).toEqual([[[orderId, "free"]], 0]);
  });

  test("is kept when the order is refunded, which returns no more than was paid", async () => {
    const { orderId, couponId } = await paidOrder();
    const staffId = await createStaff(db);
    const refund = (amount: number | "full") =>
      refundByStaff(db, { orderId, staffId, amount, reason: "Came damaged", key: refundKey() }, NOW);
    expect(await refund(45_001)).toMatchObject({ ok: false, field: "amount" });
    expect(await refund("full")).toMatchObject({
      ok: true,
      message: `₹450.00 of order #${orderId} is being refunded`,
    });
    await processRefunds(db, gateway, NOW);
    expect(await readOrder(db, orderId, "anybody")).toMatchObject({ state: "refunded" });
    expect(await useCount(couponId)).toBe(1);
  });

  test("is shown as a discount in the order confirmation", async () => {
    await paidOrder();
    const mail = await db
      .selectFrom("outgoing_mails")
      .select(["text_body", "html_body"])
      .where("dedupe_key", "like", "order-confirmation:%")
      .executeTakeFirstOrThrow();
    for (const body of [mail.text_body, mail.html_body]) {
      expect(body).toContain("Discount (ONCE)");
      expect(body).toContain("−₹50.00");
      expect(body).toContain("₹450.00");
    }
  });
});
