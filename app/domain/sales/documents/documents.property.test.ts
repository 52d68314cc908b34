import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createDoorOrder } from "~/test/door-orders";
import { createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { registerForGst } from "~/test/files/documents";
import {
  capturedPayment,
  createOrderShop,
  customerWithCart,
  payOrder,
  placeOrderFor,
  refundKey,
  requestReturn,
} from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { financialYear, indianDate } from "~/domain/kit/dates";
import { recordCash } from "../at-the-door/record-money.server";
import { refuseParcel } from "../at-the-door/refuse-parcel.server";
import { applyCoupon } from "../cart/cart-coupon.server";
import { addToCart } from "../cart/cart.server";
import { cancelByStaff } from "../orders/cancellation.server";
import { editOrder } from "../orders/edit/edit-order.server";
import { editOrderSchema } from "../orders/edit/edit-order.schema";
import { orderVersion } from "../orders/edit/order-version.server";
import { exchangeSchema } from "../orders/exchange/exchange.schema";
import { exchangeBooks } from "../orders/exchange/exchange.server";
import { despatch, markDelivered, markPacked } from "../orders/fulfilment/fulfilment.server";
import { isAutomaticRefund } from "../orders/money/refunds";
import { standingDocuments } from "../orders/order-documents";
import { readOrder } from "../orders/orders.server";
import { answerReturn } from "../orders/returns/return-answers.server";
import { applyPayment } from "../payments/apply-payment.server";
import { ensureBalanceOrder } from "../payments/pay-balance.server";
import { ensureGatewayOrder } from "../payments/payments.server";
import { applyRefund } from "~/domain/sales/payments/refunds/refund-news.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { type DocumentLine, sellerOf } from "./issued-document";
import { documentsToIssue } from "./new-documents";
import { readDocuments } from "./read-documents.server";
import { leftOf, restOf } from "./rest";

/**
 * For any sequence of payments, changes, refunds, returns, cancellations and refused parcels, over the turn of a month and of
 * the financial year: documents less their notes are what the order costs less what went back.
 */

const DAY_MS = 86_400_000;
/** Just before the turn of the month, and of the year, in India. */
const STARTS = ["2026-11-29T18:00:00.000Z", "2027-03-30T18:00:00.000Z"];
/** Printed, an e-book, and a notebook. */
const BOOKS = [
  { price: 25_000 },
  { price: 9_950, tax_rate: 1800, hsn: "4901" },
  { price: 40_01, tax_rate: 500, hsn: "4820" },
];

const click = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      at: fc.nat(2),
      qty: fc.nat(4),
      isMoved: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(...(["pack", "ship", "arrive", "pay", "work", "work"] as const)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(...(["refund", "refund lines", "exchange", "at the gateway", "return", "exchange return"] as const)), // oxfmt-ignore
      at: fc.nat(2),
      amount: fc.constantFrom(100, 101, 3_333, 30_000, 100_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom(...(["cancel", "refuse", "cash", "refund all"] as const)) }),
  },
);
type Click = typeof click extends fc.Arbitrary<infer One> ? One : never;

let db: Db;
let shop: Awaited<ReturnType<typeof createOrderShop>>;
beforeAll(async () => {
  shop = await createOrderShop();
  ({ db } = shop);
  await registerForGst(db);
  const rates = { by: "flat", price: 4_900 } as const;
  const method = planMethod({ rates, cod: { ...NO_COD, offered: true } });
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  await storePlan(db, shop.staffId, { zones: [planZone({ states: [], pinPrefixes, methods: [method] })] });
});

interface Run {
  orderId: number;
  accountId: number;
  bookId: number;
  books: number[];
  gateway: MemoryGateway;
  now: Date;
}

const orderOf = async ({ orderId, now }: Run) => (await readOrder(db, orderId, "anybody", now))!;

async function take(one: Click, run: Run): Promise<unknown> {
  const { orderId, books, gateway, now } = run;
  const request = { orderId, staffId: shop.staffId };
  const refund = { ...request, reason: "r", key: refundKey() };
  const order = await orderOf(run);
  switch (one.do) {
    case "change": {
      const line = order.lines.find(({ bookId }) => bookId === books[one.at]);
      const what = line
        ? { lines: [{ id: line.id, qty: one.qty }] }
        : { add: [{ bookId: books[one.at]!, qty: Math.max(1, one.qty) }] };
      const address = one.isMoved ? { address: { ...order.address, place: `Town ${one.qty}` } } : {};
      const edit = editOrderSchema.parse({ version: await orderVersion(db, orderId), ...what, ...address });
      return editOrder(db, { ...request, ...edit }, now);
    }
    case "pay": {
      const ready = await ensureBalanceOrder(db, gateway, orderId);
      return (
        ready.ok &&
        applyPayment(db, gateway.pay(capturedPayment({ ...ready, total: ready.amount })), "webhook", now)
      );
    }
    case "pack":
      return markPacked(db, request, now);
    case "ship":
      return despatch(db, { ...request, providerId: shop.providerId, trackingNo: `T${orderId}` }, now);
    case "arrive":
      return markDelivered(db, request, now);
    case "work":
      return processRefunds(db, gateway, now);
    case "refund":
      return refundByStaff(db, { ...refund, amount: one.amount }, now);
    case "refund all":
      return refundByStaff(db, { ...refund, amount: "full" }, now);
    case "refund lines": {
      const line = order.lines[one.at % order.lines.length]!;
      const lines = [{ id: line.id, qty: 1, restock: true }];
      return refundByStaff(
        db,
        { ...refund, amount: "lines", lines, shipping: one.amount === 100 ? 50 : 0 },
        now,
      );
    }
    case "exchange":
    case "exchange return": {
      const line = order.lines[one.at % order.lines.length]!;
      const back =
        one.do === "exchange"
          ? { lines: [{ id: line.id, qty: 1, restock: true }] }
          : { returnId: order.returns.at(-1)?.id };
      const add = [{ bookId: books[one.amount % books.length]!, qty: 1 }];
      const version = await orderVersion(db, orderId);
      const given = {
        version,
        ...back,
        add,
        shipping: one.amount === 101 ? 0.5 : 0,
        idempotencyKey: refund.key,
      };
      const exchange = exchangeSchema.safeParse(given);
      if (!exchange.success) return null;
      const made = await exchangeBooks(db, { ...request, gateway: gateway.name, ...exchange.data }, now);
      return made.ok && check({ ...run, orderId: made.newOrderId });
    }
    case "at the gateway": {
      const payment = [...gateway.payments.values()][0];
      if (!payment) return null;
      const made = { id: `dash_${refund.key}`, paymentId: payment.id, amount: one.amount, status: "processed" } as const; // oxfmt-ignore
      return order.state !== "refunded" && applyRefund(db, made, now);
    }
    case "return": {
      if (order.state !== "delivered") return null;
      const bookId = order.lines[one.at % order.lines.length]!.bookId;
      const returnId = await requestReturn(db, { ...run, addressId: 0, gatewayOrderId: "", total: 0, bookId }, {}, now).catch(() => null); // oxfmt-ignore
      if (returnId === null) return null;
      for (const answer of ["approve", "received"] as const)
        await answerReturn(db, { ...request, returnId, answer, note: "", restock: true }, now);
      // Its books are exchanged by the next click, perhaps.
      if (one.amount === 101) return null;
      return refundByStaff(db, { ...refund, amount: one.amount, returnId }, now);
    }
    case "cancel":
      return cancelByStaff(db, { ...request, note: "" }, now);
    case "refuse":
      return refuseParcel(db, { ...request, note: "", payBack: true }, now);
    case "cash": {
      const received = { amount: 5_000, reference: "", receivedOn: indianDate(now), isSure: true };
      return recordCash(db, { ...request, ...received, key: refund.key }, now);
    }
  }
}

const COLUMNS = ["quantity", "gross", "discount", "value", "taxable", "centralTax", "stateTax", "integratedTax"] as const; // oxfmt-ignore

async function check(run: Run): Promise<void> {
  const { orderId } = run;
  const order = await orderOf(run);
  const documents = await readDocuments(db, orderId);
  const notes = documents.filter(({ of }) => of !== null);
  for (const { lines, value, kind } of documents) {
    expect(lines.reduce((sum, line) => sum + line.value, 0)).toBe(value);
    if (kind === "credit_note") expect(lines.every(({ taxRate }) => taxRate > 0)).toBe(true);
    if (kind === "refund_note") expect(lines.every(({ taxRate }) => taxRate === 0)).toBe(true);
  }
  for (const one of documents.filter(({ of }) => of === null)) {
    const own = notes.filter(({ of }) => of === one.id);
    // A document that is cancelled has no notes: it has no figures at all.
    if (one.cancelledAt) {
      expect(own).toEqual([]);
      const months = [one.issuedAt, one.cancelledAt].map((at) => indianDate(new Date(at)).slice(0, 7));
      expect(months[0]).toBe(months[1]);
    }
    for (const line of one.lines) {
      const noted = own.flatMap((note) => note.lines.filter(({ position }) => position === line.position));
      for (const column of COLUMNS) {
        const taken = noted.map((part) => part[column]);
        expect(Math.min(0, ...taken)).toBe(0);
        expect(line[column] - taken.reduce((sum, part) => sum + part, 0)).toBeGreaterThanOrEqual(0);
      }
    }
    if (own.length > 0) expect(own.every(({ issuedAt }) => issuedAt >= one.issuedAt)).toBe(true);
  }
  // A refused parcel has left the shop with its document, which gets notes; an earlier one may be cancelled, by a change.
  if (order.refusedAt)
    expect(documents.some(({ of, cancelledAt }) => of === null && !cancelledAt)).toBe(true);
  const left = leftOf(restOf(documents));
  const refunds = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).execute();
  const back = refunds
    .filter(
      ({ status, reason }) => status === "processed" && !isAutomaticRefund(reason) && reason !== "changed",
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  const isOver = order.state === "cancelled" || order.state === "refunded";
  expect(left).toBe(isOver ? 0 : Math.max(0, order.totals.total - back));
  expect(order.invoiceNo).toBe(
    documents.filter(({ of }) => of === null).findLast(isFirstOfItsTime(documents))?.number,
  );
  // They stand in the order of its lines.
  if (!isOver && back === 0) expect(await standing(run, documents)).toEqual(await billed(run));
}

/** Of two documents that were issued at once the first, whose number the order has. */
const isFirstOfItsTime =
  (documents: Awaited<ReturnType<typeof readDocuments>>) =>
  (one: (typeof documents)[number]): boolean =>
    !documents.some(
      (other) => other.of === null && other.id === one.id - 1 && other.buyerGstin !== "" && other.kind === "tax_invoice" && one.kind === "bill_of_supply" && other.issuedAt === one.issuedAt, // oxfmt-ignore
    );

const worth = (lines: readonly Pick<DocumentLine, "ofLine" | "value" | "quantity">[]) =>
  lines
    .filter(({ value, quantity }) => value > 0 || quantity > 0)
    .map(({ ofLine, value, quantity }) => [ofLine, value, quantity])
    .sort((a, b) => Number(a[0]) - Number(b[0]));

/** What is left of the documents, line by line. */
async function standing(_run: Run, documents: Awaited<ReturnType<typeof readDocuments>>) {
  const ids = standingDocuments(documents).map(({ id }) => id);
  return worth(
    restOf(documents)
      .filter(({ document }) => ids.includes(document.id))
      .map(({ line, left }) => ({ ofLine: line.ofLine, ...left })),
  );
}

/** What the order's lines cost. */
async function billed({ orderId }: Run) {
  const order = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom("order_lines")
    .select(["id", "title", "mrp", "unit_price as unitPrice", "quantity", "hsn", "tax_rate as taxRate"])
    .select("discount")
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const seller = sellerOf({ gstin: "29ABCDE1234F1ZW", postalAddress: "" } as Parameters<typeof sellerOf>[0]);
  return worth(documentsToIssue(order, lines, seller).flatMap((document) => document.lines));
}

async function paidOnline(given: { hasCoupon: boolean; hasGstin: boolean; now: Date }): Promise<Run> {
  const { now } = given;
  const gateway = new MemoryGateway(`rf${Math.random().toString(36).slice(2)}`);
  const books = await Promise.all(BOOKS.map((book) => createBook(db, { ...book, stock: 99 })));
  // To another state, or within the shop's own.
  const address = given.hasCoupon ? { state: "Karnataka" } : {};
  const customer = await customerWithCart(db, { bookId: books[0]!, quantity: 3, address, now });
  for (const bookId of books.slice(1))
    await addToCart(db, { accountId: customer.accountId }, { bookId, quantity: 2 }, now);
  if (given.hasCoupon) {
    const { code } = await createCoupon(db, { kind: "percentage", value: 1_333 });
    expect(await applyCoupon(db, { accountId: customer.accountId }, code, now)).toMatchObject({ ok: true });
  }
  const orderId = await placeOrderFor(db, customer, { gateway: gateway.name, now });
  const buyer = { buyer_gstin: "27AAGCB7383J1Z4", buyer_name: "A School", buyer_reference: "PO 7" };
  if (given.hasGstin) await db.updateTable("orders").set(buyer).where("id", "=", orderId).execute();
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, now);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now });
  return { ...customer, orderId, books, gateway, now };
}

async function paidAtTheDoor(now: Date): Promise<Run> {
  const books = await Promise.all(BOOKS.map((book) => createBook(db, { ...book, stock: 99 })));
  const gateway = new MemoryGateway(`rf${Math.random().toString(36).slice(2)}`);
  const given = { bookId: books[0]!, quantity: 3, staffId: shop.staffId, now };
  return { ...(await createDoorOrder(db, "paid", given)), books, gateway, now };
}

type Sequence = typeof sequence extends fc.Arbitrary<infer One> ? One : never;
const sequence = fc.record({
  kind: fc.constantFrom(...(["online", "with a coupon", "with a GSTIN", "door"] as const)),
  start: fc.constantFrom(...STARTS),
  clicks: fc.array(fc.tuple(click, fc.constantFrom(0, 0, 0, 1, 20)), { minLength: 3, maxLength: 14 }),
});

const plain = (...steps: Extract<Click["do"], string>[]) =>
  steps.map((step): [Click, 0] => [{ do: step, at: 0, amount: 3_333, qty: 4, isMoved: false } as Click, 0]);

/** What a random sequence seldom comes to. */
const EXAMPLES: Sequence[] = [
  { kind: "door", start: STARTS[0]!, clicks: plain("pack", "ship", "refuse") },
  { kind: "door", start: STARTS[0]!, clicks: plain("change", "pack", "ship", "refuse") },
  { kind: "online", start: STARTS[0]!, clicks: plain("change", "refund all", "work") },
  { kind: "online", start: STARTS[0]!, clicks: plain("refund", "work", "cancel", "work") },
  {
    kind: "online",
    start: STARTS[0]!,
    clicks: plain("pack", "ship", "arrive", "return", "work", "return", "work"),
  },
  {
    kind: "online",
    start: STARTS[0]!,
    clicks: [
      [{ do: "change", at: 0, qty: 0, isMoved: false }, 0],
      [{ do: "refund", at: 0, amount: 100 }, 0],
      [{ do: "at the gateway", at: 0, amount: 100_000 }, 0],
      [{ do: "change", at: 0, qty: 2, isMoved: false }, 0],
    ],
  },
  ...(["online", "with a coupon", "with a GSTIN"] as const).map((kind): Sequence => ({
    kind,
    start: STARTS[0]!,
    clicks: [
      ...plain("pack", "ship", "exchange", "arrive"),
      [{ do: "exchange", at: 1, amount: 30_000 }, 1],
      [{ do: "return", at: 2, amount: 101 }, 0],
      [{ do: "exchange return", at: 0, amount: 3_333 }, 0],
      ...plain("work", "refund all", "work"),
    ],
  })),
  { kind: "with a GSTIN", start: STARTS[1]!, clicks: [...plain("pack"), [{ do: "cancel" }, 1]] },
];

test("documents and notes of any order", async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async ({ kind, start, clicks }) => {
      const now = new Date(start);
      const run =
        kind === "door"
          ? await paidAtTheDoor(now)
          : await paidOnline({ hasCoupon: kind === "with a coupon", hasGstin: kind === "with a GSTIN", now });
      await check(run);
      for (const [one, days] of clicks) {
        run.now = new Date(run.now.getTime() + days * DAY_MS);
        await take(one, run);
        await check(run);
      }
      await processRefunds(db, run.gateway, new Date(run.now.getTime() + DAY_MS));
      await check(run);
    }),
    { numRuns: 40, examples: EXAMPLES.map((one) => [one]) },
  );

  const all = await db
    .selectFrom("documents")
    .select(["series", "number", "issued_at", "issued_on", "kind"])
    .orderBy("id")
    .execute();
  const bySeries = new Map<string, string[]>();
  for (const { series, number, issued_at, issued_on } of all) {
    expect(issued_on).toBe(indianDate(new Date(issued_at)));
    const [prefix, year] = number.split("/");
    expect([number.length, year]).toEqual([prefix!.length + 13, financialYear(new Date(issued_at))]);
    const key = `${series}/${prefix}/${year}`;
    bySeries.set(key, [...(bySeries.get(key) ?? []), number.slice(-6)]);
  }
  expect([...bySeries.keys()].sort()).toEqual(
    ["credit_note/CN", "invoice/KB", "refund_note/RN"].flatMap((series) => [
      `${series}/26-27`,
      `${series}/27-28`,
    ]),
  );
  // In the order of their issue, since each is drawn with its row.
  for (const numbers of bySeries.values())
    expect(numbers).toEqual(numbers.map((_, at) => String(at + 1).padStart(6, "0")));
});
