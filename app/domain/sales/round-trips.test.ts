import { describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { queryDepth } from "~/test/databases/query-depth";
import {
  capturedPayment,
  createOrderShop,
  createPendingOrder,
  customerWithCart,
  type CustomerWithCart,
  orderState,
  placeOrderFor,
} from "~/test/orders";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { minutesAfter } from "~/test/time";
import { applyCoupon } from "./cart/cart-coupon.server";
import { addToCart } from "./cart/cart.server";
import { placeOrder } from "./checkout/place-order.server";
import { applyPayment } from "./payments/apply-payment.server";
import { lapse } from "./payments/lapse.server";
import { ensureGatewayOrder } from "./payments/payments.server";

/*
 * So many times each of these waits for the database's answer, with the beginning of its transaction and its commit. Over a
 * network each is a round trip, however quick the server is; and as long as it takes, others wait for what it has locked.
 */
const MOST = 8;

const NOW = new Date("2026-11-27T06:00:00.000Z");
const later = minutesAfter(NOW);

type Shop = Awaited<ReturnType<typeof createOrderShop>>;

const forthcoming = {
  publishing_status: "forthcoming",
  published_on: "2027-01-12",
  preorder_limit: 10,
  stock: 1,
} as const;

/** A cart of many books, one of them a pre-order, and a coupon; an order of it brings a book's stock down to the low-stock mark. */
async function fillCart({ db }: Shop, { accountId }: CustomerWithCart, couponCode: string): Promise<void> {
  for (let more = 0; more < 5; more += 1)
    await addToCart(db, { accountId }, { bookId: await createBook(db, { stock: 6 }), quantity: 2 }, NOW);
  await addToCart(db, { accountId }, { bookId: await createBook(db, forthcoming), quantity: 3 }, NOW);
  expect(await applyCoupon(db, { accountId }, couponCode, NOW)).toMatchObject({ ok: true });
}

const trips = (shop: Shop, customer: CustomerWithCart) =>
  queryDepth(shop.db, async () => {
    const request = { addressId: customer.addressId, gateway: shop.gateway.name };
    expect(await placeOrder(shop.db, customer.accountId, request, NOW)).toMatchObject({
      ok: true,
      isNew: true,
    });
  });

describe("an order", () => {
  test("of one book", async () => {
    const shop = await createOrderShop();
    expect(await trips(shop, await customerWithCart(shop.db, { now: NOW }))).toBeLessThanOrEqual(MOST);
  });

  test("of many books with a pre-order and a coupon, in place of an unpaid one, that others are told of", async () => {
    const shop = await createOrderShop();
    await createEndpoint(shop.db, { staffId: shop.staffId });
    const customer = await customerWithCart(shop.db, { now: NOW });
    const { code } = await createCoupon(shop.db, { total_limit: 1, customer_limit: 1 });
    await applyCoupon(shop.db, customer, code, NOW);
    const replaced = await placeOrderFor(shop.db, customer, { now: NOW });
    await fillCart(shop, customer, code);
    expect(await trips(shop, customer)).toBeLessThanOrEqual(MOST);
    expect(await orderState(shop.db, replaced)).toBe("cancelled");
    const told = await storedDeliveries(shop.db);
    expect(told.map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => "stock.low"));
  });
});

describe("a payment", () => {
  const pay = (shop: Shop, order: { gatewayOrderId: string; total: number }, at: Date, outcome: string) =>
    queryDepth(shop.db, async () => {
      const payment = shop.gateway.pay(capturedPayment(order));
      expect(await applyPayment(shop.db, payment, "webhook", at)).toMatchObject({ outcome });
    });

  test("of an order of one book", async () => {
    const shop = await createOrderShop();
    const order = await createPendingOrder(shop.db, shop.gateway, { now: NOW });
    expect(await pay(shop, order, NOW, "paid")).toBeLessThanOrEqual(MOST);
  });

  test("of an order of many books with a pre-order and a coupon, that others are told of", async () => {
    const shop = await createOrderShop();
    await createEndpoint(shop.db, { staffId: shop.staffId });
    const customer = await customerWithCart(shop.db, { now: NOW });
    await fillCart(shop, customer, (await createCoupon(shop.db)).code);
    const orderId = await placeOrderFor(shop.db, customer, { gateway: shop.gateway.name, now: NOW });
    const opened = await ensureGatewayOrder(shop.db, shop.gateway, orderId, customer.accountId, NOW);
    if (!opened.ok) throw new Error(opened.message);
    const order = { gatewayOrderId: opened.gatewayOrderId, total: opened.amount };
    expect(await pay(shop, order, NOW, "paid")).toBeLessThanOrEqual(MOST);
    expect((await storedDeliveries(shop.db)).map(({ type }) => type)).toContain("order.paid");
  });

  test("that comes after the order has lapsed, and pays it nevertheless", async () => {
    const shop = await createOrderShop();
    const order = await createPendingOrder(shop.db, shop.gateway, { now: NOW });
    expect(await lapse(shop.db, later(60))).toBe(1);
    expect(await pay(shop, order, later(61), "paid")).toBeLessThanOrEqual(MOST);
  });
});
