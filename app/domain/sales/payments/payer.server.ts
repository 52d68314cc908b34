import type { Db } from "~/db/database.server";
import { DRIVERS, type Drivers } from "../gateways/gateway-drivers.server";

/**
 * Removes the payer's personal data from an event's body: the shop needs only ids, amounts and states (DPDP Act 2023,
 * section 8: personal data is erased once its purpose is served). The body is emptied if the provider no longer exists.
 */
export function withoutPayer(event: { gateway: string; body: string }, drivers: Drivers = DRIVERS): string {
  return drivers[event.gateway]?.withoutPayer(event.body) ?? "{}";
}

/**
 * Erases the payer's personal data from what gateways sent about these orders: from events not processed yet (others
 * have been cleaned with `withoutPayer`), and from tables of the gateways in this database.
 */
export async function forgetPayer(trx: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const orders = await trx
    .selectFrom("orders")
    .select("gateway_order_id as id")
    .where("id", "in", orderIds)
    .where("gateway_order_id", "is not", null)
    .unionAll(
      trx
        .selectFrom("balances")
        .select("gateway_order_id as id")
        .where("order_id", "in", orderIds)
        .where("gateway_order_id", "is not", null),
    )
    .execute();
  const gatewayOrders = orders.map(({ id }) => id!);
  if (gatewayOrders.length === 0) return;
  const payments = await trx
    .selectFrom("payments")
    .select("gateway_payment_id as id")
    .where("order_id", "in", orderIds)
    .execute();
  const gatewayPayments = payments.map(({ id }) => id);
  const names = [...gatewayOrders, ...gatewayPayments].map((id) => JSON.stringify(id));

  const waiting = await trx
    .selectFrom("payment_events")
    .select(["id", "gateway", "body"])
    .where("processed_at", "is", null)
    .execute();
  for (const event of waiting.filter(({ body }) => names.some((name) => body.includes(name))))
    await trx
      .updateTable("payment_events")
      .set({ body: withoutPayer(event) })
      .where("id", "=", event.id)
      .execute();

  for (const driver of Object.values(DRIVERS))
    await driver.forgetPayer?.(trx, { gatewayOrders, gatewayPayments });
}
