import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createAddress, createStaff, setSettings } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { allMails } from "~/test/mails";
import { capturedPayment, customerWithCart } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { confirmByStaff } from "../at-the-door/confirm-order.server";
import { applyCoupon } from "../cart/cart-coupon.server";
import { addToCart, cartCount, readCart } from "../cart/cart.server";
import type { MethodDraft } from "../delivery/delivery-plan.schema";
import { quoteItems } from "../delivery/quote.server";
import { findOrder } from "../orders/orders.server";
import { applyPayment } from "../payments/apply-payment.server";
import { lapse } from "../payments/lapse.server";
import { checkOut } from "./check-out.server";
import type { OrderRequest } from "./order-request";
import { placeOrder } from "./place-order.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const PIN = "560001";

let db: Db;
let staffId: number;
let accountId: number;
let addressId: number;
let bookId: number;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  await setSettings(db, { shippingThreshold: 49_900, shippingFee: 4_900 });
  staffId = await createStaff(db);
  const book = { title: "Kari", price: 30_000, stock: 9, weight_g: 400 };
  const address = { pincode: PIN, state: "Karnataka" };
  ({ accountId, addressId, bookId } = await customerWithCart(db, { book, address }));
});

const COD = { ...NO_COD, offered: true, fee: 3_000 };
const plan = (...methods: Partial<MethodDraft>[]) =>
  storePlan(db, staffId, { zones: [planZone({ methods: methods.map(planMethod) })] });
const place = (more: Partial<OrderRequest> = {}, now = NOW) =>
  placeOrder(db, accountId, { addressId, gateway: "sandbox", ...more }, now);
const stored = () => db.selectFrom("orders").selectAll().orderBy("id").execute();
const lastOrder = async () => (await stored()).at(-1)!;
const stock = async () =>
  (await db.selectFrom("books").select("stock").where("id", "=", bookId).executeTakeFirstOrThrow()).stock;
const lines = (quantity = 1) => [{ bookId, quantity, unitPrice: 30_000 }];

describe("the way of delivery", () => {
  const post = { name: "Gyan Post", rates: { by: "flat", price: 2_500 }, days: { from: 4, to: 9 } } as const;
  const speed = { name: "Speed Post", rates: { by: "flat", price: 7_000 } } as const;

  test("is the cheapest unless another is chosen; the order keeps what was promised and charged", async () => {
    await plan(speed, post);
    expect(await place()).toMatchObject({ ok: true, totals: { shipping: 2_500, total: 32_500 } });
    expect(await lastOrder()).toMatchObject({
      shipping: 2_500,
      total: 32_500,
      payment_way: "online",
      cod_fee: 0,
      due_at_door: 0,
      method_id: 2,
      method_name: "Gyan Post",
      method_carrier: "India Post",
      pick_up: null,
      promised_from: "2026-12-03",
      promised_by: "2026-12-09",
      parcel_grams: 500,
    });
    // The same order with another method is another one, which replaces it.
    expect(await place({ methodId: 1 })).toMatchObject({ ok: true, isNew: true, totals: { total: 37_000 } });
    expect(await place({ methodId: 1 })).toMatchObject({ ok: true, isNew: false });
    expect((await stored()).map(({ state, method_name }) => [state, method_name])).toEqual([
      ["cancelled", "Gyan Post"],
      ["pending", "Speed Post"],
    ]);
  });

  test("is not Gyan Post for a book that may not go by it, in quote, cart and order alike", async () => {
    await plan(speed, { ...post, isGyanPost: true });
    const mark = (gyan_post: "yes" | "no" | null) =>
      db.updateTable("books").set({ gyan_post }).where("id", "=", bookId).execute();
    const names = async () => {
      const quote = await quoteItems(db, { pin: PIN, items: [{ bookId, quantity: 1 }] }, NOW);
      expect((await readCart(db, { accountId }, NOW)).delivery.quote).toEqual(quote);
      return quote.methods.map(({ name }) => name);
    };
    for (const may of ["yes", null] as const) {
      await mark(may);
      expect(await names()).toEqual(["Gyan Post", "Speed Post"]);
    }
    await mark("no");
    expect(await names()).toEqual(["Speed Post"]);
    expect(await place({ methodId: 2 })).toMatchObject({ ok: false });
    expect(await place()).toMatchObject({ ok: true, totals: { shipping: 7_000 } });
    await mark(null);
  });

  test("costs what was quoted, for the cart and the order alike", async () => {
    await plan(speed, {
      ...post,
      rates: {
        by: "weight",
        steps: [
          { upToGrams: 900, price: 2_000 },
          { upToGrams: 5_000, price: 6_500 },
        ],
      },
    });
    for (const quantity of [1, 2, 3]) {
      const quote = await quoteItems(db, { pin: PIN, items: [{ bookId, quantity }] }, NOW);
      const cart = await readCart(db, { accountId }, NOW);
      expect(cart.totals.shipping).toBe(quote.methods[0]!.price);
      expect(cart.delivery.quote).toEqual(quote);
      for (const { id, price } of quote.methods)
        expect(await place({ methodId: id })).toMatchObject({ ok: true, totals: { shipping: price } });
      await addToCart(db, { accountId }, { bookId, quantity: 1 }, NOW);
    }
  });

  test.each([
    [{ methodId: 9 }, "delivery", "is not offered for this order any more"],
    [{ deliveryPrice: 2_400 }, "delivery", "Gyan Post costs ₹25.00 now. Please check it"],
    [{ expectedTotal: 32_400 }, "total_changed", "The total has changed to ₹325.00"],
    [{ payment: "cod" }, "payment", "This way of delivery must be paid before."],
    [{ payment: "transfer" }, "payment", "We take no bank transfers now"],
  ] as const)("%o is refused, and nothing is ordered", async (asked, reason, message) => {
    await plan(post);
    const before = await place();
    expect(await place(asked)).toMatchObject({
      ok: false,
      reason,
      message: expect.stringContaining(message),
    });
    expect((await stored()).map(({ id, state }) => [id, state])).toEqual([
      [before.ok && before.orderId, "pending"],
    ]);
    expect(await stock()).toBe(8);
  });

  test("that staff change while somebody pays: the order keeps its price, a new one is refused or asked again", async () => {
    const [zone] = (await plan(post)).zones;
    const placed = await checkOut(db, new MemoryGateway(), accountId, { addressId }, NOW);
    await plan({ ...zone!.methods[0]!, rates: { by: "flat", price: 3_000 } });
    expect(placed).toMatchObject({ ok: true, window: { amount: 32_500 } });
    expect(await place({ methodId: 1, expectedTotal: 32_500 })).toMatchObject({ reason: "total_changed" });
    await storePlan(db, staffId, { isOn: false });
    expect(await place({ methodId: 1 })).toMatchObject({ reason: "delivery" });
    expect(await lastOrder()).toMatchObject({ state: "pending", total: 32_500 });
  });

  test("to a place that no zone has is refused with a sentence, by the cart too", async () => {
    await plan(post);
    const away = await createAddress(db, accountId, { pincode: "682001" });
    const message = "We do not deliver to PIN code 682001 (Kerala).";
    expect(await place({ addressId: away })).toEqual({ ok: false, reason: "delivery", message });
    const cart = await readCart(db, { accountId }, NOW, { pin: "682001" });
    expect(cart.delivery).toMatchObject({ method: null, problem: { reason: "place", message } });
  });

  test("without a known place the cart has no delivery in its totals", async () => {
    await plan(post);
    const cart = await readCart(db, { accountId }, NOW, { pin: null });
    expect(cart).toMatchObject({ totals: { shipping: 0, total: 30_000 }, delivery: { quote: null } });
  });
});

describe("paying at the door", () => {
  test("the whole order: it is placed at once, waits to be confirmed, and the cart is empty", async () => {
    await plan({ cod: COD });
    const { code } = await createCoupon(db, { value: 1_000 });
    await applyCoupon(db, { accountId }, code, NOW);
    // 300 − 30 + 40 + 30
    const asked = {
      payment: "cod",
      expectedTotal: 34_000,
      expectedDueNow: 0,
      expectedLines: lines(),
    } as const;
    const placed = await place(asked);
    expect(placed).toMatchObject({ ok: true, isNew: true });
    expect(await lastOrder()).toMatchObject({
      state: "pending",
      payment_way: "cod",
      discount: 3_000,
      shipping: 7_000,
      cod_fee: 3_000,
      total: 34_000,
      due_at_door: 34_000,
      pay_by: "2026-11-28T06:00:00.000Z",
      gateway_order_id: null,
    });
    expect([await cartCount(db, { accountId }), await stock()]).toEqual([0, 8]);
    const mails = await allMails(db);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("please confirm order #")]);
    // A double click, or an app that asks again.
    expect(await place(asked)).toEqual({ ...placed, isNew: false });
    expect(await place({ ...asked, payment: "online" })).toMatchObject({ reason: "empty_cart" });
    expect(await place({ ...asked, expectedLines: lines(2) })).toMatchObject({ reason: "empty_cart" });
    expect(await stored()).toHaveLength(1);
  });

  test("books put into the cart since stay there when it is confirmed", async () => {
    await plan({ cod: COD });
    const placed = await place({ payment: "cod" });
    if (!placed.ok) throw new Error(placed.message);
    await addToCart(db, { accountId }, { bookId, quantity: 2 }, NOW);
    expect(await confirmByStaff(db, { orderId: placed.orderId, staffId }, NOW)).toMatchObject({ ok: true });
    expect(await cartCount(db, { accountId })).toBe(2);
    // The promise is that of the day on which it was placed.
    expect(await findOrder(db, accountId, placed.orderId, NOW)).toMatchObject({
      state: "paid",
      etaDate: "2026-12-04",
      delivery: { method: "Speed Post", from: "2026-12-01", to: "2026-12-04" },
    });
  });

  test("a part before: that part is paid online, and confirms the order", async () => {
    await plan({ cod: { ...COD, partPercent: 20 } });
    const gateway = new MemoryGateway();
    const placed = await checkOut(db, gateway, accountId, { addressId, payment: "cod" }, NOW);
    // 300 + 40 + 30, of which 20 % are 74
    expect(placed).toMatchObject({
      ok: true,
      window: { amount: 7_400 },
      totals: { shipping: 7_000, total: 37_000 },
      codFee: 3_000,
      dueAtDoor: 29_600,
    });
    if (!placed.ok) throw new Error(placed.message);
    expect(await cartCount(db, { accountId })).toBe(1);
    const payment = capturedPayment({ gatewayOrderId: placed.window!.gatewayOrderId, total: 7_400 });
    expect(await applyPayment(db, gateway.pay(payment), "webhook", NOW)).toMatchObject({ outcome: "paid" });
    expect(await cartCount(db, { accountId })).toBe(0);
    expect(await lastOrder()).toMatchObject({ state: "paid", due_at_door: 29_600 });
  });

  test("what is due now differs from what the shopper saw: asked again", async () => {
    await plan({ cod: { ...COD, partPercent: 20 } });
    const refused = await place({ payment: "cod", expectedTotal: 37_000, expectedDueNow: 0 });
    expect(refused).toMatchObject({
      reason: "total_changed",
      message: expect.stringContaining("₹74.00 is paid now and ₹296.00 at the door"),
    });
    expect(await stored()).toEqual([]);
  });

  test("chosen on a page that shows what is paid online: the total is the same, so it is placed", async () => {
    await plan({ cod: { ...COD, fee: 0 } });
    const seen = { expectedTotal: 34_000, expectedDueNow: 34_000 };
    expect(await place({ payment: "cod", ...seen })).toMatchObject({ ok: true });
    expect(await lastOrder()).toMatchObject({ due_at_door: 34_000 });
  });

  test("replaces an order that waits for a payment online, and gives the stock back when nobody confirms it", async () => {
    await plan({ cod: COD });
    await place();
    await place({ payment: "cod" });
    expect((await stored()).map(({ state, payment_way }) => [state, payment_way])).toEqual([
      ["cancelled", "online"],
      ["pending", "cod"],
    ]);
    expect(await stock()).toBe(8);
    await lapse(db, new Date(NOW.getTime() + 25 * 3_600_000));
    expect(await stock()).toBe(9);
  });

  test("no more than the shop allows", async () => {
    await setSettings(db, { codOpenPerCustomer: 2 });
    await plan({ cod: { ...COD, partPercent: 20 } }, { cod: COD, name: "Whole" });
    // One that waits for its part does not count: the next one replaces it.
    await place({ payment: "cod", methodId: 1 });
    for (const expected of [true, true, false]) {
      expect(await place({ payment: "cod", methodId: 2 })).toMatchObject({ ok: expected });
      if (expected) await addToCart(db, { accountId }, { bookId, quantity: 1 }, NOW);
    }
    expect(await place({ payment: "online" })).toMatchObject({ ok: true });
  });
});

test("a transfer to the shop: placed at once, for as many days as the setting says; so many wait at most", async () => {
  await setSettings(db, {
    transferOn: "yes",
    transferName: "Kitab",
    transferUpi: "kitab@sbi",
    transferDays: 5,
    mostUnpaidOrders: 2,
  });
  const placed = await checkOut(db, new MemoryGateway(), accountId, { addressId, payment: "transfer" }, NOW);
  expect(placed).toMatchObject({ ok: true, window: null, paymentWay: "transfer", dueAtDoor: 0 });
  expect(await lastOrder()).toMatchObject({
    state: "pending",
    payment_way: "transfer",
    total: 34_900,
    pay_by: "2026-12-02T06:00:00.000Z",
  });
  expect(await cartCount(db, { accountId })).toBe(0);
  for (const expected of [true, false]) {
    await addToCart(db, { accountId }, { bookId, quantity: 1 }, NOW);
    expect(await place({ payment: "transfer" })).toMatchObject({ ok: expected });
  }
});
