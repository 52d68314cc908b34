/** An order's log in plain words. */

import { formatDate } from "../dates";
import { formatRupees } from "../money";
import type { CancelReason } from "./orders";
import { RETURN_REASON_LABELS, RETURN_STATE_LABELS, type ReturnReason, type ReturnState } from "./returns";

export interface TimelineEvent {
  id: number;
  /** ISO 8601. */
  at: string;
  kind: string;
  actor: "customer" | "staff" | "gateway" | "system";
  /** The account's name; null: no account, or one that is gone. */
  name: string | null;
  detail: Record<string, unknown>;
}

/** Who took the step. */
export function eventActor({ actor, name }: Pick<TimelineEvent, "actor" | "name">): string {
  if (actor === "gateway") return "Payment service";
  if (actor === "system") return "The shop, by itself";
  return name ?? (actor === "staff" ? "A former member of staff" : "The customer");
}

const REFUND_REASONS: Record<string, string> = {
  second_payment: "paid twice",
  unserviceable: "paid too late, sold out since",
  order_cancelled: "paid after it was cancelled",
  cancellation: "the order was cancelled",
  gateway: "made at the payment service",
  staff: "by staff",
};

/** Why money goes back, in a few words. @param reason refunds.reason */
export function refundReason(reason: string): string {
  return REFUND_REASONS[reason] ?? reason;
}

const REFUSALS: Record<string, string> = {
  wrong_amount: "another amount than the order's",
  wrong_currency: "another currency than the order's",
  other_order: "it belongs to another order",
  bad_signature: "its signature is not the payment service's",
  unknown_payment: "the payment service does not know it",
};

/** What happened: a sentence without its subject's name, and what there is to add. */
export function eventWords({ kind, detail }: Pick<TimelineEvent, "kind" | "detail">): {
  what: string;
  more: string[];
} {
  const text = (name: string) => (typeof detail[name] === "string" ? (detail[name] as string) : "");
  const money = (name: string) =>
    typeof detail[name] === "number" ? formatRupees(detail[name] as number) : "";
  const labelled = (label: string, value: string) => (value ? [`${label}: ${value}`] : []);
  switch (kind) {
    case "placed":
      return { what: "Order placed", more: labelled("Total", money("total")) };
    case "paid":
      return {
        what: `Payment received${money("amount") && `: ${money("amount")}`}`,
        more: [...labelled("Payment", text("payment")), ...labelled("Invoice No", text("invoice"))],
      };
    case "revived":
      return { what: "A late payment brought the order back", more: [] };
    case "payment_refused":
      return {
        what: `A payment was refused: ${REFUSALS[text("reason")] ?? "it is not the order's"}`,
        more: [...labelled("Payment", text("payment")), ...labelled("Amount", money("amount"))],
      };
    case "packed":
      return { what: "Packed", more: [] };
    case "shipped":
      return {
        what: `Shipped${text("carrier") && ` with ${text("carrier")}`}`,
        more: [
          ...labelled("Tracking number", text("tracking")),
          ...labelled("Estimated delivery", text("eta") && formatDate(text("eta"))),
        ],
      };
    case "delivered":
      return { what: "Delivered", more: [] };
    case "packing_taken_back":
      return { what: "Packing taken back", more: [] };
    case "despatch_taken_back":
      return { what: "Shipping taken back", more: [] };
    case "delivery_taken_back":
      return { what: "Delivery taken back", more: [] };
    case "shipment_corrected":
      return {
        what: "Shipment corrected",
        more: Object.entries(detail).map(([name, value]) => `${name}: ${String(value ?? "none")}`),
      };
    case "cancelled":
      return {
        what: "Cancelled",
        more: [
          ...cancelReasonWords(text("reason")),
          ...labelled(text("reason") === "customer" ? "Reason" : "Note to the customer", text("note")),
        ],
      };
    case "refund_queued":
    case "refund_retried":
      return {
        what: `Refund of ${money("amount")} ${kind === "refund_queued" ? "asked for" : "tried again"}`,
        more: [
          ...(text("reason") === "staff" ? [] : labelled("Why", refundReason(text("reason")))),
          ...(typeof detail.return === "number" ? ["For returned books"] : []),
          ...labelled("Reason", text("note")),
        ],
      };
    case "refund_processed":
      return { what: `Refund of ${money("amount")} processed`, more: [] };
    case "refund_failed":
      return { what: `Refund of ${money("amount")} failed`, more: labelled("Why", text("why")) };
    case "refunded":
      return { what: "Refunded in full", more: [] };
    case "confirmation_resent":
      return { what: "Confirmation sent again", more: labelled("To", text("to")) };
    case "return_requested":
    case "return_approved":
    case "return_declined":
    case "return_received":
    case "return_withdrawn":
      return {
        what: RETURN_STATE_LABELS[kind.slice("return_".length) as ReturnState],
        more: [
          ...labelled("Books", text("books")),
          ...labelled("Reason", RETURN_REASON_LABELS[text("reason") as ReturnReason] ?? ""),
          ...labelled("Remarks", text("remarks")),
          ...labelled("Note to the customer", text("note")),
          ...labelled("Back in stock", text("restocked")),
        ],
      };
    default:
      return { what: kind.replaceAll("_", " "), more: [] };
  }
}

const CANCEL_WORDS: Record<CancelReason, string> = {
  payment_timeout: "No payment arrived in time",
  superseded: "Replaced by a newer order before it was paid",
  unserviceable: "Paid too late: the books had gone",
  customer: "At the customer's request",
  staff: "By the shop",
};

/** Why the order was cancelled, in staff's words. */
export function cancelReasonLabel(reason: CancelReason): string {
  return CANCEL_WORDS[reason];
}

const cancelReasonWords = (reason: string) =>
  reason in CANCEL_WORDS ? [CANCEL_WORDS[reason as CancelReason]] : [];
