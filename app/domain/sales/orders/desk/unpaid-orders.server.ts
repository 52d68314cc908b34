import type { Db } from "~/db/database.server";
import { paidOnline } from "../paid-online.server";
import { UNPAID_HOURS, type UnpaidHold } from "./unpaid-orders";

/**
 * The periods in which unpaid orders held copies, for the rule until when an order placed now may (`copiesHeldUntil`).
 *
 * A customer must not block books for everybody else by ordering again and again without paying. So an order that
 * replaces an unpaid one keeps its deadline while at least half of the time is left. Otherwise it gets a new deadline,
 * `mostUnpaidOrders` times within six hours. After that an order that replaces a pending one keeps the old deadline,
 * and any other order is refused. A paid order resets the count. Orders that staff cancelled, or that never reached
 * the gateway, do not count.
 * @param trx an open transaction; the replaced orders are not cancelled yet
 */
export async function unpaidHolds(trx: Db, accountId: number, now: Date): Promise<UnpaidHold[]> {
  const lately = new Date(now.getTime() - UNPAID_HOURS * 3_600_000).toISOString();
  const holds = await trx
    .selectFrom("orders")
    .select("pay_by as payBy")
    .select((eb) => [
      eb.fn.min<string>("placed_at").as("startedAt"),
      eb.fn.max<number>(eb.case().when("state", "=", "pending").then(1).else(0).end()).as("isPending"),
    ])
    .where("account_id", "=", accountId)
    .where("paid_at", "is", null)
    .where(paidOnline("orders"))
    .where("placed_at", ">", lately)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("orders as paid")
            .select("paid.id")
            .where("paid.account_id", "=", accountId)
            .where("paid.paid_at", "is not", null)
            .whereRef("paid.placed_at", ">=", "orders.placed_at"),
        ),
      ),
    )
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
  return holds.map((hold) => ({ ...hold, isPending: hold.isPending === 1 }));
}
