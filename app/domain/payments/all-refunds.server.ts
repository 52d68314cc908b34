import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import type { Gateway } from "../gateways/gateway.server";
import { findProvider } from "../gateways/payment-providers";
import { workRefunds } from "./refunds.server";

/**
 * Background work: makes each refund at the gateway that took the payment, whichever the shop sells with by now. A
 * refund of a gateway that the shop cannot reach stays due, and staff read why at the order.
 * @param gateways all that the shop can reach
 * @returns how many refunds it worked on
 */
export async function workAllRefunds(
  db: Db,
  gateways: readonly Gateway[],
  now = new Date(),
): Promise<number> {
  let worked = 0;
  for (const gateway of gateways) worked += await workRefunds(db, gateway, now);
  await explainWaiting(db, gateways, now);
  return worked;
}

/** Writes down why refunds of other gateways wait, once. The next answer of their own gateway wipes it. */
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
  for (const { id, last_error: told, gateway } of waiting) {
    const why = whyWaiting(gateway);
    if (told === why) continue;
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
  return `${provider} took this payment, and the shop is not set up for it now. The refund is made when it is`;
}
