import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { createDoorOrder } from "~/test/door-orders";
import { createBook } from "~/test/factories";
import { createOrderShop, customerWithCart, payOrder, placeOrderFor, refundKey } from "~/test/orders";
import { mailsTo } from "~/test/mails";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { cancelByStaff } from "../cancellation.server";
import { markDelivered, markPacked } from "../fulfilment/fulfilment.server";
import { refuseParcel } from "../../at-the-door/refuse-parcel.server";
import { readOrder } from "../orders.server";
import { takeBack } from "../returns/take-back.server";
import { ensureGatewayOrder } from "../../payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { openLines, type ParcelTakeBack, sentOf } from "./parcels";
import { recordLost, recordParcelDelivered } from "./record-parcel.server";
import { correctParcel } from "./correct-parcel.server";
import { sendParcel } from "./send-parcel.server";
import { takeBackParcel } from "./take-back-parcel.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;
beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop({ carrier: "India Post" }));
});

/** A packed order of 2 × Gora and 1 × Devdas, of 5 each. */
async function packed() {
  const customer = await customerWithCart(db, { book: { stock: 5, title: "Gora" }, quantity: 2, now: NOW });
  const other = await createBook(db, { stock: 5, title: "Devdas" });
  await addToCart(db, { accountId: customer.accountId }, { bookId: other, quantity: 1 }, NOW);
  const orderId = await placeOrderFor(db, customer, { now: NOW });
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, NOW);
  if (!opened.ok) throw new Error(opened.message);
  await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now: NOW });
  await markPacked(db, { orderId, staffId }, NOW);
  const order = await orderOf(orderId);
  return {
    ...customer,
    orderId,
    other,
    gora: order.lines[0]!.id,
    devdas: order.lines[1]!.id,
    total: opened.amount,
  };
}

const orderOf = async (orderId: number) => (await readOrder(db, orderId, "anybody", NOW))!;
const stock = async (...ids: number[]) => {
  const rows = await db.selectFrom("books").select("stock").where("id", "in", ids).orderBy("id").execute();
  return rows.map((row) => row.stock);
};
let sent = 0;
const send = (orderId: number, lines: { id: number; qty: number }[] = []) =>
  sendParcel(db, { orderId, staffId, lines, providerId, trackingNo: `EK${++sent}`, weightG: 300 }, NOW);
const mails = async (accountId: number) => {
  const { email } = await db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirstOrThrow(); // oxfmt-ignore
  return (await mailsTo(db, email)).map(({ subject }) => subject.replace(/^.*?: /, "").replace(/#\d+/, "#"));
};

test("a part is sent while the rest stays packed; the parcel with the last copies ships the order", async () => {
  const { orderId, accountId, gora, devdas } = await packed();
  expect(await send(orderId, [{ id: gora, qty: 1 }])).toMatchObject({
    ok: true,
    message: `Parcel 1 of order #${orderId} is sent with India Post`,
  });
  const partly = await orderOf(orderId);
  expect([partly.state, openLines(partly), sentOf(partly, gora)]).toEqual([
    "packed",
    [
      { id: gora, title: "Gora", qty: 1 },
      { id: devdas, title: "Devdas", qty: 1 },
    ],
    1,
  ]);
  expect(await send(orderId, [{ id: gora, qty: 2 }])).toMatchObject({ field: "lines[0].qty", message: "At most 1 can be sent" }); // oxfmt-ignore
  expect(await send(orderId, [{ id: 999, qty: 1 }])).toMatchObject({ field: "lines[0].qty" });
  expect(await cancelByStaff(db, { orderId, staffId, note: "" }, NOW)).toMatchObject({
    message: `A part of order #${orderId} is sent: refund the books that are not sent instead`,
  });
  expect(await takeBack(db, { orderId, staffId, step: "packing" }, NOW)).toMatchObject({ ok: false });
  expect(await send(orderId)).toMatchObject({
    ok: true,
    message: `Order #${orderId} is shipped with India Post`,
  });
  const shipped = await orderOf(orderId);
  expect([shipped.state, shipped.parcels.length, openLines(shipped)]).toEqual(["shipped", 2, []]);
  expect(await send(orderId)).toMatchObject({ message: `All copies of order #${orderId} are sent` });
  expect((await mails(accountId)).slice(-2)).toEqual([
    "a part of order # is on its way",
    expect.stringMatching(/order #/),
  ]);
});

test("with one key a parcel is sent once, also at the same time; another order has its own", async () => {
  const [{ orderId, bookId, gora }, other] = [await packed(), await packed()];
  const lines = [{ id: gora, qty: 1 }];
  const under = (idempotencyKey: string, more: object = {}) => {
    const parcel = { orderId, staffId, lines, providerId, trackingNo: "EA 90 IN", weightG: null };
    return sendParcel(db, { ...parcel, isSharedOk: true, idempotencyKey, ...more }, NOW);
  };
  const [one, same] = await Promise.all([under("one-call-of-a-program"), under("one-call-of-a-program")]);
  expect(one).toMatchObject({ ok: true, message: `Parcel 1 of order #${orderId} is sent with India Post` });
  expect(same).toEqual(one);
  expect((await orderOf(orderId)).parcels).toHaveLength(1);
  const parcelId = one.ok ? one.parcelId : 0;
  expect(await recordLost(db, { orderId, staffId, parcelId }, NOW)).toMatchObject({ ok: true });
  const before = await stock(bookId);
  const again = await under("the-lost-one-once-more");
  expect(await under("the-lost-one-once-more")).toEqual(again);
  expect(await under("one-call-of-a-program")).toEqual(one);
  const sentTwice = (await orderOf(orderId)).parcels;
  expect([sentTwice.length, sentOf({ parcels: sentTwice }, gora), await stock(bookId)]).toEqual([
    2,
    1,
    before,
  ]);
  const theirs = { orderId: other.orderId, lines: [{ id: other.gora, qty: 1 }] };
  expect(await under("one-call-of-a-program", theirs)).toMatchObject({ ok: true });
  expect((await orderOf(other.orderId)).parcels).toHaveLength(1);
});

test("the same part sent twice is asked about, as is the number of an earlier parcel of another order", async () => {
  const [{ orderId, gora }, other] = [await packed(), await packed()];
  const part = { staffId, providerId, trackingNo: "EA 77 IN", weightG: null };
  const again = { ...part, orderId, lines: [{ id: gora, qty: 1 }] };
  expect(await sendParcel(db, again, NOW)).toMatchObject({ ok: true });
  const asked = { ok: false, field: "trackingNo", isQuestion: true };
  expect(await sendParcel(db, again, NOW)).toMatchObject({
    ...asked,
    message:
      "Another parcel of this order has this tracking number. If that is right, press the button again.",
  });
  expect((await orderOf(orderId)).parcels).toHaveLength(1);
  expect(await send(orderId)).toMatchObject({ ok: true });
  const elsewhere = { ...part, orderId: other.orderId, lines: [], trackingNo: "ea77in" };
  expect(await sendParcel(db, elsewhere, NOW)).toMatchObject({
    ...asked,
    message: `Order #${orderId} has this tracking number too. If that is right, press the button again.`,
  });
  expect(await sendParcel(db, { ...elsewhere, isSharedOk: true }, NOW)).toMatchObject({ ok: true });
});

test("the mails of a part, and of books sent again, link to the carrier's page", async () => {
  await db
    .updateTable("logistics_providers")
    .set({ tracking_page: "https://carrier.example/track?no={number}" })
    .where("id", "=", providerId)
    .execute();
  const { orderId, accountId, gora } = await packed();
  const part = await send(orderId, [{ id: gora, qty: 2 }]);
  if (!part.ok) throw new Error(part.message);
  const link = () => `https://carrier.example/track?no=EK${sent}`;
  const last = async () => {
    const { email } = await db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirstOrThrow(); // oxfmt-ignore
    const { subject, text_body, html_body } = (await mailsTo(db, email)).at(-1)!;
    return { subject, text: text_body, html: html_body };
  };
  const partMail = await last();
  expect(partMail.subject).toContain("a part of order");
  expect(partMail.text).toContain(link());
  expect(partMail.html).toContain(`href="${link()}"`);
  await send(orderId);
  await recordLost(db, { orderId, staffId, parcelId: part.parcelId }, NOW);
  await send(orderId);
  const again = await last();
  expect(again.subject).toContain("are sent again");
  expect(again.html).toContain(`href="${link()}"`);
});

test("parcels arrive one by one; the last of a shipped order delivers it", async () => {
  const { orderId, gora } = await packed();
  const first = await send(orderId, [{ id: gora, qty: 2 }]);
  const second = await send(orderId);
  if (!first.ok || !second.ok) throw new Error("not sent");
  const arrived = (parcelId: number) => recordParcelDelivered(db, { orderId, staffId, parcelId }, NOW);
  expect(await arrived(second.parcelId)).toMatchObject({
    message: `Parcel 2 of order #${orderId} is delivered`,
  });
  expect((await orderOf(orderId)).state).toBe("shipped");
  expect(await arrived(second.parcelId)).toMatchObject({ ok: false });
  expect(await arrived(first.parcelId)).toMatchObject({ message: `Order #${orderId} is delivered` });
  expect((await orderOf(orderId)).parcels.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true);
  await takeBack(db, { orderId, staffId, step: "delivery" }, NOW);
  expect((await orderOf(orderId)).state).toBe("shipped");
});

describe("a lost parcel", () => {
  test("is sent again from the stock, as often as it is lost, and the customer is told", async () => {
    const { orderId, accountId, bookId, other } = await packed();
    const first = await send(orderId);
    if (!first.ok) throw new Error(first.message);
    expect(await stock(bookId, other)).toEqual([3, 4]);
    const lost = { orderId, staffId, parcelId: first.parcelId };
    expect(await recordLost(db, lost, NOW)).toMatchObject({ ok: true });
    expect(await recordLost(db, lost, NOW)).toMatchObject({
      message: `Parcel 1 of order #${orderId} is lost already`,
    });
    expect(await stock(bookId, other)).toEqual([3, 4]);
    expect(await takeBack(db, { orderId, staffId, step: "despatch" }, NOW)).toMatchObject({ ok: false });
    const again = await send(orderId);
    expect(again).toMatchObject({ message: `Parcel 2 of order #${orderId} is sent with India Post` });
    expect(await stock(bookId, other)).toEqual([1, 3]);
    if (!again.ok) return;
    await recordLost(db, { ...lost, parcelId: again.parcelId }, NOW);
    expect(await send(orderId)).toMatchObject({
      ok: false,
      message: "Too few copies of “Gora” are in stock to send it again",
    });
    expect(await stock(bookId, other)).toEqual([1, 3]);
    expect((await mails(accountId)).slice(-3)).toEqual([
      "a parcel of order # did not arrive",
      "books of order # are sent again",
      "a parcel of order # did not arrive",
    ]);
    await markDelivered(db, { orderId, staffId }, NOW);
    expect((await orderOf(orderId)).parcels.map(({ deliveredAt }) => deliveredAt)).toEqual([null, null]);
  });

  test("can be refunded by line instead: nothing is open then", async () => {
    const { orderId, gora, devdas, bookId } = await packed();
    const first = await send(orderId, [{ id: gora, qty: 2 }]);
    if (!first.ok) throw new Error(first.message);
    await recordLost(db, { orderId, staffId, parcelId: first.parcelId }, NOW);
    const refund = { amount: "lines", reason: "Lost", key: refundKey(), lines: [{ id: gora, qty: 2, restock: false }] } as const; // oxfmt-ignore
    expect(await refundByStaff(db, { orderId, staffId, ...refund }, NOW)).toMatchObject({ ok: true });
    expect(openLines(await orderOf(orderId))).toEqual([{ id: devdas, title: "Devdas", qty: 1 }]);
    expect(await stock(bookId)).toEqual([3]);
  });
});

test("lost copies cannot go back into stock; those that are here can", async () => {
  const { orderId, gora, bookId } = await packed();
  const first = await send(orderId, [{ id: gora, qty: 1 }]);
  if (!first.ok) throw new Error(first.message);
  await recordLost(db, { orderId, staffId, parcelId: first.parcelId }, NOW);
  const refund = (qty: number, restock: boolean) => {
    const lines = [{ id: gora, qty, restock }];
    return refundByStaff(
      db,
      { orderId, staffId, amount: "lines", reason: "Lost", key: refundKey(), lines },
      NOW,
    );
  };
  expect(await refund(2, true)).toEqual({
    ok: false,
    reason: "invalid",
    field: "lines[0].qty",
    message: "At most 1 can go back into stock: the others are lost",
  });
  expect(await refund(1, true)).toMatchObject({ ok: true });
  expect(await refund(1, true)).toMatchObject({
    message: "These copies are lost: they cannot go back into stock",
  });
  expect(await refund(1, false)).toMatchObject({ ok: true });
  expect(await stock(bookId)).toEqual([4]);
});

test("of lost copies some are refunded, the others sent again; what was here all the time does not come from the stock", async () => {
  const { orderId, gora, bookId } = await packed();
  const refund = (qty: number) => {
    const lines = [{ id: gora, qty, restock: false }];
    return refundByStaff(
      db,
      { orderId, staffId, amount: "lines", reason: "Lost", key: refundKey(), lines },
      NOW,
    );
  };
  const first = await send(orderId, [{ id: gora, qty: 1 }]);
  if (!first.ok) throw new Error(first.message);
  await recordLost(db, { orderId, staffId, parcelId: first.parcelId }, NOW);
  expect(await refund(1)).toMatchObject({ ok: true });
  // The copy that is left was never away.
  expect(await send(orderId)).toMatchObject({ ok: true });
  expect(await stock(bookId)).toEqual([3]);

  const other = await packed();
  const all = await send(other.orderId);
  if (!all.ok) throw new Error(all.message);
  await recordLost(db, { orderId: other.orderId, staffId, parcelId: all.parcelId }, NOW);
  const lines = [{ id: other.gora, qty: 1, restock: false }];
  const part = {
    orderId: other.orderId,
    staffId,
    amount: "lines",
    reason: "Lost",
    key: refundKey(),
    lines,
  } as const;
  expect(await refundByStaff(db, part, NOW)).toMatchObject({ ok: true });
  expect(await send(other.orderId)).toMatchObject({ ok: true });
  expect(await stock(other.bookId)).toEqual([2]);
});

test("of a partly sent order that is refunded in full, only what is still here goes back into stock", async () => {
  const { orderId, gora, bookId, other, total } = await packed();
  await send(orderId, [{ id: gora, qty: 2 }]);
  await refundByStaff(db, { orderId, staffId, amount: total, reason: "r", key: refundKey() }, NOW);
  await processRefunds(db, gateway, NOW);
  expect((await orderOf(orderId)).state).toBe("refunded");
  expect(await stock(bookId, other)).toEqual([3, 5]);
});

test("an order that is paid at the door is one parcel; refused, its copies come back, those sent again too", async () => {
  const given = { book: { stock: 9, title: "Gora" }, quantity: 2, staffId, now: NOW };
  const { orderId, bookId } = await createDoorOrder(db, "packed", given);
  const [line] = (await orderOf(orderId)).lines;
  expect(await send(orderId, [{ id: line!.id, qty: 1 }])).toMatchObject({
    message: expect.stringContaining("is due at the door: it is sent as one parcel"),
  });
  const first = await send(orderId);
  if (!first.ok) throw new Error(first.message);
  await recordLost(db, { orderId, staffId, parcelId: first.parcelId }, NOW);
  expect(await send(orderId)).toMatchObject({ ok: true });
  expect(await stock(bookId)).toEqual([5]);
  expect(await refuseParcel(db, { orderId, staffId, note: "", payBack: false }, NOW)).toMatchObject({
    ok: true,
  });
  expect(await stock(bookId)).toEqual([7]);
});

test("taking the shipping back removes its parcel, and gives back what it had in place of lost copies", async () => {
  const { orderId, gora, bookId, other } = await packed();
  const first = await send(orderId, [{ id: gora, qty: 2 }]);
  if (!first.ok) throw new Error(first.message);
  await recordLost(db, { orderId, staffId, parcelId: first.parcelId }, NOW);
  const second = await send(orderId);
  if (!second.ok) throw new Error(second.message);
  expect(await stock(bookId, other)).toEqual([1, 4]);
  expect(await takeBack(db, { orderId, staffId, step: "despatch" }, NOW)).toMatchObject({
    message: `Order #${orderId} has 2 parcels: take back the one that was not sent`,
  });
  const sent = { orderId, staffId, parcelId: second.parcelId, step: "sending" } as const;
  expect(await takeBackParcel(db, sent, NOW)).toMatchObject({ ok: true });
  expect(await stock(bookId, other)).toEqual([3, 4]);
  const order = await orderOf(orderId);
  expect([order.state, order.parcels.length, openLines(order).map(({ qty }) => qty)]).toEqual([
    "packed",
    1,
    [2, 1],
  ]);
});

describe("what was recorded of one parcel", () => {
  const undo = (orderId: number, parcelId: number, step: ParcelTakeBack) =>
    takeBackParcel(db, { orderId, staffId, parcelId, step }, NOW);
  const sentParcels = async (orderId: number, gora: number) => {
    const [first, second] = [await send(orderId, [{ id: gora, qty: 2 }]), await send(orderId)];
    if (!first.ok || !second.ok) throw new Error("not sent");
    return [first.parcelId, second.parcelId] as const;
  };
  const kinds = async (orderId: number, from: number) => {
    const events = await db.selectFrom("order_events").select("kind").where("order_id", "=", orderId).orderBy("id").execute(); // oxfmt-ignore
    return events.slice(from).map(({ kind }) => kind);
  };
  const count = async (orderId: number) => (await kinds(orderId, 0)).length;

  test("that it arrived: an order that was delivered with it is on its way again, and who was told is told", async () => {
    const { orderId, accountId, gora } = await packed();
    const [first, second] = await sentParcels(orderId, gora);
    const arrived = (parcelId: number) => recordParcelDelivered(db, { orderId, staffId, parcelId }, NOW);
    await arrived(first);
    const before = (await mails(accountId)).length;
    expect(await undo(orderId, first, "loss")).toMatchObject({
      message: `Parcel 1 of order #${orderId} is not lost`,
    });
    expect(await undo(orderId, first, "delivery")).toMatchObject({
      message: `Parcel 1 of order #${orderId} is not delivered yet`,
    });
    expect(await undo(orderId, first, "delivery")).toMatchObject({ ok: false });
    // Nobody had been told of one parcel.
    expect((await mails(accountId)).length).toBe(before);
    await arrived(first);
    await arrived(second);
    expect((await orderOf(orderId)).state).toBe("delivered");
    const from = await count(orderId);
    expect(await undo(orderId, first, "delivery")).toMatchObject({ ok: true });
    const order = await orderOf(orderId);
    expect([order.state, order.deliveredAt, ...order.parcels.map((one) => one.deliveredAt !== null)]).toEqual(
      ["shipped", null, false, true],
    );
    expect(await kinds(orderId, from)).toEqual(["delivery_taken_back"]);
    expect((await mails(accountId)).at(-1)).toBe("books of order # are still on their way");
    await arrived(first);
    expect((await orderOf(orderId)).state).toBe("delivered");
  });

  test("that it is lost, unless its copies were sent again or refunded since", async () => {
    const { orderId, accountId, gora, bookId } = await packed();
    const [first] = await sentParcels(orderId, gora);
    const lost = () => recordLost(db, { orderId, staffId, parcelId: first }, NOW);
    await lost();
    expect(await undo(orderId, first, "loss")).toMatchObject({
      message: `Parcel 1 of order #${orderId} is not lost: it is on its way`,
    });
    expect((await mails(accountId)).at(-1)).toBe("books of order # are not lost");
    expect(openLines(await orderOf(orderId))).toEqual([]);
    await lost();
    expect((await mails(accountId)).at(-1)).toBe("a parcel of order # did not arrive");
    const again = await send(orderId, [{ id: gora, qty: 1 }]);
    if (!again.ok) throw new Error(again.message);
    expect(await undo(orderId, first, "loss")).toMatchObject({
      ok: false,
      message: `Copies of “Gora” were sent again or refunded: Parcel 1 of order #${orderId} stays lost`,
    });
    expect(await stock(bookId)).toEqual([2]);
    // Sent again by mistake: nothing was, and the copy is on the shelf.
    expect(await undo(orderId, again.parcelId, "sending")).toMatchObject({ ok: true });
    expect(await stock(bookId)).toEqual([3]);
    expect((await orderOf(orderId)).state).toBe("shipped");
    expect((await mails(accountId)).at(-1)).toBe("a parcel of order # has not left our shop yet");
    const refund = { amount: "lines", reason: "Lost", key: refundKey(), lines: [{ id: gora, qty: 1, restock: false }] } as const; // oxfmt-ignore
    expect(await refundByStaff(db, { orderId, staffId, ...refund }, NOW)).toMatchObject({ ok: true });
    expect(await undo(orderId, first, "loss")).toMatchObject({ ok: false });
  });

  test("that it was sent: the first of two is to be sent again, and the order shows the other", async () => {
    const { orderId, accountId, gora, bookId, other } = await packed();
    const [first, second] = await sentParcels(orderId, gora);
    expect(await undo(orderId, first, "sending")).toMatchObject({
      message: `Parcel 1 of order #${orderId} is taken back: its books are to be sent`,
    });
    const order = await orderOf(orderId);
    expect([order.state, order.trackingNo, order.parcels.map(({ id }) => id), openLines(order)]).toEqual([
      "packed",
      null,
      [second],
      [{ id: gora, title: "Gora", qty: 2 }],
    ]);
    expect(await stock(bookId, other)).toEqual([3, 4]);
    expect((await mails(accountId)).at(-1)).toBe("a parcel of order # has not left our shop yet");
    // With the parcel that was there alone the packing can be taken back.
    expect(await undo(orderId, second, "sending")).toMatchObject({ ok: true });
    expect(await takeBack(db, { orderId, staffId, step: "packing" }, NOW)).toMatchObject({ ok: true });
  });

  test("the only parcel of an order is the order's own step", async () => {
    const { orderId, accountId } = await packed();
    const all = await send(orderId);
    if (!all.ok) throw new Error(all.message);
    await markDelivered(db, { orderId, staffId }, NOW);
    expect(await undo(orderId, all.parcelId, "sending")).toMatchObject({ ok: false });
    expect(await undo(orderId, all.parcelId, "delivery")).toMatchObject({
      message: `Order #${orderId} is not delivered yet`,
    });
    expect(await undo(orderId, all.parcelId, "sending")).toMatchObject({
      message: `Order #${orderId} is not shipped yet`,
    });
    expect((await mails(accountId)).at(-1)).toBe("order # has not left our shop yet");
    expect((await orderOf(orderId)).parcels).toEqual([]);
  });

  test("its carrier, number and weight: who sees them is told, of a lost one nobody", async () => {
    const { orderId, accountId, gora } = await packed();
    const [first, second] = await sentParcels(orderId, gora);
    const correct = (parcelId: number, trackingNo: string, weightG: number | null) =>
      correctParcel(db, { orderId, staffId, parcelId, providerId, trackingNo, weightG }, NOW);
    const before = (await orderOf(orderId)).parcels.map(({ trackingNo }) => trackingNo);
    expect(await correct(first, before[0]!, 450)).toMatchObject({
      message: `Parcel 1 of order #${orderId} is corrected`,
    });
    expect(await correct(first, before[1]!, 450)).toMatchObject({ field: "trackingNo", isQuestion: true });
    const told = (await mails(accountId)).length;
    expect(await correct(first, "EK-NEW-1", 450)).toMatchObject({ ok: true });
    expect((await orderOf(orderId)).trackingNo).toBe(before[1]);
    expect(await correct(second, "EK-NEW-2", null)).toMatchObject({ ok: true });
    const order = await orderOf(orderId);
    expect([
      order.trackingNo,
      ...order.parcels.map(({ trackingNo, weightG }) => [trackingNo, weightG]),
    ]).toEqual(["EK-NEW-2", ["EK-NEW-1", 450], ["EK-NEW-2", null]]);
    expect((await mails(accountId)).slice(told)).toEqual([
      "new details of a parcel, order #",
      "new details of a parcel, order #",
    ]);
    await recordLost(db, { orderId, staffId, parcelId: first }, NOW);
    const mailed = (await mails(accountId)).length;
    expect(await correct(first, "EK-NEW-3", 450)).toMatchObject({ ok: true });
    expect((await mails(accountId)).length).toBe(mailed);
    const from = await count(orderId);
    expect(await correct(first, "EK-NEW-3", 450)).toMatchObject({
      ok: true,
      message: `Parcel 1 of order #${orderId} was not changed`,
    });
    expect(await count(orderId)).toBe(from);
  });
});

test("a copy that was written off in the shop is no lost one: what is lost later comes from the stock again", async () => {
  const { orderId, gora, bookId } = await packed();
  const write = { amount: "lines", reason: "Damaged", key: refundKey(), lines: [{ id: gora, qty: 1, restock: false }] } as const; // oxfmt-ignore
  await refundByStaff(db, { orderId, staffId, ...write }, NOW);
  const only = await send(orderId);
  if (!only.ok) throw new Error(only.message);
  await recordLost(db, { orderId, staffId, parcelId: only.parcelId }, NOW);
  expect(await send(orderId)).toMatchObject({ ok: true });
  expect(await stock(bookId)).toEqual([2]);
});

test("a copy that is back in stock is not lost: neither by its parcel, whatever else is", async () => {
  const { orderId, gora, bookId } = await packed();
  const all = await send(orderId);
  if (!all.ok) throw new Error(all.message);
  const back = { amount: "lines", reason: "r", key: refundKey(), lines: [{ id: gora, qty: 1, restock: true }] } as const; // oxfmt-ignore
  expect(await refundByStaff(db, { orderId, staffId, ...back }, NOW)).toMatchObject({ ok: true });
  expect(await recordLost(db, { orderId, staffId, parcelId: all.parcelId }, NOW)).toEqual({
    ok: false,
    reason: "wrong_step",
    message: `Copies of “Gora” are back in stock after a refund: Parcel 1 of order #${orderId} is not lost`,
  });
  expect(await stock(bookId)).toEqual([4]);
});
