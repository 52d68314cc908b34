/** The staff's list of orders: the parameters of its URL, and what a row shows. */

import { isPlainDate } from "~/domain/kit/dates";
import { type ForgivingListing, type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import type { Wait } from "../fulfilment/pre-orders";
import type { PaymentWay } from "../../delivery/plan";
import { PAYMENT_WAY_LABELS } from "../paying";
import { ORDER_STATES, type OrderState } from "../orders";
import { readParam, readParams, readId, readDigits } from "~/domain/kit/search-params";

const SORTABLE = ["id", "date", "total"] as const;
export type OrderSort = (typeof SORTABLE)[number];

export interface OrderSearch extends ListSearch<OrderSort> {
  /** Empty: all states. */
  states: OrderState[];
  /** First and last day in India on which the orders were placed, e.g. "2026-11-21". */
  from: string | null;
  to: string | null;
  /** The account id of a customer. */
  customer: number | null;
  /** The id of a carrier. */
  carrier: number | null;
  /** Parcels under way to this destination, as `destinationOf` names it, or "international". */
  route: string | null;
  /** Only orders with a failed refund that staff have to try again. */
  refundFailed: boolean;
  /** Only orders with a return that staff have not answered. */
  returnToAnswer: boolean;
  /** Only pre-orders that wait for their books. */
  preorder: boolean;
  /** Only orders that wait for no book. */
  ready: boolean;
  /** Only orders under way whose estimated delivery has passed. */
  late: boolean;
  /** Only orders with a captured payment whose amount or currency is not theirs. */
  misfit: boolean;
  /** Only orders that wait for this (`WAITING_MONEY`). */
  waits: WaitingMoney | null;
  /** Only orders that are paid in this way. */
  payment: PaymentWay | null;
  /** Only orders with the method of delivery of this name. */
  method: string | null;
  /** Only orders that were sent to this zone of the delivery plan, by its id. */
  zone: number | null;
  /** Only orders whose books are fetched at the shop, or that are sent. */
  pickUp: "yes" | "no" | null;
  /** Only orders of the book with this id. */
  book: number | null;
  /** Only orders of a book with these words in its title, or with this ISBN; null: of any. */
  title: string | null;
}

/** What orders wait for that are not paid online, with the words for it. */
export const WAITING_MONEY = {
  confirm: "To confirm: paid at the door",
  transfer: "Waiting for a transfer",
  door: "Sent, money not received from the door",
  balance: "To be paid after a change",
  "pay-back": "To pay back by hand",
} as const;
export type WaitingMoney = keyof typeof WAITING_MONEY;

export interface StaffOrderRow {
  id: number;
  customer: { id: number; name: string };
  /** ISO 8601. */
  placedAt: string;
  state: OrderState;
  /** Whether the books are fetched at the shop. */
  isPickUp: boolean;
  paymentWay: PaymentWay;
  /** Paise: what is paid when the parcel arrives, and what came so far. */
  dueAtDoor: number;
  /** What a change has added and is not paid yet. Paise. */
  balanceDue: number;
  doorReceived: number;
  carrier: string | null;
  trackingNo: string | null;
  /** ISO 8601. */
  despatchedAt: string | null;
  /** A plain date. */
  etaDate: string | null;
  /** Paise. */
  total: number;
  /** What a pre-order waits for; null: nothing. */
  wait: Wait | null;
  /** Whether a refund was asked for that the bank has not confirmed. */
  isRefunding: boolean;
  /** How many notes staff wrote on it. */
  notes: number;
}

/** Whether an order can be packed, as far as its row tells. */
export const isPackable = ({
  state,
  wait,
  balanceDue,
}: Pick<StaffOrderRow, "state" | "wait" | "balanceDue">): boolean =>
  state === "paid" && wait === null && balanceDue === 0;

export type OrderListing = ForgivingListing<StaffOrderRow>;

const EARLIEST = "2000-01-01";
const LATEST = "2999-12-31";
/** Of a destination, a method of delivery, or words of a title. */
const NAME_MAX = 100;

/** Whether this is a date that the list can be filtered by. */
export const isOrderDate = (text: string) => isPlainDate(text) && text >= EARLIEST && text <= LATEST;

const date = (text: string | null) => (text && isOrderDate(text) ? text : null);

const name = (text: string | null): string | null =>
  (text ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, NAME_MAX) || null;

const paymentWay = (text: string | null): PaymentWay | null =>
  text !== null && Object.hasOwn(PAYMENT_WAY_LABELS, text) ? (text as PaymentWay) : null;

const yesOrNo = (text: string | null) => (text === "yes" || text === "no" ? text : null);

const waitingMoney = (text: string | null): WaitingMoney | null =>
  text !== null && Object.hasOwn(WAITING_MONEY, text) ? (text as WaitingMoney) : null;

/**
 * Reads q, page, size, sort, dir, status (several), from, to, customer, carrier, route, refund, return, preorder, ready, late, misfit, waits, payment,
 * method, pickup, zone, book and title. Invalid values are ignored.
 */
export function parseOrderSearch(params: URLSearchParams): OrderSearch {
  const states = new Set(readParams(params, "status", 20));
  return {
    ...parseListSearch(params, SORTABLE),
    states: ORDER_STATES.filter((state) => states.has(state)),
    from: date(readDigits(params, "from")),
    to: date(readDigits(params, "to")),
    customer: readId(params, "customer"),
    carrier: readId(params, "carrier"),
    route: name(readParam(params, "route")),
    refundFailed: readParam(params, "refund") === "failed",
    returnToAnswer: readParam(params, "return") === "requested",
    preorder: readParam(params, "preorder") === "waiting",
    ready: readParam(params, "ready") === "yes",
    late: readParam(params, "late") === "yes",
    misfit: readParam(params, "misfit") === "yes",
    waits: waitingMoney(readParam(params, "waits")),
    payment: paymentWay(readParam(params, "payment")),
    method: name(readParam(params, "method")),
    zone: readId(params, "zone"),
    pickUp: yesOrNo(readParam(params, "pickup")),
    book: readId(params, "book"),
    title: name(readParam(params, "title")),
  };
}

/** Whether any filter is set; an empty list then says so. */
export function isNarrowed(search: OrderSearch): boolean {
  const { q, states, from, to, customer, carrier, route, waits, payment, method, ...others } = search;
  const { pickUp, zone, book, title, ...flags } = others;
  const { refundFailed, returnToAnswer, preorder, ready, late, misfit } = flags;
  return Boolean(
    [
      q,
      states.length,
      from,
      to,
      customer,
      carrier,
      route,
      waits,
      payment,
      method,
      pickUp,
      zone,
      book,
      title,
    ].some(Boolean) || [refundFailed, returnToAnswer, preorder, ready, late, misfit].some(Boolean),
  );
}
