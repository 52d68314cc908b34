import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { createOrderShop, refundKey } from "~/test/orders";
import { allMails, mailsTo } from "~/test/mails";
import { addToCart, cartCount } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { readCheckout } from "../checkout/read-checkout.server";
import { placeStaffOrder } from "../orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "../orders/by-staff/staff-order.schema";
import { cancelByStaff } from "../orders/cancellation.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { editOrder } from "../orders/edit/edit-order.server";
import { orderVersion } from "../orders/edit/order-version.server";
import { markPacked } from "../orders/fulfilment/fulfilment.server";
import { readOrder } from "../orders/orders.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { lowerInvoice, recordAccountPayment, takeBackAccountPayment } from "./account-money.server";
import { saveGroup } from "./groups.server";
import { groupSchema } from "./groups.schema";
import { setCustomerTerms } from "./customer-terms.server";
import { daysLate, receivedOf } from "./on-account";
import { accountReceipts, creditOf, openInvoices, receivables } from "./on-account.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const PRICE = 20_000;

let db: Db;
let staffId: number;
let bookId: number;
beforeAll(async () => {
  ({ db, staffId } = await createOrderShop());
  bookId = await createBook(db, { price: PRICE, stock: 100_000, title: "Gora" });
});

async function customer(creditLimit: number | null = 100_000) {
  const accountId = await createAccount(db);
  await setCustomerTerms(db, { accountId, staffId, fields: { groupId: null, creditLimit, creditDays: 30 } });
  return { accountId, addressId: await createAddress(db, accountId) };
}
type Customer = Awaited<ReturnType<typeof customer>>;

async function order({ accountId, addressId }: Customer, quantity = 1, more = {}) {
  await addToCart(db, { accountId }, { bookId, quantity }, NOW);
  const request = { addressId, gateway: "sandbox", payment: "account" as const, ...more };
  return placeOrder(db, accountId, request, NOW);
}
async function ordered(of: Customer, quantity = 1): Promise<number> {
  const placed = await order(of, quantity);
  if (!placed.ok) throw new Error(placed.message);
  return placed.orderId;
}
const read = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const opens = async ({ accountId }: Customer) =>
  (await openInvoices(db, accountId)).map(({ orderId, open }) => [orderId, open]);
const pay = ({ accountId }: Customer, amount: number, more = {}) =>
  recordAccountPayment(
    db,
    { accountId, staffId, amount, way: "upi", reference: "U 1", receivedOn: "2026-11-20", orderId: 0, key: refundKey(), ...more }, // oxfmt-ignore
    NOW,
  );
const lower = ({ accountId }: Customer, orderId: number, amount: number, key = refundKey()) =>
  lowerInvoice(db, { accountId, staffId, orderId, amount, reason: "Damaged", key }, NOW);
const staffOrder = (given: object) => ({
  ...staffOrderSchema.parse({ lines: [{ bookId, qty: 3 }], payment: "account", ...given }),
  staffId,
  gateway: "sandbox",
});

test("at the checkout: only with credit; accepted at once, with number and mail, and open until it is due", async () => {
  const without = await customer(null);
  await addToCart(db, without, { bookId, quantity: 1 }, NOW);
  const choice = { addressId: null, methodId: null, payment: null };
  const ways = async ({ accountId }: Customer) =>
    (await readCheckout(db, accountId, choice, NOW)).payments.map(({ way, problem }) => [way, problem]);
  expect(await ways(without)).toEqual([["online", null]]);
  expect(await order(without)).toMatchObject({ ok: false, message: "You cannot buy on account." });

  const shop = await customer();
  await addToCart(db, shop, { bookId, quantity: 2 }, NOW);
  expect(await ways(shop)).toEqual([
    ["online", null],
    ["account", null],
  ]);
  const lines = [{ bookId, quantity: 2, unitPrice: PRICE }];
  const request = { addressId: shop.addressId, gateway: "sandbox", payment: "account" as const };
  const placed = await placeOrder(db, shop.accountId, { ...request, expectedLines: lines }, NOW);
  if (!placed.ok) throw new Error(placed.message);
  const { orderId, totals } = placed;
  expect(await read(orderId)).toMatchObject({
    state: "paid",
    paymentWay: "account",
    invoiceNo: expect.any(String),
    dueOn: "2026-12-21",
    dueAtDoor: 0,
    payments: [],
  });
  const subjects = (await allMails(db)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringContaining(`order #${orderId} is confirmed, ₹`));
  expect(await cartCount(db, shop)).toBe(0);
  expect(await opens(shop)).toEqual([[orderId, totals.total]]);
  // The form sent twice is one order.
  const twice = await placeOrder(db, shop.accountId, { ...request, expectedLines: lines }, NOW);
  expect(twice).toMatchObject({ ok: true, orderId, isNew: false });
  const [{ email }] = await db.selectFrom("accounts").select("email").where("id", "=", shop.accountId).execute() as [{ email: string }]; // oxfmt-ignore
  const [mail] = await mailsTo(db, email);
  expect(mail!.text_body).toContain("It is on account: please pay");
  expect(mail!.text_body).not.toContain("We have received your payment");
  expect(await markPacked(db, { orderId, staffId }, NOW)).toMatchObject({ ok: true });
  expect(await receivables(db, "2026-12-30")).toMatchObject([
    { accountId: shop.accountId, open: totals.total, late: totals.total, oldestDueOn: "2026-12-21" },
  ]);
  expect([daysLate("2026-12-21", "2026-12-30"), daysLate("2026-12-21", "2026-12-21")]).toEqual([9, 0]);
});

test("the limit counts what is open: a sentence at the checkout, which staff pass with a reason", async () => {
  const shop = await customer(50_000);
  const first = await ordered(shop, 2);
  const { open } = await creditOf(db, shop.accountId);
  expect(await order(shop)).toMatchObject({
    ok: false,
    reason: "payment",
    message: expect.stringMatching(/^Your limit on account is ₹500\.00, and ₹\d+\.\d\d is open: /),
  });
  const given = { customer: { id: shop.accountId } };
  expect(await placeStaffOrder(db, staffOrder(given), NOW)).toMatchObject({
    ok: false,
    field: "creditReason",
  });
  const passed = await placeStaffOrder(db, staffOrder({ ...given, creditReason: "Known for years" }), NOW);
  expect(passed).toMatchObject({ ok: true });
  const [entry] = await db
    .selectFrom("audit_entries")
    .select("after")
    .where("subject", "=", "order")
    .where("action", "=", "placed")
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(entry!.after).toContain("Known for years");
  // What was paid makes room again.
  expect(await pay(shop, open)).toMatchObject({ ok: true });
  expect((await opens(shop)).map(([id]) => id)).not.toContain(first);
  const nobody = { customer: { name: "Ravi", phone: "9847099999" } };
  expect(await placeStaffOrder(db, staffOrder(nobody), NOW)).toMatchObject({ field: "creditReason" });
});

test("payments go to the oldest first or to a chosen one, never beyond what is open, and can be taken back", async () => {
  const shop = await customer();
  const [a, b] = [await ordered(shop), await ordered(shop, 2)];
  const [[, openA], [, openB]] = (await opens(shop)) as [[number, number], [number, number]];
  const key = refundKey();
  for (let twice = 0; twice < 2; twice += 1)
    expect(await pay(shop, openA + 1_000, { key })).toMatchObject({ ok: true });
  expect(await pay(shop, openA, { key })).toMatchObject({ ok: false, field: null });
  const second = await customer();
  await ordered(second, 2);
  // A program's own number of a payment may be used for two customers: it is never said to be recorded for the second.
  expect(await pay(second, openA + 1_000, { key })).toMatchObject({ ok: false, field: null });
  expect(await opens(shop)).toEqual([[b, openB - 1_000]]);
  expect(await pay(shop, openB)).toMatchObject({ ok: false, field: "amount" });
  expect(await pay(shop, 1, { orderId: a })).toMatchObject({ ok: false, field: "orderId" });
  expect(await pay(shop, 1, { receivedOn: "2026-11-22" })).toMatchObject({ ok: false, field: "receivedOn" });
  const receipts = await accountReceipts(db, shop.accountId);
  expect(receipts).toMatchObject([
    { amount: openA + 1_000, parts: [{ orderId: a }, { orderId: b, amount: 1_000 }] },
  ]);
  const by = { accountId: shop.accountId, staffId, receiptId: receipts[0]!.id, reason: "Bounced" };
  const other = await customer();
  expect(await takeBackAccountPayment(db, { ...by, accountId: other.accountId }, NOW)).toMatchObject({
    ok: false,
  });
  for (let twice = 0; twice < 2; twice += 1)
    expect(await takeBackAccountPayment(db, by, NOW)).toMatchObject({ ok: true });
  expect(await opens(shop)).toEqual([
    [a, openA],
    [b, openB],
  ]);
  expect(await pay(shop, 500, { orderId: b })).toMatchObject({ ok: true });
  expect(await opens(shop)).toEqual([
    [a, openA],
    [b, openB - 500],
  ]);
});

test("what is open is lowered before money goes back", async () => {
  const shop = await customer();
  const orderId = await ordered(shop, 2);
  const [[, open]] = (await opens(shop)) as [[number, number]];
  await pay(shop, 15_000);
  const refund = (amount: number) =>
    refundByStaff(db, { orderId, staffId, amount, reason: "Damaged", key: refundKey() }, NOW);
  expect(await refund(5_000)).toMatchObject({
    ok: false,
    message: expect.stringContaining("is open on account"),
  });
  expect(await lower(shop, orderId, open)).toMatchObject({ ok: false, field: "amount" });
  const key = refundKey();
  for (let twice = 0; twice < 2; twice += 1)
    expect(await lower(shop, orderId, open - 15_000, key)).toMatchObject({ ok: true });
  expect(await opens(shop)).toEqual([]);
  expect(await refund(5_000)).toMatchObject({ ok: true });
  expect(await opens(shop)).toEqual([]);
  expect(await read(orderId)).toMatchObject({ credited: open - 15_000, refunds: [{ amount: 5_000 }] });
});

test("a change raises or lowers what is open, within the limit; a cancelled order owes nothing, and what came goes back", async () => {
  const shop = await customer(90_000);
  const orderId = await ordered(shop, 2);
  const line = (await read(orderId)).lines[0]!;
  const change = async (qty: number, creditReason = "") => {
    const version = await orderVersion(db, orderId);
    const edit = editOrderSchema.parse({ version, lines: [{ id: line.id, qty }], creditReason });
    return editOrder(db, { orderId, staffId, ...edit }, NOW);
  };
  expect(await change(4)).toMatchObject({ ok: true, refundDue: 0 });
  expect(await opens(shop)).toEqual([[orderId, (await read(orderId)).totals.total]]);
  expect(await change(5)).toMatchObject({
    ok: false,
    field: "creditReason",
    message: expect.stringMatching(/^The customer may owe ₹900\.00; with this change ₹[\d,.]+ would be open/),
  });
  expect(await change(5, "Known for years")).toMatchObject({ ok: true, refundDue: 0 });
  expect(await changesOf(orderId)).toEqual([null, "Known for years"]);
  expect(await opens(shop)).toEqual([[orderId, (await read(orderId)).totals.total]]);
  // Only what passes the limit has a reason.
  expect(await change(4, "Less")).toMatchObject({ ok: true });
  expect(await changesOf(orderId)).toEqual([null, "Known for years", null]);
  await pay(shop, 50_000);
  expect(await change(2)).toMatchObject({ ok: true });
  const { totals } = await read(orderId);
  expect(await opens(shop)).toEqual([]);
  expect((await read(orderId)).refunds).toMatchObject([{ amount: 50_000 - totals.total }]);
  expect(await cancelByStaff(db, { orderId, staffId, note: "" }, NOW)).toMatchObject({
    ok: true,
  });
  expect(await opens(shop)).toEqual([]);
  const { refunds } = await read(orderId);
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(50_000);
  const [receipt] = await accountReceipts(db, shop.accountId);
  const by = { accountId: shop.accountId, staffId, receiptId: receipt!.id, reason: "x" };
  expect(await takeBackAccountPayment(db, by, NOW)).toMatchObject({ ok: false });
});

/** Why each change of an order passed the limit. */
async function changesOf(orderId: number): Promise<(string | null)[]> {
  const entries = await db
    .selectFrom("audit_entries")
    .select("after")
    .where("subject", "=", "order")
    .where("subject_id", "=", orderId)
    .where("action", "=", "changed")
    .orderBy("id")
    .execute();
  return entries.map(
    ({ after }) => (JSON.parse(after!) as Record<string, string>)["Limit passed because"] ?? null,
  );
}

test("changes of two orders at once do not pass the limit together", async () => {
  const shop = await customer(10_000_000);
  // Of different books, so that these do not make one wait for the other.
  const books = await Promise.all(
    ["Gora", "Devdas"].map((title) => createBook(db, { title, price: PRICE, stock: 9 })),
  );
  const ids: number[] = [];
  for (const other of books) {
    await addToCart(db, shop, { bookId: other, quantity: 1 }, NOW);
    const placed = await placeOrder(db, shop.accountId, { addressId: shop.addressId, gateway: "sandbox", payment: "account" }, NOW); // oxfmt-ignore
    if (placed.ok) ids.push(placed.orderId);
  }
  const { open } = await creditOf(db, shop.accountId);
  const fields = { groupId: null, creditLimit: open + PRICE, creditDays: 30 };
  await setCustomerTerms(db, { accountId: shop.accountId, staffId, fields });
  const changed = await Promise.all(
    ids.map(async (orderId, at) => {
      const version = await orderVersion(db, orderId);
      const edit = editOrderSchema.parse({ version, add: [{ bookId: books[at], qty: 1 }] });
      return editOrder(db, { orderId, staffId, ...edit }, NOW);
    }),
  );
  expect(changed.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect((await creditOf(db, shop.accountId)).open).toBe(open + PRICE);
});

test("what a change gave back is owed again when another change adds to the order", async () => {
  const shop = await customer();
  const orderId = await ordered(shop, 4);
  const line = (await read(orderId)).lines[0]!;
  const change = async (qty: number) => {
    const version = await orderVersion(db, orderId);
    const edit = editOrderSchema.parse({ version, lines: [{ id: line.id, qty }] });
    return editOrder(db, { orderId, staffId, ...edit }, NOW);
  };
  await pay(shop, (await read(orderId)).totals.total);
  expect(await change(2)).toMatchObject({ ok: true, refundDue: 2 * PRICE });
  expect(await opens(shop)).toEqual([]);
  expect(await change(3)).toMatchObject({ ok: true, refundDue: 0 });
  expect(await opens(shop)).toEqual([[orderId, PRICE]]);
  const { payments, refunds } = await read(orderId);
  expect(receivedOf({ payments, refunds })).toBe((await read(orderId)).totals.total - PRICE);
  expect(await pay(shop, PRICE)).toMatchObject({ ok: true });
  expect(await opens(shop)).toEqual([]);
});

test("a change gives back what it takes off, whatever staff have refunded before", async () => {
  const shop = await customer();
  const orderId = await ordered(shop, 4);
  await pay(shop, (await read(orderId)).totals.total);
  const line = (await read(orderId)).lines[0]!;
  const lines = [{ id: line.id, qty: 1, restock: true }];
  const refund = { orderId, staffId, amount: "lines" as const, lines, reason: "Damaged", key: refundKey() };
  expect(await refundByStaff(db, refund, NOW)).toMatchObject({ ok: true });
  const version = await orderVersion(db, orderId);
  const edit = editOrderSchema.parse({ version, lines: [{ id: line.id, qty: 3 }] });
  expect(await editOrder(db, { orderId, staffId, ...edit }, NOW)).toMatchObject({
    ok: true,
    refundDue: PRICE,
  });
  expect(await opens(shop)).toEqual([]);
});

test("for any payments, what was taken back and off: what is open is total less these, and no order is paid beyond", async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant("pay" as const),
      amount: fc.integer({ min: 1, max: 50_000 }),
      at: fc.nat(3),
    }),
    fc.record({
      do: fc.constant("lower" as const),
      amount: fc.integer({ min: 1, max: 20_000 }),
      at: fc.nat(2),
    }),
    fc.record({ do: fc.constant("back" as const), amount: fc.constant(0), at: fc.nat(5) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 9 }), async (steps) => {
      const shop = await customer(10_000_000);
      const ids = [await ordered(shop), await ordered(shop, 2), await ordered(shop)];
      for (const { do: what, amount, at } of steps) {
        if (what === "pay") await pay(shop, amount, { orderId: at === 3 ? 0 : ids[at]! });
        else if (what === "lower") await lower(shop, ids[at]!, amount);
        else {
          const receipt = (await accountReceipts(db, shop.accountId))[at];
          if (receipt)
            await takeBackAccountPayment(db, { ...shop, staffId, receiptId: receipt.id, reason: "x" }, NOW);
        }
      }
      const orders = await Promise.all(ids.map(read));
      const counted = (await accountReceipts(db, shop.accountId)).filter(
        ({ takenBack }) => takenBack === null,
      );
      const received = orders.map(({ payments }) =>
        payments.filter(({ status }) => status === "captured").reduce((sum, { amount }) => sum + amount, 0),
      );
      const sum = (of: number[]) => of.reduce((total, one) => total + one, 0);
      expect(sum(received)).toBe(sum(counted.map(({ amount }) => amount)));
      const open = orders.map(({ totals, credited }, at) => totals.total - credited! - received[at]!);
      expect(open.every((one) => one >= 0)).toBe(true);
      // What was taken off has notes.
      const billed = await db
        .selectFrom("documents")
        .select((eb) => [
          "order_id as id",
          eb.fn
            .sum<number>(
              eb
                .case()
                .when("series", "=", "invoice")
                .then(eb.ref("value"))
                .else(eb.neg(eb.ref("value")))
                .end(),
            )
            .as("left"),
        ]) // oxfmt-ignore
        .where("order_id", "in", ids)
        .groupBy("order_id")
        .orderBy("order_id")
        .execute();
      expect(billed.map(({ left }) => left)).toEqual(orders.map((one) => one.totals.total - one.credited!));
      expect(await opens(shop)).toEqual(ids.flatMap((id, at) => (open[at]! > 0 ? [[id, open[at]]] : [])));
    }),
    { numRuns: 15 },
  );
});

test("whose group gets invoices by post is told so by mail, which has no invoice then", async () => {
  const fields = groupSchema.parse({ name: "By post", invoiceBy: "post" });
  const group = await saveGroup(db, { id: null, staffId, fields }, NOW);
  if (!group.ok) throw new Error(group.message);
  const confirmed = async (of: Customer) => {
    const { attachment, html } = await db
      .selectFrom("outgoing_mails")
      .select(["attachment", "html_body as html"])
      .where("dedupe_key", "=", `order-confirmation:${await ordered(of)}`)
      .executeTakeFirstOrThrow();
    return [attachment?.startsWith("invoice:") ?? false, html.includes("The invoice comes to you by post.")];
  };
  const one = await customer();
  expect(await confirmed(one)).toEqual([true, false]);
  const terms = { groupId: group.id, creditLimit: 100_000, creditDays: 30 };
  await setCustomerTerms(db, { accountId: one.accountId, staffId, fields: terms });
  expect(await confirmed(one)).toEqual([false, true]);
});
