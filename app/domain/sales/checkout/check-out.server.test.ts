import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { customerWithCart } from "~/test/orders";
import { checkOut } from "./check-out.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

test("when the gateway is down the order is placed without a gateway order, and repeating the request adds it", async () => {
  const { write: db } = await createTestDatabase();
  const { accountId, addressId, bookId } = await customerWithCart(db);
  const gateway = new MemoryGateway();
  const request = { addressId, expectedLines: [{ bookId, quantity: 1, unitPrice: 25_000 }] };
  const repeat = () => checkOut(db, gateway, accountId, request, NOW);

  gateway.isDown = true;
  expect(await repeat()).toEqual({ ok: false, reason: "unavailable", message: "The gateway is down" });
  gateway.isDown = false;
  const ready = await repeat();
  const orders = await db.selectFrom("orders").selectAll().execute();
  expect(orders).toHaveLength(1);
  expect(ready).toEqual({
    ok: true,
    orderId: orders[0]!.id,
    receipt: orders[0]!.receipt,
    window: { gatewayOrderId: orders[0]!.gateway_order_id, amount: 25_000, currency: "INR" },
    delivery: null,
    paymentWay: "online",
    codFee: 0,
    dueAtDoor: 0,
    payBy: "2026-11-21T06:30:00.000Z",
    totals: { itemCount: 1, subtotal: 25_000, discount: 0, shipping: 0, tax: 0, total: 25_000 },
    couponCode: null,
    // The first request placed it.
    isNew: false,
  });
  expect(await repeat()).toEqual(ready);
  expect(gateway.orders.size).toBe(1);

  const dearer = { ...request, expectedLines: [{ bookId, quantity: 1, unitPrice: 20_000 }] };
  expect(await checkOut(db, gateway, accountId, dearer, NOW)).toMatchObject({ reason: "cart_changed" });
});
