import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress, createBook, createStaff, setSettings } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPendingOrder } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { placeOrder } from "../../checkout/place-order.server";
import { lapse } from "../../payments/lapse.server";
import { cancelByCustomer, cancelByStaff } from "../cancellation.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);
const gateway = new MemoryGateway();

let db: Db;
let accountId: number;
let bookId: number;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  accountId = await createAccount(db);
  bookId = await createBook(db, { stock: 100 });
});

/** Each call adds a copy to the cart, so that the order differs. @returns the order and its deadline in minutes */
async function order(minute: number) {
  const { orderId } = await createPendingOrder(db, gateway, { accountId, bookId, now: minutesLater(minute) });
  const row = await db
    .selectFrom("orders")
    .select("pay_by")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { orderId, payBy: (Date.parse(row.pay_by) - NOW.getTime()) / 60_000 };
}

test("changing an unpaid order again and again does not hold its copies indefinitely", async () => {
  expect((await order(0)).payBy).toBe(30);
  expect((await order(10)).payBy).toBe(30);
  // Less than half of the time is left, so the order gets a new deadline, once.
  expect((await order(20)).payBy).toBe(50);
  expect((await order(40)).payBy).toBe(50);
  expect((await order(49)).payBy).toBe(50);
  await lapse(db, minutesLater(50));
  await expect(order(51)).rejects.toThrow(
    "You have placed 2 orders without paying. You can place the next one at 5:30 pm.",
  );
  expect(await db.selectFrom("books").select("stock").executeTakeFirstOrThrow()).toEqual({ stock: 100 });
});

test("nor does cancelling and ordering again; six hours later new orders are allowed", async () => {
  for (const minute of [0, 5]) {
    const { orderId } = await order(minute);
    await cancelByCustomer(db, { orderId, accountId, reason: "" }, minutesLater(minute + 1));
  }
  await expect(order(7)).rejects.toThrow("You can place the next one at 5:30 pm.");
  await expect(order(359)).rejects.toThrow("You have placed 2 orders without paying.");
  expect((await order(361)).payBy).toBe(391);
});

test("a paid order resets the count", async () => {
  await order(0);
  await lapse(db, minutesLater(31));
  const { orderId } = await order(32);
  await lapse(db, minutesLater(63));
  await expect(order(64)).rejects.toThrow("You have placed 2 orders without paying.");
  const paid_at = minutesLater(65).toISOString();
  await db.updateTable("orders").set({ paid_at, invoice_no: "P/1" }).where("id", "=", orderId).execute();
  expect((await order(66)).payBy).toBe(96);
});

test("orders that staff cancelled, or that never reached the gateway, do not count", async () => {
  const staffId = await createStaff(db);
  for (const minute of [0, 1, 2]) {
    const { orderId } = await order(minute);
    await cancelByStaff(db, { orderId, staffId, note: "" }, minutesLater(minute));
  }
  const addressId = await createAddress(db, accountId);
  for (const minute of [3, 40, 80]) {
    await lapse(db, minutesLater(minute));
    const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox" }, minutesLater(minute));
    expect(placed).toMatchObject({ ok: true });
  }
});

test("the setting can allow more unpaid orders", async () => {
  await setSettings(db, { mostUnpaidOrders: 3 });
  for (const minute of [0, 31, 62]) {
    await lapse(db, minutesLater(minute));
    expect((await order(minute)).payBy).toBe(minute + 30);
  }
  await lapse(db, minutesLater(93));
  await expect(order(94)).rejects.toThrow("You have placed 3 orders without paying.");
});
