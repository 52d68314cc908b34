import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createAccount, createBook } from "~/test/factories";
import { capturedPayment, createOrderShop } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { registerForGst } from "~/test/files/documents";
import { readDocuments } from "../../documents/read-documents.server";
import { addToCart, readCart } from "../../cart/cart.server";
import { takeBackCash } from "../../at-the-door/take-back-cash.server";
import { placeOrder } from "../../checkout/place-order.server";
import { applyPayment } from "../../payments/apply-payment.server";
import { orderOfPayLink, readToPay } from "../../payments/pay-link.server";
import { payPath } from "../../payments/pay-path.server";
import { createAddress } from "~/test/factories";
import { mailsTo } from "~/test/mails";
import { lapse } from "../../payments/lapse.server";
import { readOrderMoney } from "../money/order-money.server";
import { readOrder } from "../orders.server";
import { placeStaffOrder, previewStaffOrder } from "./place-staff-order.server";
import { staffOrderSchema } from "./staff-order.schema";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const ADDRESS = { fullname: "Asha Rao", address1: "12 Lake Road", address2: "Near the post office", place: "Kochi", state: "Kerala", pincode: "682001", mobile: "9847012345", email: "asha@example.com" }; // oxfmt-ignore
const ASHA = { name: "Asha Rao", phone: "+91 98470 12345", email: "Asha@Example.com" };

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let bookId: number;
beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
  bookId = await createBook(db, { price: 20_000, stock: 60, title: "Gora" });
});

type Given = Partial<Parameters<typeof staffOrderSchema.parse>[0] & object>;
const request = (given: Given) => ({
  ...staffOrderSchema.parse({ customer: ASHA, lines: [{ bookId, qty: 1 }], payment: "cash", ...given }),
  staffId,
  gateway: "sandbox",
});
const place = (given: Given) => placeStaffOrder(db, request(given), NOW);
const orderOf = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const stock = async () =>
  (
    await db.selectFrom("books").select(["stock", "sold_count as sold"]).where("id", "=", bookId).execute()
  )[0];
const rows = async (table: "orders" | "accounts") => (await db.selectFrom(table).select("id").execute()).length; // oxfmt-ignore

test("at the counter: paid, handed over, with bill and number, forty copies with a discount and its reason", async () => {
  const outcome = await place({
    lines: [{ bookId, qty: 40, discountPercent: 35 }],
    discountReason: "School",
    payment: "upi",
    reference: "UPI 4122",
  });
  if (!outcome.ok) throw new Error(outcome.message);
  expect(outcome.totals).toMatchObject({ subtotal: 520_000, shipping: 0, total: 520_000 });
  const order = await orderOf(outcome.orderId);
  expect(order).toMatchObject({
    state: "delivered",
    documentKind: "bill",
    invoiceNo: expect.any(String),
  });
  expect(order.lines).toMatchObject([{ unitPrice: 13_000, quantity: 40 }]);
  expect(order.parcels).toMatchObject([{ carrier: null, lines: [{ qty: 40 }] }]);
  expect(await readOrderMoney(db, outcome.orderId)).toMatchObject({ paid: 520_000, left: 520_000 });
  expect(await stock()).toEqual({ stock: 20, sold: 40 });
});

test("at the counter the supply is in the seller's state, also where the address does not name it: CGST and SGST", async () => {
  await registerForGst(db);
  const postalAddress = {
    key: "postalAddress",
    value: '"14 Residency Road\\nBengaluru 560025"',
    updated_at: "",
  };
  await db.insertInto("settings").values(postalAddress).execute();
  await db.updateTable("books").set({ tax_rate: 1800 }).where("id", "=", bookId).execute();
  const outcome = await place({});
  if (!outcome.ok) throw new Error(outcome.message);
  const [bill] = await readDocuments(db, outcome.orderId);
  expect(bill).toMatchObject({ place: "29", split: "within_state", lines: [{ integratedTax: 0 }] });
});

test("name and phone suffice: the customer is made once, and gets no mail", async () => {
  const before = await rows("accounts");
  const customer = { name: "Ravi", phone: "9847099999" };
  const [one, two] = [await place({ customer }), await place({ customer })];
  if (!one.ok || !two.ok) throw new Error("refused");
  expect(await rows("accounts")).toBe(before + 1);
  const mails = await db.selectFrom("outgoing_mails").select("recipient").execute();
  expect(mails.filter(({ recipient }) => recipient.endsWith(".invalid"))).toEqual([]);
  expect((await orderOf(one.orderId)).address).toMatchObject({ fullname: "Ravi", mobile: "9847099999" });
});

test("who walks in is one customer for all, with the name on the bill where there is one", async () => {
  const before = await rows("accounts");
  const orders = [];
  for (const customer of [{ walkIn: true }, { walkIn: true, name: "Ravi" }] as const) {
    const outcome = await place({ customer, payment: "upi" });
    if (!outcome.ok) throw new Error(outcome.message);
    orders.push(await orderOf(outcome.orderId));
  }
  expect(await rows("accounts")).toBe(before + 1);
  expect(orders.map(({ address, state }) => [address.fullname, address.mobile, state])).toEqual([
    ["Counter sale", "", "delivered"],
    ["Ravi", "", "delivered"],
  ]);
  const { first_name, last_name } = await db.selectFrom("accounts").selectAll().where("email", "=", "counter@no-email.invalid").executeTakeFirstOrThrow(); // oxfmt-ignore
  expect([first_name, last_name]).toEqual(["Counter", "sale"]);
  const wrong = (given: Given) =>
    staffOrderSchema
      .safeParse({
        customer: { walkIn: true },
        lines: [{ bookId, qty: 1 }],
        payment: "cash",
        reference: "1",
        ...given,
      })
      .error?.issues.map(({ path }) => path.join());
  expect(wrong({})).toBeUndefined();
  for (const given of [{ payment: "link" }, { payment: "account" }, { address: ADDRESS }] as const)
    expect(wrong(given)).toEqual(["customer"]);
});

test("an account that a stranger may have registered is not found by its address", async () => {
  const unconfirmed = { email_confirmed_at: null, password_hash: "x" };
  await createAccount(db, { email: "asha@example.com", ...unconfirmed });
  await createAccount(db, { email: "9847099999@no-email.invalid", ...unconfirmed });
  expect(await place({})).toMatchObject({ ok: false, field: "customer.email" });
  const outcome = await place({ customer: { name: "Ravi", phone: "9847099999" } });
  if (!outcome.ok) throw new Error(outcome.message);
  const { email } = await db.selectFrom("orders as o").innerJoin("accounts as a", "a.id", "o.account_id").select("a.email").where("o.id", "=", outcome.orderId).executeTakeFirstOrThrow(); // oxfmt-ignore
  expect(email).toMatch(/^9847099999-.+@no-email\.invalid$/);
});

test("a customer is found by the email address, and by id; somebody who works here is none", async () => {
  const accountId = await createAccount(db, {
    email: "asha@example.com",
    email_confirmed_at: NOW.toISOString(),
  });
  const one = await place({});
  const two = await place({ customer: { id: accountId } });
  if (!one.ok || !two.ok) throw new Error("refused");
  const of = await db
    .selectFrom("orders")
    .select("account_id")
    .where("id", "in", [one.orderId, two.orderId])
    .execute();
  expect(of.map(({ account_id }) => account_id)).toEqual([accountId, accountId]);
  expect(await place({ customer: { id: staffId } })).toMatchObject({ ok: false, field: "customer.id" });
});

describe("by a link", () => {
  test("the order waits; the link pays it once, and its customer's own checkout leaves it alone", async () => {
    const accountId = await createAccount(db);
    const outcome = await place({ customer: { id: accountId }, address: ADDRESS, payment: "link" });
    if (!outcome.ok) throw new Error(outcome.message);
    const { orderId } = outcome;
    const other = await createBook(db, { stock: 3 });
    await addToCart(db, { accountId }, { bookId: other, quantity: 1 }, NOW);
    await addToCart(db, { accountId }, { bookId, quantity: 2 }, NOW);
    const addressId = await createAddress(db, accountId);
    expect(await placeOrder(db, accountId, { addressId, gateway: "sandbox" }, NOW)).toMatchObject({
      ok: true,
    });
    expect((await orderOf(orderId)).state).toBe("pending");

    const params = new URLSearchParams(payPath(orderId).split("?")[1]);
    expect(orderOfPayLink(params)).toBe(orderId);
    params.set("order", String(orderId + 1));
    expect(orderOfPayLink(params)).toBeNull();
    const ready = await readToPay(db, gateway, orderId, NOW);
    if (ready?.state !== "open") throw new Error("not open");
    const payment = gateway.pay(
      capturedPayment({ gatewayOrderId: ready.gatewayOrderId, total: ready.amount }),
    );
    expect(await applyPayment(db, payment, "webhook", NOW)).toMatchObject({ outcome: "paid", orderId });
    expect(await readToPay(db, gateway, orderId, NOW)).toEqual({ state: "paid" });
    expect((await orderOf(orderId)).state).toBe("paid");
    // The customer's cart is their own.
    expect((await readCart(db, { accountId }, NOW)).count).toBe(3);
  });
});

test("a link that nobody pays ends with its order, and the customer is told", async () => {
  const outcome = await place({ payment: "link" });
  if (!outcome.ok) throw new Error(outcome.message);
  await lapse(db, new Date(NOW.getTime() + 90 * 86_400_000));
  expect((await orderOf(outcome.orderId)).state).toBe("cancelled");
  expect((await mailsTo(db, "asha@example.com")).map(({ subject }) => subject.replace(/^.*?: /, ""))).toEqual(
    [`please pay order #${outcome.orderId}`, expect.stringContaining(`#${outcome.orderId}`)],
  );
  expect((await stock())!.stock).toBe(60);
});

test("at the door: by the plan's price and fee, confirmed at once; not at the counter", async () => {
  const method = planMethod({
    id: 1,
    rates: { by: "flat", price: 4_000 },
    cod: { ...NO_COD, offered: true, fee: 2_500 },
  });
  await storePlan(db, staffId, { zones: [planZone({ states: [], pinPrefixes: ["6"], methods: [method] })] });
  const outcome = await place({ address: ADDRESS, payment: "cod" });
  if (!outcome.ok) throw new Error(outcome.message);
  expect(await orderOf(outcome.orderId)).toMatchObject({ state: "paid", dueAtDoor: 26_500, codFee: 2_500, totals: { total: 26_500 } }); // oxfmt-ignore
  expect(await place({ address: { ...ADDRESS, pincode: "411001" }, payment: "cod" })).toMatchObject({ field: "address.pincode" }); // oxfmt-ignore
  expect(
    staffOrderSchema.safeParse({ customer: ASHA, lines: [{ bookId, qty: 1 }], payment: "cod" }).success,
  ).toBe(false);
});

test("the same key places one order; a preview and a refusal none, and neither makes a customer", async () => {
  const key = { idempotencyKey: "one-form-of-the-desk" };
  const [one, two] = [await place(key), await place(key)];
  expect(two).toEqual({ ...one, isNew: false });
  expect(await rows("orders")).toBe(1);
  const before = [await rows("orders"), await rows("accounts"), await stock()];
  const customer = { name: "New", phone: "9800000000" };
  expect(await previewStaffOrder(db, request({ customer }), NOW)).toMatchObject({ ok: true });
  for (const [given, field, message] of [
    [{ lines: [{ bookId, qty: 99 }] }, "lines[0].qty", "Only 59 of “Gora” can be had"],
    [{ lines: [{ bookId: 999, qty: 1 }] }, "lines[0].bookId", "Book 999 is not in the store"],
    [
      {
        lines: [
          { bookId, qty: 1 },
          { bookId, qty: 2 },
        ],
      },
      "lines[1].bookId",
      "Each book can be given once",
    ],
    [
      { payment: "account" },
      "creditReason",
      "The customer buys nothing on account; with this order ₹200.00 would be open. Write a reason to pass the limit",
    ],
    [
      { lines: [{ bookId, qty: 1, discountPercent: 100 }], discountReason: "Gift" },
      "lines",
      "An order costs at least ₹1.00",
    ],
  ] as const)
    expect(await place({ customer, ...structuredClone(given) } as Given)).toEqual({
      ok: false,
      field,
      message,
    });
  expect([await rows("orders"), await rows("accounts"), await stock()]).toEqual(before);
});

test("cash of the counter is no record of the door: it cannot be taken back as one", async () => {
  const outcome = await place({});
  if (!outcome.ok) throw new Error(outcome.message);
  const { orderId } = outcome;
  const payment = `cash_${orderId}_desk`;
  expect(await takeBackCash(db, { orderId, staffId, payment, reason: "x" }, NOW)).toMatchObject({
    ok: false,
    reason: "not_found",
  });
});
