/** Webhooks: what the shop tells other servers, and when it tries again. Times ISO 8601. */

import type { AuditValue } from "~/domain/kit/audit/audit";

export const WEBHOOK_EVENTS = [
  "order.paid",
  "order.changed",
  "order.dispatched",
  "order.cancelled",
  "parcel.sent",
  "parcel.delivered",
  "order.refunded",
  "stock.low",
  "book.changed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of the button 'Send a test event'; every endpoint gets it. */
export const TEST_EVENT = "webhook.test";
export const TEST_MESSAGE = "A test from the back office. Nothing has happened in the shop.";

export const EVENT_WORDS: Record<WebhookEvent, string> = {
  "order.paid": "An order is paid",
  "order.changed": "Staff change a paid or confirmed order, correct a parcel, or take a step back",
  "order.dispatched": "An order is shipped",
  "parcel.sent": "A parcel of an order is sent",
  "parcel.delivered": "A parcel of an order has arrived",
  "order.cancelled": "A paid order is cancelled",
  "order.refunded": "Money for an order is returned, in part or in full",
  "stock.low": "A book's stock falls to the low-stock mark or below",
  "book.changed": "A book is added or changed by staff",
};

/** Each may wait for its own server, so more would need a limit of deliveries at once. */
export const MOST_ENDPOINTS = 10;

export type EndpointState = "active" | "paused";
/** Why an endpoint is paused: by staff; after failing for three days; it answered 410. */
export type PauseReason = "staff" | "failing" | "gone";

export interface Endpoint {
  id: number;
  url: string;
  description: string;
  events: WebhookEvent[];
  state: EndpointState;
  pausedBecause: PauseReason | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Until then the former secret signs too; null: it does not any more. */
  formerUntil: string | null;
  /** Rises with each change by staff. */
  version: number;
  createdAt: string;
  /** The account that made it; null: it does not exist any more. */
  makerId: number | null;
}

export const PAUSE_WORDS: Record<PauseReason, string> = {
  staff: "Paused",
  failing: "Paused: failed for three days",
  gone: "Paused: it answered that it is gone",
};

export const DELIVERY_STATUSES = ["queued", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DELIVERY_WORDS: Record<DeliveryStatus, string> = {
  queued: "Waiting",
  delivered: "Delivered",
  failed: "Given up",
};

export const ENDPOINT_NOT_FOUND = "This endpoint does not exist any more";

/** What two members of staff changed at once. */
export interface EndpointClash {
  /** Saving again with it overwrites the other's change. */
  version: number;
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The pause after each failed try; the last one repeats. */
const PAUSES = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
export const GIVE_UP_AFTER_MS = 72 * HOUR;
/** The pause varies by so much, so that many deliveries to a server that was down do not all return at once. */
const JITTER = 0.1;

/**
 * The time of the next try after a failed one. The last try is three days after the first.
 * @param attempts made so far @param random 0 to 1 @returns null when the delivery is given up
 */
export function nextTry(attempts: number, firstTryAt: Date, now: Date, random = Math.random()): Date | null {
  const end = firstTryAt.getTime() + GIVE_UP_AFTER_MS;
  if (now.getTime() >= end) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1]! * (1 + JITTER * (2 * random - 1));
  return new Date(Math.min(now.getTime() + pause, end));
}
