import type { Db } from "~/db/database.server";
import type { Gateway, GatewayReturn } from "../gateways/gateway.server";

/**
 * Reads what a browser posts after paying, as the gateway of its order does. Right after a change of the provider that may
 * be an earlier one.
 * @param gateways all that the shop can reach, the one for new payments first @param field a posted field, "" when absent
 * @returns the gateway to confirm the payment with; the first one if none has such an order
 */
export async function readReturn(
  db: Db,
  gateways: readonly Gateway[],
  field: (name: string) => string,
): Promise<{ gateway: Gateway; posted: GatewayReturn }> {
  const read = gateways.map((gateway) => ({ gateway, posted: gateway.parseReturn(field) }));
  for (const one of read) if (await hasOrder(db, one)) return one;
  return read[0]!;
}

async function hasOrder(
  db: Db,
  { gateway, posted }: { gateway: Gateway; posted: GatewayReturn },
): Promise<boolean> {
  const of = (table: "orders" | "balances") =>
    db
      .selectFrom(table)
      .select("id")
      .where("gateway_order_id", "=", posted.gatewayOrderId)
      .where("gateway", "=", gateway.name)
      .executeTakeFirst();
  return ((await of("orders")) ?? (await of("balances"))) !== undefined;
}
