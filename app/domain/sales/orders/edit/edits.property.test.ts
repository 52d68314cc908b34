import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createDoorOrder } from "~/test/door-orders";
import { createBook } from "~/test/factories";
import { capturedPayment, createOrderShop, createPaidOrder } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { applyPayment } from "../../payments/apply-payment.server";
import { ensureBalanceOrder, recordBalance } from "../../payments/pay-balance.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { recordCash } from "../../at-the-door/record-money.server";
import { cancelByCustomer, cancelByStaff } from "../cancellation.server";
import { exchangeSchema } from "../exchange/exchange.schema";
import { exchangeBooks } from "../exchange/exchange.server";
import { markPacked } from "../fulfilment/fulfilment.server";
import { readOrderMoney } from "../money/order-money.server";
import { isAutomaticRefund } from "../money/refunds";
import { readOrder } from "../orders.server";
import { openOf, sentOf } from "../parcels/parcels";
import { recordLost, recordParcelDelivered, sendParcel } from "../parcels/send-parcel.server";
import { takeBack } from "../returns/take-back.server";
import { editOrder } from "./edit-order.server";
import { editOrderSchema } from "./edit-order.schema";
import { orderVersion } from "./order-version.server";

/**
 * For any sequence of changes, payments, packing, parcels, refunds and cancellations: what was paid and is due is what the order
 * costs and what went back, and each copy is on a shelf, with the order, in one parcel, or lost.
 */

const NOW = new Date("2026-11-21T06:00:00.000Z");
const STOCK = 9;
const PRICES = [25_000, 9_950, 40];

type Click =
  | { do: "change"; at: number; qty: number; newPrices: boolean }
  | {
      do:
        | "stale change"
        | "pack"
        | "unpack"
        | "staff cancel"
        | "cancel"
        | "work"
        | "record"
        | "open"
        | "cash";
    }
  | { do: "ship" | "part" | "lost" | "arrived"; which: number }
  | { do: "exchange"; which: number; at: number; qty: number; restock: boolean }
  | { do: "pay"; which: number; twice: boolean }
  | { do: "refund"; amount: number };

const click = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("change"),
      at: fc.integer({ min: 0, max: PRICES.length - 1 }),
      qty: fc.integer({ min: 0, max: STOCK + 1 }),
      newPrices: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("stale change", "pack", "unpack", "staff cancel", "cancel", "work", "record", "open", "cash"), // oxfmt-ignore
    }),
  },
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
    arbitrary: fc.record({
      do: fc.constant("exchange"),
      which: fc.integer({ min: 0, max: 2 }),
      at: fc.integer({ min: 0, max: PRICES.length - 1 }),
      qty: fc.integer({ min: 1, max: 2 }),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("ship", "part", "lost", "arrived"),
      which: fc.integer({ min: 0, max: 2 }),
    }),
  },
) as fc.Arbitrary<Click>;

let db: Db;
let staffId: number;
let providerId: number;
beforeAll(async () => {
  ({ db, staffId, providerId } = await createOrderShop());
});

interface Run {
  orderId: number;
  accountId: number;
  books: number[];
  gateway: MemoryGateway;
  /** What was opened at the payment service for changes. */
  opened: { gatewayOrderId: string; amount: number }[];
}

async function take(one: Click, run: Run): Promise<unknown> {
  const { orderId, accountId, books, gateway, opened } = run;
  const request = { orderId, staffId };
  const version = await orderVersion(db, orderId);
  switch (one.do) {
    case "change": {
      const order = (await readOrder(db, orderId, "anybody", NOW))!;
      const line = order.lines.find(({ bookId }) => bookId === books[one.at]);
      const what = line
        ? { lines: [{ id: line.id, qty: one.qty }] }
        : { add: [{ bookId: books[one.at]!, qty: Math.max(1, one.qty) }] };
      const edit = editOrderSchema.parse({ version, newPrices: one.newPrices, ...what });
      return editOrder(db, { ...request, ...edit }, NOW);
    }
    case "stale change": {
      const edit = editOrderSchema.parse({ version: version - 1, note: "Late" });
      return expect(await editOrder(db, { ...request, ...edit }, NOW)).toMatchObject({ ok: false });
    }
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
    case "record": {
      const { balanceDue } = (await readOrder(db, orderId, "anybody", NOW))!;
      const money = { way: "cash", reference: "", receivedOn: "2026-11-21" } as const;
      return recordBalance(db, { ...request, ...money, amount: balanceDue }, NOW);
    }
    case "cash": {
      const received = { amount: 5_000, reference: "", receivedOn: "2026-11-21", isSure: true };
      return recordCash(db, { ...request, ...received, key: `key-${version}-of-this-form` }, NOW);
    }
    case "ship":
    case "part": {
      const { lines } = (await readOrder(db, orderId, "anybody", NOW))!;
      const line = lines[one.which % lines.length]!;
      const parcel = { providerId, trackingNo: `T${orderId}`, weightG: null, isSharedOk: true };
      const some = one.do === "part" ? [{ id: line.id, qty: 1 }] : [];
      return sendParcel(db, { ...request, ...parcel, lines: some }, NOW);
    }
    case "lost":
    case "arrived": {
      const parcel = (await readOrder(db, orderId, "anybody", NOW))!.parcels[one.which];
      const record = one.do === "lost" ? recordLost : recordParcelDelivered;
      return parcel && record(db, { ...request, parcelId: parcel.id }, NOW);
    }
    case "exchange": {
      const { lines } = (await readOrder(db, orderId, "anybody", NOW))!;
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
    case "pack":
      return markPacked(db, request, NOW);
    case "unpack":
      return takeBack(db, { ...request, step: "packing" }, NOW);
    case "staff cancel":
      return cancelByStaff(db, { ...request, note: "" }, NOW);
    case "cancel":
      return cancelByCustomer(db, { orderId, accountId, reason: "" }, NOW);
    case "refund":
      return refundByStaff(
        db,
        { ...request, amount: one.amount, reason: "r", key: `refund-form-${version}` },
        NOW,
      );
    case "work":
      return processRefunds(db, gateway, NOW);
  }
}

async function check({ orderId, books, gateway }: Run): Promise<void> {
  const order = (await readOrder(db, orderId, "anybody", NOW))!;
  const money = await readOrderMoney(db, orderId);
  const refunds = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("id").execute(); // oxfmt-ignore
  const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const made = refunds.filter(({ status }) => status !== "failed");
  const ofOrder = made.filter(({ reason }) => !isAutomaticRefund(reason));
  expect(money?.left ?? 0).toBe((money?.paid ?? 0) - sum(ofOrder));
  expect(money?.left ?? 0).toBeGreaterThanOrEqual(0);
  const isOver = order.state === "cancelled" || order.state === "refunded";
  if (!isOver) {
    const due = order.balanceDue + order.dueAtDoor - order.doorReceived;
    const changed = sum(ofOrder.filter(({ reason }) => reason === "changed"));
    const byStaff = sum(ofOrder) - changed;
    const more = (money?.paid ?? 0) + due - order.totals.total - changed;
    // What staff had refunded before cannot go back a second time.
    expect(more).toBeGreaterThanOrEqual(0);
    expect(more).toBeLessThanOrEqual(byStaff);
    const open = await db
      .selectFrom("balances")
      .select("amount")
      .where("order_id", "=", orderId)
      .where("paid_at", "is", null)
      .where("replaced_at", "is", null)
      .execute();
    expect(sum(open)).toBe(order.balanceDue);
  }
  const { subtotal, discount, shipping, total } = order.totals;
  expect(total).toBe(subtotal - discount + shipping);
  // What came back pays for what is sent, and nothing is lost between them.
  for (const id of order.exchanges) {
    const other = (await readOrder(db, id, "anybody", NOW))!;
    const paid = await readOrderMoney(db, id);
    expect(paid!.left + other.balanceDue).toBe(other.totals.total);
  }
  const moved = await db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select("p.amount")
    .where("o.exchange_of", "=", orderId)
    .execute();
  expect(sum(made.filter(({ reason }) => reason === "exchange"))).toBe(sum(moved));
  const restocked = await db
    .selectFrom("refund_lines as r")
    .innerJoin("order_lines as l", "l.id", "r.order_line_id")
    .select(["l.book_id", "r.quantity"])
    .where("l.order_id", "=", orderId)
    .where("r.restocked", "=", 1)
    .execute();
  const exchanged = await db
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select(["l.book_id", "l.quantity"])
    .where("o.exchange_of", "=", orderId)
    .execute();
  const copiesOf = (rows: typeof exchanged, bookId: number) =>
    rows.filter(({ book_id }) => book_id === bookId).reduce((all, { quantity }) => all + quantity, 0);
  for (const bookId of books) {
    const book = await db.selectFrom("books").select(["stock", "sold_count"]).where("id", "=", bookId).executeTakeFirstOrThrow(); // oxfmt-ignore
    const line = order.lines.find((one) => one.bookId === bookId);
    const ordered = line?.quantity ?? 0;
    // Each copy is on a shelf, with the order, in a parcel or lost; of lost ones that were sent again there are two.
    const sent = await db
      .selectFrom("parcel_lines")
      .select(["quantity", "from_stock"])
      .where("order_line_id", "=", line?.id ?? 0)
      .execute();
    const again = sent.reduce((copies, { from_stock }) => copies + from_stock, 0);
    const away = sent.reduce((copies, { quantity }) => copies + quantity, 0);
    const isHere = !isOver || order.shippedAt !== null;
    const sentFor = copiesOf(exchanged, bookId);
    expect(book.stock + (isHere ? ordered + again : away) + sentFor - copiesOf(restocked, bookId)).toBe(
      STOCK,
    );
    const wanted = ordered - (line?.refunded ?? 0);
    if (line) expect(sentOf(order, line.id) + openOf(order, line)).toBe(Math.max(sentOf(order, line.id), wanted)); // oxfmt-ignore
    expect(book.sold_count).toBe((isOver || order.paidAt === null ? 0 : wanted) + sentFor);
  }
  const exchangedOf = await db.selectFrom("refunds as r").innerJoin("payments as p", "p.id", "r.payment_id").select(["p.gateway_payment_id as id", "r.amount"]).where("r.order_id", "=", orderId).where("r.reason", "=", "exchange").execute(); // oxfmt-ignore
  for (const [id, { amount }] of gateway.payments) {
    const back = [...gateway.refunds.values()].filter(({ paymentId }) => paymentId === id);
    expect(sum(back) + sum(exchangedOf.filter((one) => one.id === id))).toBeLessThanOrEqual(amount);
  }
}

for (const kind of ["online", "door"] as const)
  test(`changes of an order ${kind === "online" ? "paid online" : "paid at the door"}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(click, { minLength: 3, maxLength: 18 }), async (clicks) => {
        const gateway = new MemoryGateway(`rf${Math.random().toString(36).slice(2)}`);
        const books = await Promise.all(PRICES.map((price) => createBook(db, { price, stock: STOCK })));
        const cart = { bookId: books[0]!, quantity: 2, now: NOW };
        const order =
          kind === "online"
            ? await createPaidOrder(db, gateway, cart)
            : await createDoorOrder(db, "paid", { ...cart, staffId });
        const run = { ...order, books, gateway, opened: [] };
        for (const one of clicks) {
          await take(one, run);
          await check(run);
        }
        await processRefunds(db, gateway, NOW);
        await check(run);
      }),
      {
        numRuns: 25,
        examples: [
          [
            [
              { do: "change", at: 1, qty: 3, newPrices: false },
              ...(["open", "pack", "ship"] as const).map((what) => ({ do: what, which: 0 }) as Click),
              { do: "exchange", which: 0, at: 1, qty: 1, restock: true },
              { do: "lost", which: 0 },
              { do: "exchange", which: 0, at: 0, qty: 1, restock: false },
              { do: "exchange", which: 0, at: 0, qty: 1, restock: false },
              { do: "work" },
            ],
          ],
          [
            [
              { do: "cash" },
              { do: "change", at: 2, qty: 1, newPrices: false },
              { do: "change", at: 0, qty: 0, newPrices: false },
            ],
          ],
        ],
      },
    );
  });
