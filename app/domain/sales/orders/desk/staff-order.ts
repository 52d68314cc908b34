import type { RefundStatus } from "../../gateways/payment-states";
import type { RefundedLine } from "../money/refund-lines";
import { isAutomaticRefund } from "../money/refunds";
import type { StaffOrderStatus } from "../fulfilment/fulfilment";
import { eventActor, type TimelineEvent } from "./order-timeline";
import type { OrderDetail } from "../order-detail";
import { stillDueAtDoor, stillToPay } from "../paying";
import type { OrderReturn } from "../returns/returns";

/** Everything staff may know of an order. Money in paise, times ISO 8601. */
export interface StaffOrder extends Omit<OrderDetail, "refunds"> {
  customer: { id: number; name: string; email: string };
  /** All of them, the oldest first. */
  refunds: StaffOrderRefund[];
  events: TimelineEvent[];
  /** Paise: what was paid, and the part of it that has no refund; null: never paid. */
  money: { paid: number; left: number } | null;
  status: StaffOrderStatus;
  /** What is paid by a link that staff can send: an order that they placed, or what a change has added; 0: nothing. Paise. */
  dueByLink: number;
}

export interface StaffOrderRefund {
  id: number;
  amount: number;
  reason: string;
  /** The reason that staff typed; empty for none. */
  note: string;
  status: RefundStatus;
  /** The payment's id at the gateway. */
  paymentId: string;
  gatewayRefundId: string | null;
  /** The member of staff who requested it; null: not requested by staff. */
  requestedBy: string | null;
  lastError: string | null;
  createdAt: string;
  updatedAt: string;
  /** The failed refund that it repeats. */
  retryOf: number | null;
  /** It failed, and staff have to try it again. */
  isStuck: boolean;
  /** The return that it is for; null: for none. */
  returnId: number | null;
  /** Whether staff pay it back themselves: its money came at the door or by transfer. */
  isByHand: boolean;
  /** How they did; null: not yet, or the payment service did. */
  paidBack: string | null;
  /** The part of it that is for delivery, and the copies that it is for. Paise. */
  shipping: number;
  lines: RefundedLine[];
}

/**
 * The sum of staff's refunds of the order since a return was approved, without refunds of returns: it may have been
 * meant for the returned books. Paise.
 */
export function refundedBeside(
  { refunds }: Pick<StaffOrder, "refunds">,
  { answeredAt, state }: Pick<OrderReturn, "answeredAt" | "state">,
): number {
  if (answeredAt === null || (state !== "approved" && state !== "received")) return 0;
  return refunds
    .filter(({ reason, returnId, status, createdAt }) => {
      const isForOrder = returnId === null && !isAutomaticRefund(reason);
      return isForOrder && status !== "failed" && createdAt >= answeredAt;
    })
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Paise of the delivery that refunds were for. One that failed and was tried again counts once. */
export const refundedShipping = ({ refunds }: Pick<StaffOrder, "refunds">): number =>
  refunds.reduce((sum, { shipping }) => sum + shipping, 0);

/** Rises with each entry of the order's log but a note (`orderVersion`). */
export const versionOf = ({ events }: Pick<StaffOrder, "events">): number =>
  events.find(({ kind }) => kind !== "note")?.id ?? 0;

/** What is still to be paid in all: before the order is sent, by a link, to the shop or at the door. Paise. */
export function dueOf(order: StaffOrder): number {
  if (order.state === "pending") return order.totals.total - (order.money?.paid ?? 0);
  return stillToPay(order) + stillDueAtDoor(order);
}

/** Staff's notes, the newest first. */
export const notesOf = ({ events }: Pick<StaffOrder, "events">) =>
  events
    .filter(({ kind }) => kind === "note")
    .map((event) => ({ id: event.id, at: event.at, by: eventActor(event), note: String(event.detail.note) }));

const REFUND_LABELS: Record<RefundStatus, string> = {
  queued: "Pending: waits to be sent to the payment service",
  pending: "Pending: under way at the bank",
  processed: "Processed",
  failed: "Failed",
};

/** A refund's state for staff. */
export function refundLabel(status: RefundStatus, isByHand = false): string {
  if (isByHand) return status === "processed" ? "Paid back" : "To pay back by hand";
  return REFUND_LABELS[status];
}
