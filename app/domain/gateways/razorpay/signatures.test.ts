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
const takesWebhook = (to: typeof gateway, body: string, signature: string) => {
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

  test("is Razorpay's, over the order's id and the payment's", () => {
    expect(gateway.isPaymentSignatureValid(signed)).toBe(true);
  });

  test.each([
    ["for another order", { orderId: "order_9A33XWu170gUtn" }],
    ["for another payment", { paymentId: "pay_29QQoUBi66xm2g" }],
    ["cut", { signature: signed.signature.slice(0, -1) }],
    ["longer", { signature: `${signed.signature}0` }],
    ["in capitals", { signature: signed.signature.toUpperCase() }],
    ["empty", { signature: "" }],
    [
      "with the webhook's secret",
      { signature: hmac(secrets.webhookSecret, `${signed.orderId}|${signed.paymentId}`) },
    ],
    ["with an empty secret", { signature: hmac("", `${signed.orderId}|${signed.paymentId}`) }],
    ["for no ids", { orderId: "", paymentId: "", signature: hmac(secrets.keySecret, "|") }],
    ["with the bar moved", { orderId: `${signed.orderId}|pay_29`, paymentId: "QQoUBi66xm2f" }],
  ])("%s is refused", (_what, forged) => {
    expect(gateway.isPaymentSignatureValid({ ...signed, ...forged })).toBe(false);
  });
});

describe("the signature of a webhook", () => {
  const body = '{"event":"payment.captured",  "note":"₹ ü"}';

  test("is over the raw body with the webhook's own secret", () => {
    const right = hmac(secrets.webhookSecret, body);
    expect(takesWebhook(gateway, body, right)).toBe(true);
    expect(takesWebhook(gateway, `${body} `, right)).toBe(false);
    expect(takesWebhook(gateway, JSON.stringify(JSON.parse(body)), right)).toBe(false);
    expect(takesWebhook(gateway, body, hmac(secrets.keySecret, body))).toBe(false);
    expect(takesWebhook(gateway, body, "")).toBe(false);
  });
});

test("a missing secret vouches for nothing", () => {
  const bare = gatewayWith({ keySecret: "", webhookSecret: "" });
  expect(takesWebhook(bare, '{"event":"order.paid"}', hmac("", '{"event":"order.paid"}'))).toBe(false);
  const signature = hmac("", "order_1|pay_1");
  expect(bare.isPaymentSignatureValid({ orderId: "order_1", paymentId: "pay_1", signature })).toBe(false);
});
