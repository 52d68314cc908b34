import fc from "fast-check";
import { expect } from "vitest";
import type { Db } from "~/db/database.server";
import { recordPaidBack } from "~/domain/sales/at-the-door/pay-back.server";
import { recordCash } from "~/domain/sales/at-the-door/record-money.server";
import { refuseParcel } from "~/domain/sales/at-the-door/refuse-parcel.server";
import { cancelByCustomer, cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { orderVersion } from "~/domain/sales/orders/edit/order-version.server";
import { exchangeSchema } from "~/domain/sales/orders/exchange/exchange.schema";
import { exchangeBooks } from "~/domain/sales/orders/exchange/exchange.server";
import { markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { PARCEL_TAKE_BACKS } from "~/domain/sales/orders/parcels/parcels";
import { recordLost, recordParcelDelivered } from "~/domain/sales/orders/parcels/record-parcel.server";
import { sendParcel } from "~/domain/sales/orders/parcels/send-parcel.server";
import { takeBackParcel } from "~/domain/sales/orders/parcels/take-back-parcel.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { refundForReturn } from "~/domain/sales/orders/returns/returns";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { takeBack } from "~/domain/sales/orders/returns/take-back.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { ensureBalanceOrder, recordBalance } from "~/domain/sales/payments/pay-balance.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { capturedPayment } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";

/** What customers, staff and the payment service can do with an order, and how it is done. */

export const NOW = new Date("2026-11-21T06:00:00.000Z");
/** Copies of each book before its orders. */
export const STOCK = 9;
/** Of the books, in paise. */
export const PRICES = [25_000, 9_950, 40];

/** Each of these alone, so that `Extract` finds it. */
type Plain<Name> = Name extends string ? { do: Name } : never;

const PLAIN = [
  "stale change",
  "pack",
  "unpack",
  "staff cancel",
  "cancel",
  "work",
  "record",
  "open",
  "cash",
  "refuse",
  "paid back",
  "deliver",
  "undeliver",
] as const;

export type Click =
  | Plain<(typeof PLAIN)[number]>
  | { do: "change"; at: number; qty: number; newPrices: boolean }
  | { do: "ship" | "part" | "lost" | "arrived"; which: number }
  | { do: "undo"; which: number; step: (typeof PARCEL_TAKE_BACKS)[number] }
  | { do: "exchange"; which: number; at: number; qty: number; restock: boolean }
  | { do: "pay"; which: number; twice: boolean }
  | { do: "refund"; amount: number }
  | { do: "refund lines"; which: number; qty: number; restock: boolean }
  | { do: "return"; which: number; qty: number }
  | { do: "answer"; answer: "approve" | "decline" | "received"; restock: boolean }
  | { do: "refund return"; which: number };

const which = fc.integer({ min: 0, max: 2 });
const bookAt = fc.integer({ min: 0, max: PRICES.length - 1 });
const few = fc.integer({ min: 1, max: 2 });

const plain = fc.record({ do: fc.constantFrom(...PLAIN) });

/** One thing that somebody does. */
export const click = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("change"),
      at: bookAt,
      qty: fc.integer({ min: 0, max: STOCK + 1 }),
      newPrices: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: plain },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pay"),
      which: fc.integer({ min: 0, max: 3 }),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("refund"), amount: fc.constantFrom(100, 5_000, 30_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("refund lines"), which, qty: few, restock: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("exchange"), which, at: bookAt, qty: few, restock: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("ship", "part", "lost", "arrived"), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("undo"), which, step: fc.constantFrom(...PARCEL_TAKE_BACKS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("return"), which, qty: few }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("answer"),
      answer: fc.constantFrom("approve", "decline", "received", "received"),
      restock: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refund return"), which }) },
) as fc.Arbitrary<Click>;

/** Beginnings after which more can happen: of an order that is paid, one that is sent, one in two parcels, a return that came. */
export const BEGUN: Click[][] = [
  [],
  [{ do: "pack" }, { do: "ship", which: 0 }],
  [{ do: "pack" }, { do: "part", which: 0 }, { do: "lost", which: 0 }],
  [{ do: "pack" }, { do: "ship", which: 0 }, { do: "deliver" }],
  [
    { do: "pack" },
    { do: "ship", which: 0 },
    { do: "cash" },
    { do: "deliver" },
    { do: "return", which: 0, qty: 1 },
    { do: "answer", answer: "approve", restock: true },
  ],
];

/** An order, and who works on it. */
export interface Run {
  db: Db;
  staffId: number;
  providerId: number;
  orderId: number;
  accountId: number;
  books: number[];
  gateway: MemoryGateway;
  /** What was opened at the payment service for changes. */
  opened: { gatewayOrderId: string; amount: number }[];
  /** Numbers for the keys of forms. */
  forms: { sent: number };
}

const day = { reference: "", receivedOn: "2026-11-21" } as const;

/** Does it, as a form or a report of the payment service would. Refusals are fine. */
export async function take(one: Click, run: Run): Promise<unknown> {
  const { db, orderId, accountId, gateway, opened } = run;
  const request = { orderId, staffId: run.staffId };
  const key = `form-of-order-${orderId}-${++run.forms.sent}`;
  const order = (await readOrder(db, orderId, "anybody", NOW))!;
  switch (one.do) {
    case "change":
    case "stale change":
    case "exchange":
      return change(one, run, order);
    case "open": {
      const ready = await ensureBalanceOrder(db, gateway, orderId);
      return ready.ok && opened.push(ready);
    }
    case "pay": {
      const ready = opened[one.which];
      if (!ready) return null;
      const payment = gateway.pay(capturedPayment({ ...ready, total: ready.amount }));
      await applyPayment(db, payment, "webhook", NOW);
      return one.twice && applyPayment(db, payment, "reconciler", NOW);
    }
    case "record":
      return recordBalance(db, { ...request, way: "cash", ...day, amount: order.balanceDue }, NOW);
    case "cash":
      return recordCash(db, { ...request, ...day, amount: 5_000, isSure: true, key }, NOW);
    case "refuse":
      return refuseParcel(db, { ...request, note: "", payBack: true }, NOW);
    case "pack":
      return markPacked(db, request, NOW);
    case "unpack":
      return takeBack(db, { ...request, step: "packing" }, NOW);
    case "deliver":
      return markDelivered(db, request, NOW);
    case "undeliver":
      return takeBack(db, { ...request, step: "delivery" }, NOW);
    case "staff cancel":
      return cancelByStaff(db, { ...request, note: "" }, NOW);
    case "cancel":
      return cancelByCustomer(db, { orderId, accountId, reason: "" }, NOW);
    case "work":
      return processRefunds(db, gateway, NOW);
    case "ship":
    case "part":
    case "lost":
    case "arrived":
    case "undo":
      return parcel(one, run, order);
    default:
      return back(one, run, key);
  }
}

async function change(
  one: Extract<Click, { do: "change" } | { do: "stale change" } | { do: "exchange" }>,
  { db, orderId, staffId, books, gateway }: Run,
  { lines }: OrderDetail,
): Promise<unknown> {
  const request = { orderId, staffId };
  const version = await orderVersion(db, orderId);
  if (one.do === "stale change") {
    const edit = editOrderSchema.parse({ version: version - 1, note: "Late" });
    return expect(await editOrder(db, { ...request, ...edit }, NOW)).toMatchObject({ ok: false });
  }
  if (one.do === "change") {
    const line = lines.find(({ bookId }) => bookId === books[one.at]);
    const what = line
      ? { lines: [{ id: line.id, qty: one.qty }] }
      : { add: [{ bookId: books[one.at]!, qty: Math.max(1, one.qty) }] };
    const edit = editOrderSchema.parse({ version, newPrices: one.newPrices, ...what });
    return editOrder(db, { ...request, ...edit }, NOW);
  }
  const { id } = lines[one.which % lines.length]!;
  const exchange = exchangeSchema.parse({
    version,
    lines: [{ id, qty: one.qty, restock: one.restock }],
    add: [{ bookId: books[one.at]!, qty: one.qty }],
    idempotencyKey: `exchange-at-${String(version).padStart(6, "0")}`,
  });
  const given = { ...request, gateway: gateway.name, ...exchange };
  const made = await exchangeBooks(db, given, NOW);
  // Sent twice it is one.
  return made.ok && expect(await exchangeBooks(db, given, NOW)).toEqual(made);
}

async function parcel(
  one: Extract<Click, { do: "ship" | "part" | "lost" | "arrived" | "undo" }>,
  { db, orderId, staffId, providerId }: Run,
  { lines, parcels }: OrderDetail,
): Promise<unknown> {
  const request = { orderId, staffId };
  if (one.do === "ship" || one.do === "part") {
    const line = lines[one.which % lines.length]!;
    const sent = { providerId, trackingNo: `T${orderId}`, weightG: null, isSharedOk: true };
    const some = one.do === "part" ? [{ id: line.id, qty: 1 }] : [];
    return sendParcel(db, { ...request, ...sent, lines: some }, NOW);
  }
  const chosen = parcels[one.which];
  if (!chosen) return null;
  const of = { ...request, parcelId: chosen.id };
  if (one.do === "undo") return takeBackParcel(db, { ...of, step: one.step }, NOW);
  return (one.do === "lost" ? recordLost : recordParcelDelivered)(db, of, NOW);
}

/** What goes back: money, and returned books. */
async function back(
  one: Extract<
    Click,
    { do: "refund" | "refund lines" | "return" | "answer" | "refund return" | "paid back" }
  >,
  { db, orderId, accountId, staffId }: Run,
  key: string,
): Promise<unknown> {
  const request = { orderId, staffId };
  const order = (await findStaffOrder(db, orderId))!;
  const line = "which" in one ? order.lines[one.which % order.lines.length]! : order.lines[0]!;
  switch (one.do) {
    case "refund":
      return refundByStaff(db, { ...request, amount: one.amount, reason: "r", key }, NOW);
    case "refund lines": {
      const lines = [{ id: line.id, qty: one.qty, restock: one.restock }];
      return refundByStaff(db, { ...request, amount: "lines", reason: "r", key, lines }, NOW);
    }
    case "return": {
      const items = [{ bookId: line.bookId, qty: one.qty }];
      return askForReturn(db, { orderId, accountId, items, reason: "damaged", remarks: "" }, NOW);
    }
    case "answer": {
      const newest = order.returns.at(-1);
      const answer = { returnId: newest?.id ?? 0, answer: one.answer, note: "n", restock: one.restock };
      return newest && answerReturn(db, { ...request, ...answer }, NOW);
    }
    case "refund return": {
      const returned = order.returns[one.which];
      if (!returned) return null;
      const amount = refundForReturn(returned, order, order.money?.left ?? 0);
      return refundByStaff(db, { ...request, amount, reason: "r", key, returnId: returned.id }, NOW);
    }
    case "paid back": {
      const owed = order.refunds.find(({ isByHand, status }) => isByHand && status === "queued");
      return owed && recordPaidBack(db, { ...request, refundId: owed.id, how: "UPI 1" }, NOW);
    }
  }
}
