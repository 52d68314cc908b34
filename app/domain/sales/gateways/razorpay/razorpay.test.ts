import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { startSandboxServer } from "~/test/payments/sandbox-server";
import { GatewayError } from "../gateway.server";
import { sandboxKeys } from "../sandbox/sandbox-keys.server";
import { type PaidAnswer, paySandboxOrder } from "../sandbox/sandbox.server";

const db = await createTestDatabase();
const server = await startSandboxServer(db.write);
const gateway = server.gateway();
const keys = sandboxKeys();

let count = 0;
const anOrder = (fields: { receipt?: string; amount?: number } = {}) => ({
  receipt: `receipt-${++count}`,
  amount: 49_900,
  currency: "INR" as const,
  notes: { order: "17" },
  ...fields,
});

/** Pays in the sandbox as a shopper. */
async function pay(orderId: string, amount = 49_900, card = "4100 2800 0000 1007") {
  const request = { key_id: keys.keyId, order_id: orderId, amount, currency: "INR" as const };
  return paySandboxOrder(db.write, { ...request, method: "card", card: { number: card } });
}

async function paid(): Promise<PaidAnswer> {
  const order = await gateway.createOrder(anOrder());
  const result = await pay(order.id);
  if (!result.ok) throw new Error(result.error.description);
  return result.value;
}

async function errorOf(promise: Promise<unknown>): Promise<GatewayError> {
  const error = await promise.then(
    () => new Error("it was answered"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(GatewayError);
  return error as GatewayError;
}

beforeEach(() => {
  server.calls.length = 0;
  server.faults.length = 0;
});

describe("a gateway order", () => {
  test("is created with amount and receipt", async () => {
    const order = await gateway.createOrder(anOrder({ receipt: "made-once", amount: 12_345 }));
    expect(order).toEqual({
      id: expect.stringMatching(/^order_\w{14}$/),
      amount: 12_345,
      currency: "INR",
      receipt: "made-once",
      status: "created",
    });
    expect(server.calls).toEqual(["POST /orders"]);
  });

  test("is created once for a receipt, however often it is requested", async () => {
    const order = anOrder();
    const ids = new Set<string>();
    for (let i = 0; i < 3; i++) ids.add((await gateway.createOrder(order)).id);
    const together = await Promise.all(Array.from({ length: 5 }, () => gateway.createOrder(order)));
    for (const { id } of together) ids.add(id);
    expect(ids.size).toBe(1);
    const rows = await db.read
      .selectFrom("sandbox_orders")
      .select("id")
      .where("receipt", "=", order.receipt)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("is found by its receipt when the answer was lost", async () => {
    const order = anOrder();
    server.faults.push({
      when: (method) => method === "POST",
      afterWork: true,
      answer: (res) => res.destroy(),
    });
    expect((await errorOf(gateway.createOrder(order))).kind).toBe("unavailable");
    const again = await gateway.createOrder(order);
    expect(again.receipt).toBe(order.receipt);
    const rows = await db.read
      .selectFrom("sandbox_orders")
      .select("id")
      .where("receipt", "=", order.receipt)
      .execute();
    expect(rows).toEqual([{ id: again.id }]);
  });

  test("is found by its receipt when the call timed out", async () => {
    const order = anOrder();
    const impatient = server.gateway({ timeoutMs: 80 });
    server.faults.push({
      when: (method) => method === "POST",
      afterWork: true,
      answer: (res) => void setTimeout(() => res.end("{}"), 400),
    });
    expect((await errorOf(impatient.createOrder(order))).kind).toBe("unavailable");
    expect((await gateway.createOrder(order)).receipt).toBe(order.receipt);
  });

  test("is the first order when the gateway returns that for a repeated receipt", async () => {
    const first = await gateway.createOrder(anOrder());
    const body = JSON.stringify({ ...first, status: "created", entity: "order" });
    server.faults.push({
      when: () => true,
      answer: (res) => res.writeHead(200, { "Content-Type": "application/json" }).end(body),
    });
    expect((await gateway.createOrder(anOrder({ receipt: first.receipt }))).id).toBe(first.id);
  });

  test("is refused when its receipt was used for another amount", async () => {
    const order = anOrder();
    await gateway.createOrder(order);
    expect((await errorOf(gateway.createOrder({ ...order, amount: 10_000 }))).kind).toBe("refused");
  });

  test("is refused with the gateway's own message", async () => {
    const error = await errorOf(gateway.createOrder(anOrder({ amount: 99 })));
    expect(error).toMatchObject({
      kind: "refused",
      statusCode: 400,
      message: "Order amount less than minimum amount allowed",
    });
  });
});

describe("payments", () => {
  test("of an order are listed with failed attempts and their reasons", async () => {
    const order = await gateway.createOrder(anOrder());
    await pay(order.id, 49_900, "4100 2800 0008 0001");
    await pay(order.id);
    const payments = await gateway.fetchOrderPayments(order.id);
    expect(payments).toHaveLength(2);
    expect(payments.find(({ status }) => status === "failed")).toMatchObject({
      orderId: order.id,
      amount: 49_900,
      method: "card",
      errorDescription: expect.stringContaining("insufficient account balance"),
    });
    const captured = payments.find(({ status }) => status === "captured");
    expect(captured).toMatchObject({ currency: "INR", errorDescription: null });
    expect(await gateway.fetchPayment(captured!.id)).toEqual(captured);
  });

  test.each(["pay_doesnotexist12", "../orders", "", "pay_1?expand[]=card"])(
    "with the id %j do not exist",
    async (id) => {
      expect((await errorOf(gateway.fetchPayment(id))).kind).toBe("refused");
      expect((await errorOf(gateway.fetchOrderPayments(id))).kind).toBe("refused");
    },
  );
});

test("of an order's payments, one at the door has failed and one that is pending is only begun", async () => {
  const payment = { amount: 49_900, currency: "INR", order_id: "order_1" };
  const items = [
    { ...payment, id: "pay_1", status: "pending", method: "cod" },
    { ...payment, id: "pay_2", status: "captured", method: "cod" },
    { ...payment, id: "pay_3", status: "pending", method: "emi" },
    { ...payment, id: "pay_4", status: "captured", method: "card" },
  ];
  server.faults.push({
    when: () => true,
    answer: (res) =>
      res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ items })),
  });
  const read = await gateway.fetchOrderPayments("order_1");
  expect(read.map(({ id, status }) => [id, status])).toEqual([
    ["pay_1", "failed"],
    ["pay_2", "failed"],
    ["pay_3", "created"],
    ["pay_4", "captured"],
  ]);
  expect(read[0]!.errorDescription).toContain("cash on delivery cannot be chosen");
});

test("the window does not ask for a typed UPI id", () => {
  const { window } = gateway.checkout({
    gatewayOrderId: "order_1",
    amount: 49_900,
    currency: "INR",
    shopName: "Kitab",
    description: "Order 17",
    customer: { name: "Meera", email: "meera@example.org", mobile: "9876543210" },
    seconds: 1800,
    callbackUrl: "https://shop.example/payments/callback",
    cancelUrl: "https://shop.example/checkout",
  });
  expect(window?.options).toMatchObject({
    config: { display: { hide: [{ method: "upi", flows: ["collect"] }] } },
  });
});

describe("a refund", () => {
  const key = () => `refund-key-${++count}-0123456789`;

  test("is made once for an idempotency key, also when the answer was lost", async () => {
    const { razorpay_payment_id: paymentId } = await paid();
    const refund = { paymentId, amount: 20_000, idempotencyKey: key(), notes: {} };
    server.faults.push({
      when: (_, path) => path.endsWith("/refund"),
      afterWork: true,
      answer: (res) => res.destroy(),
    });
    expect((await errorOf(gateway.refund(refund))).kind).toBe("unavailable");
    const first = await gateway.refund(refund);
    expect(first).toMatchObject({ paymentId, amount: 20_000, status: "pending" });
    expect(await gateway.refund(refund)).toEqual(first);
    expect(await gateway.fetchRefund(first.id)).toEqual(first);
    const rows = await db.read
      .selectFrom("sandbox_refunds")
      .select("id")
      .where("payment_id", "=", paymentId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("with a used key and another amount is refused", async () => {
    const { razorpay_payment_id: paymentId } = await paid();
    const refund = { paymentId, amount: 20_000, idempotencyKey: key(), notes: {} };
    await gateway.refund(refund);
    expect(await errorOf(gateway.refund({ ...refund, amount: 10_000 }))).toMatchObject({
      kind: "refused",
      statusCode: 409,
    });
  });

  test("that is still in progress at the gateway can be requested again", async () => {
    const { razorpay_payment_id: paymentId } = await paid();
    const error = {
      code: "BAD_REQUEST_ERROR",
      description: "Another request with the same idempotency key is still in progress.",
    };
    server.faults.push({
      when: (_, path) => path.endsWith("/refund"),
      answer: (res) =>
        res.writeHead(409, { "Content-Type": "application/json" }).end(JSON.stringify({ error })),
    });
    const refund = { paymentId, amount: 20_000, idempotencyKey: key(), notes: {} };
    expect((await errorOf(gateway.refund(refund))).kind).toBe("unavailable");
    expect((await gateway.refund(refund)).status).toBe("pending");
  });

  test("is refused when it exceeds the payment", async () => {
    const { razorpay_payment_id: paymentId } = await paid();
    await gateway.refund({ paymentId, amount: 40_000, idempotencyKey: key(), notes: {} });
    const error = await errorOf(
      gateway.refund({ paymentId, amount: 20_000, idempotencyKey: key(), notes: {} }),
    );
    expect(error).toMatchObject({
      kind: "refused",
      message: "The refund amount provided is greater than amount captured",
    });
  });
});

describe("a call with a bad answer", () => {
  const ask = () => gateway.fetchPayment("pay_00000000000000");

  test.each([500, 502, 503, 429, 408, 401, 403])(
    "is 'unavailable' for status %i, with a message that can be shown",
    async (status) => {
      server.faults.push({
        when: () => true,
        answer: (res) => res.writeHead(status).end("<h1>Bad gateway</h1>"),
      });
      const error = await errorOf(ask());
      expect(error).toMatchObject({ kind: "unavailable", statusCode: status });
      expect(error.message).toBe(
        "The payment service cannot be reached right now. Please try again in a moment.",
      );
    },
  );

  test.each([
    ["a web page", "<h1>Hello</h1>"],
    ["nothing", ""],
    ["JSON that is not a payment", '{"id":"pay_1","amount":"many"}'],
    ["an unknown state", '{"id":"pay_1","amount":100,"currency":"INR","status":"sold"}'],
  ])("is 'unavailable' when it answers 200 with %s", async (_what, body) => {
    server.faults.push({ when: () => true, answer: (res) => res.writeHead(200).end(body) });
    expect((await errorOf(ask())).kind).toBe("unavailable");
  });

  test("is 'unavailable' when the connection is refused", async () => {
    const unreachable = server.gateway({ apiBase: "http://127.0.0.1:9" });
    const error = await errorOf(unreachable.createOrder(anOrder()));
    expect(error).toMatchObject({ kind: "unavailable", statusCode: undefined });
  });

  test("times out even when the answer keeps sending bytes", async () => {
    let drip: NodeJS.Timeout | undefined;
    server.faults.push({
      when: () => true,
      answer: (res) => {
        res.writeHead(200, { "Content-Type": "application/json" });
        drip = setInterval(() => res.write(" "), 20);
        res.on("close", () => clearInterval(drip));
      },
    });
    expect((await errorOf(server.gateway({ timeoutMs: 150 }).fetchPayment("pay_1"))).kind).toBe(
      "unavailable",
    );
  });

  test("is aborted when the answer is too long", async () => {
    let sent = 0;
    server.faults.push({
      when: () => true,
      answer: (res) => {
        res.writeHead(200, { "Content-Type": "application/json" });
        const more = () => {
          if (res.destroyed || sent > 200_000_000) return void res.end();
          sent += 1_000_000;
          res.write(" ".repeat(1_000_000), () => setImmediate(more));
        };
        more();
      },
    });
    expect((await errorOf(ask())).kind).toBe("unavailable");
    expect(sent).toBeLessThan(100_000_000);
  });

  test("is refused when the answer is another payment than requested", async () => {
    const payment = await paid();
    const other = await gateway.fetchPayment((await paid()).razorpay_payment_id);
    const body = JSON.stringify({
      id: other.id,
      order_id: other.orderId,
      amount: 49_900,
      currency: "INR",
      status: "captured",
    });
    server.faults.push({
      when: () => true,
      answer: (res) => res.writeHead(200, { "Content-Type": "application/json" }).end(body),
    });
    expect((await errorOf(gateway.fetchPayment(payment.razorpay_payment_id))).kind).toBe("refused");
  });

  test("gives an error without keys, which can be logged", async () => {
    const wrong = server.gateway({ keySecret: "not-the-secret" });
    const error = await errorOf(wrong.fetchPayment("pay_00000000000000"));
    expect(error.statusCode).toBe(401);
    const logged = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error.cause);
    expect(logged).not.toContain("not-the-secret");
    expect(logged).not.toContain(Buffer.from(`${keys.keyId}:not-the-secret`).toString("base64"));
  });

  test("is not redirected elsewhere with the shop's keys", async () => {
    server.faults.push({
      when: () => true,
      answer: (res) => res.writeHead(302, { Location: `${server.origin}/v1/payments/pay_elsewhere` }).end(),
    });
    expect((await errorOf(ask())).kind).toBe("unavailable");
    expect(server.calls).toHaveLength(1);
  });
});
