import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createRazorpayGateway } from "./razorpay.server";

const secrets = { keySecret: "the-key-secret", webhookSecret: "the-webhook-secret" };
const gatewayWith = (given: typeof secrets) =>
  createRazorpayGateway({
    name: "razorpay",
    keyId: "rzp_test_1",
    checkoutScript: "",
    hostedCheckout: "",
    origins: [],
    ...given,
  });
const gateway = gatewayWith(secrets);
const acceptsWebhook = (to: typeof gateway, body: string, signature: string) => {
  const header = (name: string) => (name === "x-razorpay-signature" ? signature : null);
  return to.parseWebhook({ body, header }).ok;
};
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

describe("the signature of a payment", () => {
  const signed = {
    orderId: "order_9A33XWu170gUtm",
    paymentId: "pay_29QQoUBi66xm2f",
    signature: hmac(secrets.keySecret, "order_9A33XWu170gUtm|pay_29QQoUBi66xm2f"),
  };

  test("is Razorpay's, made of the ids of order and payment", () => {
    expect(gateway.isPaymentSignatureValid(signed)).toBe(true);
  });

  test.each([
    ["for another order", { orderId: "order_9A33XWu170gUtn" }],
    ["for another payment", { paymentId: "pay_29QQoUBi66xm2g" }],
    ["cut", { signature: signed.signature.slice(0, -1) }],
    ["longer", { signature: `${signed.signature}0` }],
    ["in uppercase", { signature: signed.signature.toUpperCase() }],
    ["empty", { signature: "" }],
    [
      "with the webhook's secret",
      { signature: hmac(secrets.webhookSecret, `${signed.orderId}|${signed.paymentId}`) },
    ],
    ["with an empty secret", { signature: hmac("", `${signed.orderId}|${signed.paymentId}`) }],
    ["for no ids", { orderId: "", paymentId: "", signature: hmac(secrets.keySecret, "|") }],
    ["with the separator moved", { orderId: `${signed.orderId}|pay_29`, paymentId: "QQoUBi66xm2f" }],
  ])("%s is refused", (_what, forged) => {
    expect(gateway.isPaymentSignatureValid({ ...signed, ...forged })).toBe(false);
  });
});

describe("the signature of a webhook", () => {
  const body = '{"event":"payment.captured",  "note":"₹ ü"}';

  test("is made of the raw body with the webhook secret", () => {
    const right = hmac(secrets.webhookSecret, body);
    expect(acceptsWebhook(gateway, body, right)).toBe(true);
    expect(acceptsWebhook(gateway, `${body} `, right)).toBe(false);
    expect(acceptsWebhook(gateway, JSON.stringify(JSON.parse(body)), right)).toBe(false);
    expect(acceptsWebhook(gateway, body, hmac(secrets.keySecret, body))).toBe(false);
    expect(acceptsWebhook(gateway, body, "")).toBe(false);
  });
});

test("without a secret no signature is valid", () => {
  const bare = gatewayWith({ keySecret: "", webhookSecret: "" });
  expect(acceptsWebhook(bare, '{"event":"order.paid"}', hmac("", '{"event":"order.paid"}'))).toBe(false);
  const signature = hmac("", "order_1|pay_1");
  expect(bare.isPaymentSignatureValid({ orderId: "order_1", paymentId: "pay_1", signature })).toBe(false);
});
