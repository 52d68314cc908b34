import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { basic, sandboxCaller } from "~/test/payments/sandbox-caller";
import { sandboxKeys } from "./sandbox-keys.server";
import { cardFailure, TEST_CARDS, upiFailure } from "./sandbox-methods";

const db = await createTestDatabase();
const keys = sandboxKeys();
const { call, createOrder, payFor } = sandboxCaller(db.write);

describe("the sandbox refuses", () => {
  test.each([
    ["no key", null],
    ["another scheme", `Bearer ${keys.keySecret}`],
    ["the key id alone", basic(`${keys.keyId}:`)],
    ["a wrong secret", basic(`${keys.keyId}:${keys.keySecret.slice(1)}`)],
    ["nonsense", "Basic %%%"],
  ])("calls with %s", async (_what, authorization) => {
    for (const [method, path] of [
      ["POST", "/orders"],
      ["GET", "/orders"],
      ["GET", "/payments/pay_1"],
      ["POST", "/payments/pay_1/refund"],
    ] as const) {
      const answer = await call(method, path, { authorization, body: { amount: 5000, currency: "INR" } });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: "BAD_REQUEST_ERROR" } } });
    }
  });

  test("payments with another key id or none", async () => {
    const { id } = await createOrder();
    expect((await payFor(id, { key_id: "rzp_sandbox_other" })).status).toBe(401);
    expect((await payFor(id, { key_id: undefined })).status).toBe(401);
  });
});

describe("an order", () => {
  test("has the fields of Razorpay's entity", async () => {
    const order = await createOrder({ receipt: "entity-1", notes: { order: "17" } });
    expect(order).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: "order",
      amount: 5000,
      amount_paid: 0,
      amount_due: 5000,
      currency: "INR",
      receipt: "entity-1",
      offer_id: null,
      status: "created",
      attempts: 0,
      notes: { order: "17" },
      created_at: expect.any(Number),
    });
    expect(await call("GET", `/orders/${order.id}`)).toEqual({ status: 200, body: order });
    expect((await call("GET", "/orders?receipt=entity-1")).body).toEqual({
      entity: "collection",
      count: 1,
      items: [order],
    });
    expect((await call("GET", "/orders?receipt=entity")).body.count).toBe(0);
  });

  test.each([
    [{ amount: 99 }, "amount", "Order amount less than minimum amount allowed"],
    [{ amount: -100 }, "amount", "Order amount less than minimum amount allowed"],
    [{ amount: 100.5 }, "amount", "The amount must be an integer."],
    [{ amount: "5000" }, "amount", "The amount must be an integer."],
    [{ amount: undefined }, "amount", "amount: is required."],
    [{ currency: "USD" }, "currency", "Currency is not supported"],
    [{ currency: undefined }, "currency", "Currency is not supported"],
    [{ receipt: "r".repeat(41) }, "receipt", "The receipt may not be greater than 40 characters."],
    [
      { notes: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [i, "x"])) },
      "notes",
      "The notes may not have more than 15 items.",
    ],
    [{ notes: { long: "x".repeat(257) } }, "notes.long", "The notes may not be greater than 256 characters."],
  ])("is refused: %j", async (fields, field, description) => {
    const answer = await call("POST", "/orders", { body: { amount: 5000, currency: "INR", ...fields } });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual({
      code: "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step: "payment_initiation",
      reason: "input_validation_failed",
      metadata: {},
      field,
    });
  });

  test("accepts the smallest amount and the longest receipt", async () => {
    expect((await createOrder({ amount: 100, receipt: "r".repeat(40) })).status).toBe("created");
  });

  test("needs a unique receipt only with unique_receipt", async () => {
    const receipt = "twice";
    const [first, second] = [await createOrder({ receipt }), await createOrder({ receipt })];
    expect(first.id).not.toBe(second.id);
    const refused = await call("POST", "/orders", {
      body: { amount: 5000, currency: "INR", receipt, unique_receipt: true },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { description: "Order receipt should be unique.", field: "receipt" } },
    });
  });

  test.each([
    ["POST", undefined],
    ["POST", null],
    ["POST", []],
    ["POST", "amount=5000"],
  ])("is refused without an error for the request %s with body %j", async (method, body) => {
    expect((await call(method, "/orders", { body })).status).toBe(400);
  });
});

describe("a payment", () => {
  test("moves its order from created to attempted to paid, and is signed", async () => {
    const { id } = await createOrder();
    const failed = await payFor(id, { vpa: "failure@razorpay" });
    expect(failed).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "BAD_REQUEST_ERROR",
          description: expect.stringContaining("temporary issue"),
          source: "gateway",
          step: "payment_authorization",
          reason: "payment_failed",
          metadata: { order_id: id, payment_id: expect.stringMatching(/^pay_\w{14}$/) },
        },
      },
    });
    expect((await call("GET", `/orders/${id}`)).body).toMatchObject({
      status: "attempted",
      attempts: 1,
      amount_due: 5000,
    });
    const paid = await payFor(id);
    expect(paid.body).toEqual({
      razorpay_order_id: id,
      razorpay_payment_id: expect.stringMatching(/^pay_\w{14}$/),
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await call("GET", `/orders/${id}`)).body).toMatchObject({
      status: "paid",
      attempts: 2,
      amount_due: 0,
    });
  });

  test("is accepted once; another one for a paid order is refused, also when both are concurrent", async () => {
    const { id } = await createOrder();
    const answers = await Promise.all([payFor(id), payFor(id), payFor(id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body.error.reason).toBe("order_already_paid");
    expect((await call("GET", `/orders/${id}/payments`)).body.count).toBe(1);
  });

  test.each([
    [{ amount: 4900 }, /different from your order amount/],
    [{ amount: undefined }, /amount: is required/],
    [{ currency: "USD" }, /Currency is not supported/],
    [{ method: "cash" }, /Invalid payment method/],
    [{ method: "card" }, /card.number field is required/],
    [{ vpa: undefined }, /vpa field is required/],
    [{ order_id: "order_00000000000000" }, /id provided does not exist/],
    [{ order_id: undefined }, /order id field is required/],
  ])("is refused and not recorded: %j", async (fields, description) => {
    const { id } = await createOrder();
    const answer = await payFor(id, fields);
    expect(answer.status).toBe(400);
    expect(answer.body.error.description).toMatch(description);
    expect((await call("GET", `/orders/${id}`)).body).toMatchObject({ status: "created", attempts: 0 });
  });

  test("stores only the last four digits of a card's number", async () => {
    const { id } = await createOrder();
    await payFor(id, { method: "card", vpa: undefined, card: { number: "4100 2800 0000 1007" } });
    const { body } = await call("GET", `/orders/${id}/payments`);
    expect(JSON.stringify(body)).toContain('"last4":"1007"');
    expect(JSON.stringify(await db.read.selectFrom("sandbox_payments").selectAll().execute())).not.toContain(
      "41002800",
    );
  });

  test("succeeds or fails by its test card or UPI id", () => {
    expect(TEST_CARDS.filter(({ number }) => cardFailure(number) === null)).toHaveLength(3);
    expect(cardFailure("4100 2800 0008 0001")?.reason).toBe("insufficient_fund");
    expect(cardFailure("4111 1111 1111 1111")?.reason).toBe("card_number_invalid");
    expect(upiFailure(" Success@razorpay ")).toBeNull();
    expect(upiFailure("me@bank")?.reason).toBe("invalid_vpa");
  });
});

test.each([
  ["GET", "/"],
  ["GET", "/customers"],
  ["DELETE", "/orders"],
  ["GET", "/orders/order_1/items"],
  ["GET", "/payments/create/ajax"],
  ["GET", "/orders/../payments"],
])("%s %s is answered with 404", async (method, path) => {
  expect((await call(method, path)).status).toBe(404);
});
