import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createAccount } from "~/test/factories";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, createOrderShop, type OrderOptions, orderRecords, refundKey } from "~/test/orders";
import { onOneLine } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { cancelByStaff } from "../cancellation.server";
import type { StepOutcome } from "./order-for-step.server";
import { despatch, markDelivered, markManyDelivered, markManyPacked, markPacked } from "./fulfilment.server";
import { ORDER_STATES, type OrderState } from "../orders";
import { resendConfirmation } from "../resend-confirmation.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const LATER = new Date("2026-11-22T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;

beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop({ carrier: "Blue Dart" }));
});

const make = (state: OrderState, given: OrderOptions = {}) =>
  createOrder(db, gateway, state, { now: NOW, staffId, providerId, book: { stock: 10 }, ...given });
const mailKeys = async (order: Awaited<ReturnType<typeof make>>) =>
  (await orderRecords(db, order)).mails.map((mail) => mail.dedupe_key);

const steps: Record<string, (orderId: number) => Promise<StepOutcome>> = {
  packed: (orderId) => markPacked(db, { orderId, staffId }, LATER),
  shipped: (orderId) => despatch(db, { orderId, staffId, providerId, trackingNo: "AWB123" }, LATER),
  delivered: (orderId) => markDelivered(db, { orderId, staffId }, LATER),
  cancelled: (orderId) => cancelByStaff(db, { orderId, staffId, note: "" }, LATER),
};
const ALLOWED = ["pending cancelled", "paid packed", "paid cancelled", "packed shipped", "packed cancelled", "shipped delivered"]; // oxfmt-ignore

describe.each(ORDER_STATES)("an order in state %s", (from) => {
  test.each(Object.keys(steps))("becomes %s only if that step is allowed, and only once", async (to) => {
    const order = await make(from);
    const before = await orderRecords(db, order);
    const outcome = await steps[to]!(order.orderId);
    const after = await orderRecords(db, order);
    if (!ALLOWED.includes(`${from} ${to}`)) {
      expect(outcome).toMatchObject({ ok: false, reason: "wrong_step" });
      expect(after).toEqual(before);
      return;
    }
    expect(outcome.ok).toBe(true);
    expect(after.row.state).toBe(to);
    expect(after.row[`${to as "packed"}_at`]).toBe(LATER.toISOString());
    const [event] = after.events.filter((one) => one.kind === to);
    expect(event).toMatchObject({ actor: "staff", actor_account_id: staffId });
    expect(after.audit.length).toBe(before.audit.length + 1);

    // A second request for the same step changes nothing.
    expect(await steps[to]!(order.orderId)).toMatchObject({ ok: false, reason: "wrong_step" });
    expect(await orderRecords(db, order)).toEqual(after);
  });
});

test("every step reports an order that does not exist as not found", async () => {
  for (const step of Object.values(steps)) {
    expect(await step(999)).toEqual({
      ok: false,
      reason: "not_found",
      message: "Order #999 does not exist",
    });
  }
});

test("shipping mails carrier, tracking number and new date to the customer, and the audit lists each field", async () => {
  const order = await make("packed");
  const request = { orderId: order.orderId, staffId, providerId, trackingNo: "AWB 123" };
  const outcome = await despatch(db, { ...request, etaDate: "2026-11-30" }, LATER);
  expect(outcome).toEqual({ ok: true, message: `Order #${order.orderId} is shipped with Blue Dart` });
  const { row, mails } = await orderRecords(db, order);
  expect(row).toMatchObject({
    logistics_provider_id: providerId,
    tracking_no: "AWB 123",
    eta_date: "2026-11-30",
  });
  const [mail] = mails.filter((one) => one.dedupe_key === `order-shipped:${order.orderId}`);
  expect(mail!.subject).toBe(`Kitab: order #${order.orderId} is on its way`);
  expect(mail!.text_body).toContain("Carrier: Blue Dart");
  expect(mail!.text_body).toContain("Tracking number: AWB 123");
  expect(mail!.text_body).toContain("30 Nov 2026");
  expect(mail!.text_body).toContain(`/orders/${order.orderId}`);
  const [entry] = await readAudit(db, "order", order.orderId);
  expect(entry).toMatchObject({ who: "Kamini Iyer", action: "shipped" });
  expect(entry!.changes).toEqual([
    { field: "Status", before: "Packed", after: "Shipped" },
    { field: "Carrier", before: null, after: "Blue Dart" },
    { field: "Tracking number", before: null, after: "AWB 123" },
    { field: "Estimated delivery", before: "28 Nov 2026", after: "30 Nov 2026" },
  ]);
});

test("without a date the estimated delivery is kept unless it has passed", async () => {
  const [intime, late] = [await make("packed"), await make("packed")];
  await despatch(db, { orderId: intime.orderId, staffId, providerId, trackingNo: "A" }, LATER);
  expect((await orderRecords(db, intime)).row.eta_date).toBe("2026-11-28");
  const muchLater = new Date("2026-12-24T06:00:00.000Z");
  await despatch(db, { orderId: late.orderId, staffId, providerId, trackingNo: "B" }, muchLater);
  expect((await orderRecords(db, late)).row.eta_date).toBeNull();
});

test("an unknown carrier is refused at its field, and nothing changes", async () => {
  const order = await make("packed");
  const before = await orderRecords(db, order);
  expect(
    await despatch(db, { orderId: order.orderId, staffId, providerId: 999, trackingNo: "A" }, LATER),
  ).toEqual({
    ok: false,
    reason: "invalid",
    field: "providerId",
    message: "Please choose a carrier",
  });
  expect(await orderRecords(db, order)).toEqual(before);
});

test("from paid to delivered the customer gets one mail each when the order is paid, shipped and delivered", async () => {
  const order = await make("delivered");
  const id = order.orderId;
  expect(await mailKeys(order)).toEqual([
    `order-confirmation:${id}`,
    `order-shipped:${id}`,
    `order-delivered:${id}`,
  ]);
});

test("twenty concurrent requests take a step once", async () => {
  const order = await make("paid", { quantity: 2 });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => steps.packed!(order.orderId)));
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  const cancelled = await Promise.all(Array.from({ length: 20 }, () => steps.cancelled!(order.orderId)));
  expect(cancelled.filter((outcome) => outcome.ok)).toHaveLength(1);
  const { row, book, refunds, events, audit } = await orderRecords(db, order);
  expect(row).toMatchObject({ state: "cancelled", stock_held: 0 });
  expect(book).toEqual({ stock: 10, sold: 0 });
  expect(refunds).toHaveLength(1);
  expect(events.filter((event) => event.kind === "packed" || event.kind === "cancelled")).toHaveLength(2);
  expect(audit).toHaveLength(2);
});

test("when one member of staff ships and another cancels, the second is refused", async () => {
  const order = await make("packed");
  const outcomes = await Promise.all([steps.shipped!(order.orderId), steps.cancelled!(order.orderId)]);
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  const { row, refunds } = await orderRecords(db, order);
  // Whoever has the order first.
  const isShipped = outcomes[0]!.ok;
  expect(row.state).toBe(isShipped ? "shipped" : "cancelled");
  expect(refunds).toHaveLength(isShipped ? 0 : 1);
});

test("several orders are packed together, each once, and the others are reported with a reason", async () => {
  const [first, second, shipped] = [await make("paid"), await make("paid"), await make("shipped")];
  const orderIds = [first.orderId, shipped.orderId, 999, second.orderId, first.orderId];
  expect(await markManyPacked(db, { orderIds, staffId }, LATER)).toEqual({
    packed: [first.orderId, second.orderId],
    refused: [
      {
        orderId: shipped.orderId,
        message: `Order #${shipped.orderId} is shipped: it cannot be marked as packed`,
      },
      { orderId: 999, message: "Order #999 does not exist" },
    ],
  });
  expect((await orderRecords(db, first)).audit).toHaveLength(1);
  const again = await markManyPacked(db, { orderIds: [first.orderId], staffId }, LATER);
  expect(again.packed).toEqual([]);
});

test("several orders are delivered together, each once and with its mail, and the others are reported", async () => {
  const [first, second, packed] = [await make("shipped"), await make("shipped"), await make("packed")];
  const orderIds = [first.orderId, packed.orderId, second.orderId, first.orderId];
  expect(await markManyDelivered(db, { orderIds, staffId }, LATER)).toEqual({
    moved: [first.orderId, second.orderId],
    atShop: [],
    refused: [
      {
        orderId: packed.orderId,
        message: `Order #${packed.orderId} is packed: it cannot be marked as delivered`,
      },
    ],
  });
  const { row, mails } = await orderRecords(db, first);
  expect(row).toMatchObject({ state: "delivered", delivered_at: LATER.toISOString() });
  expect(mails.filter(({ dedupe_key }) => dedupe_key.includes("delivered"))).toHaveLength(1);
  expect((await orderRecords(db, packed)).row.state).toBe("packed");
});

test("an order being refunded in full is neither packed nor shipped", async () => {
  const [paid, packed] = [await make("paid"), await make("packed")];
  for (const order of [paid, packed]) {
    await refundByStaff(
      db,
      { orderId: order.orderId, staffId, amount: order.total, reason: "Asked for", key: refundKey() },
      LATER,
    );
  }
  expect(await steps.packed!(paid.orderId)).toMatchObject({
    message: `Order #${paid.orderId} is being refunded in full: it cannot be marked as packed`,
  });
  expect(await steps.shipped!(packed.orderId)).toMatchObject({ ok: false });
  expect(await markManyPacked(db, { orderIds: [paid.orderId], staffId }, LATER)).toMatchObject({
    packed: [],
  });
});

describe("cancelling by staff", () => {
  test("restores stock and sales count of a paid order, refunds it in full, and sends one mail", async () => {
    const order = await make("paid", { quantity: 3 });
    expect((await orderRecords(db, order)).book).toEqual({ stock: 7, sold: 3 });
    const outcome = await cancelByStaff(
      db,
      { orderId: order.orderId, staffId, note: "The last copies were damaged." },
      LATER,
    );
    expect(outcome).toEqual({
      ok: true,
      message: `Order #${order.orderId} is cancelled; ₹750.00 is being refunded`,
    });
    const { row, book, refunds, mails, audit } = await orderRecords(db, order);
    expect(row).toMatchObject({ state: "cancelled", cancel_reason: "staff", stock_held: 0 });
    expect(book).toEqual({ stock: 10, sold: 0 });
    expect(refunds).toMatchObject([
      { amount: 75_000, reason: "cancellation", status: "queued", requested_by: staffId },
    ]);
    expect(mails.map((mail) => mail.dedupe_key)).toEqual([
      `order-confirmation:${order.orderId}`,
      `order-cancelled:${order.orderId}`,
    ]);
    expect(mails[1]!.text_body).toContain("The last copies were damaged.");
    expect(onOneLine(mails[1]!.text_body)).toContain("We are returning ₹750.00");
    expect(JSON.parse(audit[0]!.after)).toEqual({
      Status: "Cancelled",
      "Note to the customer": "The last copies were damaged.",
      Refund: "₹750.00",
    });

    await processRefunds(db, gateway, LATER);
    const end = await orderRecords(db, order);
    expect(end.row).toMatchObject({ state: "refunded", cancel_reason: null });
    expect(end.book).toEqual({ stock: 10, sold: 0 });
    expect(end.mails).toHaveLength(2);
  });

  test("subtracts only the order's own copies from the sales count, once", async () => {
    const order = await make("paid", { quantity: 3 });
    await make("paid", { quantity: 4, bookId: order.bookId });
    await steps.cancelled!(order.orderId);
    expect((await orderRecords(db, order)).book).toEqual({ stock: 6, sold: 4 });
    await processRefunds(db, gateway, LATER);
    const { row, book } = await orderRecords(db, order);
    expect(row.state).toBe("refunded");
    expect(book).toEqual({ stock: 6, sold: 4 });
  });

  test("refunds only the rest of a partly refunded order", async () => {
    const order = await make("packed", { quantity: 2 });
    const { orderId } = order;
    await refundByStaff(db, { orderId, staffId, amount: 12_300, reason: "Torn", key: refundKey() }, NOW);
    await processRefunds(db, gateway, NOW);
    await steps.cancelled!(orderId);
    const { refunds } = await orderRecords(db, order);
    expect(refunds.map((refund) => refund.amount)).toEqual([12_300, 37_700]);
    await processRefunds(db, gateway, LATER);
    expect(gateway.refunded(order.paymentId)).toBe(50_000);
    expect((await orderRecords(db, order)).row.state).toBe("refunded");
  });

  test("makes no second refund of an order being refunded in full", async () => {
    const order = await make("paid");
    const { orderId, total } = order;
    await refundByStaff(db, { orderId, staffId, amount: total, reason: "Asked", key: refundKey() }, NOW);
    expect((await steps.cancelled!(orderId)).message).toBe(`Order #${orderId} is cancelled`);
    const { refunds, mails, book } = await orderRecords(db, order);
    expect(refunds).toHaveLength(1);
    expect(onOneLine(mails.at(-1)!.text_body)).toContain(
      "Your payment has been refunded already, or is on its way back to you.",
    );
    expect(book).toEqual({ stock: 10, sold: 0 });
  });

  test("restores the stock of a pending order, refunds nothing, and mails the customer", async () => {
    const order = await make("pending", { quantity: 2 });
    expect((await steps.cancelled!(order.orderId)).ok).toBe(true);
    const { row, book, refunds, mails } = await orderRecords(db, order);
    expect(row).toMatchObject({ state: "cancelled", cancel_reason: "staff", stock_held: 0 });
    expect(book).toEqual({ stock: 10, sold: 0 });
    expect(refunds).toEqual([]);
    expect(mails.map((mail) => mail.dedupe_key)).toEqual([`order-cancelled:${order.orderId}`]);
  });
});

describe("sending the confirmation again", () => {
  const resend = (orderId: number, seconds: number) =>
    resendConfirmation(db, { orderId, staffId }, new Date(LATER.getTime() + seconds * 1000));

  test("goes to the account's present email address, at most once a minute", async () => {
    const order = await make("paid");
    const { orderId } = order;
    await db
      .updateTable("accounts")
      .set({ email: "new@example.com" })
      .where("id", "=", order.accountId)
      .execute();
    expect((await resend(orderId, 0)).message).toContain("new@example.com");
    expect(await resend(orderId, 59)).toMatchObject({ ok: false, reason: "wrong_step" });
    expect((await resend(orderId, 61)).ok).toBe(true);
    const { mails, events, audit } = await orderRecords(db, order);
    expect(mails).toHaveLength(2);
    expect(mails.every((mail) => mail.subject === `Kitab: order #${orderId} confirmed`)).toBe(true);
    expect(events.filter((event) => event.kind === "confirmation_resent")).toHaveLength(2);
    expect(audit.map((entry) => entry.action)).toEqual([
      "resent the confirmation of",
      "resent the confirmation of",
    ]);
  });

  test.each(["pending", "cancelled", "refunded"] as const)("is refused for a %s order", async (state) => {
    const order = await make(state);
    const before = await orderRecords(db, order);
    expect(await resend(order.orderId, 0)).toMatchObject({ ok: false, reason: "wrong_step" });
    expect(await orderRecords(db, order)).toEqual(before);
  });

  test("ten concurrent requests send it once", async () => {
    const order = await make("paid");
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => resend(order.orderId, 0)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  });
});

test("names with line breaks or markup add no mail headers and no HTML", async () => {
  const accountId = await createAccount(db, { first_name: "Asha\r\nBcc: x@example.com", last_name: "<b>" });
  const order = await make("shipped", { accountId });
  const { mails } = await orderRecords(db, order);
  for (const mail of mails) {
    expect(mail.html_body).not.toContain("<b>");
    expect(mail.text_body).not.toMatch(/^Bcc:/m);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
});
