import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { ADDRESS, createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { customerWithCart } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { saveAddress } from "~/domain/kit/addresses/addresses.server";
import { addToCart, cartCount, readCart, setQuantity } from "../cart/cart.server";
import { cancelByCustomer } from "../orders/cancellation.server";
import { placeOrder } from "./place-order.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);

let db: Db;
let accountId: number;
let addressId: number;
let bookId: number;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  const book = { title: "Kari", price: 30_000, sale_price: 19_900, stock: 5 };
  ({ accountId, addressId, bookId } = await customerWithCart(db, { book, quantity: 2 }));
});

const place = (now = NOW, more: { expectedTotal?: number } = {}) =>
  placeOrder(db, accountId, { addressId, gateway: "sandbox", ...more }, now);
const stock = async (id = bookId) =>
  (await db.selectFrom("books").select("stock").where("id", "=", id).executeTakeFirstOrThrow()).stock;
const states = async () =>
  (await db.selectFrom("orders").select(["state", "cancel_reason"]).orderBy("id").execute()).map((order) =>
    order.cancel_reason ? `${order.state}: ${order.cancel_reason}` : order.state,
  );

test("an order is priced from the catalogue and takes the stock; the cart is not changed", async () => {
  expect(await place()).toMatchObject({ ok: true, isNew: true });
  const order = await db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    account_id: accountId,
    state: "pending",
    stock_held: 1,
    item_count: 2,
    subtotal: 39_800,
    shipping: 0,
    tax: 0,
    total: 39_800,
    fullname: ADDRESS.fullname,
    state_name: ADDRESS.state,
    gateway: "sandbox",
    invoice_no: null,
    placed_at: NOW.toISOString(),
    pay_by: minutesLater(30).toISOString(),
  });
  expect(order.receipt.length).toBeLessThanOrEqual(40);
  const lines = await db.selectFrom("order_lines").selectAll().execute();
  expect(lines).toMatchObject([{ title: "Kari", mrp: 30_000, unit_price: 19_900, quantity: 2, hsn: "4901" }]);
  const events = await db.selectFrom("order_events").selectAll().execute();
  expect(events).toMatchObject([{ kind: "placed", actor: "customer", actor_account_id: accountId }]);
  expect(await stock()).toBe(3);
  expect(await cartCount(db, { accountId })).toBe(2);
});

test("two concurrent requests place one order", async () => {
  const [first, second] = await Promise.all([place(), place()]);
  expect(first.ok && second.ok && first.orderId === second.orderId).toBe(true);
  expect(await states()).toEqual(["pending"]);
  expect(await stock()).toBe(3);
});

test("a retry returns the same pending order until its deadline", async () => {
  const first = await place();
  expect(await place(minutesLater(29))).toEqual({ ...first, isNew: false });
  const afterDeadline = await place(minutesLater(31));
  expect(afterDeadline).toMatchObject({ ok: true, isNew: true });
  expect(await states()).toEqual(["cancelled: payment_timeout", "pending"]);
  expect(await stock()).toBe(3);
});

test("a different cart, price or address supersedes the pending order, whose stock is available", async () => {
  await place();
  const itemId = (await readCart(db, { accountId })).lines[0]!.itemId;
  expect(await setQuantity(db, { accountId }, { itemId, quantity: 5 })).toMatchObject({ ok: true });
  expect(await place()).toMatchObject({ ok: true, isNew: true });
  expect(await stock()).toBe(0);

  await db.updateTable("books").set({ sale_price: 18_000 }).where("id", "=", bookId).execute();
  expect(await place()).toMatchObject({ ok: true, isNew: true });

  await saveAddress(db, accountId, addressId, { ...ADDRESS, place: "Thrissur" });
  expect(await place()).toMatchObject({ ok: true, isNew: true });
  expect(await states()).toEqual([
    "cancelled: superseded",
    "cancelled: superseded",
    "cancelled: superseded",
    "pending",
  ]);
  expect(await stock()).toBe(0);
});

test("the last copy goes to one of two customers", async () => {
  await db.updateTable("books").set({ stock: 1 }).where("id", "=", bookId).execute();
  const buyers = [await customerWithCart(db, { bookId }), await customerWithCart(db, { bookId })];
  const outcomes = await Promise.all(
    buyers.map((buyer) =>
      placeOrder(db, buyer.accountId, { addressId: buyer.addressId, gateway: "sandbox" }, NOW),
    ),
  );
  expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
  expect(outcomes.find((outcome) => !outcome.ok)).toEqual({
    ok: false,
    reason: "lines",
    message: "Kari: Out of stock",
    problems: [{ bookId, title: "Kari", problem: "out_of_stock", message: "Out of stock" }],
  });
  expect(await stock()).toBe(0);
});

test("each line that cannot be ordered is named; nothing changes, not even the pending order", async () => {
  await place();
  const hidden = await createBook(db, { title: "Hidden" });
  const scarce = await createBook(db, { title: "Scarce", stock: 3 });
  await addToCart(db, { accountId }, { bookId: hidden, quantity: 1 });
  await addToCart(db, { accountId }, { bookId: scarce, quantity: 3 });
  await db.updateTable("books").set({ hidden: 1 }).where("id", "=", hidden).execute();
  await db.updateTable("books").set({ stock: 2 }).where("id", "=", scarce).execute();
  const outcome = await place();
  expect(outcome).toMatchObject({
    ok: false,
    reason: "lines",
    message: "Hidden: This book is no longer available. Scarce: Only 2 left in stock",
  });
  expect(await states()).toEqual(["pending"]);
  expect(await stock()).toBe(3);
});

test("another customer's address is not found", async () => {
  const other = await createAccount(db);
  for (const foreign of [await createAddress(db, other), 999_999]) {
    expect(await placeOrder(db, accountId, { addressId: foreign, gateway: "sandbox" }, NOW)).toEqual({
      ok: false,
      reason: "address",
      message: "Please select a delivery address",
    });
  }
});

test("refuses an empty cart, a changed total, and an amount below the gateway's minimum", async () => {
  expect(await place(NOW, { expectedTotal: 39_799 })).toMatchObject({ ok: false, reason: "total_changed" });
  expect(await place(NOW, { expectedTotal: 39_800 })).toMatchObject({ ok: true });

  await db.updateTable("books").set({ sale_price: 0 }).where("id", "=", bookId).execute();
  await setSettings(db, { shippingFee: 0 });
  expect(await place()).toMatchObject({ ok: false, reason: "too_small" });

  await db.deleteFrom("cart_items").execute();
  expect(await place()).toEqual({ ok: false, reason: "empty_cart", message: "Your cart is empty" });
});

test("a customer whose address nobody has confirmed places five unpaid orders a day: each is mailed about", async () => {
  await db.updateTable("accounts").set({ email_confirmed_at: null }).where("id", "=", accountId).execute();
  const placeAndCancel = async (now: Date) => {
    const placed = await place(now);
    if (placed.ok) await cancelByCustomer(db, { orderId: placed.orderId, accountId, reason: "" }, now);
    return placed;
  };
  for (let at = 0; at < 5; at++) expect(await placeAndCancel(minutesLater(at))).toMatchObject({ ok: true });
  const refused = { ok: false, message: expect.stringMatching(/^Please confirm your email first/) };
  expect(await placeAndCancel(minutesLater(6))).toMatchObject(refused);
  expect(await placeAndCancel(minutesLater(24 * 60 + 1))).toMatchObject({ ok: true });
  await db.updateTable("accounts").set({ email_confirmed_at: "2026-11-21T06:05:00.000Z" }).execute();
  expect(await placeAndCancel(minutesLater(7))).toMatchObject({ ok: true });
});
