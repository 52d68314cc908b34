import type { Db } from "~/db/database.server";
import type { GatewayCheckout } from "./gateway-checkout";

/** What the shop needs of a payment gateway, independent of the provider. Amounts are integer paise. */

/** The gateway's record of an order to be paid. */
export interface GatewayOrder {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
  status: "created" | "attempted" | "paid";
}

/**
 * One attempt to pay. `orderId` is the gateway order's id, empty for a payment without an order.
 * - authorized: the money is reserved, not taken yet; captured: the shop has it
 * - failed: it can still become captured, when the bank approves it late
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

/** A row of what the gateway has paid to the shop's bank, or will pay; as its report has it. */
export interface GatewaySettled {
  /** "payment", "refund", or what else the gateway calls it. */
  kind: string;
  /** Its id of the payment, refund … */
  entity: string;
  amount: number;
  fee: number;
  tax: number;
  debit: number;
  credit: number;
  /** null: not paid to the bank yet. `settledAt`: Unix seconds. */
  settlement: { id: string; settledAt: number; utr: string } | null;
}

/**
 * A call to the gateway failed. `message` can be shown to a shopper.
 * - unavailable: no answer, a server error, a rate limit, or refused keys. It is not known whether the call had an
 *   effect; the same call may be repeated later.
 * - refused: the gateway understood the call and refused it; the same call will be refused again.
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

/** The data of an order to be paid. */
export interface OrderToPay {
  gatewayOrderId: string;
  /** Paise. */
  amount: number;
  currency: "INR";
  shopName: string;
  /** What is paid, as the gateway shows it. */
  description: string;
  customer: { name: string; email: string; mobile: string };
  /** How long the books are held. */
  seconds: number;
  /** The URL that the gateway's own page posts to at the end. */
  callbackUrl: string;
  cancelUrl: string;
}

/** What the browser posts after the gateway's page or window. It is not trusted until it is checked. */
export interface GatewayReturn {
  /** Empty when absent. */
  gatewayOrderId: string;
  /** Empty when no payment went through. */
  paymentId: string;
  /** The signature of the two ids; empty when the gateway does not sign. */
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
      /** The event's id, by which a repeated delivery is recognised; at most 200 characters. */
      eventId: string;
      /** The gateway's name for the kind of event; at most 100 characters. */
      kind: string;
    }
  /** wrong_signature: it does not come from the gateway; unreadable: it does, but is not a valid event. */
  | { ok: false; reason: "wrong_signature" | "unreadable" };

/** The content of an event. */
export type GatewayNews =
  | { about: "payment"; payment: GatewayPayment }
  | { about: "refund"; refund: GatewayRefund }
  /** Not relevant for the shop; the remark says why and is stored with the event. */
  | { about: "nothing"; remark: string };

/** A provider set up with the shop's keys. Every call over the network may reject with a `GatewayError`. */
export interface Gateway {
  /** The provider's name in payment-providers.ts. */
  readonly name: string;
  /** Public: browsers and clients of the API open the gateway's window with it. */
  readonly keyId: string;
  /** URL of the window's script, for clients of the API. */
  readonly checkoutScript: string;
  /** Other origins that the payment page's Content-Security-Policy allows. */
  readonly origins: string[];
  /** A call that needs the keys and changes nothing. Rejects with 401 or 403 if the gateway refuses the keys. */
  testKeys(): Promise<void>;
  /** The form and the window for paying this order. */
  checkout(order: OrderToPay): GatewayCheckout;
  /**
   * A repeated call with the same receipt returns the same gateway order, also when the first answer was lost. Ids of
   * orders, payments and refunds must be unique in the shop: a gateway that counts 1, 2, 3 … prefixes its name.
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
  /** All attempts to pay the order, failed ones too. */
  fetchOrderPayments(gatewayOrderId: string): Promise<GatewayPayment[]>;
  /**
   * A repeated call with the same key and values returns the same refund.
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
   * A page of what it has settled in a month; fewer than `count`: the last one. Absent: the gateway has no such call.
   * @param page.month e.g. "2026-11" @param page.count at most 500
   */
  fetchSettled?(page: { month: string; skip: number; count: number }): Promise<GatewaySettled[]>;
  /**
   * Reads what the gateway's page posts to the callback, and what its window posts to the payment page.
   * @param field the posted field's value; "" when it is absent or a file
   */
  parseReturn(field: (name: string) => string): GatewayReturn;
  /**
   * Checks the gateway's signature of a payment. True if the gateway does not sign, since the gateway is asked next.
   * @param signed.orderId the gateway order's id as the shop stored it, never the posted one
   */
  isPaymentSignatureValid(signed: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Checks the webhook's signature before parsing anything, and reads the event's id and kind. */
  parseWebhook(request: WebhookRequest): ParsedWebhook;
}

/** What `gateway.server.ts` of a provider's folder exports as `driver`. */
export interface GatewayDriver {
  /** @param shop.settings the provider's environment variables; @param shop.origin this process's own URL */
  open(shop: { settings: Record<string, string | undefined>; origin: string }): Gateway;
  /** Needs no keys, so that a stored event can be read even when the shop has switched to another gateway. */
  readEvent(event: { kind: string; body: string }): GatewayNews;
  /** Removes the payer's personal data from an event's body. */
  withoutPayer(body: string): string;
  /** Erases the payer's personal data from tables of the gateway in the shop's database, if it has any. */
  forgetPayer?(trx: Db, ids: { gatewayOrders: string[]; gatewayPayments: string[] }): Promise<void>;
}
