import { expect, test } from "vitest";
import { createDoorOrder } from "~/test/door-orders";
import { exchange, made } from "~/test/exchanges";
import { createOrder, createOrderShop } from "~/test/orders";
import { recordCash } from "~/domain/sales/at-the-door/record-money.server";
import { stillDueAtDoor } from "~/domain/sales/orders/paying";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { recordPaidBack } from "~/domain/sales/at-the-door/pay-back.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { readMonth } from "../month.server";
import { periodOfMonth } from "../period";
import { accountSums } from "./journal.server";

const NOW = new Date("2026-11-20T06:00:00.000Z");
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

test("orders that are paid, or paid back, leave nothing on customers; what is due at a door stays there", async () => {
  const shop = await createOrderShop();
  const { db, gateway, staffId, providerId } = shop;
  const given = { staffId, providerId, now: NOW, quantity: 2, book: { price: 30_000, stock: 9 } };
  const left = async () =>
    Object.fromEntries(
      (await accountSums(db, NOVEMBER)).map(({ account, debit, credit }) => [account, debit - credit]),
    );
  const { total } = await createOrder(db, gateway, "delivered", given);
  await createOrder(db, gateway, "cancelled", given);
  await createOrder(db, gateway, "refunded", given);
  await createOrder(db, gateway, "pending", given);
  const online = await left();
  expect(online).toMatchObject({ Customers: 0, "Sales exempt": -60_000 });
  // The refund of the cancelled order is not sent yet.
  expect(online["Payment gateway"]! + online["Refunds payable"]!).toBe(total);

  const door = await createDoorOrder(db, "delivered", given);
  const due = await db
    .selectFrom("orders")
    .select(["state", "due_at_door as dueAtDoor", "door_received as doorReceived"])
    .where("id", "=", door.orderId)
    .executeTakeFirstOrThrow();
  expect((await left()).Customers).toBe(stillDueAtDoor(due));
  const cash = {
    orderId: door.orderId,
    staffId,
    amount: due.dueAtDoor,
    reference: "",
    receivedOn: "2026-11-20",
  };
  await recordCash(db, { ...cash, key: "key-of-this-test" }, NOW);
  expect(await left()).toMatchObject({ Customers: 0, Cash: due.dueAtDoor });
});

test("an exchange moves no money: its way comes to nothing, and nothing is left on customers and refunds", async () => {
  const { db, gateway, staffId, providerId } = await createOrderShop();
  const given = { staffId, providerId, now: NOW, quantity: 2, book: { price: 30_000, stock: 9 } };
  const order = await createOrder(db, gateway, "delivered", given);
  const { id } = (await readOrder(db, order.orderId, "anybody", NOW))!.lines[0]!;
  const back = { lines: [{ id, qty: 2 }], add: [{ bookId: order.bookId, qty: 1 }] };
  const { newOrderId } = made(await exchange(db, { orderId: order.orderId, staffId, now: NOW }, back));
  await processRefunds(db, gateway, NOW);
  const sums = async () =>
    Object.fromEntries(
      (await accountSums(db, NOVEMBER)).map(({ account, debit, credit }) => [account, debit - credit]),
    );
  const ways = async () => (await readMonth(db, periodOfMonth("2026-11")!)).ways;
  const exchanged = { way: "Exchange", payments: 1, received: 30_000, refunds: 1, refunded: 30_000 };
  expect(await sums()).toMatchObject({ Customers: 0, "Refunds payable": 0, "Payment gateway": 30_000 });
  expect(await ways()).toMatchObject([{ received: 60_000, refunded: 30_000 }, exchanged]);

  // Cancelled, its money is paid back by transfer.
  await cancelByStaff(db, { orderId: newOrderId, staffId, note: "" }, NOW);
  const { id: refundId } = await db.selectFrom("refunds").select("id").where("order_id", "=", newOrderId).executeTakeFirstOrThrow(); // oxfmt-ignore
  await recordPaidBack(db, { orderId: newOrderId, staffId, refundId, how: "NEFT 1" }, NOW);
  expect(await sums()).toMatchObject({ Customers: 0, "Refunds payable": 0, Bank: -30_000 });
  expect(await ways()).toMatchObject([
    {},
    exchanged,
    { way: "Bank transfer", received: 0, refunded: 30_000 },
  ]);
});
