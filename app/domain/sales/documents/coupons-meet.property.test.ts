import { sql } from "kysely";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { ADDRESS, setSettings } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { createOrderShop, customerWithCart, payOrder, refundKey } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { recordPaidBack } from "../at-the-door/pay-back.server";
import { applyCoupon } from "../cart/cart-coupon.server";
import { addToCart, readCart } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { couponSchema } from "../coupons/coupons.schema";
import { saveCoupon } from "../coupons/staff-coupons.server";
import { placeStaffOrder } from "../orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "../orders/by-staff/staff-order.schema";
import { editOrder } from "../orders/edit/edit-order.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { orderVersion } from "../orders/edit/order-version.server";
import { despatch, markDelivered, markPacked } from "../orders/fulfilment/fulfilment.server";
import { readOrder } from "../orders/orders.server";
import { answerReturn } from "../orders/returns/return-answers.server";
import { refundForReturn } from "../orders/returns/returns";
import { askForReturn } from "../orders/returns/returns.server";
import { findStaffOrder } from "../orders/desk/staff-order.server";
import { ensureGatewayOrder } from "../payments/payments.server";
import { recordBalance } from "../payments/pay-balance.server";
import { processRefunds } from "../payments/refunds/refunds.server";
import { refundByStaff } from "../payments/refunds/staff-refunds.server";
import { lowerInvoice, recordAccountPayment } from "../trade/account-money.server";
import { openOfOrder } from "../trade/on-account.server";

/**
 * Where coupons meet: with group prices, changes, returns, refunds by line, part payments on account, and sales at the counter.
 * Whatever is done to an order in whatever sequence, its documents less their notes are worth what it is worth, no note passes
 * its document in any figure of any line, and once all is given back each line is lowered to nothing, to the paisa.
 */

const START = new Date("2026-11-02T06:00:00.000Z");
const COUPONS = {
  none: null,
  percentage: { kind: "percentage", value: "13.33" },
  amount: { kind: "amount", value: "77.77", scope: "tags", which: "Children" },
  copies: { kind: "copies", value: "1", setSize: "3", scope: "tags", which: "Children" },
  delivery: { kind: "delivery" },
} as const;

const copies = fc.integer({ min: 0, max: 4 });
const at = fc.nat(2);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("change"), at, qty: copies, newPrices: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("refund copies"), at, qty: copies }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("send") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("return"), at, qty: copies }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pay"), share: fc.constantFrom(1, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lower"), amount: fc.integer({ min: 1, max: 9_999 }) }) },
); // oxfmt-ignore
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const world = fc.record({
  coupon: fc.constantFrom(...(Object.keys(COUPONS) as (keyof typeof COUPONS)[])),
  isAutomatic: fc.boolean(),
  inGroup: fc.boolean(),
  way: fc.constantFrom("online", "counter", "account"),
  bought: fc.tuple(fc.integer({ min: 1, max: 4 }), copies, copies),
  steps: fc.array(step, { maxLength: 6 }),
});
type World = typeof world extends fc.Arbitrary<infer One> ? One : never;

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
let books: number[];
let groupId: number;
let made = 0;
beforeAll(async () => {
  shop = await createOrderShop();
  ({ db } = shop);
  await setSettings(db, { gstin: "27AAPFU0939F1ZV", mostCopies: 100, returnDays: 60 });
  const methods = [planMethod({ rates: { by: "flat", price: 4_901 }, cod: NO_COD })];
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  await storePlan(db, shop.staffId, { zones: [planZone({ states: [], pinPrefixes, methods })] });
  const book = (price: number, tax_rate: number, tag: string) =>
    catalogueBook(db, {
      title: `A ${tag} book`,
      price,
      tax_rate,
      hsn: "4901",
      tags: [tag],
      authors: ["Patil"],
      stock: 9_999,
    });
  books = [await book(29_999, 0, "Children"), await book(10_001, 1_800, "Children"), await book(4_990, 500, "Maps")]; // oxfmt-ignore
  const at = START.toISOString();
  ({ id: groupId } = await db
    .insertInto("customer_groups")
    .values({ name: "Shops", name_key: "shops", created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow());
  await db
    .insertInto("group_discounts")
    .values({ group_id: groupId, rate: 3_333, least_copies: 1, created_at: at })
    .execute();
});

interface Placed {
  orderId: number;
  accountId: number;
  gateway: MemoryGateway;
}

async function placeIt({ coupon, isAutomatic, inGroup, way, bought }: World, now: Date): Promise<Placed> {
  const gateway = new MemoryGateway(`rfnd_meet_${++made}_`);
  const customer = await customerWithCart(db, { bookId: books[0]!, quantity: bought[0], address: { ...ADDRESS, mobile: String(9_000_000_000 + made) }, now }); // oxfmt-ignore
  const { accountId } = customer;
  const owner = { accountId };
  await db
    .updateTable("accounts")
    .set({ group_id: inGroup ? groupId : null, credit_limit: 10_000_000, credit_days: 30 })
    .where("id", "=", accountId)
    .execute();
  await db.updateTable("coupons").set({ active: 0 }).execute();
  const code = `MEET${made}`;
  const rule = COUPONS[coupon];
  if (rule) {
    const fields = couponSchema.parse({
      code,
      active: "on",
      ...rule,
      ...(isAutomatic && { automatic: "on" }),
    });
    expect(await saveCoupon(db, { id: null, staffId: shop.staffId, fields, version: null }, now)).toMatchObject({ ok: true }); // oxfmt-ignore
  }
  const wanted = bought.flatMap((quantity, n) => (quantity > 0 ? [{ bookId: books[n]!, quantity }] : []));
  for (const { bookId, quantity } of wanted.slice(1)) await addToCart(db, owner, { bookId, quantity }, now);
  // One that gives nothing on these books is refused.
  if (rule && !isAutomatic) await applyCoupon(db, owner, code, now);
  const cart = await readCart(db, owner, now);
  const used = cart.coupon?.problem === null ? cart.coupon.code : "";
  if (way === "counter") {
    const lines = wanted.map(({ bookId, quantity }) => ({ bookId, qty: quantity }));
    const order = staffOrderSchema.parse({
      customer: { id: accountId },
      lines,
      payment: "cash",
      // Nothing is delivered.
      ...(coupon !== "delivery" && !isAutomatic && { coupon: used }),
    });
    const placed = await placeStaffOrder(db, { ...order, staffId: shop.staffId, gateway: gateway.name }, now);
    if (!placed.ok) throw new Error(placed.message);
    const { subtotal, discount } = placed.totals;
    expect({ subtotal, discount }).toEqual({
      subtotal: cart.totals.subtotal,
      discount: cart.totals.discount,
    });
    return { orderId: placed.orderId, accountId, gateway };
  }
  const request = { addressId: customer.addressId, gateway: gateway.name };
  const payment = way === "account" ? ("account" as const) : ("online" as const);
  const placed = await placeOrder(db, accountId, { ...request, payment }, now);
  if (!placed.ok) throw new Error(placed.message);
  if (way === "online") {
    const opened = await ensureGatewayOrder(db, gateway, placed.orderId, accountId, now);
    if (!opened.ok) throw new Error(opened.message);
    await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now });
  }
  return { orderId: placed.orderId, accountId, gateway };
}

/** Refunds that are asked for are made, by the payment service or by staff. */
async function moneyGoesBack({ orderId, gateway }: Placed, now: Date): Promise<void> {
  await processRefunds(db, gateway, now);
  const queued = (await findStaffOrder(db, orderId))!.refunds.filter(
    ({ isByHand, status }) => isByHand && status === "queued",
  );
  for (const { id: refundId } of queued) {
    const request = { orderId, refundId, staffId: shop.staffId, how: "NEFT 9" };
    expect(await recordPaidBack(db, request, now)).toMatchObject({ ok: true });
  }
}

async function payOpen({ orderId, accountId }: Placed, share: number, now: Date): Promise<void> {
  const amount = Math.ceil((await openOfOrder(db, orderId)) / share);
  if (amount === 0) return;
  const money = { amount, way: "upi" as const, reference: "U 1", receivedOn: indianDate(now), orderId };
  const request = { ...money, accountId, staffId: shop.staffId, key: refundKey() };
  expect(await recordAccountPayment(db, request, now)).toMatchObject({ ok: true });
}

/** What can be done is done; what the state of the order does not allow is refused. */
async function take(placed: Placed, one: Step, now: Date): Promise<void> {
  const { orderId, accountId } = placed;
  const request = { orderId, staffId: shop.staffId };
  const order = (await readOrder(db, orderId, "anybody", now))!;
  switch (one.do) {
    case "change": {
      const line = order.lines.find(({ bookId }) => bookId === books[one.at]);
      const version = await orderVersion(db, orderId);
      const edit = line ? { lines: [{ id: line.id, qty: one.qty }] } : { add: [{ bookId: books[one.at]!, qty: Math.max(1, one.qty) }] }; // oxfmt-ignore
      const fields = editOrderSchema.parse({ version, ...edit, newPrices: one.newPrices });
      await editOrder(db, { ...request, ...fields }, now);
      const { balanceDue } = (await readOrder(db, orderId, "anybody", now))!;
      const paid = { amount: balanceDue, reference: "N 2", receivedOn: indianDate(now), way: "transfer" as const, isSure: true }; // oxfmt-ignore
      if (balanceDue > 0) await recordBalance(db, { ...request, ...paid }, now);
      break;
    }
    case "refund copies":
      await refundCopies(placed, [{ at: one.at, qty: one.qty }], 0, now);
      break;
    case "send":
      await markPacked(db, request, now);
      await despatch(db, { ...request, providerId: shop.providerId, trackingNo: `M${orderId}` }, now);
      await markDelivered(db, request, now);
      break;
    case "return": {
      const asked = { orderId, accountId, reason: "damaged", remarks: "" } as const;
      if (one.qty === 0) break;
      await askForReturn(db, { ...asked, items: [{ bookId: books[one.at]!, qty: one.qty }] }, now);
      const returned = (await findStaffOrder(db, orderId))!.returns.at(-1);
      if (!returned) break;
      for (const answer of ["approve", "received"] as const)
        await answerReturn(db, { ...request, returnId: returned.id, answer, note: "", restock: true }, now);
      const after = (await findStaffOrder(db, orderId))!;
      const amount = refundForReturn(returned, after, after.money?.left ?? 0);
      await refundByStaff(db, { ...request, amount, reason: "r", key: refundKey(), returnId: returned.id }, now); // oxfmt-ignore
      break;
    }
    case "pay":
      await payOpen(placed, one.share, now);
      break;
    case "lower": {
      const amount = Math.min(one.amount, await openOfOrder(db, orderId));
      const less = { ...request, accountId, amount, reason: "r", key: refundKey() };
      if (amount > 0) await lowerInvoice(db, less, now);
    }
  }
  await moneyGoesBack(placed, now);
}

async function refundCopies(
  { orderId }: Placed,
  wanted: { at: number; qty: number }[],
  shipping: number,
  now: Date,
) {
  const { lines } = (await readOrder(db, orderId, "anybody", now))!;
  const given = wanted.flatMap(({ at, qty }) => {
    const line = lines.find(({ bookId }) => bookId === books[at]);
    return line && qty > 0 ? [{ id: line.id, qty, restock: false }] : [];
  });
  const refund = { orderId, staffId: shop.staffId, amount: "lines", lines: given, shipping } as const;
  return refundByStaff(db, { ...refund, reason: "r", key: refundKey() }, now);
}

const plain = { isAutomatic: false, inGroup: false, bought: [3, 2, 1] as [number, number, number] };
/** Each of them once, whatever is drawn. */
const MEETINGS: [World][] = [
  [{ ...plain, coupon: "copies", way: "online", bought: [3, 0, 0], steps: [{ do: "refund copies", at: 0, qty: 1 }, { do: "change", at: 0, qty: 2, newPrices: false }, { do: "change", at: 2, qty: 1, newPrices: false }] }],
  [{ ...plain, coupon: "amount", way: "online", bought: [1, 0, 1], steps: [{ do: "refund copies", at: 0, qty: 1 }, { do: "change", at: 0, qty: 2, newPrices: false }] }],
  [{ ...plain, coupon: "copies", way: "online", steps: [{ do: "send" }, { do: "refund copies", at: 0, qty: 1 }, { do: "refund copies", at: 1, qty: 2 }] }],
  [{ ...plain, coupon: "percentage", way: "account", steps: [{ do: "pay", share: 3 }, { do: "send" }, { do: "return", at: 0, qty: 2 }, { do: "pay", share: 1 }, { do: "return", at: 1, qty: 1 }] }],
  [{ ...plain, coupon: "copies", inGroup: true, isAutomatic: true, way: "account", steps: [{ do: "change", at: 0, qty: 1, newPrices: true }, { do: "lower", amount: 777 }] }],
  [{ ...plain, coupon: "amount", isAutomatic: true, inGroup: true, way: "counter", steps: [{ do: "change", at: 0, qty: 2, newPrices: false }, { do: "refund copies", at: 1, qty: 1 }] }],
]; // oxfmt-ignore

interface Rest {
  id: number;
  number: string;
  line: string;
  [figure: string]: number | string;
}
const FIGURES = ["value", "taxable", "central_tax", "state_tax", "integrated_tax", "discount", "gross", "quantity"]; // oxfmt-ignore

/** Each line of the documents of an order that were not cancelled, less its notes. */
async function restOf(orderId: number): Promise<Rest[]> {
  const sums = FIGURES.map(
    (name) =>
      `l.${name} - coalesce((select sum(n.${name}) from document_lines n join documents d2 on d2.id = n.document_id
        where d2.of_document = d.id and d2.cancelled_at is null and n.position = l.position), 0) as ${name}`,
  );
  const { rows } = await sql<Rest>`select d.id, d.number, l.title as line, ${sql.raw(sums.join(", "))}
    from documents d join document_lines l on l.document_id = d.id
    where d.order_id = ${orderId} and d.series = 'invoice' and d.cancelled_at is null order by d.id, l.position`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(FIGURES.map((name) => [name, Number(row[name])])),
  }));
}

/** By how much the books that are kept are dearer than without a coupon, of an order of which nothing was returned, in paise. */
async function dearerBy(orderId: number): Promise<number> {
  const { rows } = await sql<{ paid: number; price: number }>`
    select o.total - o.shipping - o.credited - coalesce((select sum(r.amount - r.shipping) from refunds r
        where r.order_id = o.id and r.status = 'processed' and r.reason <> 'changed'), 0) as paid,
      (select sum(l.unit_price * (l.quantity - l.refunded)) from order_lines l where l.order_id = o.id) as price
    from orders o where o.id = ${orderId} and o.state not in ('cancelled', 'refunded')
      and not exists (select 1 from return_requests q where q.order_id = o.id)`.execute(db);
  return Math.max(0, ...rows.map(({ paid, price }) => Number(paid) - Number(price)));
}

async function check({ orderId }: Placed): Promise<void> {
  expect(await dearerBy(orderId)).toBe(0);
  const rest = await restOf(orderId);
  for (const row of rest) for (const name of FIGURES) expect([row, name, Number(row[name]) < 0]).toEqual([row, name, false]); // oxfmt-ignore
  const { rows } = await sql<{
    worth: number;
  }>`select case when o.state in ('cancelled', 'refunded') then 0 else
      o.total - o.credited - coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.status = 'processed'
        and r.reason <> 'changed'), 0) end as worth from orders o where o.id = ${orderId}`.execute(db);
  expect(rest.reduce((sum, row) => sum + Number(row.value), 0)).toBe(Number(rows[0]!.worth));
}

test("documents less notes are worth what the order is worth, whatever meets its coupon; all given back, nothing is left", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const placed = await placeIt(given, START);
      await check(placed);
      for (const [n, one] of given.steps.entries()) {
        await take(placed, one, new Date(START.getTime() + (n + 1) * 7_200_000));
        await check(placed);
      }
      const end = new Date(START.getTime() + 9 * 7_200_000);
      const isLowered = given.steps.some((one) => one.do === "lower");
      await take(placed, { do: "send" }, end);
      await payOpen(placed, 1, end);
      const order = (await findStaffOrder(db, placed.orderId))!;
      if ((order.money?.left ?? 0) === 0) return;
      const wasReturned = order.returns.length > 0;
      const sentBack = order.refunds.reduce((sum, { shipping }) => sum + (shipping ?? 0), 0);
      const all = books.map((bookId, n) => {
        const line = order.lines.find((one) => one.bookId === bookId);
        return { at: n, qty: line ? line.quantity - line.refunded : 0 };
      });
      const outcome =
        isLowered || wasReturned
          ? await refundByStaff(db, { orderId: placed.orderId, staffId: shop.staffId, amount: "full", reason: "r", key: refundKey() }, end) // oxfmt-ignore
          : await refundCopies(placed, all, order.totals.shipping - sentBack, end);
      expect(outcome.ok ? "" : outcome.message).toBe("");
      await moneyGoesBack(placed, end);
      await check(placed);
      for (const row of await restOf(placed.orderId))
        for (const name of FIGURES)
          if (name !== "quantity") expect([row, name, row[name]]).toEqual([row, name, 0]);
    }),
    { examples: MEETINGS, numRuns: 16 },
  );
});
