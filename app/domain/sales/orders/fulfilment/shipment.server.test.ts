import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { createCarrier, createOrder, createOrderShop, orderRecords, requestReturn } from "~/test/orders";
import { onOneLine } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { cancelByStaff } from "../cancellation.server";
import { despatch, markDelivered, markPacked } from "./fulfilment.server";
import { eventWords } from "../desk/order-timeline";
import type { OrderState } from "../orders";
import { answerReturn } from "../returns/return-answers.server";
import { askForReturn } from "../returns/returns.server";
import { correctShipment, type ShipmentCorrection } from "./shipment.server";
import { findStaffOrder } from "../desk/staff-order.server";
import { takeBack } from "../returns/take-back.server";

const SENT = new Date("2026-11-20T09:00:00.000Z");
const NOW = new Date("2026-11-23T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;

beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop({ carrier: "India Post" }));
});

const make = (state: OrderState = "shipped") =>
  createOrder(db, gateway, state, { now: SENT, staffId, providerId, book: { stock: 5 } });
const correct = (orderId: number, given: Partial<ShipmentCorrection> = {}) =>
  correctShipment(db, { orderId, staffId, providerId, trackingNo: "EK1", ...given }, NOW);

describe("correcting a shipment", () => {
  test.each(["shipped", "delivered"] as const)(
    "of a %s order stores, logs, audits and mails it once",
    async (state) => {
      const order = await make(state);
      const { orderId } = order;
      const other = await createCarrier(db, "Blue Dart");
      const earlier = (await orderRecords(db, order)).row;
      const given = {
        providerId: other,
        trackingNo: "BD 42",
        shippedOn: "2026-11-20",
        etaDate: "2026-11-30",
      };
      expect(await correct(orderId, given)).toMatchObject({ ok: true });
      const { row, mails, audit } = await orderRecords(db, order);
      expect(row).toMatchObject({
        state,
        logistics_provider_id: other,
        tracking_no: "BD 42",
        shipped_at: SENT.toISOString(),
        eta_date: "2026-11-30",
      });
      expect(mails.at(-1)!.dedupe_key).toMatch(/^shipment-corrected:\d+$/);
      expect(mails.at(-1)!.subject).toBe(`Kitab: new details of your parcel, order #${orderId}`);
      for (const detail of ["Blue Dart", "BD 42", "30 Nov 2026", "20 Nov 2026"])
        expect(onOneLine(mails.at(-1)!.text_body)).toContain(detail);
      const [newest] = await readAudit(db, "order", orderId);
      expect(newest!.changes).toEqual([
        { field: "Carrier", before: "India Post", after: "Blue Dart" },
        { field: "Tracking number", before: earlier.tracking_no, after: "BD 42" },
        { field: "Estimated delivery", before: expect.any(String), after: "30 Nov 2026" },
      ]);
      const { events } = (await findStaffOrder(db, orderId))!;
      expect(eventWords(events[0]!)).toEqual({
        what: "Shipment corrected",
        more: ["Carrier: Blue Dart", "Tracking number: BD 42", "Estimated delivery: 30 Nov 2026"],
      });

      expect(await correct(orderId, given)).toEqual({
        ok: true,
        message: `The shipment of order #${orderId} was not changed`,
      });
      const again = await orderRecords(db, order);
      expect([again.mails.length, again.audit.length]).toEqual([mails.length, audit.length]);
    },
  );

  test("moves the day of shipping by whole days, not before the payment, after the delivery, or into the future", async () => {
    const order = await make();
    const { tracking_no } = (await orderRecords(db, order)).row;
    const move = (shippedOn: string) => correct(order.orderId, { trackingNo: tracking_no!, shippedOn });
    expect(await move("2026-11-22")).toMatchObject({ ok: true });
    expect((await orderRecords(db, order)).row.shipped_at).toBe("2026-11-22T09:00:00.000Z");
    expect(await move("2026-11-23")).toMatchObject({ ok: true });
    expect((await orderRecords(db, order)).row.shipped_at).toBe(NOW.toISOString());
    expect(await move("2026-11-19")).toMatchObject({ reason: "invalid", field: "shippedOn" });
    const arrived = await make("delivered");
    const { tracking_no: own } = (await orderRecords(db, arrived)).row;
    expect(await correct(arrived.orderId, { trackingNo: own!, shippedOn: "2026-11-21" })).toEqual({
      ok: false,
      reason: "invalid",
      field: "shippedOn",
      message: "The order was delivered on 20 Nov 2026: it cannot have been shipped after that",
    });
  });

  test.each(["paid", "packed", "cancelled", "refunded"] as const)(
    "is refused for a %s order",
    async (state) => {
      const order = await make(state);
      expect(await correct(order.orderId)).toMatchObject({ ok: false, reason: "wrong_step" });
    },
  );
});

test("a tracking number that another parcel has with this carrier must be confirmed", async () => {
  const first = await make("packed");
  const send = (orderId: number, trackingNo: string, isSharedOk?: boolean) =>
    despatch(db, { orderId, staffId, providerId, trackingNo, ...(isSharedOk && { isSharedOk }) }, NOW);
  expect(await send(first.orderId, "EK 123")).toMatchObject({ ok: true });
  const question = {
    ok: false,
    reason: "invalid",
    field: "trackingNo",
    message: `Order #${first.orderId} has this tracking number too. If that is right, press the button again.`,
    isQuestion: true,
  };
  const second = await make("packed");
  expect(await send(second.orderId, "ek123")).toEqual(question);
  expect((await orderRecords(db, second)).row.state).toBe("packed");
  expect(await send(second.orderId, "ek123", true)).toMatchObject({ ok: true });
  const third = await make();
  expect(await correct(third.orderId, { trackingNo: "EK123" })).toMatchObject({ isQuestion: true });
  const elsewhere = await createCarrier(db, "Blue Dart");
  expect(await correct(third.orderId, { trackingNo: "EK123", providerId: elsewhere })).toMatchObject({
    ok: true,
  });
  // Keeping its own number needs no confirmation.
  expect(await correct(second.orderId, { trackingNo: "ek123", etaDate: "2026-12-01" })).toMatchObject({
    ok: true,
  });
});

describe("taking a step back", () => {
  test("undoes delivery, despatch and packing in this order, and corrects the mails to the customer", async () => {
    const order = await make("delivered");
    const { orderId } = order;
    const undo = (step: "packing" | "despatch" | "delivery") => takeBack(db, { orderId, staffId, step }, NOW);
    expect(await undo("packing")).toMatchObject({ ok: false, reason: "wrong_step" });
    const before = await orderRecords(db, order);
    expect(await undo("delivery")).toEqual({ ok: true, message: `Order #${orderId} is not delivered yet` });
    expect(await undo("delivery")).toMatchObject({ ok: false, reason: "wrong_step" });
    expect((await orderRecords(db, order)).row).toMatchObject({ state: "shipped", delivered_at: null });
    const bookId = order.bookId;
    const request = { orderId, accountId: order.accountId, items: [{ bookId, qty: 1 }] };
    const asked = await askForReturn(db, { ...request, reason: "damaged", remarks: "" }, NOW);
    expect(asked).toMatchObject({ ok: false, reason: "wrong_step" });
    expect(await undo("despatch")).toMatchObject({ ok: true });
    expect((await orderRecords(db, order)).row).toMatchObject({
      state: "packed",
      shipped_at: null,
      tracking_no: null,
      logistics_provider_id: null,
    });
    expect(await undo("packing")).toMatchObject({ ok: true });
    const { row, book, mails, audit, events } = await orderRecords(db, order);
    expect([row.state, row.packed_at, book]).toEqual(["paid", null, before.book]);
    expect(mails.slice(before.mails.length).map(({ subject }) => subject)).toEqual([
      `Kitab: order #${orderId} is still on its way`,
      `Kitab: order #${orderId} has not left our shop yet`,
    ]);
    expect(audit.slice(-3).map(({ action }) => action)).toEqual([
      "took back the delivery of",
      "took back the shipping of",
      "took back the packing of",
    ]);
    expect(events.slice(-3).map(({ kind }) => kind)).toEqual([
      "delivery_taken_back",
      "despatch_taken_back",
      "packing_taken_back",
    ]);

    // Repeated steps are mailed again. A cancellation after that restores the stock once.
    await markPacked(db, { orderId, staffId }, NOW);
    await despatch(db, { orderId, staffId, providerId, trackingNo: "EK9" }, NOW);
    await markDelivered(db, { orderId, staffId }, NOW);
    const keys = (await orderRecords(db, order)).mails.map(({ dedupe_key }) => dedupe_key);
    expect(keys.slice(-2)).toEqual([`order-shipped:${orderId}:2`, `order-delivered:${orderId}:2`]);
    await undo("delivery");
    await undo("despatch");
    expect(await cancelByStaff(db, { orderId, staffId, note: "" }, NOW)).toMatchObject({ ok: true });
    expect((await orderRecords(db, order)).book).toEqual({ stock: 5, sold: 0 });
  });

  test("refuses to undo a delivery with a return request, unless that was declined", async () => {
    const order = await make("delivered");
    const { orderId } = order;
    const returnId = await requestReturn(db, order, {}, NOW);
    const undo = () => takeBack(db, { orderId, staffId, step: "delivery" }, NOW);
    expect(await undo()).toEqual({
      ok: false,
      reason: "wrong_step",
      message: `A return of order #${orderId} was requested: its delivery cannot be taken back`,
    });
    const decline = { orderId, staffId, returnId, answer: "decline", note: "No" } as const;
    await answerReturn(db, { ...decline, restock: false }, NOW);
    expect(await undo()).toMatchObject({ ok: true });
  });
});
