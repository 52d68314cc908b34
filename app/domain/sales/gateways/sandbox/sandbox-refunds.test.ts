import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { sandboxCaller } from "~/test/payments/sandbox-caller";

const db = await createTestDatabase();
const { call, createOrder, payFor } = sandboxCaller(db.write);

describe("a refund", () => {
  async function paidPayment(): Promise<string> {
    const { id } = await createOrder();
    return (await payFor(id)).body.razorpay_payment_id as string;
  }
  let count = 0;
  const refund = (paymentId: string, body: unknown, key: string | null = `sandbox-key-${++count}`) =>
    call("POST", `/payments/${paymentId}/refund`, { body, idempotencyKey: key });

  test("without an amount refunds the whole payment", async () => {
    const paymentId = await paidPayment();
    const { body } = await refund(paymentId, undefined);
    expect(body).toMatchObject({ entity: "refund", amount: 5000, payment_id: paymentId, status: "pending" });
    const payment = (await call("GET", `/payments/${paymentId}`)).body;
    expect(payment).toMatchObject({ status: "refunded", refund_status: "full", amount_refunded: 5000 });
    expect(await refund(paymentId, {})).toMatchObject({
      body: { error: { description: "The payment has been fully refunded already" } },
    });
  });

  test("can be partial, but never exceeds the payment in sum", async () => {
    const paymentId = await paidPayment();
    expect((await refund(paymentId, { amount: 2000 })).status).toBe(200);
    expect((await call("GET", `/payments/${paymentId}`)).body).toMatchObject({
      status: "captured",
      refund_status: "partial",
    });
    const together = await Promise.all([
      refund(paymentId, { amount: 2000 }),
      refund(paymentId, { amount: 2000 }),
    ]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("is made once for its key, and refused for another amount or payment with the same key", async () => {
    const [paymentId, other] = [await paidPayment(), await paidPayment()];
    const key = "the-same-key-1";
    const first = await refund(paymentId, { amount: 2000 }, key);
    expect(await refund(paymentId, { amount: 2000 }, key)).toEqual(first);
    for (const answer of [
      await refund(paymentId, { amount: 2001 }, key),
      await refund(other, { amount: 2000 }, key),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { description: expect.stringContaining("Different request") } },
      });
    }
  });

  test.each([
    ["short", /at least 10 characters/],
    ["with spaces in it", /alphanumeric/],
    ["line\nbreak-in-it", /alphanumeric/],
  ])("is refused for the key %j", async (key, description) => {
    const answer = await refund(await paidPayment(), {}, key);
    expect(answer.status).toBe(400);
    expect(answer.body.error.description).toMatch(description);
  });

  test("of a failed payment is refused", async () => {
    const { id } = await createOrder();
    const failed = await payFor(id, { vpa: "failure@razorpay" });
    const { payment_id } = failed.body.error.metadata as { payment_id: string };
    expect((await refund(payment_id, {})).status).toBe(400);
  });
});
