import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { type Gateway, GatewayError } from "../gateways/gateway.server";
import {
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../orders/fulfilment/order-for-step.server";
import { newReceipt } from "../orders/money/receipts.server";
import { notTest } from "../orders/no-test.server";
import { lockForStep } from "../orders/order-locks.server";
import { isGone } from "../orders/paying";
import { openBalance, settleBalance } from "./balances.server";
import { writeByHand } from "./write-by-hand.server";

/** What a balance is paid with at the payment service; paise. */
export type BalanceToPay =
  | { ok: true; gatewayOrderId: string; amount: number; currency: "INR" }
  | { ok: false; reason: "nothing_due" | "unavailable"; message: string };

/**
 * Makes sure that what a change has added to an order can be paid at the payment service. May be repeated after any failure:
 * the same receipt gives the same order there. Not for use inside a transaction.
 * @returns nothing_due: nothing is open, or the order is over
 */
export async function ensureBalanceOrder(db: Db, gateway: Gateway, orderId: number): Promise<BalanceToPay> {
  const [order, balance] = await Promise.all([
    db.selectFrom("orders").select(["id", "state"]).where("id", "=", orderId).executeTakeFirst(),
    openBalance(db, orderId),
  ]);
  if (!order || !balance || isGone(order.state))
    return { ok: false, reason: "nothing_due", message: "Nothing is to be paid for this order any more." };
  const wanted = { amount: balance.amount, currency: "INR" as const };
  if (balance.gateway_order_id && balance.gateway === gateway.name)
    return { ok: true, gatewayOrderId: balance.gateway_order_id, ...wanted };
  try {
    // Opened at another payment service before: its order there keeps its receipt.
    const receipt = balance.gateway_order_id ? newReceipt() : balance.receipt;
    const notes = { order: String(orderId) };
    const created = await gateway.createOrder({ receipt, ...wanted, notes });
    if (created.amount !== wanted.amount || created.currency !== wanted.currency)
      throw new GatewayError("refused", "The payment service answered with a different amount.");
    await db
      .updateTable("balances")
      .set({ gateway: gateway.name, gateway_order_id: created.id, receipt })
      .where("id", "=", balance.id)
      .where((eb) =>
        balance.gateway_order_id
          ? eb("gateway_order_id", "=", balance.gateway_order_id)
          : eb("gateway_order_id", "is", null),
      )
      .execute();
    // Another request may have been quicker: its order is the one whose payments the shop knows.
    const now = await openBalance(db, orderId);
    if (now?.id !== balance.id || !now.gateway_order_id) return ensureBalanceOrder(db, gateway, orderId);
    return { ok: true, gatewayOrderId: now.gateway_order_id, ...wanted };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logger.warn({ orderId, err: error }, "what a change added could not be opened for payment");
    return { ok: false, reason: "unavailable", message: error.message };
  }
}

/** Money for a change that staff record. */
export interface ReceivedBalance extends StaffRequest {
  /** Paise: what staff read, so that another sum is not recorded by mistake. */
  amount: number;
  /** 'cash', or 'transfer' for a bank transfer or UPI. */
  way: "cash" | "transfer";
  /** Empty only for cash. */
  reference: string;
  /** The plain date on which it came. */
  receivedOn: string;
}

/**
 * Staff record that what a change has added to an order came in cash, by UPI or by transfer.
 * @returns refused: nothing is open (a second post, too), or at `amount` when it is not what is open
 */
export async function recordBalance(
  db: Db,
  request: ReceivedBalance,
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, staffId, amount, way, reference, receivedOn } = request;
  return beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const order = await trx
      .selectFrom("orders")
      .select(["id", "state"])
      .where("id", "=", orderId)
      .where(notTest("id"))
      .executeTakeFirst();
    if (!order) return unknownOrder(orderId);
    const balance = await openBalance(trx, orderId);
    if (!balance || isGone(order.state))
      return { ok: false, reason: "wrong_step", message: `Nothing is to be paid for order #${orderId} now` };
    if (amount !== balance.amount)
      return {
        ok: false,
        reason: "invalid",
        field: "amount",
        message: `${formatRupees(balance.amount)} is to be paid`,
      };
    const id = `${way}_${orderId}_change_${balance.id}`;
    await writeByHand(
      trx,
      { id, orderId, way, amount, reference, receivedOn, staffId, balanceId: balance.id },
      now,
    );
    const by = { actor: "staff", actorAccountId: staffId } as const;
    const detail = { how: way === "cash" ? "Cash" : "Transfer or UPI", reference: reference || null };
    await settleBalance(trx, balance, { by, detail }, now);
    const after = {
      Amount: formatRupees(amount),
      "Received on": formatDate(receivedOn),
      ...(reference && { Reference: reference }),
    };
    const audit = { staffId, subject: "order", subjectId: orderId, after } as const;
    await recordAudit(trx, { ...audit, action: "recorded a payment for" }, now);
    return { ok: true, message: `${formatRupees(amount)} is recorded: order #${orderId} can be packed` };
  });
}
