import type { Db } from "~/db/database.server";
import { lockCustomer } from "~/domain/kit/locks.server";
import type { StaffRequest } from "../fulfilment/order-for-step.server";

/** What may be refunded by a member of staff whose last proof is not recent. */
export interface UnprovedRefunds {
  /** ISO 8601; refunds that they asked for since then are added up. */
  since: string;
  /** Paise; the sum that needs no new proof. */
  limit: number;
}

export type RefundingRequest = StaffRequest & {
  /** undefined: the proof is recent, or none is asked for. */
  unproved?: UnprovedRefunds | undefined;
};

export const needsProof = {
  ok: false,
  reason: "needs_proof",
  message: "Please show again that it is you before this refund",
} as const;

/** Guards what one person refunds without a new proof, before the orders that they refund. */
export async function lockUnproved(trx: Db, { staffId, unproved }: RefundingRequest): Promise<void> {
  if (unproved) await lockCustomer(trx, staffId);
}

/**
 * Whether the refund must wait for a new proof: with what the same person has refunded since `unproved.since` it comes to
 * more than the limit. Refunds by API keys are not counted, and repeated tries only once.
 * @param trx the transaction that makes the refund, after `lockUnproved`, so that none slips past @param amount paise
 */
export async function exceedsUnproved(
  trx: Db,
  { staffId, unproved }: RefundingRequest,
  amount: number,
): Promise<boolean> {
  if (!unproved || amount === 0) return false;
  const { earlier } = await trx
    .selectFrom("refunds")
    .select(({ fn }) => fn.sum<number | null>("amount").as("earlier"))
    .where("requested_by", "=", staffId)
    .where("created_at", ">=", unproved.since)
    .where("retry_of", "is", null)
    .where("api_key", "is", null)
    .executeTakeFirstOrThrow();
  return (earlier ?? 0) + amount > unproved.limit;
}
