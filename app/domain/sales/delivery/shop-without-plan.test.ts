import { cpSync, mkdtempSync, rmSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { withoutSync } from "~/test/database";
import { ADDRESS, createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { insertOrder } from "~/test/factories-orders";
import { applyCoupon } from "../cart/cart-coupon.server";
import { cartTotalsToJson } from "../cart/cart.json";
import { addToCart, readCart } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { findOrder } from "../orders/orders.server";
import { orderToJson } from "../orders/orders.json";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const FIRST_OF_THE_PLAN = "20261127T1200";

let db: ShopDatabase;
let addressId: number;
let accountId: number;
let earlier: number;

/** A shop that had carts and orders before there was a plan, and was brought up to date. */
beforeEach(async () => {
  const before = mkdtempSync(path.join(tmpdir(), "kitab-before-plan-"));
  cpSync("migrations", before, { recursive: true });
  for (const name of readdirSync(before, { recursive: true, encoding: "utf8" }))
    if (path.basename(name) >= FIRST_OF_THE_PLAN && name.endsWith(".sql")) rmSync(path.join(before, name));
  db = openDatabase(path.join(before, "kitab.db"));
  withoutSync(db);
  await updateDatabase(db, before);
  const { write } = db;
  await setSettings(write, { shippingThreshold: 49_900, shippingFee: 4_900, taxRate: 500, deliveryDays: 7 });
  accountId = await createAccount(write);
  // A PIN code in no table.
  addressId = await createAddress(write, accountId, { pincode: "12" });
  earlier = await insertOrder(write, { accountId, state: "paid" });
  await updateDatabase(db, path.resolve("migrations"));
});
afterEach(() => db.close());

/** Heavy books in the cart. @returns their ids */
async function fill(prices: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const price of prices) {
    const bookId = await createBook(db.write, { title: "Kari", price, weight_g: 50_000 });
    await addToCart(db.write, { accountId }, { bookId, quantity: 1 }, NOW);
    ids.push(bookId);
  }
  return ids;
}

const totals = async () => cartTotalsToJson(await readCart(db.read, { accountId }, NOW));

test.each([
  { prices: [25_001], expected: { subtotal: 250.01, shipping: 49, tax: 14.24, total: 299.01 } },
  { prices: [49_900], expected: { subtotal: 499, shipping: 49, tax: 26.1, total: 548 } },
  { prices: [49_900, 1], expected: { subtotal: 499.01, shipping: 0, tax: 23.76, total: 499.01 } },
])("a cart of $prices paise costs what it did, and is ordered for it", async ({ prices, expected }) => {
  await fill(prices);
  expect(await totals()).toEqual({ discount: 0, couponCode: null, couponMsg: null, ...expected });
  const placed = await placeOrder(db.write, accountId, { addressId, gateway: "sandbox" }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const order = await db.read.selectFrom("orders").selectAll().where("id", "=", placed.orderId).execute();
  const paise = Object.fromEntries(
    Object.entries(expected).map(([name, rupees]) => [name, Math.round(rupees * 100)]),
  );
  expect(order).toMatchObject([{ ...paise, discount: 0, pay_by: "2026-11-27T06:30:00.000Z" }]);
});

test("a coupon takes off what it did", async () => {
  const { code } = await createCoupon(db.write);
  await fill([25_001]);
  await applyCoupon(db.write, { accountId }, code, NOW);
  expect(await totals()).toEqual({
    subtotal: 250.01,
    discount: 25,
    couponCode: code,
    couponMsg: null,
    shipping: 49,
    tax: 13.05,
    total: 274.01,
  });
});

test("the API shows an earlier order and one placed now as before", async () => {
  const [bookId] = await fill([25_001]);
  const placed = await placeOrder(db.write, accountId, { addressId, gateway: "sandbox" }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const json = async (orderId: number) => orderToJson((await findOrder(db.read, accountId, orderId, NOW))!);
  const { fullname, address1, address2, place, state } = ADDRESS;
  const address = { fullname, address1, address2, place, state };
  const asBefore = {
    carrier: null,
    couponcode: null,
    discount: 0,
    dispatchFrom: null,
    etadate: null,
    paymentMethod: "Razorpay (test payment)",
    returns: [],
    trackingno: null,
    // These are new.
    trackingUrl: null,
    buyer: null,
    gift: null,
    exchangeOf: null,
    exchanges: [],
    delivery: null,
    payment: "online",
    codFee: 0,
    dueAtDoor: 0,
    stillDueAtDoor: 0,
  };
  expect(await json(earlier)).toEqual({
    ...asBefore,
    id: earlier,
    address: { ...address, pincode: "682001" },
    documentKind: "bill_of_supply",
    documents: [],
    documentUrl: `/orders/${earlier}/invoice`,
    invoicedate: "2026-01-01T00:00:00.000Z",
    invoiceno: expect.stringMatching(/^ST/),
    items: [],
    status: "Payment made",
    subtotal: 250,
    shipping: 0,
    tax: 0,
    total: 250,
  });
  expect(await json(placed.orderId)).toEqual({
    ...asBefore,
    id: placed.orderId,
    address: { ...address, pincode: "12" },
    documentKind: null,
    documents: [],
    documentUrl: null,
    invoicedate: NOW.toISOString(),
    invoiceno: null,
    items: [{ id: bookId, title: "Kari", orderprice: 250.01, orderqty: 1, releaseDate: null }],
    status: "Pending",
    subtotal: 250.01,
    shipping: 49,
    tax: 14.24,
    total: 299.01,
  });
});
