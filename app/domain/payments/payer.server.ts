import type { Db } from "~/db/database.server";
import { DRIVERS, type Drivers } from "../gateways/gateway-drivers.server";

/**
 * An event's body without what it says of the payer: the shop works by ids, amounts and states (DPDP Act 2023,
 * section 8: personal data is erased once its purpose is served). The event of a provider that is gone is emptied.
 */
export function withoutPayer(event: { gateway: string; body: string }, drivers: Drivers = DRIVERS): string {
  return drivers[event.gateway]?.withoutPayer(event.body) ?? "{}";
}

/**
 * Erases the payer from all that gateways told of these orders and is still kept: events that wait to be worked on (of
 * the others `withoutPayer` has kept nothing), and what a gateway keeps in this database.
 */
export async function forgetPayer(trx: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const orders = await trx
    .selectFrom("orders")
    .select("gateway_order_id as id")
    .where("id", "in", orderIds)
    .where("gateway_order_id", "is not", null)
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
