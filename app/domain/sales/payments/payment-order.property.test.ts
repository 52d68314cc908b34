import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createBook } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { webhookBody } from "~/test/payments/webhooks";
import { capturedPayment, createPendingOrder, type PlacedOrder } from "~/test/orders";
import { cartCount } from "../cart/cart.server";
import type { GatewayPayment } from "../gateways/gateway.server";
import { storePaymentEvent, processPaymentEvents } from "./payment-events.server";
import type { PaymentStatus } from "../gateways/payment-states";
import { lapse } from "./lapse.server";
import { confirmFromBrowser } from "./payments.server";
import { reconcile } from "./reconcile.server";
import { processRefunds } from "./refunds/refunds.server";

/** Reports of payments may come in any order, late, repeated or not at all: the end is the same. */

const START = new Date("2026-11-21T06:00:00.000Z").getTime();
const minutesLater = (minutes: number) => new Date(START + minutes * 60_000);
const STOCK = 7;
const QUANTITY = 2;

/** The sequences of states that a payment can have at the gateway; 'failed' is never final. */
const HISTORIES: PaymentStatus[][] = [
  ["failed"],
  ["authorized", "captured"],
  ["failed", "authorized", "captured"],
  ["authorized"],
];
const KINDS: Record<string, string[]> = {
  failed: ["payment.failed"],
  authorized: ["payment.authorized"],
  captured: ["payment.captured", "order.paid"],
};

let db: Db;
let events = 0;
beforeAll(async () => {
  db = (await createTestDatabase()).write;
});

type Report =
  | { via: "webhook"; kind: string; payment: GatewayPayment; copy: number }
  | { via: "browser"; payment: GatewayPayment };

/** All reports of these payments, in order, each once. */
function allReports(payments: { id: string; history: PaymentStatus[] }[], order: PlacedOrder): Report[] {
  return payments.flatMap(({ id, history }) => {
    const webhooks = history.flatMap((status) =>
      KINDS[status]!.map((kind) => ({
        via: "webhook" as const,
        kind,
        payment: capturedPayment(order, { id, status }),
        copy: 0,
      })),
    );
    const browser = { via: "browser" as const, payment: capturedPayment(order, { id }) };
    return history.includes("captured") ? [...webhooks, browser] : webhooks;
  });
}

async function deliver(report: Report, gateway: MemoryGateway, order: PlacedOrder, now: Date) {
  if (report.via === "browser") {
    const paymentId = report.payment.id;
    const signature = gateway.sign(order.gatewayOrderId, paymentId);
    await confirmFromBrowser(
      db,
      gateway,
      { gatewayOrderId: order.gatewayOrderId, paymentId, signature },
      order.accountId,
      now,
    );
    return;
  }
  const { kind, payment, copy } = report;
  const eventId = `evt-${order.orderId}-${payment.id}-${kind}-${copy}`;
  const body = webhookBody(kind, { payment });
  await storePaymentEvent(db, { gateway: "sandbox", eventId, kind, body, now });
  await processPaymentEvents(db, now);
}

async function endState(order: PlacedOrder) {
  const { orderId, accountId, bookId } = order;
  const row = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const book = await db.selectFrom("books").selectAll().where("id", "=", bookId).executeTakeFirstOrThrow();
  const payments = await db.selectFrom("payments").selectAll().where("order_id", "=", orderId).execute();
  const refunds = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).execute();
  const log = await db.selectFrom("order_events").select("kind").where("order_id", "=", orderId).execute();
  const mails = await db
    .selectFrom("outgoing_mails")
    .select("dedupe_key")
    .where("dedupe_key", "in", [
      `order-confirmation:${orderId}`,
      ...payments.map((payment) => `payment-refund:${payment.id}`),
    ])
    .execute();
  return {
    state: row.state,
    reason: row.cancel_reason,
    stockHeld: row.stock_held,
    hasInvoice: row.invoice_no !== null,
    stock: book.stock,
    sold: book.sold_count,
    inCart: await cartCount(db, { accountId }),
    paidEvents: log.filter((event) => event.kind === "paid").length,
    confirmations: mails.filter((mail) => mail.dedupe_key.startsWith("order-confirmation")).length,
    refundNotices: mails.filter((mail) => mail.dedupe_key.startsWith("payment-refund")).length,
    /** Only counts: which of several captured payments is kept may differ. */
    payments: payments.map((payment) => payment.status).sort(),
    refunds: refunds.map((refund) => `${refund.reason} ${refund.amount} ${refund.status}`).sort(),
  };
}

interface Scenario {
  histories: PaymentStatus[][];
  /** For each report: how many copies arrive, whether it is lost, and its place in the order. */
  noise: { copies: number; isLost: boolean; keys: number[] }[];
  /** How many reports arrive concurrently. */
  width: number;
  lapsesAfter: number | null;
}

/** Plays a scenario: in order and complete, or with its noise. At the end the reconciler asks the gateway. */
async function play(scenario: Scenario, noisy: boolean) {
  const gateway = new MemoryGateway(`rfnd_${++events}`);
  const bookId = await createBook(db, { stock: STOCK });
  const order = await createPendingOrder(db, gateway, { bookId, quantity: QUANTITY, now: minutesLater(0) });
  const payments = scenario.histories.map((history) => ({ id: `pay_${order.orderId}_${++events}`, history }));
  for (const { id, history } of payments)
    gateway.pay(capturedPayment(order, { id, status: history.at(-1)! }));

  let reports = allReports(payments, order);
  if (noisy) {
    reports = reports
      .flatMap((report, index) => {
        const noise = scenario.noise[index % scenario.noise.length]!;
        if (noise.isLost) return [];
        return Array.from({ length: noise.copies }, (_, copy) => ({
          key: noise.keys[copy % noise.keys.length]! + index / 1000,
          report: report.via === "webhook" ? { ...report, copy } : report,
        }));
      })
      .sort((a, b) => a.key - b.key)
      .map(({ report }) => report);
  }
  const width = noisy ? scenario.width : 1;
  let minute = 0;
  for (let at = 0; at < reports.length; at += width) {
    if (noisy && scenario.lapsesAfter !== null && at >= scenario.lapsesAfter && minute < 30) {
      minute = 40;
      await lapse(db, minutesLater(minute));
    }
    minute += 0.01;
    await Promise.all(
      reports.slice(at, at + width).map((report) => deliver(report, gateway, order, minutesLater(minute))),
    );
  }
  while ((await reconcile(db, gateway, minutesLater(60))) > 0);
  await processRefunds(db, gateway, minutesLater(61));
  await processRefunds(db, gateway, minutesLater(70));
  await lapse(db, minutesLater(80));
  return {
    end: await endState(order),
    captured: scenario.histories.filter((history) => history.at(-1) === "captured").length,
  };
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  histories: fc.array(fc.constantFrom(...HISTORIES), { minLength: 1, maxLength: 3 }),
  noise: fc.array(
    fc.record({
      copies: fc.integer({ min: 1, max: 5 }),
      isLost: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      keys: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 }),
    }),
    { minLength: 4, maxLength: 20 },
  ),
  width: fc.integer({ min: 1, max: 6 }),
  lapsesAfter: fc.option(fc.integer({ min: 0, max: 12 })),
});

test("reports shuffled, repeated, lost or later than the lapse lead to the same end as complete ones in order", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { end, captured } = await play(given, true);
      const { end: inOrder } = await play(given, false);
      expect(end).toEqual(inOrder);

      if (captured === 0) {
        expect(end).toMatchObject({ state: "cancelled", reason: "payment_timeout", hasInvoice: false });
        expect(end).toMatchObject({ stock: STOCK, sold: 0, inCart: QUANTITY, confirmations: 0, refunds: [] });
      } else {
        expect(end).toMatchObject({
          state: "paid",
          stockHeld: 1,
          hasInvoice: true,
          paidEvents: 1,
          confirmations: 1,
        });
        expect(end).toMatchObject({ stock: STOCK - QUANTITY, sold: QUANTITY, inCart: 0 });
        expect(end.refunds).toHaveLength(captured - 1);
        expect(end.refundNotices).toBe(captured - 1);
        expect(end.refunds.every((refund) => refund === "second_payment 50000 processed")).toBe(true);
      }
    }),
    { numRuns: 40 },
  );

  // Over all orders of the run the invoice numbers have no gaps and no duplicates.
  const invoices = await db
    .selectFrom("orders")
    .select("invoice_no")
    .where("invoice_no", "is not", null)
    .execute();
  const numbers = invoices.map((order) => Number(order.invoice_no!.slice(-6))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}, 120_000);
