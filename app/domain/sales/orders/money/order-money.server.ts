import { type ExpressionBuilder, expressionBuilder, type Nullable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { BY_HAND, isByHand } from "../paying";
import { SMALLEST_REFUND } from "../../gateways/payment-states";
import { AUTOMATIC_REFUNDS, leftToRefund } from "./refunds";

/** What a payment was asked to be: what a change has added, or what the order's first payment is. */
export const askedFor = (
  eb: ExpressionBuilder<Tables & { o: Tables["orders"]; asked: Nullable<Tables["balances"]> }, "o" | "asked">,
) => eb.fn.coalesce("asked.amount", "o.first_due", eb("o.total", "-", eb.ref("o.due_at_door")));

/** The condition for payments (as `p`) that the shop has not sent back by itself, since the order did not need them. */
export const isOrdersPayment = (() => {
  const { not, exists, selectFrom } = expressionBuilder<Tables & { p: Tables["payments"] }, "p">();
  return not(
    exists(
      selectFrom("refunds as r")
        .select("r.id")
        .whereRef("r.payment_id", "=", "p.id")
        .where("r.reason", "in", AUTOMATIC_REFUNDS),
    ),
  );
})();

/** What was received for an order. */
export interface OrderMoney {
  /** What was paid online first, then what staff recorded. */
  payments: ReceivedPayment[];
  /** What was received, in paise. */
  paid: number;
  /** The part without a refund, in paise. */
  left: number;
}

/** A payment that counts for an order. Paise. */
export interface ReceivedPayment {
  rowId: number;
  /** The provider that took it; 'cash' or 'transfer' was recorded by staff, who pay it back themselves. */
  gateway: string;
  amount: number;
  left: number;
}

/**
 * The money of an order, without a second payment, which is refunded automatically. Of an order that is not accepted yet
 * only what staff recorded. One round trip.
 * @returns null when nothing was received
 */
export async function readOrderMoney(db: Db, orderId: number): Promise<OrderMoney | null> {
  const paying = db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .leftJoin("balances as asked", "asked.id", "p.balance_id")
    .select(["p.id", "p.amount", "p.status", "p.gateway", "p.balance_id"])
    .where("p.order_id", "=", orderId)
    .where("p.status", "in", ["captured", "refunded"])
    .where((eb) =>
      eb.or([
        eb("p.gateway", "in", BY_HAND),
        eb.and([
          eb("o.paid_at", "is not", null),
          eb("p.amount", "=", askedFor(eb)),
          eb("p.currency", "=", eb.ref("o.currency")),
        ]),
      ]),
    )
    .where(isOrdersPayment)
    .orderBy("p.id")
    .execute();
  const all = db
    .selectFrom("refunds")
    .select(["payment_id", "amount", "status"])
    .where("order_id", "=", orderId)
    .execute();
  const [rows, refundsOfOrder] = await Promise.all([paying, all]);
  const online = rows.filter(({ gateway }) => !isByHand(gateway));
  const first = online.find(({ balance_id }) => balance_id === null);
  const counted = [
    ...(first ? [first] : []),
    ...online.filter(({ balance_id }) => balance_id !== null),
    ...rows.filter(({ gateway }) => isByHand(gateway)),
  ];
  if (counted.length === 0) return null;
  const payments = counted.map(({ id, gateway, amount, status }) => {
    const refunds = refundsOfOrder.filter((refund) => refund.payment_id === id);
    // The gateway may say that all is given back before it tells of each refund.
    const left = status === "refunded" ? 0 : leftToRefund(amount, refunds);
    return { rowId: id, gateway, amount, left };
  });
  const sum = (of: "amount" | "left") => payments.reduce((total, one) => total + one[of], 0);
  return { payments, paid: sum("amount"), left: sum("left") };
}

/** A part of a refund, of one payment. Paise. */
export interface RefundShare {
  payment: ReceivedPayment;
  amount: number;
}

/**
 * Which payments an amount is paid back from: as much as can be of what was paid online, then what staff recorded. Of a
 * payment at a gateway nothing is left that it would not refund later.
 * @param amount paise, at most what is left
 */
export function refundShares(payments: readonly ReceivedPayment[], amount: number): RefundShare[] {
  const byHand = payments.reduce((sum, one) => (isByHand(one.gateway) ? sum + one.left : sum), 0);
  let open = amount;
  return payments.flatMap((payment) => {
    const share = isByHand(payment.gateway)
      ? Math.min(open, payment.left)
      : onlineShare(payment.left, open, byHand);
    open -= share;
    return share > 0 ? [{ payment, amount: share }] : [];
  });
}

/** @param left of the payment @param byHand what is left of the money that staff recorded. Paise. */
function onlineShare(left: number, amount: number, byHand: number): number {
  const most = Math.min(amount, left);
  const fits = (share: number) => {
    const rest = left - share;
    const isRefunded = share === 0 || share === left || share >= SMALLEST_REFUND;
    return share >= 0 && amount - share <= byHand && isRefunded && (rest === 0 || rest >= SMALLEST_REFUND);
  };
  return [most, left - SMALLEST_REFUND, 0].find(fits) ?? most;
}

/**
 * Whether news of the order's payment has come and is read at any moment: one that was just stored, such as of a refund, or
 * one that came before its payment and waited.
 * @param trx the transaction that takes a step which the news might rule out
 */
export async function hasUnreadNews(trx: Db, orderId: number, now: Date): Promise<boolean> {
  const unread = await trx
    .selectFrom("payment_events as e")
    .select("e.id")
    .where("e.processed_at", "is", null)
    .where("e.next_try_at", "<=", now.toISOString())
    .where((eb) =>
      eb.or([
        eb("e.about", "in", eb.selectFrom("orders").select("gateway_order_id").where("id", "=", orderId)),
        eb(
          "e.about",
          "in",
          eb.selectFrom("balances").select("gateway_order_id").where("order_id", "=", orderId),
        ),
        eb(
          "e.about",
          "in",
          eb.selectFrom("payments").select("gateway_payment_id").where("order_id", "=", orderId),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return unread !== undefined;
}
