/** Contact messages in the back office. */

import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";

export const MESSAGE_STATES = {
  open: "To answer",
  answered: "Answered",
  complaints: "Complaints",
  late: "Late complaints",
} as const;
export type MessageState = keyof typeof MESSAGE_STATES;

export interface MessageSearch extends ListSearch<never> {
  /** null: all. */
  state: MessageState | null;
}

/** The list of messages that a URL asks for; an unknown state counts as none. */
export function parseMessageSearch(params: URLSearchParams): MessageSearch {
  const state = readParam(params, "state");
  const isKnown = (text: string | null): text is MessageState =>
    text !== null && Object.hasOwn(MESSAGE_STATES, text);
  return { ...parseListSearch(params), state: isKnown(state) ? state : null };
}

/** Times ISO 8601. */
export interface StaffMessage {
  id: number;
  name: string;
  email: string;
  orderNumber: string;
  /** Of an order that exists; null otherwise. */
  orderId: number | null;
  message: string;
  /** Whether it asks for many copies of a book that is still there: a quotation answers it. */
  asksForCopies: boolean;
  sentAt: string;
  answeredAt: string | null;
  /** Who marked it as answered. */
  answeredBy: string | null;
  /** Whether it is a complaint, and when its receipt was confirmed. */
  isComplaint: boolean;
  acknowledgedAt: string | null;
  /** A complaint that was not confirmed or settled in time. */
  isLate: boolean;
}

export const MESSAGE_NOT_FOUND = "Message not found";
