import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { canned } from "~/test/payments/canned-provider/provider";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  capturedPayment,
  createOrder,
  createPendingOrder,
  type PlacedOrder,
  refundKey,
  requestReturn,
} from "~/test/orders";
import { cancelByCustomer, cancelByStaff } from "../orders/cancellation.server";
import { answerReturn } from "../orders/returns/return-answers.server";
import { findStaffOrder } from "../orders/desk/staff-order.server";
import { PROVIDERS, reachableProviders } from "../gateways/payment-providers";
import { confirmFromBrowser } from "./payments.server";
import { readReturn } from "./read-return.server";
import { reconcileAll } from "./reconcile.server";
import { processAllRefunds } from "./refunds/refunds.server";
import { refundByStaff } from "./refunds/staff-refunds.server";

// The shop has changed its payment provider since the orders were paid.

const NOW = new Date("2026-11-21T06:00:00.000Z");
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

class NamedGateway extends MemoryGateway {
  constructor(override readonly name: string) {
    super(`rfnd_${name}`);
  }
}

let db: Db;
let staffId: number;
/** The gateway that took the payment. */
let first: NamedGateway;
/** The gateway for new payments. */
let second: NamedGateway;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  staffId = await createStaff(db);
  first = new NamedGateway("razorpay");
  second = new NamedGateway("sandbox");
});

/** The order as staff see it when these providers are set up. */
const look = async ({ orderId }: PlacedOrder, reachable = [second, first]) => {
  const names = reachable.map(({ name }) => name);
  return (await findStaffOrder(db, orderId, names))!;
};
const refundsOf = async (order: PlacedOrder, reachable?: NamedGateway[]) =>
  (await look(order, reachable)).refunds.map(({ status, amount, gatewayRefundId, lastError }) => ({
    status,
    amount,
    gatewayRefundId,
    lastError,
  }));

/** Ways to refund a paid order. */
const WAYS: Record<string, () => Promise<PlacedOrder>> = {
  "is cancelled by staff": async () => {
    const order = await createOrder(db, first, "paid", { now: NOW, staffId });
    await cancelByStaff(db, { orderId: order.orderId, staffId, note: "" }, NOW);
    return order;
  },
  "is cancelled by its customer": async () => {
    const order = await createOrder(db, first, "paid", { now: NOW, staffId });
    await cancelByCustomer(db, { ...order, reason: "" }, NOW);
    return order;
  },
  "is returned": async () => {
    const order = await createOrder(db, first, "delivered", { now: NOW, staffId });
    const { orderId } = order;
    const returnId = await requestReturn(db, order, {}, NOW);
    const answer = { orderId, staffId, returnId, note: "", restock: true };
    await answerReturn(db, { ...answer, answer: "approve" }, NOW);
    await answerReturn(db, { ...answer, answer: "received" }, NOW);
    const reason = "Returned books";
    await refundByStaff(db, { orderId, staffId, amount: "full", reason, key: refundKey(), returnId }, NOW);
    return order;
  },
};

describe.each(Object.keys(WAYS))("an order that %s", (way) => {
  let order: PlacedOrder;
  beforeEach(async () => {
    order = await WAYS[way]!();
  });

  test("is refunded by the provider that took the payment, if both are set up", async () => {
    expect(await processAllRefunds(db, [second, first], NOW)).toBe(1);
    expect(await refundsOf(order)).toEqual([
      { status: "processed", amount: order.total, gatewayRefundId: "rfnd_razorpay_1", lastError: null },
    ]);
    expect([first.refunds.size, second.calls]).toEqual([1, 0]);
  });

  test("waits with a reason while that provider is not set up, and is refunded once when it is", async () => {
    for (const hours of [0, 1, 500]) expect(await processAllRefunds(db, [second], hoursLater(hours))).toBe(0);
    const waiting = {
      status: "queued",
      amount: order.total,
      gatewayRefundId: null,
      lastError:
        "Razorpay took this payment, but the shop is not set up for it now. The refund will be made when it is",
    };
    expect(await refundsOf(order, [second])).toEqual([waiting]);
    // The money counts as refunded, so nothing more can be refunded meanwhile.
    expect((await look(order)).money).toEqual({ paid: order.total, left: 0 });

    const before = first.calls;
    expect(await processAllRefunds(db, [second, first], hoursLater(501))).toBe(1);
    expect(await processAllRefunds(db, [first], hoursLater(600))).toBe(0);
    expect(await refundsOf(order, [second])).toEqual([
      { status: "processed", amount: order.total, gatewayRefundId: "rfnd_razorpay_1", lastError: null },
    ]);
    expect([first.refunds.size, first.calls - before, second.calls]).toEqual([1, 1, 0]);
  });
});

test("a pending refund continues once its provider is set up again", async () => {
  const order = await WAYS["is cancelled by staff"]!();
  first.refundStatus = "pending";
  await processAllRefunds(db, [first], NOW);
  await processAllRefunds(db, [second], hoursLater(1));
  expect(await refundsOf(order, [second])).toMatchObject([
    {
      status: "pending",
      gatewayRefundId: "rfnd_razorpay_1",
      lastError: expect.stringContaining("not set up"),
    },
  ]);
  first.settleRefund("rfnd_razorpay_1", "processed");
  await processAllRefunds(db, [second, first], hoursLater(2));
  expect(await refundsOf(order)).toMatchObject([{ status: "processed", lastError: null }]);
  expect(first.refunds.size).toBe(1);
});

test("a refund whose answer was lost before the change is made only once", async () => {
  const order = await WAYS["is cancelled by staff"]!();
  const made = await first.refund({
    paymentId: (await look(order)).refunds[0]!.paymentId,
    amount: order.total,
    idempotencyKey: (
      await db.selectFrom("refunds").select("idempotency_key as key").executeTakeFirstOrThrow()
    ).key,
  });
  await processAllRefunds(db, [second], NOW);
  await processAllRefunds(db, [second, first], hoursLater(1));
  expect(await refundsOf(order)).toMatchObject([{ status: "processed", gatewayRefundId: made.id }]);
  expect(first.refunds.size).toBe(1);
});

test("the reconciler finds a late payment at the earlier provider", async () => {
  const order = await createPendingOrder(db, first, { now: NOW });
  first.pay(capturedPayment(order));
  expect(await reconcileAll(db, [second], hoursLater(1))).toBe(0);
  expect(await reconcileAll(db, [second, first], hoursLater(1))).toBe(1);
  expect((await look(order)).state).toBe("paid");
});

test("a shopper who comes back is confirmed at the provider where the payment was begun", async () => {
  const order = await createPendingOrder(db, first, { now: NOW });
  const payment = first.pay(capturedPayment(order));
  const posted = new Map(
    Object.entries({
      order: order.gatewayOrderId,
      payment: payment.id,
      signature: first.sign(order.gatewayOrderId, payment.id),
    }),
  );
  const read = await readReturn(db, [second, first], (name) => posted.get(name) ?? "");
  expect(read.gateway.name).toBe("razorpay");
  expect(await confirmFromBrowser(db, read.gateway, read.posted, undefined, NOW)).toEqual({
    ok: true,
    orderId: order.orderId,
  });
  // Of no order: as the provider for new payments reads it.
  expect((await readReturn(db, [second, first], () => "")).gateway.name).toBe("sandbox");
});

describe("the providers that a shop can call", () => {
  const providers = { ...PROVIDERS, canned };
  const razorpay = {
    RAZORPAY_KEY_ID: "rzp_live_a1B2c3D4e5F6g7",
    RAZORPAY_KEY_SECRET: "secret",
    RAZORPAY_WEBHOOK_SECRET: "other",
  };

  test("are the chosen one and those whose variables are set", () => {
    expect(reachableProviders("canned", razorpay, providers)).toEqual(["canned", "razorpay"]);
    expect(reachableProviders("razorpay", { ...razorpay, CANNED_SECRET: "opener" }, providers)).toEqual([
      "razorpay",
      "canned",
    ]);
  });

  test("do not include those with missing or invalid variables, nor the sandbox unless it is chosen", () => {
    const { RAZORPAY_WEBHOOK_SECRET: _, ...partly } = razorpay;
    expect(reachableProviders("canned", partly, providers)).toEqual(["canned"]);
    expect(reachableProviders("canned", { ...razorpay, RAZORPAY_KEY_ID: "x" }, providers)).toEqual([
      "canned",
    ]);
    expect(reachableProviders("razorpay", { ...razorpay, CANNED_SECRET: "tin" }, providers)).toEqual([
      "razorpay",
    ]);
  });
});
