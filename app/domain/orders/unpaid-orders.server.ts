import type { Db } from "~/db/database.server";
import type { Settings } from "../settings/settings";
import { copiesHeldUntil, UNPAID_HOURS } from "./unpaid-orders";

/**
 * Until when an order placed now may hold its copies without payment.
 *
 * A customer must not block books for everybody else by ordering again and again without paying. So an order that
 * replaces an unpaid one keeps its deadline while at least half of the time is left. Otherwise it gets a new deadline,
 * `mostUnpaidOrders` times within six hours. After that an order that replaces a pending one keeps the old deadline,
 * and any other order is refused. A paid order resets the count. Orders that staff cancelled, or that never reached
 * the gateway, do not count.
 * @param trx an open transaction; the replaced orders are not cancelled yet
 * @returns an ISO time; or why the customer has to wait
 */
export async function payBy(
  trx: Db,
  accountId: number,
  limits: Pick<Settings, "reservationMinutes" | "mostUnpaidOrders">,
  now: Date,
): Promise<{ ok: true; payBy: string } | { ok: false; message: string }> {
  const lately = new Date(now.getTime() - UNPAID_HOURS * 3_600_000).toISOString();
  const lastPaid = (
    await trx
      .selectFrom("orders")
      .select((eb) => eb.fn.max<string | null>("placed_at").as("placedAt"))
      .where("account_id", "=", accountId)
      .where("paid_at", "is not", null)
      .executeTakeFirst()
  )?.placedAt;
  const since = lastPaid && lastPaid > lately ? lastPaid : lately;
  const holds = await trx
    .selectFrom("orders")
    .select("pay_by as payBy")
    .select((eb) => [
      eb.fn.min<string>("placed_at").as("startedAt"),
      eb.fn.max<number>(eb.case().when("state", "=", "pending").then(1).else(0).end()).as("isPending"),
    ])
    .where("account_id", "=", accountId)
    .where("paid_at", "is", null)
    .where("placed_at", ">", since)
    .where((eb) =>
      eb.or([
        eb("state", "=", "pending"),
        eb.and([
          eb("gateway_order_id", "is not", null),
          eb("cancel_reason", "in", ["customer", "superseded", "payment_timeout"]),
        ]),
      ]),
    )
    .groupBy("pay_by")
    .execute();
  const counted = holds.map((hold) => ({ ...hold, isPending: hold.isPending === 1 }));
  return copiesHeldUntil(counted, limits, now);
}
