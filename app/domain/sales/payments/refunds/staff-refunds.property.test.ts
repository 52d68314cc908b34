import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, createOrderShop, orderRecords, payOrder } from "~/test/orders";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import type { StepOutcome } from "~/domain/sales/orders/fulfilment/order-for-step.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { GatewayError, type GatewayRefund } from "~/domain/sales/gateways/gateway.server";
import { leftToRefund } from "~/domain/sales/orders/money/refunds";
import { applyRefund } from "./refund-news.server";
import { processRefunds } from "./refunds.server";
import { refundByStaff, retryRefund } from "./staff-refunds.server";

/** For any sequence of staff actions and any behaviour of the gateway: money, copies and mails add up. */

const START = new Date("2026-11-21T06:00:00.000Z").getTime();
const STOCK = 7;
const QUANTITY = 2;

type Mood = "processed" | "pending" | "failed" | "away" | "lossy" | "refusing";

/** A gateway without checks of its own, so that only the shop limits the refunds. */
class TrustingGateway extends MemoryGateway {
  mood: Mood = "processed";
  override async refund(request: Parameters<MemoryGateway["refund"]>[0]): Promise<GatewayRefund> {
    if (this.mood === "away") throw new GatewayError("unavailable", "away");
    const earlier = [...this.refunds.values()].find((one) => one.key === request.idempotencyKey);
    if (earlier) return earlier;
    if (this.mood === "refusing") throw new GatewayError("refused", "not enough balance", 400);
    const made = {
      id: `${this.refundPrefix}_${this.refunds.size + 1}`,
      paymentId: request.paymentId,
      amount: request.amount,
      status: this.mood === "lossy" ? ("processed" as const) : this.mood,
      key: request.idempotencyKey,
    };
    this.refunds.set(made.id, made);
    if (this.mood === "lossy") throw new GatewayError("unavailable", "the answer is lost");
    return made;
  }
}

type Click =
  | { do: "pack" | "ship" | "deliver" | "cancel" | "pay again" | "replay" }
  | { do: "refund"; amount: number; form: number }
  | { do: "refund copies"; qty: number; restock: boolean; form: number }
  | { do: "retry"; which: number }
  | { do: "work"; mood: Mood }
  | { do: "settle"; which: number; to: "processed" | "failed"; copies: number };

const click: fc.Arbitrary<Click> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("pack", "ship", "deliver", "cancel", "pay again", "replay") }) }, // oxfmt-ignore
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("refund"),
      amount: fc.constantFrom(0, 50, 100, 12_345, 25_000, 49_950, 50_000, 50_001),
      form: fc.integer({ min: 0, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("refund copies"),
      qty: fc.integer({ min: 1, max: 2 }),
      restock: fc.boolean(),
      form: fc.integer({ min: 10, max: 13 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("retry"), which: fc.integer({ min: 0, max: 5 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("work"),
      mood: fc.constantFrom<Mood>("processed", "pending", "failed", "away", "lossy", "refusing"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("settle"),
      which: fc.integer({ min: 0, max: 5 }),
      to: fc.constantFrom("processed", "failed"),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
) as fc.Arbitrary<Click>;

let db: Db;
let staffId: number;
let providerId: number;
let runs = 0;
beforeAll(async () => {
  ({ db, staffId, providerId } = await createOrderShop());
});

test("refunds never exceed payments, no copy is lost, and each action is mailed and audited once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(click, { minLength: 3, maxLength: 25 }), async (clicks) => {
      const gateway = new TrustingGateway(`rfnd_${++runs}`);
      const order = await createOrder(db, gateway, "paid", {
        staffId,
        book: { stock: STOCK },
        quantity: QUANTITY,
        now: new Date(START),
      });
      const { orderId, total } = order;
      const line = () =>
        db
          .selectFrom("order_lines")
          .select(["id", "refunded"])
          .where("order_id", "=", orderId)
          .executeTakeFirstOrThrow();
      const { id: lineId } = await line();
      const first = gateway.payments.get(order.paymentId)!;
      let audited = 0;
      const usedForms = new Set<number>();

      for (const [index, one] of [...clicks, ...drain].entries()) {
        // So far apart that waiting refunds are due again.
        const now = new Date(START + index * 7 * 3_600_000);
        const request = { orderId, staffId };
        const count = (outcome: StepOutcome) => void (audited += outcome.ok ? 1 : 0);
        switch (one.do) {
          case "pack":
            count(await markPacked(db, request, now));
            break;
          case "ship":
            count(await despatch(db, { ...request, providerId, trackingNo: `T${orderId}` }, now));
            break;
          case "deliver":
            count(await markDelivered(db, request, now));
            break;
          case "cancel":
            count(await cancelByStaff(db, { ...request, note: "" }, now));
            break;
          case "pay again":
            await payOrder(db, gateway, order, { now });
            break;
          case "replay":
            await applyPayment(db, first, "webhook", now);
            break;
          case "refund": {
            const key = `form-of-this-run-${one.form}`;
            const outcome = await refundByStaff(
              db,
              { ...request, amount: one.amount, reason: "r", key },
              now,
            );
            if (!usedForms.has(one.form)) count(outcome);
            if (outcome.ok) usedForms.add(one.form);
            break;
          }
          case "refund copies": {
            const { form, ...copies } = one;
            const lines = [{ ...copies, id: lineId }];
            const key = `form-of-this-run-${form}`;
            const outcome = await refundByStaff(
              db,
              { ...request, amount: "lines", lines, reason: "r", key },
              now,
            );
            if (!usedForms.has(form)) count(outcome);
            if (outcome.ok) usedForms.add(form);
            break;
          }
          case "retry": {
            const { refunds } = await orderRecords(db, order);
            const refundId = refunds[one.which % Math.max(1, refunds.length)]?.id ?? 0;
            count(await retryRefund(db, { ...request, refundId }, now));
            break;
          }
          case "work":
            gateway.mood = one.mood;
            await processRefunds(db, gateway, now);
            break;
          case "settle": {
            const pending = [...gateway.refunds.values()].filter((refund) => refund.status === "pending");
            const chosen = pending[one.which % Math.max(1, pending.length)];
            if (!chosen) break;
            gateway.settleRefund(chosen.id, one.to);
            const { key: _, ...news } = gateway.refunds.get(chosen.id)!;
            for (let copy = 0; copy < one.copies; copy += 1) await applyRefund(db, news, now);
          }
        }
        await check();
      }

      const { refunds } = await orderRecords(db, order);
      const processed = refunds.filter((refund) => refund.status === "processed");
      const out = [...gateway.refunds.values()].filter((refund) => refund.status === "processed");
      expect(processed.map((refund) => refund.gateway_refund_id).sort()).toEqual(
        out.map((refund) => refund.id).sort(),
      );

      async function check() {
        const { row, book, refunds, mails, audit } = await orderRecords(db, order);
        const payments = await db
          .selectFrom("payments")
          .select(["id", "gateway_payment_id", "amount"])
          .where("order_id", "=", orderId)
          .execute();
        for (const payment of payments) {
          const ofPayment = refunds.filter((refund) => refund.payment_id === payment.id);
          expect(leftToRefund(payment.amount, ofPayment)).toBeGreaterThanOrEqual(0);
          expect(gateway.refunded(payment.gateway_payment_id)).toBeLessThanOrEqual(payment.amount);
        }
        const { refunded } = await line();
        const writtenOff = await db
          .selectFrom("refund_lines")
          .select((eb) => eb.fn.sum<number | null>("quantity").as("copies"))
          .where("order_line_id", "=", lineId)
          .where("restocked", "=", 0)
          .executeTakeFirstOrThrow();
        const held = row.stock_held === 1 ? QUANTITY - refunded : 0;
        expect(book.stock + held + Number(writtenOff.copies ?? 0)).toBe(STOCK);
        expect(book.sold).toBe(["cancelled", "refunded"].includes(row.state) ? 0 : QUANTITY - refunded);
        expect(row.stock_held === 1).toBe(
          !["cancelled", "refunded"].includes(row.state) || row.shipped_at !== null,
        );
        const forTheOrder = refunds.filter((refund) => ["staff", "cancellation"].includes(refund.reason));
        const back = forTheOrder
          .filter((refund) => refund.status === "processed")
          .reduce((sum, refund) => sum + refund.amount, 0);
        expect(row.state === "refunded").toBe(back === total);
        const keys = mails.map((mail) => mail.dedupe_key);
        const asked = forTheOrder.filter((refund) => refund.reason === "staff" && refund.retry_of === null);
        expect(keys.filter((key) => key.startsWith("refund:"))).toHaveLength(asked.length);
        expect(keys.filter((key) => key.startsWith("order-cancelled:"))).toHaveLength(
          row.cancelled_at === null ? 0 : 1,
        );
        expect(audit).toHaveLength(audited);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

/** At the end the gateway works, and all waiting refunds are processed. */
const drain: Click[] = [
  { do: "work", mood: "processed" },
  ...Array.from({ length: 6 }, (): Click => ({ do: "settle", which: 0, to: "processed", copies: 1 })),
  { do: "work", mood: "processed" },
  { do: "work", mood: "processed" },
];
