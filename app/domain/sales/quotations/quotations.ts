/** Quotations: offers to customers, each of which becomes one order at most. Money in paise, days as plain dates. Browser-safe. */

import { formatDate } from "~/domain/kit/dates";
import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readId, readParam } from "~/domain/kit/search-params";
import type { QuotedPayment } from "./quotations.schema";

export const QUOTATION_STATES = ["open", "accepted", "expired", "withdrawn"] as const;
export type QuotationState = (typeof QUOTATION_STATES)[number];
export const QUOTATION_STATE_LABELS: Record<QuotationState, string> = {
  open: "Open",
  accepted: "Accepted",
  expired: "Expired",
  withdrawn: "Withdrawn",
};

/** @param quotation as it is stored @param today the date in India */
export const quotationState = (
  { state, validUntil }: { state: Exclude<QuotationState, "expired">; validUntil: string },
  today: string,
): QuotationState => (state === "open" && validUntil < today ? "expired" : state);

/** A row of the list. */
export interface QuotationRow {
  id: number;
  number: string;
  state: QuotationState;
  customer: { id: number; name: string };
  total: number;
  createdAt: string;
  validUntil: string;
  /** The order that it became. */
  orderId: number | null;
}

export interface QuotedLine {
  bookId: number;
  title: string;
  mrp: number;
  unitPrice: number;
  quantity: number;
  hsn: string;
  /** Hundredths of a per cent. */
  taxRate: number;
}

/** What a quotation offers, as it is stored. */
export interface Offer {
  lines: QuotedLine[];
  subtotal: number;
  shipping: number;
  /** Contained in the total. */
  tax: number;
  /** The way of delivery; empty: the shop has no delivery plan. */
  method: string;
  /** What its customer would have open with it, in paise, when staff gave a reason for passing the limit. */
  openWith?: number;
}

/** How an accepted quotation is paid, as a sentence. @param days after the invoice, of an order on account */
export function termsOf(payment: QuotedPayment, days: number): string {
  if (payment === "link") return "Paid online when it is accepted.";
  if (payment === "proforma")
    return "Paid by transfer when it is accepted: a proforma invoice says where to.";
  return days > 0 ? `On account: to be paid ${days} days after it is accepted.` : "On account.";
}

/** Why a quotation cannot be accepted, as a sentence to the customer; null: it can. */
export function whyNotAccepted({
  state,
  validUntil,
  wanted,
}: {
  state: QuotationState;
  validUntil: string;
  wanted: object | null;
}): string | null {
  if (wanted === null || state === "withdrawn") return "This quotation was withdrawn.";
  if (state === "expired") return `This quotation was valid until ${formatDate(validUntil)}.`;
  return null;
}

/** For how many days a quotation is valid unless staff say otherwise, and at most. */
export const VALID_DAYS = 30;
export const MOST_VALID_DAYS = 366;

export const QUOTATION_SORTS = ["number", "total", "valid"] as const;

export interface QuotationSearch extends ListSearch<(typeof QUOTATION_SORTS)[number]> {
  /** null: all. */
  state: QuotationState | null;
  /** Of this customer alone. */
  customer: number | null;
}

/** Reads the parameters of the list's URL. Invalid values are ignored. */
export const parseQuotationSearch = (params: URLSearchParams): QuotationSearch => ({
  ...parseListSearch(params, QUOTATION_SORTS),
  state: QUOTATION_STATES.find((state) => state === readParam(params, "state")) ?? null,
  customer: readId(params, "customer"),
});
