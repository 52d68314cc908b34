import type { Selectable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { together } from "~/db/writing/together.server";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import { lockCustomer, lockOrders } from "~/domain/kit/locks.server";
import { mailedOrders } from "../orders/order-mails.server";
import { noticeMisfit } from "../orders/desk/order-notices.server";
import { readyToTake } from "../orders/stock.server";
import type { GatewayPayment } from "../gateways/gateway.server";
import { advancesPayment, isTaken } from "../gateways/payment-states";
import { type AutomaticRefund, isAutomaticRefund } from "../orders/money/refunds";
import type { PaymentOutcome, PaymentSource } from "./payments";
import { type Misfit, misfitOf } from "../orders/desk/misfit-payments";
import { logRefusal, type RefusalReason } from "./refusals.server";
import { queueAutomaticRefund } from "./refunds/refunds.server";
import { type Order, type OrderRow, recordPayment, settle } from "./settle-order.server";
import { isGone } from "../orders/paying";
import { type Balance, balanceOpenedAs, isOpenBalance, settleBalance } from "./balances.server";
import { openedAs } from "./opened-as.server";
import { releaseWaiting } from "./waiting-events.server";

/**
 * Applies all news of a payment, from any of the four sources. News may come in any order and more than once, since a
 * gateway guarantees neither, and a bank may approve a payment days later. Payments only move forward; 'failed' is not
 * final; a paid order never becomes unpaid. A captured payment pays its order exactly once, or is refunded when the
 * order cannot be fulfilled. A payment with another amount or currency than the order's is refused.
 * @param payment as the gateway reported it: from its API or a webhook whose signature was checked; paise
 * @returns what became of it; refused with no order's number: the shop has no order with this id at the gateway
 */
export async function applyPayment(
  db: Db,
  payment: GatewayPayment,
  source: PaymentSource,
  now = new Date(),
): Promise<PaymentOutcome> {
  const { result, released } = await beside(db, async (trx) => {
    const orders = trx.selectFrom("orders as o").where(openedAs("o", payment.orderId));
    // The customer's cart, then the order.
    await lockCustomer(trx, orders.select("o.account_id").$asScalar());
    await lockOrders(trx, orders.select("o.id").$asScalar());
    const [order, balance, known, released] = await together([
      mailedOrders(trx).where(openedAs("o", payment.orderId)).executeTakeFirst(),
      balanceOpenedAs(trx, payment.orderId),
      trx
        .selectFrom("payments")
        .select(["id", "order_id", "status"])
        .where("gateway_payment_id", "=", payment.id)
        .executeTakeFirst(),
      releaseWaiting(trx, payment, now),
    ]);
    const result: PaymentOutcome = order
      ? await apply(trx, { order, balance }, known, payment, source, now)
      : { outcome: "refused", orderId: null, reason: "unknown_order" };
    return { result, released };
  });
  if (released) wake("payment-events");
  if (result.outcome === "paid" || result.outcome === "refunding") wake("mail");
  if (result.outcome === "refunding") wake("refunds");
  if (result.outcome === "refused") {
    const { orderId, reason } = result;
    logger.warn({ payment: payment.id, orderId, reason, source }, "a payment was refused");
    // Money of another amount goes back.
    wake("refunds");
    wake("mail");
  }
  return result;
}

async function apply(
  trx: Db,
  { order, balance }: { order: Order; balance: Balance | undefined },
  known: Pick<Selectable<Tables["payments"]>, "id" | "order_id" | "status"> | undefined,
  payment: GatewayPayment,
  source: PaymentSource,
  now: Date,
): Promise<PaymentOutcome> {
  const orderId = order.id;
  if (known && known.order_id !== orderId) {
    return refuse(trx, order, payment, { reason: "other_order", source }, now);
  }
  const misfit = misfitOf({ ...payment, asked: balance?.amount ?? null }, order);
  if (misfit) {
    if (isTaken(payment.status) && advancesPayment(known?.status ?? null, payment.status))
      await keepMisfit(trx, { order, balance }, payment, misfit, now);
    return refuse(trx, order, payment, { reason: `wrong_${misfit}`, source }, now);
  }
  if (!advancesPayment(known?.status ?? null, payment.status)) {
    return { outcome: "known", orderId, isPaid: await hasPaid(trx, order, known?.id) };
  }
  // A payment that is refunded was captured before, also when nobody has told so.
  if (!isTaken(payment.status) || (known && isTaken(known.status))) {
    await recordPayment(trx, order, payment, now, balance);
    return { outcome: "recorded", orderId };
  }

  if (balance) return applyToBalance(trx, { order, balance }, payment, source, now);
  if (order.state === "pending") {
    await settle(trx, order, payment, source, now);
    return { outcome: "paid", orderId };
  }
  // The payment is late and the order has lapsed: the order becomes paid if its copies are still in stock.
  const isLapsed = order.cancel_reason === "payment_timeout";
  const take = isLapsed ? await readyToTake(trx, orderId, now) : null;
  if (take) {
    await settle(trx, order, payment, source, now, take);
    return { outcome: "paid", orderId };
  }
  const paymentRowId = await recordPayment(trx, order, payment, now);
  if (isLapsed) {
    // This payment is refunded, so a later payment must not revive the order.
    await trx
      .updateTable("orders")
      .set({ cancel_reason: "unserviceable" })
      .where("id", "=", orderId)
      .execute();
  }
  if (payment.status === "refunded") return { outcome: "recorded", orderId };
  const why = refundReason(order);
  await queueAutomaticRefund(trx, { orderId, paymentRowId, amount: payment.amount, reason: why }, now);
  return { outcome: "refunding", orderId, reason: why };
}

/** Money for what a change has added: it pays that, or goes back when that is paid, was changed again, or the order is over. */
async function applyToBalance(
  trx: Db,
  { order, balance }: { order: Order; balance: Balance },
  payment: GatewayPayment,
  source: PaymentSource,
  now: Date,
): Promise<PaymentOutcome> {
  const orderId = order.id;
  const paymentRowId = await recordPayment(trx, order, payment, now, balance);
  if (isOpenBalance(balance) && !isGone(order.state)) {
    const by = { actor: "gateway" } as const;
    await settleBalance(trx, balance, { by, detail: { payment: payment.id, source } }, now);
    return { outcome: "paid", orderId };
  }
  if (payment.status === "refunded") return { outcome: "recorded", orderId };
  const why = refundReason(order);
  await queueAutomaticRefund(trx, { orderId, paymentRowId, amount: payment.amount, reason: why }, now);
  return { outcome: "refunding", orderId, reason: why };
}

type Reason = Extract<PaymentOutcome, { outcome: "refused" }>["reason"] & RefusalReason;

async function refuse(
  trx: Db,
  { id: orderId }: OrderRow,
  { id: paymentId, amount, currency }: GatewayPayment,
  { reason, source }: { reason: Reason; source: PaymentSource },
  now: Date,
): Promise<PaymentOutcome> {
  const money = currency === "INR" ? { amount } : { amount, currency };
  await logRefusal(trx, { orderId, paymentId, reason, ...money, source }, now);
  return { outcome: "refused", orderId, reason };
}

/**
 * Records money that came in for an order and cannot pay it, so that staff see it there. Rupees go back by themselves, as
 * all money that the order does not need; of another currency the shop has no refunds, so staff make it at the gateway.
 */
async function keepMisfit(
  trx: Db,
  { order, balance }: { order: OrderRow; balance: Balance | undefined },
  payment: GatewayPayment,
  misfit: Misfit,
  now: Date,
): Promise<void> {
  const paymentRowId = await recordPayment(trx, order, payment, now, balance);
  if (payment.status !== "captured") return;
  const refund = { orderId: order.id, paymentRowId, amount: payment.amount, reason: "wrong_amount" } as const;
  if (misfit === "amount") await queueAutomaticRefund(trx, refund, now);
  await noticeMisfit(trx, { orderId: order.id, payment, misfit }, now);
}

function refundReason(order: OrderRow): AutomaticRefund {
  // If a paid order was cancelled since, the mail must not say that the order does not change.
  if (order.paid_at !== null && order.state !== "cancelled" && order.state !== "refunded") {
    return "second_payment";
  }
  if (order.paid_at !== null) return "order_cancelled";
  return order.cancel_reason === "payment_timeout" || order.cancel_reason === "unserviceable"
    ? "unserviceable"
    : "order_cancelled";
}

/** Whether this payment is the one that paid the order: captured, and not refunded automatically. */
async function hasPaid(trx: Db, order: OrderRow, paymentRowId: number | undefined): Promise<boolean> {
  if (order.paid_at === null || paymentRowId === undefined) return false;
  const payment = await trx
    .selectFrom("payments")
    .select("status")
    .where("id", "=", paymentRowId)
    .executeTakeFirst();
  if (payment?.status !== "captured" && payment?.status !== "refunded") return false;
  const refunds = await trx
    .selectFrom("refunds")
    .select("reason")
    .where("payment_id", "=", paymentRowId)
    .execute();
  return !refunds.some((refund) => isAutomaticRefund(refund.reason));
}
