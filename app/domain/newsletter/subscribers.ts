/** The newsletter's list as staff see it. */

import type { ListSearch } from "../listing/listing";

export const SUBSCRIBER_STATES = ["unconfirmed", "confirmed", "unsubscribed"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export const SUBSCRIBER_SORTS = ["id", "email"] as const;

export interface SubscriberSearch extends ListSearch<(typeof SUBSCRIBER_SORTS)[number]> {
  /** null: all. */
  state: SubscriberState | null;
}

/** Times ISO 8601. */
export interface Subscriber {
  id: number;
  email: string;
  state: SubscriberState;
  requestedAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}
