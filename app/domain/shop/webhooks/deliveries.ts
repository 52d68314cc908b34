/** Deliveries as the back office shows them. Times ISO 8601. */

import type { ListSearch } from "~/domain/kit/listing/listing";
import type { DeliveryStatus, Endpoint } from "./webhooks";

export interface ListedEndpoint extends Endpoint {
  /** Deliveries that wait. */
  queued: number;
  /** When the last one succeeded, of those still kept. */
  lastDeliveredAt: string | null;
}

export interface DeliveryRow {
  id: number;
  type: string;
  createdAt: string;
  status: DeliveryStatus;
  attempts: number;
  /** When it is tried next; only of one that waits. */
  nextTryAt: string | null;
  isSending: boolean;
  /** Of the last try; null: none yet, or no answer. */
  answerStatus: number | null;
  problem: string | null;
}

export interface DeliverySearch extends ListSearch {
  /** null: all. */
  status: DeliveryStatus | null;
}

export interface DeliveryDetail {
  id: number;
  endpointId: number;
  eventId: string;
  type: string;
  createdAt: string;
  status: DeliveryStatus;
  nextTryAt: string | null;
  isSending: boolean;
  /** JSON, as it is sent. */
  payload: string;
  /** The newest first. */
  tries: {
    id: number;
    at: string;
    tookMs: number;
    status: number | null;
    answer: string;
    problem: string | null;
  }[];
}

export const DELIVERY_NOT_FOUND = "This delivery is not kept any more";
