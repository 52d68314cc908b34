/** The entries of an order's log as text. */

import { whoActed } from "~/domain/kit/audit/audit";
import { formatDate } from "~/domain/kit/dates";
import { formatAmount } from "~/domain/kit/money";
import type { CancelReason } from "../orders";
import {
  RETURN_REASON_LABELS,
  RETURN_STATE_LABELS,
  type ReturnReason,
  type ReturnState,
} from "../returns/returns";

export interface TimelineEvent {
  id: number;
  /** ISO 8601. */
  at: string;
  kind: string;
  actor: "customer" | "staff" | "gateway" | "system";
  /** The account's name; null: no account, or a deleted one. */
  name: string | null;
  /** The name of the API key with which the account did it; null: without one. */
  apiKey: string | null;
  detail: Record<string, unknown>;
}

/** Who took the step. */
export function eventActor({
  actor,
  name,
  apiKey,
}: Pick<TimelineEvent, "actor" | "name" | "apiKey">): string {
  if (actor === "gateway") return "Payment service";
  if (actor === "system") return "Automatic";
  if (actor === "customer") return name ?? "The customer";
  if (apiKey !== null) return whoActed(name ?? "a former member of staff", apiKey);
  return name ?? "A former member of staff";
}

const REFUND_REASONS: Record<string, string> = {
  second_payment: "paid twice",
  wrong_amount: "not the order's amount",
  unserviceable: "paid too late, sold out since",
  order_cancelled: "paid after it was cancelled",
  cancellation: "the order was cancelled",
  gateway: "made at the payment service",
  staff: "by staff",
  changed: "the order was changed",
  exchange: "paid for books sent in exchange",
};

/** Why money is refunded, in a few words. @param reason refunds.reason */
export function refundReason(reason: string): string {
  return REFUND_REASONS[reason] ?? reason;
}

const REFUSALS: Record<string, string> = {
  wrong_amount: "its amount is not the order's",
  wrong_currency: "its currency is not the order's",
  other_order: "it belongs to another order",
  bad_signature: "its signature is not the payment service's",
  unknown_payment: "the payment service does not know it",
};

interface EventText {
  what: string;
  /** Lines with details. */
  more?: string[];
}

/** What happened, in a few words, and lines with details. @param isPickUp whether the order's books are fetched at the shop */
export function eventWords(
  { kind, detail }: Pick<TimelineEvent, "kind" | "detail">,
  isPickUp = false,
): Required<EventText> {
  const texts = isPickUp && Object.hasOwn(AT_SHOP, kind) ? AT_SHOP : EVENT_TEXTS;
  const text = Object.hasOwn(texts, kind) ? texts[kind] : undefined;
  if (!text) return { what: kind.replaceAll("_", " "), more: [] };
  const { what, more = [] }: EventText = typeof text === "string" ? { what: text } : text(new Detail(detail));
  return { what, more };
}

/** The details of an event. Values that are missing or have another type become an empty text. */
class Detail {
  constructor(readonly values: Record<string, unknown>) {}

  text(name: string): string {
    const value = this.values[name];
    return typeof value === "string" ? value : "";
  }

  number(name: string): string {
    const value = this.values[name];
    return typeof value === "number" ? String(value) : "";
  }

  money(name: string, currency = "INR"): string {
    const value = this.values[name];
    return typeof value === "number" ? formatAmount(value, currency) : "";
  }
}

/** The texts by kind of event. */
const EVENT_TEXTS: Record<string, string | ((detail: Detail) => EventText)> = {
  note: (detail) => ({ what: "Note", more: [detail.text("note")] }),
  placed: (detail) => ({
    what: "Order placed",
    more: [
      ...labelled("Total", detail.money("total")),
      ...labelled("Discount because", detail.text("discount")),
      ...labelled("Quotation", detail.text("quotation")),
      ...labelled("Accepted by", detail.text("acceptedBy")),
      ...labelled("In exchange for books of order", detail.number("exchangeOf")),
    ],
  }),
  exchanged: (detail) => ({
    what: `Books exchanged: order #${detail.number("order")}`,
    more: [
      ...labelled("Taken back", detail.text("books")),
      ...labelled("Back in stock", detail.text("restocked")),
      ...labelled("Sent", detail.text("sent")),
      ...labelled("Worth", detail.money("value")),
      ...labelled("Still to be paid", detail.money("due")),
      ...labelled("Refunded", detail.money("refund")),
      ...labelled("Reason", detail.text("reason")),
    ],
  }),
  paid: (detail) => ({
    what: `Payment received${after(": ", detail.money("amount"))}`,
    more: [...labelled("Payment", detail.text("payment")), ...labelled("Invoice No", detail.text("invoice"))],
  }),
  revived: "Reinstated by a late payment",
  confirmed: (detail) => ({
    what: `Confirmed${after(", ", detail.money("due"))}${detail.money("due") && " due at the door"}`,
    more: [...labelled("How", detail.text("how")), ...labelled("Invoice No", detail.text("invoice"))],
  }),
  changed: (detail) => ({
    what: `Changed${after(": ", detail.money("totalBefore"))}${after(" → ", detail.money("total"))}`,
    more: [
      ...labelled("Before", detail.text("itemsBefore")),
      ...(detail.text("itemsBefore") ? labelled("Now", detail.text("items")) : []),
      ...labelled("Address", detail.text("address")),
      ...labelled("On the invoice before", detail.text("invoiceBefore")),
      ...labelled("On the invoice now", detail.text("invoice")),
      ...labelled("Gift", detail.text("gift")),
      ...labelled("Delivery", detail.text("delivery")),
      ...labelled("To be paid", detail.money("balance")),
      ...labelled("Note to the customer", detail.text("note")),
    ],
  }),
  balance_paid: (detail) => ({
    what: `${detail.money("amount")} for the change received`,
    more: [
      ...labelled("Payment", detail.text("payment")),
      ...labelled("How", detail.text("how")),
      ...labelled("Reference", detail.text("reference")),
    ],
  }),
  cash_received: (detail) => receiptText(detail, "received at the door"),
  cash_taken_back: (detail) => ({
    what: `Record of ${detail.money("amount")} received at the door taken back`,
    more: [...labelled("Reason", detail.text("reason")), ...labelled("Reference", detail.text("reference"))],
  }),
  transfer_received: (detail) => receiptText(detail, "received by transfer"),
  account_received: (detail) => receiptText(detail, "received on account"),
  account_taken_back: (detail) => ({
    what: `Record of ${detail.money("amount")} received on account taken back`,
    more: labelled("Reason", detail.text("reason")),
  }),
  account_lowered: (detail) => ({
    what: `${detail.money("amount")} less to be paid on account`,
    more: labelled("Reason", detail.text("reason")),
  }),
  refused: (detail) => ({
    what: "Parcel refused, books back in stock",
    more: labelled("Note", detail.text("note")),
  }),
  payment_refused: (detail) => ({
    what: `A payment was refused: ${REFUSALS[detail.text("reason")] ?? "it is not the order's"}`,
    more: [
      ...labelled("Payment", detail.text("payment")),
      ...labelled("Amount", detail.money("amount", detail.text("currency") || "INR")),
    ],
  }),
  packed: "Packed",
  shipped: (detail) => ({
    what: `Shipped${after(" with ", detail.text("carrier"))}`,
    more: [
      ...labelled("Tracking number", detail.text("tracking")),
      ...labelled("Estimated delivery", detail.text("eta") && formatDate(detail.text("eta"))),
    ],
  }),
  parcel_sent: (detail) => ({
    what: `Parcel ${detail.number("parcel")} sent${after(" with ", detail.text("carrier"))}`,
    more: [
      ...labelled("Tracking number", detail.text("tracking")),
      ...labelled("Books", detail.text("books")),
    ],
  }),
  parcel_lost: (detail) => ({
    what: `Parcel ${detail.number("parcel")} lost`,
    more: labelled("Books", detail.text("books")),
  }),
  parcel_delivered: (detail) => ({
    what: `Parcel ${detail.number("parcel")} delivered`,
    more: labelled("Books", detail.text("books")),
  }),
  parcel_corrected: ({ values: { parcel, ...values } }) => ({
    what: `Parcel ${String(parcel)} corrected`,
    more: Object.entries(values).map(([name, value]) => `${name}: ${String(value ?? "none")}`),
  }),
  parcel_delivery_taken_back: (detail) => ({
    what: `Parcel ${detail.number("parcel")} not delivered yet`,
    more: labelled("Books", detail.text("books")),
  }),
  parcel_loss_taken_back: (detail) => ({
    what: `Parcel ${detail.number("parcel")} not lost`,
    more: labelled("Books", detail.text("books")),
  }),
  parcel_taken_back: (detail) => ({
    what: `Parcel ${detail.number("parcel")} taken back`,
    more: labelled("Books", detail.text("books")),
  }),
  delivered: "Delivered",
  packing_taken_back: "Packing taken back",
  despatch_taken_back: "Shipping taken back",
  delivery_taken_back: (detail) => ({
    what: `Delivery${after(" of parcel ", detail.number("parcel"))} taken back`,
    more: labelled("Books", detail.text("books")),
  }),
  shipment_corrected: ({ values }) => ({
    what: "Shipment corrected",
    more: Object.entries(values).map(([name, value]) => `${name}: ${String(value ?? "none")}`),
  }),
  release_moved: ({ values }) => ({
    what: "Told that the release date has moved",
    more: Object.entries(values).map(([title, day]) => `${title}: ${formatDate(String(day))}`),
  }),
  cancelled: (detail) => ({
    what: "Cancelled",
    more: [
      ...cancelReasonWords(detail.text("reason")),
      ...labelled(
        detail.text("reason") === "customer" ? "Reason" : "Note to the customer",
        detail.text("note"),
      ),
    ],
  }),
  refund_queued: (detail) => refundText(detail, "asked for"),
  refund_retried: (detail) => refundText(detail, "tried again"),
  refund_processed: (detail) => ({
    what: `Refund of ${detail.money("amount")} ${detail.text("how") ? "paid back" : "processed"}`,
    more: labelled("How", detail.text("how")),
  }),
  refund_failed: (detail) => ({
    what: `Refund of ${detail.money("amount")} failed`,
    more: labelled("Why", detail.text("why")),
  }),
  refunded: "Refunded in full",
  code_sent: (detail) => ({ what: "New code to confirm", more: labelled("Sent", detail.text("how")) }),
  confirmation_resent: (detail) => ({
    what: "Confirmation sent again",
    more: labelled("To", detail.text("to")),
  }),
  return_requested: (detail) => returnText(detail, "requested"),
  return_approved: (detail) => returnText(detail, "approved"),
  return_declined: (detail) => returnText(detail, "declined"),
  return_received: (detail) => returnText(detail, "received"),
  return_withdrawn: (detail) => returnText(detail, "withdrawn"),
};

/** The texts of steps of books that are fetched at the shop, which have other names. */
const AT_SHOP: typeof EVENT_TEXTS = {
  shipped: "Ready to fetch",
  parcel_sent: (detail) => ({
    what: `Parcel ${detail.number("parcel")} ready to fetch`,
    more: labelled("Books", detail.text("books")),
  }),
  parcel_delivered: (detail) => ({
    what: `Parcel ${detail.number("parcel")} fetched`,
    more: labelled("Books", detail.text("books")),
  }),
  parcel_delivery_taken_back: (detail) => ({
    what: `Parcel ${detail.number("parcel")} not fetched yet`,
    more: labelled("Books", detail.text("books")),
  }),
  delivered: "Fetched",
  refused: (detail) => ({
    what: "Never fetched, books back in stock",
    more: labelled("Note", detail.text("note")),
  }),
  despatch_taken_back: "“Ready to fetch” taken back",
  delivery_taken_back: (detail) => ({
    what: `“Fetched”${after(" of parcel ", detail.number("parcel"))} taken back`,
    more: labelled("Books", detail.text("books")),
  }),
};

const labelled = (label: string, value: string) => (value ? [`${label}: ${value}`] : []);

/** The value with words before it; empty without a value. */
const after = (words: string, value: string) => (value ? words + value : "");

const receiptText = (detail: Detail, how: string): EventText => ({
  what: `${detail.money("amount")} ${how}`,
  more: [
    ...labelled("Reference", detail.text("reference")),
    ...labelled("On", detail.text("on") && formatDate(detail.text("on"))),
  ],
});

const refundText = (detail: Detail, done: string): EventText => ({
  what: `Refund of ${detail.money("amount")} ${done}`,
  more: [
    ...(detail.text("reason") === "staff" ? [] : labelled("Why", refundReason(detail.text("reason")))),
    ...(typeof detail.values.return === "number" ? ["For returned books"] : []),
    ...labelled("For", detail.text("books")),
    ...(typeof detail.values.shipping === "number" ? [`For delivery: ${detail.money("shipping")}`] : []),
    ...labelled("Reason", detail.text("note")),
  ],
});

const returnText = (detail: Detail, state: ReturnState): EventText => ({
  what: RETURN_STATE_LABELS[state],
  more: [
    ...labelled("Books", detail.text("books")),
    ...labelled("Reason", RETURN_REASON_LABELS[detail.text("reason") as ReturnReason] ?? ""),
    ...labelled("Remarks", detail.text("remarks")),
    ...labelled("Note to the customer", detail.text("note")),
    ...labelled("Back in stock", detail.text("restocked")),
  ],
});

const CANCEL_WORDS: Record<CancelReason, string> = {
  payment_timeout: "No payment arrived in time",
  superseded: "Replaced by a newer order before it was paid",
  unserviceable: "Paid too late: the books were sold out",
  customer: "At the customer's request",
  staff: "By the shop",
};

/** Why the order was cancelled, as staff read it. */
export function cancelReasonLabel(reason: CancelReason): string {
  return CANCEL_WORDS[reason];
}

const cancelReasonWords = (reason: string) =>
  reason in CANCEL_WORDS ? [CANCEL_WORDS[reason as CancelReason]] : [];
