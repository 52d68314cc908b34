import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createStaff } from "~/test/factories";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, createOrderShop, orderState, refundKey } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { withActingKey } from "~/domain/kit/audit/acting-key.server";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff, retryRefund } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { DEFAULT_RULES } from "./factor-rules";
import { saveFactorRules } from "./factor-rules.server";
import { unprovedRefunds } from "./unproved-refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);
const minutesAgo = (minutes: number) => minutesLater(-minutes).toISOString();

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let order: Awaited<ReturnType<typeof createOrder>>;

beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
  const rules = { ...DEFAULT_RULES, refundProofAbove: 20_000 };
  await saveFactorRules(db, { staffId, rules, shown: DEFAULT_RULES }, NOW);
  order = await createOrder(db, gateway, "delivered", {
    now: NOW,
    staffId,
    quantity: 8,
    book: { stock: 10 },
  });
});

/** A refund by somebody who proved themselves so many minutes before `at`. */
async function refund(amount: number, { proved = 16, by = staffId, at = NOW } = {}) {
  const provedAt = new Date(at.getTime() - proved * 60_000).toISOString();
  const unproved = await unprovedRefunds(db, provedAt, at);
  const { orderId } = order;
  return refundByStaff(db, { orderId, staffId: by, amount, reason: "Torn", key: refundKey(), unproved }, at);
}
const NEEDS_PROOF = { ok: false, reason: "needs_proof" };
const refunded = async () =>
  (await db.selectFrom("refunds").select("amount").execute()).reduce((sum, { amount }) => sum + amount, 0);

test("refunds since the last proof count, at most those of 24 hours; none counts while the proof is recent", async () => {
  expect(await unprovedRefunds(db, minutesAgo(14), NOW)).toBeUndefined();
  expect(await unprovedRefunds(db, minutesAgo(15), NOW)).toEqual({ since: minutesAgo(15), limit: 20_000 });
  const yesterday = { since: minutesAgo(24 * 60), limit: 20_000 };
  expect(await unprovedRefunds(db, minutesAgo(24 * 60 + 1), NOW)).toEqual(yesterday);
  expect(await unprovedRefunds(db, null, NOW)).toEqual(yesterday);
});

describe("several refunds by one person", () => {
  test("need a proof as soon as they come to more than the limit", async () => {
    expect(await refund(15_000)).toMatchObject({ ok: true });
    expect(await refund(5_001)).toMatchObject(NEEDS_PROOF);
    expect(await refund(5_000)).toMatchObject({ ok: true });
    expect(await refund(100)).toMatchObject(NEEDS_PROOF);
    expect(await refunded()).toBe(20_000);
    expect(await refund(100, { proved: 1 })).toMatchObject({ ok: true });
  });

  test("count from the last proof; refunds of others do not count", async () => {
    await refund(20_000);
    const otherId = await createStaff(db);
    expect(await refund(10_000, { by: otherId })).toMatchObject({ ok: true });
    const at = minutesLater(17);
    expect(await refund(10_000, { at, proved: 16 })).toMatchObject({ ok: true });
    expect(await refund(10_000, { at, proved: 18 })).toMatchObject(NEEDS_PROOF);
  });

  test("sent at the same moment come to no more than the limit", async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refund(5_000)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
    expect(await refunded()).toBe(20_000);
  });

  test("count with cancellations", async () => {
    await refund(10_000);
    const paid = await createOrder(db, gateway, "paid", { now: NOW, staffId, quantity: 1 });
    const cancelling = { orderId: paid.orderId, staffId, note: "" };
    const unproved = await unprovedRefunds(db, minutesAgo(16), NOW);
    expect(await cancelByStaff(db, { ...cancelling, unproved }, NOW)).toMatchObject(NEEDS_PROOF);
    expect(await orderState(db, paid.orderId)).toBe("paid");
    expect(await cancelByStaff(db, cancelling, NOW)).toMatchObject({ ok: true });
  });

  test("do not count those of the person's API key, and one that is tried again counts once", async () => {
    await withActingKey("Shop floor", () => refund(20_000));
    expect(await refund(10_000)).toMatchObject({ ok: true });
    await processRefunds(db, gateway, NOW);
    const failed = await db
      .updateTable("refunds")
      .set({ status: "failed" })
      .where("amount", "=", 10_000)
      .returning("id")
      .executeTakeFirstOrThrow();
    const again = { orderId: order.orderId, staffId, refundId: failed.id };
    expect(await retryRefund(db, again, NOW)).toMatchObject({ ok: true });
    expect(await refund(10_000)).toMatchObject({ ok: true });
    expect(await refund(100)).toMatchObject(NEEDS_PROOF);
  });
});

test("an unpaid order is cancelled without a proof, since nothing is refunded", async () => {
  await refund(30_000, { proved: 1 });
  const { orderId } = await createOrder(db, gateway, "pending", { now: NOW, staffId });
  const unproved = await unprovedRefunds(db, minutesAgo(16), NOW);
  expect(await cancelByStaff(db, { orderId, staffId, note: "", unproved }, NOW)).toMatchObject({ ok: true });
});
