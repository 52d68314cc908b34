/** The newsletter's list for staff. */

import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";

export const SUBSCRIBER_STATES = ["unconfirmed", "confirmed", "unsubscribed"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export const SUBSCRIBER_STATE_LABELS: Record<SubscriberState, string> = {
  unconfirmed: "Unconfirmed",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
};

export const SUBSCRIBER_SORTS = ["id", "email", "requestedAt", "confirmedAt"] as const;

export interface SubscriberSearch extends ListSearch<(typeof SUBSCRIBER_SORTS)[number]> {
  /** null: all. */
  state: SubscriberState | null;
}

/** Reads the screen's URL: confirmed addresses unless it asks for another state, or for "all". */
export function parseSubscriberSearch(params: URLSearchParams): SubscriberSearch {
  const asked = readParam(params, "state");
  const state = SUBSCRIBER_STATES.find((known) => known === asked) ?? "confirmed";
  return { ...parseListSearch(params, SUBSCRIBER_SORTS), state: asked === "all" ? null : state };
}

/** Times ISO 8601. */
export interface Subscriber {
  id: number;
  email: string;
  state: SubscriberState;
  requestedAt: string;
  confirmedAt: string | null;
  /** For an unconfirmed one who had unsubscribed before: the time of that. */
  unsubscribedAt: string | null;
}
