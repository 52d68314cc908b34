import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import type { Gateway } from "../gateways/gateway.server";
import { findProvider } from "../gateways/payment-providers";
import { processRefunds } from "./refunds.server";

/**
 * Background task: processes the refunds of every gateway, since a refund goes to the gateway that took the payment,
 * even if the shop uses another one now. A refund of a gateway that is not set up waits, and the order shows why.
 * @param gateways all that are set up
 * @returns how many refunds it processed
 */
export async function processAllRefunds(
  db: Db,
  gateways: readonly Gateway[],
  now = new Date(),
): Promise<number> {
  let processed = 0;
  for (const gateway of gateways) processed += await processRefunds(db, gateway, now);
  await explainWaiting(db, gateways, now);
  return processed;
}

/** Stores once why refunds of other gateways wait. The next answer of their gateway replaces it. */
async function explainWaiting(db: Db, gateways: readonly Gateway[], now: Date): Promise<void> {
  const waiting = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select(["r.id", "r.last_error", "o.gateway"])
    .where("r.status", "in", ["queued", "pending"])
    .where(
      "o.gateway",
      "not in",
      gateways.map(({ name }) => name),
    )
    .execute();
  for (const { id, last_error: stored, gateway } of waiting) {
    const why = whyWaiting(gateway);
    if (stored === why) continue;
    await db
      .updateTable("refunds")
      .set({ last_error: why, updated_at: now.toISOString() })
      .where("id", "=", id)
      .where("status", "in", ["queued", "pending"])
      .execute();
    logger.warn({ refund: id, gateway }, "a refund waits until its payment provider is set up again");
  }
}

function whyWaiting(gateway: string): string {
  const provider = findProvider(gateway)?.label ?? gateway;
  return `${provider} took this payment, but the shop is not set up for it now. The refund will be made when it is`;
}
