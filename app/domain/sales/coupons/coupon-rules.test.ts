import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createGuestSession } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { createOrderShop, customerWithCart, type CustomerWithCart, payOrder, refundKey } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { applyCoupon } from "../cart/cart-coupon.server";
import { addToCart, readCart } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { readDocuments } from "../documents/read-documents.server";
import { editOrder } from "../orders/edit/edit-order.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { orderVersion } from "../orders/edit/order-version.server";
import { valueOfLines } from "../orders/money/refund-lines";
import { readOrder } from "../orders/orders.server";
import { refundForReturn } from "../orders/returns/returns";
import { ensureGatewayOrder } from "../payments/payments.server";
import { processRefunds } from "../payments/refunds/refunds.server";
import { refundByStaff } from "../payments/refunds/staff-refunds.server";
import { addDiscount, saveGroup } from "../trade/groups.server";
import { discountSchema, groupSchema } from "../trade/groups.schema";
import { staffProblemMessage } from "./coupon-words";
import { couponSchema } from "./coupons.schema";
import { findCouponFor } from "./coupons.server";
import { saveCoupon, switchCoupon } from "./staff-coupons.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
/** Two books of ₹300 and ₹200 tagged Children, one of ₹500 that is not. */
let books: [kari: number, gora: number, atlas: number];
let buyer: CustomerWithCart;

beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
  const stock = { stock: 99, tax_rate: 500, hsn: "4901" };
  books = [
    await catalogueBook(db, {
      ...stock,
      title: "Kari",
      price: 30_000,
      tags: ["Children"],
      authors: ["Patil"],
    }),
    await catalogueBook(db, {
      ...stock,
      title: "Gora",
      price: 20_000,
      tags: ["Children"],
      authors: ["Tagore"],
    }),
    await catalogueBook(db, { ...stock, title: "Atlas", price: 50_000, tags: ["Maps"], authors: ["Patil"] }),
  ];
  buyer = await customerWithCart(db, { bookId: books[0], quantity: 2, now: NOW });
});

/** Saves a coupon as staff type it. */
async function coupon(code: string, typed: Record<string, string>, id: number | null = null) {
  const fields = couponSchema.parse({ code, active: "on", ...typed });
  const saved = await saveCoupon(db, { id, staffId, fields, version: null }, NOW);
  if (!saved.ok) throw new Error(saved.message);
  return saved.id;
}
const THREE = { kind: "copies", value: "1", setSize: "3", scope: "tags", which: "children" };
const cart = (of: Parameters<typeof readCart>[1] = { accountId: buyer.accountId }) => readCart(db, of, NOW);
const add = (bookId: number, quantity = 1) =>
  addToCart(db, { accountId: buyer.accountId }, { bookId, quantity }, NOW);
const apply = (code: string) => applyCoupon(db, { accountId: buyer.accountId }, code, NOW);
const orderOf = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const change = async (orderId: number, edit: object) =>
  editOrder(
    db,
    { orderId, staffId, ...editOrderSchema.parse({ version: await orderVersion(db, orderId), ...edit }) },
    NOW,
  );

async function order(): Promise<number> {
  const placed = await placeOrder(db, buyer.accountId, { ...buyer, gateway: gateway.name }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const opened = await ensureGatewayOrder(db, gateway, placed.orderId, buyer.accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now: NOW });
  return placed.orderId;
}

async function group(rate: string): Promise<number> {
  const saved = await saveGroup(
    db,
    { id: null, staffId, fields: groupSchema.parse({ name: "Schools" }) },
    NOW,
  );
  if (!saved.ok) throw new Error(saved.message);
  await addDiscount(
    db,
    { groupId: saved.id, staffId, fields: discountSchema.parse({ of: "all", rate }) },
    NOW,
  );
  return saved.id;
}
const join = (groupId: number | null) =>
  db.updateTable("accounts").set({ group_id: groupId }).where("id", "=", buyer.accountId).execute();

describe("which coupon a cart gets", () => {
  test("one without a code applies by itself, for guests too; the one that takes off most, once it applies", async () => {
    await coupon("TEN", { kind: "percentage", value: "10", minimumSubtotal: "600", automatic: "on" });
    await coupon("THREE", { ...THREE, automatic: "on" });
    expect(await cart()).toMatchObject({
      totals: { subtotal: 60_000, discount: 6000 },
      coupon: { code: "TEN", gives: "10% off", problem: null, automatic: true },
    });
    await add(books[1]);
    expect(await cart()).toMatchObject({
      totals: { subtotal: 80_000, discount: 20_000, total: 60_000 },
      coupon: { code: "THREE", gives: "Three for two on books tagged Children", automatic: true },
    });
    const guest = { sessionHash: await createGuestSession(db) };
    await addToCart(db, guest, { bookId: books[2], quantity: 9 }, NOW);
    expect(await cart(guest)).toMatchObject({ totals: { discount: 45_000 }, coupon: { code: "TEN" } });
  });

  test("a code is refused that takes off less; one in the cart gives way, with the reason, and comes back", async () => {
    await coupon("FIVE", { kind: "percentage", value: "5" });
    const three = await coupon("THREE", { ...THREE, automatic: "on" });
    expect(await apply("five")).toMatchObject({ ok: true });
    expect(await cart()).toMatchObject({ totals: { discount: 3000 }, coupon: { code: "FIVE" } });
    await add(books[1]);
    expect(await cart()).toMatchObject({
      totals: { discount: 20_000 },
      coupon: { code: "THREE", instead: { code: "FIVE", problem: "THREE takes off more" } },
    });
    expect(await apply("five")).toEqual({ ok: false, reason: "refused", message: "THREE takes off more" });
    await switchCoupon(db, { couponId: three, active: false, staffId }, NOW);
    expect((await cart()).coupon).toMatchObject({ code: "FIVE", problem: null });
    expect((await cart()).coupon).not.toHaveProperty("automatic");
  });

  test("the uses of one without a code are counted and limited like others", async () => {
    await coupon("ONCE", { kind: "amount", value: "50", automatic: "on", customerLimit: "1" });
    await order();
    await add(books[1]);
    expect(await cart()).toMatchObject({ totals: { discount: 0 }, coupon: null });
    const used = await db.selectFrom("coupons").select("use_count").executeTakeFirstOrThrow();
    expect(used).toEqual({ use_count: 1 });
  });
});

describe("the books of a coupon", () => {
  test("are named by tag, author, ISBN, number or title; their copies and a least sum decide", async () => {
    await add(books[2]);
    await coupon("PATIL", {
      kind: "percentage",
      value: "10",
      scope: "authors",
      which: "patil",
      leastCopies: "3",
    });
    await coupon("FOUR", { kind: "amount", value: "1000", scope: "books", which: `#${books[0]} Kari\nAtlas`, leastCopies: "4" }); // oxfmt-ignore
    expect(await apply("PATIL")).toMatchObject({
      ok: true,
      message: expect.stringContaining("on books by Patil"),
    });
    expect((await cart()).totals.discount).toBe(11_000);
    expect(await apply("FOUR")).toMatchObject({
      message: "This coupon needs 4 or more copies of “Kari” or “Atlas”",
    });
    await add(books[2]);
    // Never more than its books cost: an amount takes nothing off others.
    await add(books[1], 9);
    expect(await apply("FOUR")).toMatchObject({ ok: true });
    expect((await cart()).totals).toMatchObject({ subtotal: 340_000, discount: 100_000 });
    const fields = couponSchema.parse({
      code: "NONE",
      kind: "amount",
      value: "5",
      scope: "tags",
      which: "Chess",
    });
    expect(await saveCoupon(db, { id: null, staffId, fields, version: null }, NOW)).toEqual({
      ok: false,
      reason: "invalid",
      field: "which",
      message: "There is no tag “Chess”",
    });
  });

  test("follow an author or tag that is merged into another", async () => {
    await coupon("MAPS", { kind: "percentage", value: "10", scope: "tags", which: "Maps" });
    expect(await apply("MAPS")).toMatchObject({ message: "This coupon is for books tagged Maps" });
    const tags = await db.selectFrom("tags").select(["id", "name"]).execute();
    const idOf = (name: string) => tags.find((tag) => tag.name === name)!.id;
    const merged = { fromId: idOf("Maps"), intoId: idOf("Children"), staffId };
    expect(await mergeNames(db, MASTER_DATA.tag, merged, NOW)).toMatchObject({ ok: true });
    expect(await apply("MAPS")).toMatchObject({ ok: true });
  });
});

test("a coupon for a group is for its members, on top of what they pay", async () => {
  const groupId = await group("20");
  await coupon("SCHOOL", { kind: "percentage", value: "10", groupId: String(groupId), automatic: "on" });
  expect((await cart()).coupon).toBeNull();
  expect(await apply("SCHOOL")).toMatchObject({
    message: "This coupon is for some customers only: log in if you are one of them",
  });
  await join(groupId);
  expect(await cart()).toMatchObject({ totals: { subtotal: 48_000, discount: 4800 } });
  await db.updateTable("customer_groups").set({ active: 0 }).execute();
  expect(await cart()).toMatchObject({ totals: { subtotal: 60_000, discount: 0 }, coupon: null });
});

test("a coupon for who has bought before counts accepted orders, without what went back", async () => {
  await coupon("REGULAR", { kind: "percentage", value: "10", leastBought: "500", automatic: "on" });
  const message =
    "This coupon is for customers who have bought for ₹500 or more: log in if you are one of them";
  expect(await apply("REGULAR")).toMatchObject({ message });
  const placed = await placeOrder(db, buyer.accountId, { ...buyer, gateway: gateway.name }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  expect(placed.couponCode).toBeNull();
  await addToCart(db, buyer, { bookId: buyer.bookId, quantity: 2 }, NOW);
  // An order that is not paid counts for nothing.
  expect(await apply("REGULAR")).toMatchObject({ message });
  const { orderId } = placed;
  const opened = await ensureGatewayOrder(db, gateway, orderId, buyer.accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now: NOW });
  expect((await cart()).coupon).toMatchObject({ code: "REGULAR", problem: null });
  // Nobody else has bought anything.
  expect(await findCouponFor(db, { code: "REGULAR" }, staffId)).toMatchObject({ bought: 0 });
  const refund = { orderId, staffId, reason: "r", key: refundKey() };
  const most = placed.totals.total - 49_999;
  expect(await refundByStaff(db, { ...refund, amount: most }, NOW)).toMatchObject({ ok: true });
  expect(await findCouponFor(db, { code: "REGULAR" }, buyer.accountId)).toMatchObject({ bought: 49_999 });
  expect((await cart()).coupon).toBeNull();
  const byStaff = (await findCouponFor(db, { code: "REGULAR" }, buyer.accountId))!;
  expect(staffProblemMessage("bought_too_little", byStaff)).toBe(
    "This coupon is for customers who have bought for ₹500 or more",
  );
});

describe("free delivery", () => {
  beforeEach(async () => {
    const cod = { ...NO_COD, offered: true, fee: 3000, partDelivery: true };
    const method = planMethod({ rates: { by: "flat", price: 4900 }, cod });
    await storePlan(db, staffId, {
      zones: [planZone({ states: [], pinPrefixes: ["5", "6"], methods: [method] })],
    });
    await coupon("POSTFREE", { kind: "delivery", minimumSubtotal: "600", automatic: "on" });
  });

  test("takes off the delivery, not the fee for paying at the door, of which nothing is asked before", async () => {
    const placed = await placeOrder(
      db,
      buyer.accountId,
      { ...buyer, gateway: "sandbox", payment: "cod" },
      NOW,
    );
    expect(placed).toMatchObject({
      ok: true,
      totals: { subtotal: 60_000, discount: 0, shipping: 3000, total: 63_000 },
      couponCode: "POSTFREE",
    });
    if (!placed.ok) return;
    expect(await orderOf(placed.orderId)).toMatchObject({ codFee: 3000, dueAtDoor: 63_000 });
  });

  test("stays with a changed order as it was; below its least sum the delivery costs again", async () => {
    const orderId = await order();
    expect((await orderOf(orderId)).totals).toMatchObject({ shipping: 0, total: 60_000 });
    await db.updateTable("coupons").set({ kind: "amount", value: 100, minimum_subtotal: 0 }).execute();
    const [line] = (await orderOf(orderId)).lines;
    await change(orderId, { lines: [{ id: line!.id, qty: 3 }] });
    expect((await orderOf(orderId)).totals).toMatchObject({ discount: 0, shipping: 0, total: 90_000 });
    await change(orderId, { lines: [{ id: line!.id, qty: 1 }] });
    expect((await orderOf(orderId)).totals).toMatchObject({ discount: 0, shipping: 4900, total: 34_900 });
  });
});

describe("an order with three for two on some of its books", () => {
  let orderId: number;
  let couponId: number;
  beforeEach(async () => {
    await add(books[1]);
    await add(books[2]);
    couponId = await coupon("THREE", THREE);
    expect(await apply("THREE")).toMatchObject({ ok: true });
    orderId = await order();
  });

  const discounts = async () => (await orderOf(orderId)).lines.map(({ discount }) => discount);

  test("keeps what each line gets: its document, refund by line and return are worth that", async () => {
    // ₹200 off ₹800 of books tagged Children; the atlas costs what it costs.
    const placed = await orderOf(orderId);
    expect(placed.totals).toMatchObject({ subtotal: 130_000, discount: 20_000, total: 110_000 });
    expect(await discounts()).toEqual([15_000, 5000, 0]);
    const [document] = await readDocuments(db, orderId);
    expect(document!.lines.map(({ discount, value }) => [discount, value])).toEqual([
      [15_000, 45_000],
      [5000, 15_000],
      [0, 50_000],
    ]);
    const [kari, gora, atlas] = placed.lines;
    expect(valueOfLines(placed, [{ id: kari!.id, qty: 1 }])).toBe(22_500);
    const back = (bookId: number, quantity: number) =>
      refundForReturn({ lines: [{ bookId, title: "", quantity }] }, placed, 1_000_000);
    expect([back(books[0], 2), back(books[1], 1), back(books[2], 1)]).toEqual([45_000, 15_000, 50_000]);

    const refund = { orderId, staffId, reason: "Torn", key: refundKey(), shipping: 0 };
    const lines = [
      { id: gora!.id, qty: 1, restock: true },
      { id: atlas!.id, qty: 1, restock: true },
    ];
    expect(await refundByStaff(db, { ...refund, amount: "lines", lines }, NOW)).toMatchObject({ ok: true });
    await processRefunds(db, gateway, NOW);
    const sums = (await readDocuments(db, orderId)).map((one) =>
      one.lines.reduce((sum, { value }) => sum + value, 0),
    );
    expect(sums).toEqual([110_000, 65_000]);
  });

  test("is changed by the rule that it was placed with, whatever the coupon is by now", async () => {
    await coupon("THREE", { kind: "percentage", value: "90", scope: "books", which: "Atlas" }, couponId);
    const lineOf = async (bookId: number) =>
      (await orderOf(orderId)).lines.find((one) => one.bookId === bookId)!;
    // Six copies are two sets: 300, 300, 300 and 300, 200, 200.
    const edit = [
      { id: (await lineOf(books[0])).id, qty: 4 },
      { id: (await lineOf(books[1])).id, qty: 2 },
    ];
    expect(await change(orderId, { lines: edit })).toMatchObject({ ok: true });
    expect((await orderOf(orderId)).totals).toMatchObject({ subtotal: 210_000, discount: 50_000 });
    expect(await discounts()).toEqual([37_500, 12_500, 0]);
    await change(orderId, { lines: [{ id: edit[0]!.id, qty: 0 }] });
    expect((await orderOf(orderId)).totals).toMatchObject({ subtotal: 90_000, discount: 0 });
    expect(await discounts()).toEqual([0, 0]);
    const document = (await readDocuments(db, orderId)).at(-1)!;
    expect(document.lines.map(({ value }) => value)).toEqual([40_000, 50_000]);
  });

  test("from before rules were kept shares its discount by all prices, as it did then", async () => {
    await db.updateTable("order_lines").set({ discount: 0 }).execute();
    await db.updateTable("coupon_uses").set({ rule: null }).execute();
    const placed = await orderOf(orderId);
    const [, , atlas] = placed.lines;
    // ₹200 × 500/1300, by largest remainder.
    expect(valueOfLines(placed, [{ id: atlas!.id, qty: 1 }])).toBe(50_000 - 7692);
  });
});
