import { expect, test } from "vitest";
import { createDoorOrder } from "~/test/door-orders";
import { createOrder, createOrderShop } from "~/test/orders";
import { recordCash } from "~/domain/sales/at-the-door/record-money.server";
import { stillDueAtDoor } from "~/domain/sales/orders/paying";
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
