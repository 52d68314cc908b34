import type { Db } from "~/db/database.server";
import { actingKey } from "~/domain/kit/audit/acting-key.server";

/** The kinds of entries in an order's log. */
export type OrderEventKind =
  | "placed"
  | "note"
  | "paid"
  | "revived"
  | "confirmed"
  | "changed"
  | "exchanged"
  | "balance_paid"
  | "cash_received"
  | "cash_taken_back"
  | "transfer_received"
  | "account_received"
  | "account_taken_back"
  | "account_lowered"
  | "refused"
  | "cancelled"
  | "payment_refused"
  | "refund_queued"
  | "refund_processed"
  | "refund_failed"
  | "refund_retried"
  | "refunded"
  | "packed"
  | "shipped"
  | "delivered"
  | "parcel_sent"
  | "parcel_lost"
  | "parcel_delivered"
  | "parcel_corrected"
  | "parcel_delivery_taken_back"
  | "parcel_loss_taken_back"
  | "parcel_taken_back"
  | "packing_taken_back"
  | "despatch_taken_back"
  | "delivery_taken_back"
  | "shipment_corrected"
  | "release_moved"
  | "confirmation_resent"
  | "code_sent"
  | "return_requested"
  | "return_withdrawn"
  | "return_approved"
  | "return_declined"
  | "return_received";

/** Who takes a step; staff and customers are named by their account. */
export type EventActor = Pick<NewOrderEvent, "actor" | "actorAccountId">;

export interface NewOrderEvent {
  orderId: number;
  kind: OrderEventKind;
  actor: "customer" | "staff" | "gateway" | "system";
  actorAccountId?: number;
  /** Facts for the log; no card data, no signatures. */
  detail?: Record<string, string | number | null>;
}

/**
 * Logs a step of an order with who took it and when (docs/product-decisions.md §3.7); a step of staff by an API key names
 * the key too.
 * @param trx the transaction of the step @returns the entry's id
 */
export async function logOrderEvent(trx: Db, event: NewOrderEvent, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto("order_events")
    .values({
      order_id: event.orderId,
      kind: event.kind,
      detail: JSON.stringify(event.detail ?? {}),
      actor: event.actor,
      actor_account_id: event.actorAccountId ?? null,
      api_key: event.actor === "staff" ? actingKey() : null,
      happened_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
