import { createHmac } from "node:crypto";
import {
  type Gateway,
  GatewayError,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type GatewayReturn,
  type ParsedWebhook,
  type WebhookRequest,
} from "~/domain/sales/gateways/gateway.server";
import type { GatewayCheckout } from "~/domain/sales/gateways/gateway-checkout";

/** A gateway in memory: stores orders, payments and refunds, signs, and can be down. */
export class MemoryGateway implements Gateway {
  readonly name: string = "sandbox";
  readonly keyId = "key_memory";
  readonly checkoutScript = "";
  readonly origins: string[] = [];
  readonly orders = new Map<string, GatewayOrder>();
  readonly payments = new Map<string, GatewayPayment>();
  readonly refunds = new Map<string, GatewayRefund & { key: string }>();
  isDown = false;
  /** The status of new refunds. */
  refundStatus: GatewayRefund["status"] = "processed";
  #calls = 0;

  /** @param refundPrefix of refund ids, so that several gateways can share a database */
  constructor(readonly refundPrefix = "rfnd") {}

  get calls() {
    return this.#calls;
  }

  #answer() {
    this.#calls += 1;
    if (this.isDown) throw new GatewayError("unavailable", "The gateway is down");
  }

  async testKeys(): Promise<void> {
    this.#answer();
  }

  async createOrder(order: { receipt: string; amount: number; currency: "INR" }): Promise<GatewayOrder> {
    this.#answer();
    const known = [...this.orders.values()].find((one) => one.receipt === order.receipt);
    if (known) return known;
    // As theirs are: letters, digits and _.
    const id = `order_${order.receipt.replace(/\W/g, "_")}`;
    const created: GatewayOrder = { id, status: "created", ...order };
    this.orders.set(created.id, created);
    return created;
  }

  /** Records a shopper's payment, successful or not. */
  pay(payment: GatewayPayment): GatewayPayment {
    this.payments.set(payment.id, payment);
    return payment;
  }

  async fetchPayment(id: string): Promise<GatewayPayment> {
    this.#answer();
    const payment = this.payments.get(id);
    if (!payment) throw new GatewayError("refused", "The id provided does not exist", 400);
    return payment;
  }

  async fetchOrderPayments(gatewayOrderId: string): Promise<GatewayPayment[]> {
    this.#answer();
    return [...this.payments.values()].filter((payment) => payment.orderId === gatewayOrderId);
  }

  async refund(refund: {
    paymentId: string;
    amount: number;
    idempotencyKey: string;
  }): Promise<GatewayRefund> {
    this.#answer();
    if (!/^[\w-]{10,}$/.test(refund.idempotencyKey))
      throw new GatewayError("refused", "The idempotency key is malformed", 400);
    const earlier = [...this.refunds.values()].find((one) => one.key === refund.idempotencyKey);
    if (earlier) return earlier;
    const payment = this.payments.get(refund.paymentId);
    if (payment?.status !== "captured") throw new GatewayError("refused", "The payment is not captured", 400);
    if (this.refunded(payment.id) + refund.amount > payment.amount) {
      throw new GatewayError("refused", "The refund amount provided is greater than amount captured", 400);
    }
    const made = {
      id: `${this.refundPrefix}_${this.refunds.size + 1}`,
      paymentId: refund.paymentId,
      amount: refund.amount,
      status: this.refundStatus,
      key: refund.idempotencyKey,
    };
    this.refunds.set(made.id, made);
    if (this.refunded(payment.id) >= payment.amount)
      this.payments.set(payment.id, { ...payment, status: "refunded" });
    return made;
  }

  /** The sum of processed and pending refunds of a payment. */
  refunded(paymentId: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.paymentId === paymentId && refund.status !== "failed")
      .reduce((sum, refund) => sum + refund.amount, 0);
  }

  async fetchRefund(id: string): Promise<GatewayRefund> {
    this.#answer();
    const refund = this.refunds.get(id);
    if (!refund) throw new GatewayError("refused", "The id provided does not exist", 400);
    return refund;
  }

  settleRefund(id: string, status: "processed" | "failed") {
    const refund = { ...this.refunds.get(id)!, status };
    this.refunds.set(id, refund);
    const payment = this.payments.get(refund.paymentId);
    if (payment && status === "failed") this.payments.set(payment.id, { ...payment, status: "captured" });
  }

  sign(orderId: string, paymentId: string): string {
    return createHmac("sha256", "memory").update(`${orderId}|${paymentId}`).digest("hex");
  }

  isPaymentSignatureValid(signed: { orderId: string; paymentId: string; signature: string }): boolean {
    return signed.signature === this.sign(signed.orderId, signed.paymentId);
  }

  checkout(): GatewayCheckout {
    return { form: { action: "", fields: {} }, window: null };
  }

  parseReturn(field: (name: string) => string): GatewayReturn {
    return { gatewayOrderId: field("order"), paymentId: field("payment"), signature: field("signature") };
  }

  /** Tests store events without a request. */
  parseWebhook(_request: WebhookRequest): ParsedWebhook {
    return { ok: false, reason: "wrong_signature" };
  }
}
