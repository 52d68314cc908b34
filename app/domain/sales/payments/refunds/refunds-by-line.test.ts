import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createOrder, createOrderShop, orderRecords, refundKey } from "~/test/orders";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { setSettings } from "~/test/factories";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { despatch, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { linesToRefund, type RefundLine } from "~/domain/sales/orders/money/refund-lines";
import type { OrderState } from "~/domain/sales/orders/orders";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { takeBack } from "~/domain/sales/orders/returns/take-back.server";
import { processRefunds } from "./refunds.server";
import { refundByStaff } from "./staff-refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;

beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop());
});

/** Three copies at ₹250; ten were in stock. */
const make = (state: OrderState) =>
  createOrder(db, gateway, state, { now: NOW, staffId, providerId, book: { stock: 10 }, quantity: 3 });
type Made = Awaited<ReturnType<typeof make>>;

const lineOf = async ({ orderId }: Made) => (await findStaffOrder(db, orderId))!.lines[0]!;

async function refund(
  order: Made,
  line: Partial<RefundLine> | null,
  more: { amount?: number | "full"; shipping?: number; key?: string; returnId?: number } = {},
) {
  const { id } = await lineOf(order);
  return refundByStaff(
    db,
    {
      orderId: order.orderId,
      staffId,
      amount: "lines",
      lines: line ? [{ id, qty: 1, restock: false, ...line }] : [],
      reason: "Damaged",
      key: refundKey(),
      ...more,
    },
    NOW,
  );
}

describe("a refund by line", () => {
  test("of a parcel that is still here leaves the copies out: back in stock or written off, and not sold", async () => {
    const order = await make("paid");
    expect(await refund(order, { qty: 1, restock: true })).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^₹250\.00/),
    });
    expect((await orderRecords(db, order)).book).toEqual({ stock: 8, sold: 2 });
    expect(await refund(order, { qty: 1 })).toMatchObject({ ok: true });
    const { book, refunds, audit, mails } = await orderRecords(db, order);
    expect(book).toEqual({ stock: 8, sold: 1 });
    expect(refunds.map(({ amount }) => amount)).toEqual([25_000, 25_000]);
    const title = (await lineOf(order)).title;
    expect(JSON.parse(audit.at(-1)!.after)).toMatchObject({ For: `1 × ${title}`, "Back in stock": "none" });
    expect(mails.at(-1)!.text_body).toContain(`1 × ${title}`);
    expect(await lineOf(order)).toMatchObject({ quantity: 3, refunded: 2 });
  });

  test("gives a copy back to stock once, whatever ends the order", async () => {
    const cancelled = await make("packed");
    await refund(cancelled, { restock: true });
    await refund(cancelled, { restock: false });
    await cancelByStaff(db, { orderId: cancelled.orderId, staffId, note: "" }, NOW);
    // One was written off.
    expect((await orderRecords(db, cancelled)).book).toEqual({ stock: 9, sold: 0 });

    const refunded = await make("packed");
    await refund(refunded, { restock: true }, { amount: "full" });
    await processRefunds(db, gateway, NOW);
    expect(await orderRecords(db, refunded)).toMatchObject({
      row: { state: "refunded" },
      book: { stock: 10, sold: 0 },
    });

    const sent = await make("shipped");
    await refund(sent, { restock: true });
    const request = { orderId: sent.orderId, staffId };
    expect(await takeBack(db, { ...request, step: "despatch" }, NOW)).toMatchObject({ ok: true });
    await cancelByStaff(db, { ...request, note: "" }, NOW);
    expect((await orderRecords(db, sent)).book).toEqual({ stock: 10, sold: 0 });
  });

  test("posted twice is one; with other lines under the same key it is refused", async () => {
    const order = await make("delivered");
    const key = refundKey();
    for (const _ of [1, 2])
      expect(await refund(order, { restock: true }, { key })).toMatchObject({ ok: true });
    expect(await refund(order, { qty: 2 }, { key })).toMatchObject({ ok: false, reason: "wrong_step" });
    const { refunds, book } = await orderRecords(db, order);
    expect(refunds).toHaveLength(1);
    expect(book).toEqual({ stock: 8, sold: 2 });
  });

  test("never takes more copies than are left, of a return neither", async () => {
    const order = await make("delivered");
    const { bookId, accountId, orderId } = order;
    expect(
      await askForReturn(
        db,
        { orderId, accountId, items: [{ bookId, qty: 1 }], reason: "other", remarks: "Two came" },
        NOW,
      ),
    ).toMatchObject({ ok: true });
    expect(await refund(order, { qty: 3 })).toEqual({
      ok: false,
      reason: "invalid",
      field: "lines[0].qty",
      message: "At most 2 can be refunded",
    });
    expect(await refund(order, { qty: 2 })).toMatchObject({ ok: true });
    expect(linesToRefund((await findStaffOrder(db, orderId))!)).toMatchObject([{ quantity: 0 }]);
    expect(await refund(order, { qty: 1 })).toMatchObject({
      ok: false,
      field: "amount",
      message: expect.stringMatching(/^All copies/),
    });
    expect(await refund(order, { id: 999_999 })).toMatchObject({ ok: false });
  });

  test("is refused where nothing would be left to send, and for orders that are over", async () => {
    const order = await make("paid");
    expect(await refund(order, { qty: 3 })).toMatchObject({
      ok: false,
      field: "amount",
      message: "Nothing would be left to send: cancel the order instead",
    });
    const cancelled = await make("paid");
    await cancelByStaff(db, { orderId: cancelled.orderId, staffId, note: "" }, NOW);
    expect(await refund(cancelled, {})).toMatchObject({ ok: false });
  });

  test("of delivery is at most what delivery cost", async () => {
    await setSettings(db, { shippingThreshold: 1_000_000, shippingFee: 4_900 });
    const order = await make("delivered");
    const { shipping } = (await findStaffOrder(db, order.orderId))!.totals;
    expect(await refund(order, null, { shipping: shipping + 1 })).toMatchObject({
      ok: false,
      field: "shipping",
    });
    expect(shipping).toBe(4_900);
    expect(await refund(order, { qty: 1 }, { shipping })).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^₹299\.00/),
    });
    expect(await refund(order, null, { shipping: 1 })).toMatchObject({ ok: false, field: "shipping" });
  });

  test("is in the parcel's way no more: what is left can be packed and sent", async () => {
    const order = await make("paid");
    await refund(order, { qty: 2, restock: true });
    const request = { orderId: order.orderId, staffId };
    expect(await markPacked(db, request, NOW)).toMatchObject({ ok: true });
    expect(await despatch(db, { ...request, providerId, trackingNo: "T1" }, NOW)).toMatchObject({ ok: true });
    const shown = (await findStaffOrder(db, order.orderId))!;
    expect(shown.refunds).toMatchObject([{ lines: [{ qty: 2, restock: true }], shipping: 0 }]);
  });
});
