import type { Db } from "~/db/database.server";
import { logOrderEvent } from "../orders/order-events.server";
import type { PaymentSource } from "./payments";

export type RefusalReason =
  | "wrong_amount"
  | "wrong_currency"
  | "other_order"
  | "bad_signature"
  | "unknown_payment";

/** Anybody who knows a gateway order's id can post forged payments, so only the first ones are logged. */
const LOGGED_PER_ORDER = 20;

/**
 * Writes a refused payment into the order's log, once per payment and reason.
 * @param trx an open transaction; @param refusal.amount paise as posted, null when absent
 */
export async function logRefusal(
  trx: Db,
  refusal: {
    orderId: number;
    paymentId: string;
    reason: RefusalReason;
    amount: number | null;
    currency?: string;
    source: PaymentSource;
  },
  now: Date,
): Promise<void> {
  const { orderId, reason, amount, currency, source } = refusal;
  // Anybody can post this, so it is cut to the length of a payment's id.
  const payment = refusal.paymentId.slice(0, 40);
  const logged = await trx
    .selectFrom("order_events")
    .select("detail")
    .where("order_id", "=", orderId)
    .where("kind", "=", "payment_refused")
    .execute();
  const isKnown = logged.some((event) => {
    const detail = JSON.parse(event.detail) as { payment?: string; reason?: string };
    return detail.payment === payment && detail.reason === reason;
  });
  if (isKnown || logged.length >= LOGGED_PER_ORDER) return;
  const detail = { payment, reason, amount, ...(currency && { currency }), source };
  await logOrderEvent(trx, { orderId, kind: "payment_refused", actor: "gateway", detail }, now);
}
