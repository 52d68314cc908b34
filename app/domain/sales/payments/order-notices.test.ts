import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { mailsTo, onOneLine } from "~/test/mails";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { capturedPayment, createPaidOrder, createPendingOrder, payOrder, refundKey } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { cancelByCustomer } from "../orders/cancellation.server";
import { applyPayment } from "./apply-payment.server";
import { lapse } from "./lapse.server";
import { applyRefund } from "./refunds/refund-news.server";
import { processRefunds } from "./refunds/refunds.server";
import { refundByStaff, retryRefund } from "./refunds/staff-refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);
const OWNER = "owner@kitab.example";

let db: Db;
let gateway: MemoryGateway;
let staffId: number;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  gateway = new MemoryGateway();
  staffId = await createStaff(db, { email: OWNER });
});

const subjects = async () => (await mailsTo(db, OWNER)).map(({ subject }) => subject.replace("Kitab: ", ""));

test("a paid order is told with customer, books, amount and place", async () => {
  const accountId = await createAccount(db, { first_name: "Asha", last_name: "Rao" });
  const order = await createPaidOrder(db, gateway, {
    accountId,
    book: { title: "Gora", price: 30_000 },
    quantity: 2,
    now: NOW,
  });
  const [mail] = await mailsTo(db, OWNER);
  expect(mail!.subject).toBe(`Kitab: order #${order.orderId} is paid, ₹600.00`);
  const text = onOneLine(mail!.text_body);
  for (const words of [
    "Asha Rao has paid ₹600.00. The books can be packed.",
    "Gora Quantity 2, ₹600.00",
    "Shipping: Free Total: ₹600.00",
    "Deliver to: Kochi 682001, Kerala",
    `/admin/orders/${order.orderId}`,
  ])
    expect(text).toContain(words);
  // The street and the phone stay in the shop.
  expect(text).not.toContain("Lake View");
  expect(text).not.toContain("9847012345");
});

test.each([
  [{ amount: 100 }, "₹1.00", "It goes back to the customer by itself"],
  [{ currency: "USD" }, "$250.00", "Refund it in the payment service's dashboard"],
] as const)("a payment that does not fit its order is told once: %j", async (other, money, what) => {
  const order = await createPendingOrder(db, gateway, { now: NOW });
  const payment = { ...capturedPayment(order), ...other };
  for (const minutes of [1, 2]) await applyPayment(db, payment, "webhook", minutesLater(minutes));
  const [mail, ...more] = await mailsTo(db, OWNER);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe(`Kitab: a payment does not fit order #${order.orderId}`);
  const text = onOneLine(mail!.text_body);
  for (const words of [
    `A payment of ${money} does not fit order`,
    "₹250.00 is paid for the order online.",
    what,
    payment.id,
  ])
    expect(text).toContain(words);
});

test("a payment of the total does not fit an order whose larger part is due at the door", async () => {
  const order = await createPendingOrder(db, gateway, { now: NOW });
  await db
    .updateTable("orders")
    .set({ payment_way: "cod", due_at_door: 15_000 })
    .where("id", "=", order.orderId)
    .execute();
  await applyPayment(db, capturedPayment(order), "webhook", NOW);
  const [mail] = await mailsTo(db, OWNER);
  const text = onOneLine(mail!.text_body);
  expect(text).toContain("A payment of ₹250.00 does not fit order");
  expect(text).toContain("₹100.00 is paid for the order online.");
});

test("an order that several events report as paid is told once; a second payment is not told", async () => {
  const order = await createPendingOrder(db, gateway, { now: NOW });
  const payment = gateway.pay(capturedPayment(order));
  for (const source of ["window", "webhook", "webhook", "reconciler"] as const)
    await applyPayment(db, payment, source, NOW);
  await Promise.all(
    ["webhook", "reconciler"].map((source) =>
      applyPayment(db, payment, source as "webhook", minutesLater(1)),
    ),
  );
  await payOrder(db, gateway, order, { now: minutesLater(2) });
  expect(await subjects()).toEqual([`order #${order.orderId} is paid, ₹250.00`]);
});

test("an order that was cancelled or lapsed before its payment is not told; its late payment is refunded", async () => {
  const cancelled = await createPendingOrder(db, gateway, { now: NOW });
  const { orderId, accountId } = cancelled;
  expect(await cancelByCustomer(db, { orderId, accountId, reason: "" }, NOW)).toMatchObject({ ok: true });
  await payOrder(db, gateway, cancelled, { now: minutesLater(1) });
  expect(await subjects()).toEqual([]);

  const lapsed = await createPendingOrder(db, gateway, { book: { stock: 1 }, now: NOW });
  await lapse(db, minutesLater(600));
  await db.updateTable("books").set({ stock: 0 }).where("id", "=", lapsed.bookId).execute();
  await payOrder(db, gateway, lapsed, { now: minutesLater(601) });
  expect(await subjects()).toEqual([]);
});

test("a late payment that revives its order is told", async () => {
  const order = await createPendingOrder(db, gateway, { now: NOW });
  await lapse(db, minutesLater(600));
  await payOrder(db, gateway, order, { now: minutesLater(601) });
  expect(await subjects()).toEqual([`order #${order.orderId} is paid, ₹250.00`]);
});

/** The mails after that of the paid order. */
const later = async () => (await subjects()).slice(1);

async function refund(status: "failed" | "pending" | "processed") {
  const order = await createPaidOrder(db, gateway, { now: NOW });
  const { orderId } = order;
  gateway.refundStatus = status;
  await refundByStaff(db, { orderId, staffId, amount: "full", reason: "Torn", key: refundKey() }, NOW);
  await processRefunds(db, gateway, minutesLater(1));
  const rows = () => db.selectFrom("refunds").selectAll().orderBy("id").execute();
  const [row] = await rows();
  const retry = (refundId = row!.id) => retryRefund(db, { orderId, staffId, refundId }, minutesLater(5));
  return { order, row: row!, rows, retry };
}

test("a refund that fails is told once, however often the gateway reports it", async () => {
  const { order, row } = await refund("failed");
  const told = [`a refund for order #${order.orderId} has failed`];
  expect(await later()).toEqual(told);
  const news = gateway.refunds.get(row.gateway_refund_id!)!;
  await applyRefund(db, news, minutesLater(2));
  await applyRefund(db, news, minutesLater(3));
  expect(await later()).toEqual(told);
  const [, mail] = await mailsTo(db, OWNER);
  expect(onOneLine(mail!.text_body)).toContain(
    `Meera Nair has not got back ₹250.00 for order #${order.orderId}. Nothing more happens by itself`,
  );
});

test("a refund that is tried again is told again only if it fails again", async () => {
  const { order, rows, retry } = await refund("failed");
  const told = `a refund for order #${order.orderId} has failed`;
  expect(await retry()).toMatchObject({ ok: true });
  await processRefunds(db, gateway, minutesLater(6));
  expect(await later()).toEqual([told, told]);

  const second = (await rows()).at(-1)!;
  expect(await retry(second.id)).toMatchObject({ ok: true });
  gateway.refundStatus = "processed";
  await processRefunds(db, gateway, minutesLater(7));
  expect((await rows()).map(({ status }) => status)).toEqual(["failed", "failed", "processed"]);
  expect(await later()).toEqual([told, told]);
});

test("a refund that went through is not told", async () => {
  await refund("processed");
  expect(await later()).toEqual([]);
});

test("a retry that is dropped because the first refund went through after all is not told", async () => {
  const { row, retry } = await refund("failed");
  await retry();
  gateway.settleRefund(row.gateway_refund_id!, "processed");
  await processRefunds(db, gateway, minutesLater(6));
  expect(await later()).toHaveLength(1);
});

test("a refund that fails when its money has been returned otherwise is not told", async () => {
  const { order, row } = await refund("pending");
  const byHand = { id: "rfnd_by_hand", paymentId: order.paymentId, amount: order.total } as const;
  await applyRefund(db, { ...byHand, status: "processed" }, minutesLater(2));
  const failed = { ...gateway.refunds.get(row.gateway_refund_id!)!, status: "failed" } as const;
  expect(await applyRefund(db, failed, minutesLater(3))).toBe(true);
  expect(await later()).toEqual([]);
});
