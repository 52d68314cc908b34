import type { Db } from "~/db/database.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { actingKey } from "~/domain/kit/audit/acting-key.server";
import { type EventActor, logOrderEvent } from "../order-events.server";
import { EXCHANGE } from "../exchange/exchange";
import { isByHand } from "../paying";
import { type ReceivedPayment, refundShares } from "./order-money.server";

export interface NewRefund {
  orderId: number;
  paymentRowId: number;
  /** Paise. */
  amount: number;
  /** An `AutomaticRefund`, "staff", "cancellation", or "gateway": made in the gateway's dashboard. */
  reason: string;
  /** The reason that staff typed. */
  note?: string;
  /** Who requested it; by default the system. */
  by?: EventActor;
  /** Unique; random by default. At least 10 of A–Z a–z 0–9 _ - */
  idempotencyKey?: string;
  /** The failed refund that this one repeats. */
  retryOf?: number;
  /** The return that it is for. */
  returnId?: number;
  /** The part of it that is for delivery, and the copies that it is for, in words. Paise. */
  shipping?: number;
  books?: string;
}

/** Queues a refund for `processRefunds`. @param trx an open transaction @returns the refund's id */
export async function queueRefund(trx: Db, refund: NewRefund, now: Date): Promise<number> {
  const { orderId, amount, reason, note = "", by = { actor: "system" }, retryOf, returnId } = refund;
  const { shipping = 0, books = "" } = refund;
  const at = now.toISOString();
  const { id } = await trx
    .insertInto("refunds")
    .values({
      order_id: orderId,
      payment_id: refund.paymentRowId,
      amount,
      reason,
      note,
      requested_by: by.actor === "staff" ? (by.actorAccountId ?? null) : null,
      api_key: by.actor === "staff" ? actingKey() : null,
      retry_of: retryOf ?? null,
      return_id: returnId ?? null,
      shipping,
      idempotency_key: refund.idempotencyKey ?? `refund_${randomToken(18)}`,
      next_try_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const kind = retryOf === undefined ? "refund_queued" : "refund_retried";
  const detail = {
    refund: id,
    amount,
    reason,
    ...(note && { note }),
    ...(returnId && { return: returnId }),
    ...(books && { books }),
    ...(shipping > 0 && { shipping }),
  };
  // Of an exchange the log has one entry, which tells all.
  if (reason !== EXCHANGE) await logOrderEvent(trx, { orderId, kind, ...by, detail }, now);
  return id;
}

/** Further refunds under one key; the first is under the key itself. */
const furtherKey = (key: string, at: number) => (at === 0 ? key : `${key}.${at + 1}`);

/** Whether a refund was queued under this key by `queueRefundOf`. */
export const isUnderKey = (idempotencyKey: string, key: string): boolean =>
  idempotencyKey === key || idempotencyKey.startsWith(`${key}.`);

/**
 * Queues the refund of an amount of an order's money: one for each payment that it is paid back from.
 * @param trx an open transaction @param refund.amount paise, more than 0 and at most what is left of the payments
 * @returns the number of the first, and whether any is paid back by hand
 */
export async function queueRefundOf(
  trx: Db,
  payments: readonly ReceivedPayment[],
  refund: Omit<NewRefund, "paymentRowId" | "retryOf"> & { idempotencyKey: string },
  now: Date,
): Promise<{ id: number; isByHand: boolean }> {
  const shares = refundShares(payments, refund.amount);
  const ids: number[] = [];
  for (const [at, { payment, amount }] of shares.entries()) {
    const idempotencyKey = furtherKey(refund.idempotencyKey, at);
    // What it is for is noted once.
    const whatFor = at === 0 ? {} : { shipping: 0, books: "" };
    const share = { ...refund, ...whatFor, amount, paymentRowId: payment.rowId, idempotencyKey };
    ids.push(await queueRefund(trx, share, now));
  }
  return { id: ids[0]!, isByHand: shares.some(({ payment }) => isByHand(payment.gateway)) };
}
