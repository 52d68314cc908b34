import { describe, expect, test } from "vitest";
import { sandboxKeys } from "~/domain/sales/gateways/sandbox/sandbox-keys.server";
import { hmacHex } from "~/domain/sales/gateways/razorpay/signatures.server";
import { tokenClient } from "~/test/api";
import { capturedPayment, createShopOrder, orderState } from "~/test/orders";
import { testShop } from "~/test/shop";
import { webhookBody } from "~/test/payments/webhooks";

const keys = sandboxKeys();
const shop = testShop();

let count = 0;
const send = (body: BodyInit, headers: Record<string, string>) =>
  fetch(new URL("/payments/webhook", shop.origin), { method: "POST", body, headers });
const signed = (body: string, eventId = `event-${++count}`) =>
  send(body, { "X-Razorpay-Signature": hmacHex(keys.webhookSecret, body), "x-razorpay-event-id": eventId });
const events = (eventId: string) =>
  shop.db.read.selectFrom("payment_events").selectAll().where("event_id", "=", eventId).execute();
const stored = async (eventId: string) =>
  shop.db.read
    .selectFrom("payment_events")
    .select(["kind", "body"])
    .where("event_id", "=", eventId)
    .execute();

test("stores a signed event once", async () => {
  // Without spaces: once processed, the event is rewritten without the payer's data.
  const body = '{"event":"payment.pending","payload":{"note":"₹"}}';
  for (let time = 0; time < 3; time++) expect((await signed(body, "once")).status).toBe(200);
  expect(await stored("once")).toEqual([{ kind: "payment.pending", body }]);
});

test("the event of a refund comes before that of its payment: the money is back, and nothing is packed", async () => {
  const order = await createShopOrder(shop, "pending");
  const customer = await tokenClient(shop, order.accountId);
  const status = async () =>
    (await customer.get<{ status: string }>(`/customer/orderstatus/${order.orderId}`)).body.status;
  const payment = capturedPayment(order, { id: `pay_early_${order.orderId}` });
  const refund = {
    id: "rfnd_early",
    paymentId: payment.id,
    amount: order.total,
    status: "processed",
  } as const;
  const about = { refund, payment };
  expect((await signed(webhookBody("refund.processed", about), "early-refund")).status).toBe(200);
  await expect.poll(async () => (await events("early-refund"))[0]!.waits_for).toBe(payment.id);
  expect(await status()).toBe("Pending");
  expect((await signed(webhookBody("payment.captured", { payment }), "late-payment")).status).toBe(200);
  await expect.poll(status).toBe("Refunded");
  expect(await events("early-refund")).toMatchObject([
    { last_error: null, processed_at: expect.any(String) },
  ]);
});

describe("after a change of the provider, while the earlier one's keys are still set", () => {
  const WEBHOOK_SECRET = "the earlier provider's webhook secret";
  const changed = testShop({
    PAYMENTS: "sandbox",
    RAZORPAY_KEY_ID: "rzp_test_00000000000000",
    RAZORPAY_KEY_SECRET: "the earlier provider's key",
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });

  /** An order whose payment was begun at the earlier provider. */
  async function orderOfBefore() {
    const order = await createShopOrder(changed, "pending");
    const gatewayOrderId = `order_before_${order.orderId}`;
    const before = { gateway: "razorpay", gateway_order_id: gatewayOrderId };
    await changed.db.write.updateTable("orders").set(before).where("id", "=", order.orderId).execute();
    return { ...order, gatewayOrderId };
  }
  const sendTo = (body: string, secret: string) =>
    fetch(new URL("/payments/webhook", changed.origin), {
      method: "POST",
      body,
      headers: { "X-Razorpay-Signature": hmacHex(secret, body), "x-razorpay-event-id": `event-${++count}` },
    });

  test("its late webhook pays the order", async () => {
    const order = await orderOfBefore();
    const body = webhookBody("payment.captured", { payment: capturedPayment(order) });
    expect((await sendTo(body, "guess")).status).toBe(400);
    expect((await sendTo(body, WEBHOOK_SECRET)).status).toBe(200);
    await expect.poll(() => orderState(changed.db.read, order.orderId)).toBe("paid");
    const event = await changed.db.read.selectFrom("payment_events").selectAll().executeTakeFirstOrThrow();
    expect(event).toMatchObject({ gateway: "razorpay", last_error: null });
    expect((await sendTo(body, keys.webhookSecret)).status).toBe(200);
  });

  test("a shopper who comes back from its page needs its signature, not the new one's", async () => {
    const order = await orderOfBefore();
    const fields = {
      razorpay_order_id: order.gatewayOrderId,
      razorpay_payment_id: "pay_before",
      razorpay_signature: hmacHex(keys.keySecret, `${order.gatewayOrderId}|pay_before`),
    };
    const init = { method: "POST", body: new URLSearchParams(fields), redirect: "manual" } as const;
    const back = await fetch(new URL("/payments/callback", changed.origin), init);
    expect(back.headers.get("Location")).toBe(`/checkout/return/${order.orderId}?outcome=bad_signature`);
  });
});

test("recognises a repeated event without an id by its body", async () => {
  const body = '{"event":"payment.pending","n":1}';
  const headers = { "X-Razorpay-Signature": hmacHex(keys.webhookSecret, body) };
  for (let time = 0; time < 2; time++) expect((await send(body, headers)).status).toBe(200);
  const rows = await shop.db.read
    .selectFrom("payment_events")
    .select("id")
    .where("body", "=", body)
    .execute();
  expect(rows).toHaveLength(1);
});

test("refuses and logs events that are not signed with the webhook's secret", async () => {
  const body = '{"event":"order.paid"}';
  const wrong = ["", "0".repeat(64), hmacHex(keys.keySecret, body), hmacHex(keys.webhookSecret, `${body} `)];
  for (const [index, signature] of wrong.entries()) {
    const headers = { "X-Razorpay-Signature": signature, "x-razorpay-event-id": `forged-${index}` };
    expect((await send(body, headers)).status).toBe(400);
    expect(await stored(`forged-${index}`)).toEqual([]);
  }
  await expect.poll(() => shop.output()).toContain("a webhook with a wrong signature was refused");
});

test.each(["", "null", "[]", "{}", '{"event":5}', '{"event":""}', "{", "\uFEFF{}"])(
  "answers 400 to the signed body %j",
  async (body) => {
    expect((await signed(body)).status).toBe(400);
  },
);

test("answers 413 over 64 kB, announced or streamed, and goes on", async () => {
  const large = "x".repeat(65_537);
  expect((await send(large, {})).status).toBe(413);
  // One byte too many, without an end: the answer comes while the client could still send more.
  const parts = new ReadableStream({
    start(controller) {
      for (const length of [32_768, 32_768, 1])
        controller.enqueue(new TextEncoder().encode("x".repeat(length)));
    },
  });
  const streamed = { method: "POST", body: parts, duplex: "half" } as RequestInit;
  expect((await fetch(new URL("/payments/webhook", shop.origin), streamed)).status).toBe(413);
  expect((await signed('{"event":"payment.pending","after":413}')).status).toBe(200);
});

test("only accepts POST", async () => {
  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    const answer = await fetch(new URL("/payments/webhook", shop.origin), { method });
    expect(answer.status).toBe(405);
  }
});
