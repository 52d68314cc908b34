import type { InsertObject } from "kysely";
import type { Tables } from "~/db/tables";
import { changedFields, type AuditFields } from "~/domain/kit/audit/audit";
import { formatRupees } from "~/domain/kit/money";
import type { OrderEventKind } from "~/domain/sales/orders/order-events.server";
import { type OrderState, STATE_LABELS } from "~/domain/sales/orders/orders";
import { etaDate, iso, type SampleOrder, sampleId, trackingNo } from "./orders-lived";

/** The order's events. @param refundId the id of the order's refund, if it has one */
export function eventRows(
  order: SampleOrder,
  refundId: number | null,
): InsertObject<Tables, "order_events">[] {
  const { life, totals, carrier } = order;
  const { amount, reason, note } = life.refund ?? {};
  const refund = { refund: refundId, amount, reason };
  const details: Record<string, object> = {
    placed: { total: totals.total },
    paid: {
      payment: sampleId("pay", order.ordinal, life.attempts.length - 1),
      amount: totals.total,
      invoice: order.invoiceNo,
      source: order.ordinal % 5 === 0 ? "webhook" : "window",
    },
    cancelled: { reason: cancelledFor(order), ...(life.cancelNote && { note: life.cancelNote }) },
    shipped: { carrier: carrier.name, tracking: trackingNo(order), eta: etaDate(order) },
    refund_queued: { ...refund, ...(note && { note }) },
    refund_processed: refund,
    refunded: { amount },
  };
  const people = { customer: order.accountId, staff: order.staffId, gateway: null, system: null };
  return life.events.map(({ kind, actor, at }) => ({
    order_id: order.id,
    kind,
    detail: JSON.stringify(details[kind] ?? {}),
    actor,
    actor_account_id: people[actor],
    happened_at: iso(at),
  }));
}

/** The reason when the order was cancelled; later events may have changed it. */
function cancelledFor({ life }: SampleOrder) {
  if (life.state === "refunded") return "staff";
  return life.cancelReason === "unserviceable" ? "payment_timeout" : life.cancelReason;
}

/** The audit entries of the order: each step changes the status, a refund changes what is left of the payment. */
export function auditRows(order: SampleOrder): InsertObject<Tables, "audit_entries">[] {
  const rows: InsertObject<Tables, "audit_entries">[] = [];
  let state: OrderState = "pending";
  for (const { kind, actor, at } of order.life.events) {
    const told = actor === "staff" ? auditEntryOf(order, kind) : null;
    const to: OrderState = isState(kind) ? kind : state;
    if (told) {
      const changed = changedFields(
        { Status: STATE_LABELS[state], ...told.before },
        { Status: STATE_LABELS[to], ...told.after },
      );
      rows.push({
        account_id: order.staffId,
        subject: "order",
        subject_id: order.id,
        action: told.action,
        before: JSON.stringify(changed.before),
        after: JSON.stringify(changed.after),
        happened_at: iso(at),
      });
    }
    state = to;
  }
  return rows;
}

const isState = (kind: OrderEventKind): kind is OrderEventKind & OrderState => kind in STATE_LABELS;

function auditEntryOf(
  order: SampleOrder,
  kind: OrderEventKind,
): { action: string; before?: AuditFields; after?: AuditFields } | null {
  const { refund, cancelNote } = order.life;
  const { total } = order.totals;
  switch (kind) {
    case "packed":
      return { action: "packed" };
    case "shipped":
      return {
        action: "shipped",
        after: { Carrier: order.carrier.name, "Tracking number": trackingNo(order) },
      };
    case "delivered":
      return { action: "recorded the delivery of" };
    case "cancelled":
      return {
        action: "cancelled",
        after: {
          ...(cancelNote && { "Note to the customer": cancelNote }),
          ...(refund && { Refund: formatRupees(refund.amount) }),
        },
      };
    case "refund_queued":
      // For a cancelled order it is part of the entry of the cancellation.
      if (refund?.reason !== "staff") return null;
      return {
        action: refund.amount === total ? "refunded" : "refunded a part of",
        before: { "Left of the payment": formatRupees(total) },
        after: {
          "Left of the payment": formatRupees(total - refund.amount),
          Refund: formatRupees(refund.amount),
          Reason: refund.note,
        },
      };
    default:
      return null;
  }
}
