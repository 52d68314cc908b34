/**
 * What the shop needs of a payment gateway. Amounts are integer paise. The pages named are Razorpay's, below
 * razorpay.com/docs; the sandbox answers in the same protocol.
 */

/** api/orders/entity */
export interface GatewayOrder {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
  status: "created" | "attempted" | "paid";
}

/** api/payments/entity. `orderId` is empty for a payment without an order. */
export interface GatewayPayment {
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  method: string | null;
  /** Why a failed payment failed, in words for the shopper. */
  errorDescription: string | null;
}

/** api/refunds/entity */
export interface GatewayRefund {
  id: string;
  paymentId: string;
  amount: number;
  status: "pending" | "processed" | "failed";
}

/**
 * The gateway gave no good answer. `message` is fit to show to a shopper.
 * - unavailable: no answer, a server error, a limit, our own keys refused: nothing is known of what came of the call;
 *   the same call may be made again later.
 * - refused: the gateway understood the call and will not do it; the same call will be refused again.
 */
export class GatewayError extends Error {
  override name = "GatewayError";
  constructor(
    readonly kind: "unavailable" | "refused",
    message: string,
    /** The HTTP status; undefined when no answer came. */
    readonly statusCode?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Every call that reaches out may reject with a `GatewayError`. */
export interface Gateway {
  readonly name: "razorpay" | "sandbox";
  /** Public: the browser sends it to the gateway. */
  readonly keyId: string;
  /** The script that defines `window.Razorpay` (payments/payment-gateway/web-integration/standard). */
  readonly checkoutScript: string;
  /** Where the form of a shopper without JavaScript goes (payments/payment-gateway/web-integration/hosted). */
  readonly hostedCheckout: string;
  /** Other origins that the payment page's Content-Security-Policy lets in. */
  readonly origins: string[];
  /**
   * api/orders/create. The same receipt twice gives the same gateway order, also after an answer that was lost.
   * @param order.receipt unique, at most 40 characters; @param order.amount at least 100 paise;
   * @param order.notes at most 15 pairs of 256 characters
   */
  createOrder(order: {
    receipt: string;
    amount: number;
    currency: "INR";
    notes: Record<string, string>;
  }): Promise<GatewayOrder>;
  /** api/payments/fetch-with-id */
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** api/orders/fetch-payments: every attempt, failed ones too. */
  fetchOrderPayments(gatewayOrderId: string): Promise<GatewayPayment[]>;
  /**
   * api/refunds/normal-refunds-idempotent. The same key with the same values gives the same refund.
   * @param refund.idempotencyKey at least 10 of A–Z a–z 0–9 _ -
   */
  refund(refund: {
    paymentId: string;
    amount: number;
    idempotencyKey: string;
    notes: Record<string, string>;
  }): Promise<GatewayRefund>;
  /** api/refunds/fetch-with-id */
  fetchRefund(id: string): Promise<GatewayRefund>;
  /**
   * Hosted integration, section 1.4: whether the gateway vouches for this payment.
   * @param signed.orderId the gateway order's id as the shop stored it, never the posted one
   */
  isPaymentSignatureValid(signed: { orderId: string; paymentId: string; signature: string }): boolean;
  /** webhooks/validate-test. @param rawBody as received, before any parsing */
  isWebhookSignatureValid(rawBody: string, signature: string): boolean;
}
