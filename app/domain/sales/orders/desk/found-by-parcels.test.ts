import { expect, test } from "vitest";
import { findAnything } from "~/domain/opening/find-anything/finding.server";
import { createOrder, createOrderShop } from "~/test/orders";
import { correctShipment } from "../fulfilment/shipment.server";
import { readOrder } from "../orders.server";
import { recordLost } from "../parcels/record-parcel.server";
import { sendParcel } from "../parcels/send-parcel.server";
import { takeBack } from "../returns/take-back.server";
import { parseOrderSearch } from "./order-list";
import { listStaffOrders } from "./order-list.server";

const { db, gateway, staffId, providerId } = await createOrderShop({ carrier: "India Post" });
const found = async (q: string) =>
  (await listStaffOrders(db, parseOrderSearch(new URLSearchParams({ q })))).rows.map(({ id }) => id);
const fine = { ok: true };

test("an order is found by the number of each of its parcels, also of a lost one", async () => {
  const { orderId } = await createOrder(db, gateway, "packed", { staffId, quantity: 3, book: { stock: 9 } });
  const line = (await readOrder(db, orderId, "anybody"))!.lines[0]!.id;
  const send = (trackingNo: string, qty: number) => {
    const parcel = { orderId, staffId, providerId, trackingNo, weightG: null };
    return sendParcel(db, { ...parcel, lines: [{ id: line, qty }] });
  };
  const first = await send("EK 700 000 001 IN", 1);
  expect(first).toMatchObject(fine);
  expect(await found("EK700000001IN")).toEqual([orderId]);
  expect(await send("EK700000002IN", 1)).toMatchObject(fine);
  expect(await send("73451234567", 1)).toMatchObject(fine);
  for (const q of ["ek700000001in", "EK 700 000 001 IN", "EK700000002", "73451234567", "7345"])
    expect([q, await found(q)]).toEqual([q, [orderId]]);
  const { groups } = await findAnything(db, { q: "EK700000001IN", rights: ["orders"] });
  expect(groups.map(({ key, count }) => [key, count])).toEqual([["orders", 1]]);

  const parcelId = first.ok ? first.parcelId : 0;
  expect(await recordLost(db, { orderId, staffId, parcelId })).toMatchObject(fine);
  expect(await send("EK700000004IN", 1)).toMatchObject(fine);
  expect(await found("EK700000001IN")).toEqual([orderId]);
  expect(await found("EK700000004IN")).toEqual([orderId]);
});

test("a number that was mistyped, and that of a parcel which did not leave, find nothing", async () => {
  const { orderId } = await createOrder(db, gateway, "packed", { staffId });
  const parcel = { orderId, staffId, providerId };
  await sendParcel(db, { ...parcel, trackingNo: "EK800000001IN", weightG: null, lines: [] });
  expect(await found("EK800000001IN")).toEqual([orderId]);
  expect(await correctShipment(db, { ...parcel, trackingNo: "EK800000002IN" })).toMatchObject(fine);
  expect([await found("EK800000001IN"), await found("EK800000002IN")]).toEqual([[], [orderId]]);
  expect(await takeBack(db, { orderId, staffId, step: "despatch" })).toMatchObject(fine);
  expect(await found("EK800000002IN")).toEqual([]);
});
