import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { capturedPayment, createPendingOrder } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { queueRefund } from "../orders/money/queue-refund.server";
import { applyPayment } from "./apply-payment.server";
import { applyRefund } from "./refunds/refund-news.server";
import { processRefunds } from "./refunds/refunds.server";

test("a payment has the Indian day of its capture and a refund that of its processing, whatever is heard later", async () => {
  const { write: db } = await createTestDatabase();
  const gateway = new MemoryGateway();
  const order = await createPendingOrder(db, gateway, { now: new Date("2026-11-30T18:20:00Z") });
  const payment = gateway.pay(capturedPayment(order));
  const heard = (status: "authorized" | "captured" | "refunded", at: string) =>
    applyPayment(db, { ...payment, status }, "webhook", new Date(at));
  const day = async (table: "payments" | "refunds") =>
    (await db.selectFrom(table).select("money_on").executeTakeFirstOrThrow()).money_on;

  await heard("authorized", "2026-11-30T18:29:00Z");
  expect(await day("payments")).toBeNull();
  await heard("captured", "2026-11-30T18:30:00Z");
  await heard("refunded", "2027-01-02T06:00:00Z");
  expect(await day("payments")).toBe("2026-12-01");

  const row = await db.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const refund = { orderId: order.orderId, paymentRowId: row.id, amount: order.total, reason: "staff" };
  await db.transaction().execute((trx) => queueRefund(trx, refund, new Date("2026-12-31T18:00:00Z")));
  gateway.refundStatus = "pending";
  await processRefunds(db, gateway, new Date("2026-12-31T18:00:00Z"));
  expect(await day("refunds")).toBeNull();
  const { key: _key, ...made } = gateway.refunds.get("rfnd_1")!;
  for (const at of ["2026-12-31T18:29:59Z", "2027-01-05T06:00:00Z"])
    await applyRefund(db, { ...made, status: "processed" }, new Date(at));
  expect(await day("refunds")).toBe("2026-12-31");
});
