import type { Db } from "~/db/database.server";
import type { OrderDetail } from "../order-detail";

/**
 * The customer's order that stands in place of one that was replaced before it was paid: of several in a row the one that was
 * not replaced itself.
 * @returns its id; null for an order that was not replaced
 */
export async function findReplacement(
  db: Db,
  accountId: number,
  order: Pick<OrderDetail, "id" | "cancelReason">,
): Promise<number | null> {
  if (order.cancelReason !== "superseded") return null;
  const newer = await db
    .selectFrom("orders")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", ">", order.id)
    .where((eb) => eb.or([eb("cancel_reason", "is", null), eb("cancel_reason", "!=", "superseded")]))
    .orderBy("id")
    .executeTakeFirst();
  return newer?.id ?? null;
}
