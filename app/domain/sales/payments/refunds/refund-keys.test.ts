import { expect, test } from "vitest";
import { createOrderShop, createPaidOrder } from "~/test/orders";
import { queueRefund } from "~/domain/sales/orders/money/queue-refund.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";

test("parts of one refund of several payments are made, although their keys have a point", async () => {
  const { db, gateway } = await createOrderShop();
  const { orderId } = await createPaidOrder(db, gateway);
  const { id, amount } = await db.selectFrom("payments").select(["id", "amount"]).executeTakeFirstOrThrow();
  const key = { reason: "staff", idempotencyKey: "refund_1_of-the-form.2" };
  await queueRefund(db, { orderId, paymentRowId: id, amount, ...key }, new Date());
  await processRefunds(db, gateway);
  expect(await db.selectFrom("refunds").select("status").execute()).toEqual([{ status: "processed" }]);
});
