import { isFetched } from "../../delivery/pick-up";
import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { indianDate } from "~/domain/kit/dates";
import { readOrderMoney, type ReceivedPayment } from "../money/order-money.server";
import { type StaffOrderStatus, type StaffStep, whyNot } from "./fulfilment";
import { orderWait } from "./pre-orders.server";
import { notTest } from "../no-test.server";

/** An order that somebody wants to take a step with, and how a step is refused. */

/** The outcome of a step; `message` can be shown to the user. */
export type StepOutcome =
  | { ok: true; message: string }
  | {
      ok: false;
      reason: "not_found" | "wrong_step" | "invalid" | "needs_proof";
      message: string;
      field?: string;
      /** The same request is accepted when the user confirms it. */
      isQuestion?: true;
    };

/** An order and the customer who must own it. */
export interface CustomerRequest {
  orderId: number;
  accountId: number;
}

/** An order and the member of staff who works on it. */
export interface StaffRequest {
  orderId: number;
  staffId: number;
}

export type OrderForStep = StaffOrderStatus & {
  row: Selectable<Tables["orders"]>;
  /** What was received for it. */
  payments: ReceivedPayment[];
};

/**
 * Reads the order with what the rules about its steps need.
 * @param trx the transaction that will take the step, after `lockForStep`
 * @param accountId the customer who must own the order; "anybody": for staff
 * @param now its date decides whether a pre-ordered book is out
 * @returns null when there is no such order
 */
export async function readOrderForStep(
  trx: Db,
  orderId: number,
  accountId: number | "anybody",
  now: Date,
): Promise<OrderForStep | null> {
  let query = trx.selectFrom("orders").selectAll().where("id", "=", orderId).where(notTest("id"));
  if (accountId !== "anybody") query = query.where("account_id", "=", accountId);
  const [row, money, wait, sent] = await Promise.all([
    query.executeTakeFirst(),
    readOrderMoney(trx, orderId),
    orderWait(trx, orderId, indianDate(now)),
    trx.selectFrom("parcels").select("id").where("order_id", "=", orderId).limit(1).executeTakeFirst(),
  ]);
  if (!row) return null;
  return {
    row,
    state: row.state,
    isPickUp: isFetched(row.pick_up),
    cancelReason: row.cancel_reason,
    paidAt: row.paid_at,
    paymentWay: row.payment_way,
    left: money?.left ?? null,
    payments: money?.payments ?? [],
    wait,
    balanceDue: row.balance_due,
    isPartlySent: row.state === "packed" && sent !== undefined,
  };
}

/** The refusal for an order that is not there. */
export const unknownOrder = (orderId: number) =>
  ({ ok: false, reason: "not_found", message: `Order #${orderId} does not exist` }) as const;

/** The refusal for a step that the order cannot take now, with the reason. */
export const wrongStep = (orderId: number, order: StaffOrderStatus, to: StaffStep) =>
  ({ ok: false, reason: "wrong_step", message: whyNot(orderId, order, to) }) as const;

/** The refusal while news of a payment is being read. */
export const newsFirst = (orderId: number) =>
  ({
    ok: false,
    reason: "wrong_step",
    message: `Order #${orderId} has news of its payment that is being read: please try again in a moment`,
  }) as const;
