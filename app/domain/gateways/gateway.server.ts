import type { Db } from "~/db/database.server";
import type { GatewayCheckout } from "./gateway-checkout";

/** What the shop needs of a payment gateway, in words of its own. Amounts are integer paise. */

/** The gateway's own record of an order that is to be paid. */
export interface GatewayOrder {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
  status: "created" | "attempted" | "paid";
}

/**
 * One attempt to pay. `orderId` is the gateway order's id, empty for a payment without an order.
 * - authorized: the money is held, not taken yet; captured: the shop has it
 * - failed: it can still become captured, when a bank says yes late
 */
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

/** What the payment page knows of an order that is about to be paid. */
export interface OrderToPay {
  orderId: number;
  gatewayOrderId: string;
  /** Paise. */
  amount: number;
  currency: "INR";
  shopName: string;
  customer: { name: string; email: string; mobile: string };
  /** For so long the books are held. */
  seconds: number;
  /** Where the gateway's own page posts the shopper back to. */
  callbackUrl: string;
  cancelUrl: string;
}

/** What the gateway's page or window gave the browser for the shop. Nothing of it is believed before it is checked. */
export interface GatewayReturn {
  /** Empty where it is not named. */
  gatewayOrderId: string;
  /** Empty when no payment went through. */
  paymentId: string;
  /** What vouches for the two; empty where the gateway signs nothing. */
  signature: string;
}

/** A webhook's request. */
export interface WebhookRequest {
  /** As received, before any parsing. */
  body: string;
  /** A header's value; null when it is absent. */
  header(name: string): string | null;
}

export type ParsedWebhook =
  | {
      ok: true;
      /** The event's own id, by which a repetition is told; at most 200 characters. */
      eventId: string;
      /** The gateway's word for what happened; at most 100 characters. */
      kind: string;
    }
  /** wrong_signature: it does not come from the gateway; unreadable: it does, and is no event. */
  | { ok: false; reason: "wrong_signature" | "unreadable" };

/** What an event tells. */
export type GatewayNews =
  | { about: "payment"; payment: GatewayPayment }
  | { about: "refund"; refund: GatewayRefund }
  /** Nothing that the shop follows; the remark says why and is kept with the event. */
  | { about: "nothing"; remark: string };

/** A gateway that is set up with the shop's keys. Every call that reaches out may reject with a `GatewayError`. */
export interface Gateway {
  /** The provider's name in payment-providers.ts. */
  readonly name: string;
  /** Public: the browser sends it to the gateway. Clients of the API open the gateway's window with it. */
  readonly keyId: string;
  /** The address of the window's script, for clients of the API. */
  readonly checkoutScript: string;
  /** Other origins that the payment page's Content-Security-Policy lets in. */
  readonly origins: string[];
  /** How a shopper gets to the gateway. */
  checkout(order: OrderToPay): GatewayCheckout;
  /**
   * The same receipt twice gives the same gateway order, also after an answer that was lost. Ids of orders, payments
   * and refunds are unique in the shop: those of a gateway that counts 1, 2, 3 … begin with its name.
   * @param order.receipt unique, at most 40 characters; @param order.amount at least 100 paise;
   * @param order.notes at most 15 pairs of 256 characters
   */
  createOrder(order: {
    receipt: string;
    amount: number;
    currency: "INR";
    notes: Record<string, string>;
  }): Promise<GatewayOrder>;
  fetchPayment(id: string): Promise<GatewayPayment>;
  /** Every attempt to pay the order, failed ones too. */
  fetchOrderPayments(gatewayOrderId: string): Promise<GatewayPayment[]>;
  /**
   * The same key with the same values gives the same refund.
   * @param refund.idempotencyKey at least 10 of A–Z a–z 0–9 _ -
   */
  refund(refund: {
    paymentId: string;
    amount: number;
    idempotencyKey: string;
    notes: Record<string, string>;
  }): Promise<GatewayRefund>;
  fetchRefund(id: string): Promise<GatewayRefund>;
  /**
   * Reads what the gateway's page posts to the callback, and what its window posts to the payment page.
   * @param field the posted field's value; "" when it is absent or a file
   */
  parseReturn(field: (name: string) => string): GatewayReturn;
  /**
   * Whether the gateway vouches for this payment. Where it signs nothing: true, since the gateway itself is asked next.
   * @param signed.orderId the gateway order's id as the shop stored it, never the posted one
   */
  isPaymentSignatureValid(signed: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Checks that a webhook comes from the gateway, before anything is parsed, and which event it is. */
  parseWebhook(request: WebhookRequest): ParsedWebhook;
}

/** What a provider's folder exports as `driver` of `gateway.server.ts`. */
export interface GatewayDriver {
  /** @param shop.settings the provider's environment variables; @param shop.origin where this process reaches itself */
  open(shop: { settings: Record<string, string | undefined>; origin: string }): Gateway;
  /** Needs no keys: a stored event is read even when the shop has another gateway by now. */
  readEvent(event: { kind: string; body: string }): GatewayNews;
  /** An event's body without what it says of the payer. */
  withoutPayer(body: string): string;
  /** Erases the payer from what the gateway keeps in the shop's own database, if it does. */
  forgetPayer?(trx: Db, ids: { gatewayOrders: string[]; gatewayPayments: string[] }): Promise<void>;
}
