import { expect, test } from "vitest";
import { onOneLine } from "~/test/mails";
import { createOrderShop, customerWithCart, capturedPayment } from "~/test/orders";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { setSettings } from "~/test/factories";
import { placeOrder } from "../../checkout/place-order.server";
import { applyPayment } from "../../payments/apply-payment.server";
import { ensureGatewayOrder } from "../../payments/payments.server";
import { payingOf } from "../order-detail";
import { stateLabel } from "../orders";
import { readOrder } from "../orders.server";
import { recordLost } from "../parcels/record-parcel.server";
import { sendParcel } from "../parcels/send-parcel.server";
import { readLogistics } from "./logistics.server";
import { correctShipment } from "./shipment.server";
import { eventWords } from "../desk/order-timeline";
import { findStaffOrder } from "../desk/staff-order.server";
import { takeBack } from "../returns/take-back.server";
import { despatch, markDelivered, markPacked } from "./fulfilment.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const HOURS = "Mon to Sat, 10 am to 6 pm";

test("books that are fetched at the shop need no carrier, and its customer is told where and when", async () => {
  const { db, gateway, staffId } = await createOrderShop();
  await setSettings(db, { postalAddress: "14 Residency Road\nBengaluru 560025" });
  const ways = [
    planMethod({ name: "At the shop", carrier: "", pickUp: true, pickUpHours: HOURS, cod: NO_COD }),
    planMethod(),
  ];
  await storePlan(db, staffId, { zones: [planZone({ methods: ways })] });
  const packed = async (methodId: number) => {
    const address = { pincode: "560001", state: "Karnataka" };
    const { accountId, addressId } = await customerWithCart(db, {
      address,
      quantity: 2,
      book: { stock: 9 },
      now: NOW,
    });
    const placed = await placeOrder(db, accountId, { addressId, gateway: gateway.name, methodId }, NOW);
    if (!placed.ok) throw new Error(placed.message);
    const { orderId } = placed;
    const opened = await ensureGatewayOrder(db, gateway, orderId, accountId, NOW);
    if (!opened.ok) throw new Error(opened.message);
    const order = { gatewayOrderId: opened.gatewayOrderId, total: opened.amount };
    await applyPayment(db, gateway.pay(capturedPayment(order)), "webhook", NOW);
    await markPacked(db, { orderId, staffId }, NOW);
    return orderId;
  };
  const [fetched, sent] = [await packed(1), await packed(2)];
  const mailOf = async (key: string) => {
    const query = db
      .selectFrom("outgoing_mails")
      .select(["subject", "text_body"])
      .where("dedupe_key", "=", key);
    const { subject, text_body } = await query.executeTakeFirstOrThrow();
    return { subject, text: onOneLine(text_body) };
  };
  const label = async () => stateLabel(payingOf((await readOrder(db, fetched, "anybody", NOW))!));

  // Another way of delivery is refused without them, also in parts.
  expect(await despatch(db, { orderId: sent, staffId }, NOW)).toMatchObject({
    field: "providerId",
    message: "Please choose a carrier",
  });
  const inParts = { orderId: sent, staffId, providerId: 1, lines: [], weightG: null };
  expect(await sendParcel(db, inParts, NOW)).toMatchObject({
    field: "trackingNo",
    message: "Tracking number is required",
  });

  // And books that are fetched with them.
  const carried = { orderId: fetched, staffId, providerId: 1, trackingNo: "EK1" };
  expect(await despatch(db, carried, NOW)).toMatchObject({
    field: "providerId",
    message: `The books of order #${fetched} are fetched at the shop: leave out carrier and tracking number`,
  });

  const [line] = (await readOrder(db, fetched, "anybody", NOW))!.lines;
  const part = { orderId: fetched, staffId, lines: [{ id: line!.id, qty: 1 }], weightG: null };
  const first = await sendParcel(db, part, NOW);
  expect(first).toMatchObject({ ok: true, message: `Parcel 1 of order #${fetched} is ready to be fetched` });
  const partMail = await mailOf(`parcel-sent:${fetched}:${first.ok && first.parcelId}`);
  expect(partMail.subject).toBe(`Kitab: books of order #${fetched} are ready to be fetched`);

  expect(await despatch(db, { orderId: fetched, staffId }, NOW)).toEqual({
    ok: true,
    message: `Order #${fetched} is ready to be fetched`,
  });
  expect(await label()).toBe("Ready to fetch");
  const ready = await mailOf(`order-shipped:${fetched}`);
  expect(ready.subject).toBe(`Kitab: order #${fetched} is ready to be fetched`);
  expect(ready.text).toContain(`Hours: ${HOURS}`);
  expect(ready.text).toContain("14 Residency Road Bengaluru 560025");
  for (const { text } of [partMail, ready])
    expect(text).not.toMatch(/on its way|left our shop|Estimated delivery|Carrier|Tracking/i);

  expect(await correctShipment(db, { ...carried }, NOW)).toMatchObject({
    message: `Order #${fetched} is fetched at the shop: it has no shipment to correct`,
  });
  const lost = { orderId: fetched, staffId, parcelId: first.ok ? first.parcelId : 0 };
  expect(await recordLost(db, lost, NOW)).toMatchObject({ ok: false, reason: "wrong_step" });
  expect(await markPacked(db, { orderId: fetched, staffId }, NOW)).toMatchObject({
    message: `Order #${fetched} is ready to fetch: it cannot be marked as packed`,
  });
  expect(await readLogistics(db)).toMatchObject({ pending: 1, inTransit: 0, recent: [] });

  expect(await markDelivered(db, { orderId: fetched, staffId }, NOW)).toMatchObject({
    message: `Order #${fetched} is fetched`,
  });
  expect(await label()).toBe("Fetched");
  const done = await mailOf(`order-delivered:${fetched}`);
  expect(done.subject).toBe(`Kitab: order #${fetched} was fetched`);
  expect(done.text).toContain(`the books of your order #${fetched} were fetched at our shop.`);

  await takeBack(db, { orderId: fetched, staffId, step: "delivery" }, NOW);
  expect(await label()).toBe("Ready to fetch");
  const subjects = await db
    .selectFrom("outgoing_mails")
    .select("subject")
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(subjects!.subject).toBe(`Kitab: order #${fetched} is still ready to be fetched`);

  const { events } = (await findStaffOrder(db, fetched, undefined, NOW))!;
  expect(events.slice(0, 4).map((event) => eventWords(event, true).what)).toEqual([
    "“Fetched” taken back",
    "Fetched",
    "Ready to fetch",
    "Parcel 1 ready to fetch",
  ]);
});
