import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createBook } from "~/test/factories";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  createOrder,
  createOrderShop,
  orderRecords,
  type PlacedOrder,
  refundKey,
  requestReturn,
} from "~/test/orders";
import { onOneLine } from "~/test/mails";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { processRefunds } from "./refunds.server";
import { refundByStaff, retryRefund, type StaffRefund } from "./staff-refunds.server";

const NOW = new Date("2026-11-23T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let order: PlacedOrder & { paymentId: string };
let returnId: number;

beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
  const bookId = await createBook(db, { title: "Gora", price: 19_900, stock: 10 });
  order = await createOrder(db, gateway, "delivered", { now: NOW, staffId, bookId, quantity: 3 });
  returnId = await requestReturn(db, order, {}, NOW);
});

const answer = (what: "approve" | "received") =>
  answerReturn(db, { orderId: order.orderId, staffId, returnId, answer: what, note: "", restock: true }, NOW);
const refund = (given: Partial<StaffRefund> = {}) =>
  refundByStaff(
    db,
    {
      orderId: order.orderId,
      staffId,
      amount: 19_900,
      reason: "Returned books",
      key: refundKey(),
      returnId,
      ...given,
    },
    NOW,
  );
const look = async () => (await findStaffOrder(db, order.orderId))!;

test("a return is refunded once; the rest of the order can still be refunded, up to the payment", async () => {
  await answer("approve");
  await answer("received");
  const key = refundKey();
  const paid = { ok: true, message: `₹199.00 of order #${order.orderId} is being refunded` };
  const refused = {
    ok: false,
    reason: "wrong_step",
    message: "₹199.00 is refunded for these books already",
  };
  const outcomes = await Promise.all([
    refund({ key }),
    refund({ key }),
    ...Array.from({ length: 10 }, () => refund()),
  ]);
  expect(outcomes).toEqual([paid, paid, ...Array.from({ length: 10 }, () => refused)]);
  await processRefunds(db, gateway, NOW);
  expect(await refund()).toEqual(refused);
  const { returns, refunds, money } = await look();
  expect(returns).toMatchObject([
    { state: "refunded", refund: { amount: 19_900, status: "processed", at: NOW.toISOString() } },
  ]);
  expect(refunds).toMatchObject([{ amount: 19_900, returnId }]);
  const { mails } = await orderRecords(db, order);
  const refundMails = mails.filter(({ dedupe_key }) => dedupe_key.startsWith("refund:"));
  expect(refundMails).toHaveLength(1);
  expect(onOneLine(refundMails[0]!.text_body)).toContain(`for books of your order #${order.orderId}`);
  expect(onOneLine(refundMails[0]!.text_body)).toContain("Books: 1 × Gora");
  const ofOrder = { returnId: undefined, reason: "A torn page" } as unknown as Partial<StaffRefund>;
  expect(await refund({ ...ofOrder, amount: money!.left + 1 })).toMatchObject({ reason: "invalid" });
  expect(await refund({ ...ofOrder, amount: "full" })).toMatchObject({ ok: true });
  expect((await look()).returns).toMatchObject([{ refund: { amount: 19_900 } }]);
});

test("a return refunded before the books arrive stays open until then, and the mail mentions the refund", async () => {
  expect(await refund()).toMatchObject({ message: "This return has not been approved yet" });
  await answer("approve");
  expect(await refund({ amount: 15_000 })).toMatchObject({ ok: true });
  expect((await look()).returns).toMatchObject([{ state: "approved", refund: { amount: 15_000 } }]);
  expect(await answer("received")).toMatchObject({ ok: true });
  expect((await look()).returns).toMatchObject([{ state: "refunded" }]);
  const { mails } = await orderRecords(db, order);
  expect(onOneLine(mails.at(-1)!.text_body)).toContain("We have refunded ₹150.00 for them already.");
});

test.each(["made and failed", "refused"] as const)(
  "a refund of a return that the payment service %s must be tried again, and cannot be made a second time",
  async (how) => {
    await answer("approve");
    await answer("received");
    expect(await refund()).toMatchObject({ ok: true });
    if (how === "refused") {
      await db.updateTable("refunds").set({ status: "failed", last_error: "no" }).execute();
    } else {
      gateway.refundStatus = "failed";
      await processRefunds(db, gateway, NOW);
    }
    expect((await look()).returns).toMatchObject([{ state: "received", refund: { status: "failed" } }]);
    expect(await refund()).toMatchObject({
      ok: false,
      message: "The refund of ₹199.00 for these books failed: try that refund again",
    });
    gateway.refundStatus = "processed";
    const [failed] = (await look()).refunds;
    const again = { orderId: order.orderId, staffId, refundId: failed!.id };
    expect(await retryRefund(db, again, NOW)).toMatchObject({ ok: true });
    expect((await look()).returns).toMatchObject([{ state: "refunded", refund: { status: "queued" } }]);
    await processRefunds(db, gateway, NOW);
    expect((await look()).returns).toMatchObject([{ state: "refunded", refund: { status: "processed" } }]);
    expect(gateway.refunded(order.paymentId)).toBe(19_900);
  },
);

test("a return of another order and an unknown return are not found", async () => {
  const other = await createOrder(db, gateway, "delivered", { now: NOW, staffId });
  await answer("approve");
  expect(await refund({ orderId: other.orderId, amount: 100 })).toMatchObject({ reason: "not_found" });
  expect(await refund({ returnId: 999 })).toMatchObject({ reason: "not_found" });
});
