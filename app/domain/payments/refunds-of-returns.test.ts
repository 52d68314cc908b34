import { expect, test } from "vitest";
import { readOrder } from "../orders/orders.server";
import { findStaffOrder } from "../orders/staff-order.server";
import { refundedBeside } from "../orders/staff-order";
import { createAccount } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { createOlderShop, olderPayment } from "~/test/older-shop";

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T06:00:00.000Z`;

test("the upgrade links earlier refunds for returned books to their returns", async () => {
  const { db, upgrade } = await createOlderShop("20261122T0900_refunds_of_returns");
  const accountId = await createAccount(db.write);
  let keys = 0;
  const newOrder = async () => {
    const orderId = await insertOrder(db.write, { accountId, state: "delivered", total: 100_000 });
    return { orderId, paymentId: await olderPayment(db.write, orderId, 100_000) };
  };
  const newReturn = async (orderId: number, state: "approved" | "received" | "declined", day: number) => {
    const { id } = await db.write
      .insertInto("return_requests")
      .values({
        order_id: orderId,
        account_id: accountId,
        reason: "damaged",
        state,
        requested_at: at(day - 1),
        answered_at: at(day),
        answered_by: null,
        received_at: state === "received" ? at(day + 1) : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const newRefund = async (
    { orderId, paymentId }: { orderId: number; paymentId: number },
    amount: number,
    day: number,
    given: { note?: string; status?: "processed" | "failed"; retry_of?: number } = {},
  ) => {
    const { id } = await db.write
      .insertInto("refunds")
      .values({
        order_id: orderId,
        payment_id: paymentId,
        amount,
        reason: "staff",
        note: "Returned books",
        status: "processed",
        idempotency_key: `older-${++keys}`,
        gateway_refund_id: `rfnd_older_${keys}`,
        next_try_at: at(day),
        last_error: null,
        requested_by: null,
        retry_of: null,
        created_at: at(day),
        updated_at: at(day),
        ...given,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };

  const twice = await newOrder();
  const refundedTwice = await newReturn(twice.orderId, "received", 5);
  await newRefund(twice, 19_900, 8);
  await newRefund(twice, 19_900, 9);

  const two = await newOrder();
  const [first, second] = [
    await newReturn(two.orderId, "received", 5),
    await newReturn(two.orderId, "received", 12),
  ];
  const failed = await newRefund(two, 1_000, 6, { status: "failed" });
  await newRefund(two, 1_000, 7, { retry_of: failed });
  await newRefund(two, 2_000, 13);

  const other = await newOrder();
  const untouched = await newReturn(other.orderId, "received", 5);
  await newRefund(other, 3_000, 2);
  await newRefund(other, 4_000, 8, { note: "A torn page" });

  const declined = await newOrder();
  const declinedReturn = await newReturn(declined.orderId, "declined", 5);
  await newRefund(declined, 5_000, 8);

  expect(await upgrade()).toContain("20261122T0900_refunds_of_returns");

  const returnsOf = async (orderId: number) =>
    (await readOrder(db.read, orderId, "anybody"))!.returns.map(({ id, state, refund }) => ({
      id,
      state,
      refund,
    }));
  const refund = (amount: number, day: number) => ({ amount, status: "processed", at: at(day) });
  expect(await returnsOf(twice.orderId)).toEqual([
    { id: refundedTwice, state: "refunded", refund: refund(19_900, 8) },
  ]);
  expect(await returnsOf(two.orderId)).toEqual([
    { id: first, state: "refunded", refund: refund(1_000, 6) },
    { id: second, state: "refunded", refund: refund(2_000, 13) },
  ]);
  expect(await returnsOf(other.orderId)).toEqual([{ id: untouched, state: "received", refund: null }]);
  expect(await returnsOf(declined.orderId)).toEqual([
    { id: declinedReturn, state: "declined", refund: null },
  ]);

  const left = (await findStaffOrder(db.read, other.orderId))!;
  expect(refundedBeside(left, left.returns[0]!)).toBe(4_000);
  const refunds = await db.read.selectFrom("refunds").select(["id", "amount", "status"]).execute();
  expect(refunds).toHaveLength(8);
});
