import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createBook } from "~/test/factories";
import { expectCopies, expectMoney } from "~/test/order-model/accounted";
import { NOW, type Run, STOCK } from "~/test/order-model/clicks";
import { capturedPayment, createOrderShop, customerWithCart, payOrder, placeOrderFor } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { recordCash } from "../../at-the-door/record-money.server";
import { applyPayment } from "../../payments/apply-payment.server";
import { ensureBalanceOrder } from "../../payments/pay-balance.server";
import { ensureGatewayOrder } from "../../payments/payments.server";
import { processRefunds } from "../../payments/refunds/refunds.server";
import { markDelivered, markPacked } from "../fulfilment/fulfilment.server";
import { readOrderMoney } from "../money/order-money.server";
import { readOrder } from "../orders.server";
import { openLines } from "../parcels/parcels";
import { sendParcel } from "../parcels/send-parcel.server";
import { takeBack } from "../returns/take-back.server";
import { editOrder } from "./edit-order.server";
import { editOrderSchema } from "./edit-order.schema";
import { orderVersion } from "./order-version.server";

// A change of an order where it meets money and packing.

const PRICE = 30_000;

let db: Db;
let staffId: number;
let providerId: number;
let runs = 0;
beforeEach(async () => {
  ({ db, staffId, providerId } = await createOrderShop({ carrier: "India Post" }));
});

/** An order of two copies. @param atDoor what is due there, in paise; 0: all of it is paid online */
async function bought(atDoor: number): Promise<Run & { line: number }> {
  const gateway = new MemoryGateway(`rf_meets_${++runs}`);
  const bookId = await createBook(db, { price: PRICE, stock: STOCK, title: "Gora" });
  const customer = await customerWithCart(db, { bookId, quantity: 2, now: NOW });
  const orderId = await placeOrderFor(db, customer, { gateway: gateway.name, now: NOW });
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  if (atDoor > 0)
    await db
      .updateTable("orders")
      .set({ payment_way: "cod", due_at_door: atDoor })
      .where("id", "=", orderId)
      .execute();
  const { gatewayOrderId, amount } = opened;
  await payOrder(
    db,
    gateway,
    { gatewayOrderId, total: amount - atDoor },
    { id: `pay_meets_${runs}`, now: NOW },
  );
  const [line] = (await readOrder(db, orderId, "anybody", NOW))!.lines;
  const shop = { db, staffId, providerId, gateway, opened: [], forms: { sent: 0 } };
  return { ...shop, orderId, accountId: customer.accountId, books: [bookId], line: line!.id };
}

const orderOf = async ({ orderId }: Run) => (await readOrder(db, orderId, "anybody", NOW))!;

async function changeTo(run: Awaited<ReturnType<typeof bought>>, qty: number, version?: number) {
  const { orderId, line } = run;
  const given = { version: version ?? (await orderVersion(db, orderId)), lines: [{ id: line, qty }] };
  return editOrder(db, { orderId, staffId, ...editOrderSchema.parse(given) }, NOW);
}

const expectAll = async (run: Run) => {
  await expectMoney(run);
  await expectCopies(run);
};

test("a part is paid: more is due at the door, less takes that off first, and only what is over goes back", async () => {
  const run = await bought(10_000);
  const { orderId, gateway } = run;
  const dues = [];
  for (const qty of [3, 2, 1, 2]) {
    const made = await changeTo(run, qty);
    const { dueAtDoor, balanceDue } = await orderOf(run);
    dues.push([made.ok && made.refundDue, dueAtDoor, balanceDue]);
    await expectAll(run);
  }
  // 90,000 with 50,000 paid; then as it was; then 20,000 too much; and what went back is due again.
  expect(dues).toEqual([[0, 40_000, 0], [0, 10_000, 0], [20_000, 0, 0], [0, 30_000, 0]]); // oxfmt-ignore
  await processRefunds(db, gateway, NOW);
  await markPacked(db, { orderId, staffId }, NOW);
  expect(await changeTo(run, 1)).toMatchObject({ ok: false });
  const parcel = { providerId, trackingNo: "EK 7 IN", weightG: null, lines: [] };
  expect(await sendParcel(db, { orderId, staffId, ...parcel }, NOW)).toMatchObject({ ok: true });
  const cash = {
    amount: 30_000,
    reference: "",
    receivedOn: "2026-11-21",
    isSure: false,
    key: "cash-of-the-part",
  };
  expect(await recordCash(db, { orderId, staffId, ...cash }, NOW)).toMatchObject({ ok: true });
  await markDelivered(db, { orderId, staffId }, NOW);
  const order = await orderOf(run);
  expect((await readOrderMoney(db, orderId))!.left).toBe(order.totals.total);
  await expectAll(run);
});

describe("the difference was asked for by a link", () => {
  test("and the order is changed again: the new link asks for what is open, and the old one's money goes back", async () => {
    const run = await bought(0);
    const { orderId, gateway } = run;
    const links = [];
    for (const qty of [4, 3, 5]) {
      await changeTo(run, qty);
      const ready = await ensureBalanceOrder(db, gateway, orderId);
      if (!ready.ok) throw new Error(ready.message);
      links.push(ready);
    }
    expect(links.map(({ amount }) => amount)).toEqual([2 * PRICE, PRICE, 3 * PRICE]);
    for (const [at, { gatewayOrderId, amount }] of [...links.entries()].toReversed()) {
      const payment = gateway.pay(
        capturedPayment({ gatewayOrderId, total: amount }, { id: `pay_link_${at}` }),
      );
      await applyPayment(db, payment, "webhook", NOW);
      await expectAll(run);
    }
    await processRefunds(db, gateway, NOW);
    expect([0, 1, 2].map((at) => gateway.refunded(`pay_link_${at}`))).toEqual([2 * PRICE, PRICE, 0]);
    expect((await orderOf(run)).balanceDue).toBe(0);
  });

  test("and is paid while the order is changed: it counts for the change, or goes back and the rest is asked for", async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const run = await bought(0);
      const { orderId, gateway } = run;
      await changeTo(run, 3);
      const ready = await ensureBalanceOrder(db, gateway, orderId);
      if (!ready.ok) throw new Error(ready.message);
      const id = `pay_beside_${runs}`;
      const payment = gateway.pay(capturedPayment({ ...ready, total: ready.amount }, { id }));
      const version = await orderVersion(db, orderId);
      const works = [() => applyPayment(db, payment, "webhook", NOW), () => changeTo(run, 5, version)];
      const [, edited] = await Promise.all(round % 2 === 0 ? works.map((work) => work()) : works.toReversed().map((work) => work()).toReversed()); // oxfmt-ignore
      await expectAll(run);
      await processRefunds(db, gateway, NOW);
      await expectAll(run);
      const { balanceDue } = await orderOf(run);
      const isChanged = (edited as { ok: boolean }).ok;
      // Paid first: the change is told what happened. Changed first: the payment was for another sum.
      expect([balanceDue, gateway.refunded(id)]).toEqual(isChanged ? [3 * PRICE, PRICE] : [0, 0]);
      if (!isChanged) expect(edited).toMatchObject({ message: expect.stringContaining("received") });
      ends.add(String(isChanged));
    }
    expect(ends.size).toBeGreaterThan(0);
  });
});

test("packed meanwhile: the change is told so; with the packing taken back it can be made, and the parcel has what there is then", async () => {
  const run = await bought(0);
  const { orderId } = run;
  const version = await orderVersion(db, orderId);
  await markPacked(db, { orderId, staffId }, NOW);
  expect(await changeTo(run, 1, version)).toMatchObject({
    ok: false,
    message: expect.stringContaining(`Order #${orderId} was changed meanwhile: Packed`),
  });
  expect(await changeTo(run, 1)).toMatchObject({
    message: `Order #${orderId} is packed: it cannot be changed any more. Take back the packing first`,
  });
  await takeBack(db, { orderId, staffId, step: "packing" }, NOW);
  // What was typed before the packing is from before what happened since.
  expect(await changeTo(run, 1, version)).toMatchObject({ ok: false });
  expect(await changeTo(run, 3)).toMatchObject({ ok: true, due: PRICE });
  expect(await markPacked(db, { orderId, staffId }, NOW)).toMatchObject({
    message: `₹300.00 of order #${orderId} is not paid yet: it cannot be packed before`,
  });
  expect(await changeTo(run, 1)).toMatchObject({ ok: true, refundDue: PRICE });
  expect(await markPacked(db, { orderId, staffId }, NOW)).toMatchObject({ ok: true });
  expect(openLines(await orderOf(run))).toMatchObject([{ qty: 1 }]);
  await expectAll(run);
});
