import type { Db } from "~/db/database.server";
import type { UnprovedRefunds } from "~/domain/sales/orders/money/unproved-refunds.server";
import { readFactorRules } from "./factor-rules.server";
import { isRecentProof } from "./proof.server";

const DAY_MS = 86_400_000;

/**
 * The limit of the owner's rule for refunds, for somebody whose last proof is older than 15 minutes. What they refunded
 * since that proof counts, at most that of the last 24 hours.
 * @param provedAt ISO 8601 @returns undefined when the proof is recent
 */
export async function unprovedRefunds(
  db: Db,
  provedAt: string | null,
  now = new Date(),
): Promise<UnprovedRefunds | undefined> {
  if (isRecentProof(provedAt, now)) return undefined;
  const { refundProofAbove: limit } = await readFactorRules(db);
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return { since: provedAt !== null && provedAt > dayAgo ? provedAt : dayAgo, limit };
}
