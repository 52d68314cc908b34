import type { Db } from "~/db/database.server";
import type { ByHand } from "../orders/paying";

/** Money that no payment service knows of. */
export interface MoneyByHand {
  /** Unique, of `payments.gateway_payment_id`. */
  id: string;
  orderId: number;
  way: ByHand;
  /** How it came; by default the way. */
  method?: string;
  /** Paise. */
  amount: number;
  /** Empty: none. */
  reference: string;
  /** The plain date on which it came. */
  receivedOn: string;
  staffId: number;
  /** What a change has added that it pays; left out: none. */
  balanceId?: number;
}

/** Writes money that staff record. @param trx an open transaction @returns the payment's row */
export async function writeByHand(trx: Db, money: MoneyByHand, now: Date): Promise<number> {
  const at = now.toISOString();
  const { id } = await trx
    .insertInto("payments")
    .values({
      order_id: money.orderId,
      gateway: money.way,
      gateway_payment_id: money.id,
      balance_id: money.balanceId ?? null,
      amount: money.amount,
      currency: "INR",
      status: "captured",
      method: money.method ?? money.way,
      reference: money.reference || null,
      received_on: money.receivedOn,
      money_on: money.receivedOn,
      recorded_by: money.staffId,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
