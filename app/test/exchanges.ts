import type { Db } from "~/db/database.server";
import { orderVersion } from "~/domain/sales/orders/edit/order-version.server";
import { exchangeSchema } from "~/domain/sales/orders/exchange/exchange.schema";
import { exchangeBooks, type ExchangeOutcome } from "~/domain/sales/orders/exchange/exchange.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { refundKey } from "./orders";

interface Given {
  orderId: number;
  staffId: number;
  now: Date;
}

/** A request to exchange one copy of the order's first line, unless others are given. */
export async function exchangeRequest(
  db: Db,
  { orderId, staffId, now }: Given,
  given: Record<string, unknown>,
) {
  const { lines } = (await readOrder(db, orderId, "anybody", now))!;
  const exchange = exchangeSchema.parse({
    version: await orderVersion(db, orderId),
    lines: given.returnId ? [] : [{ id: lines[0]!.id, qty: 1 }],
    idempotencyKey: refundKey(),
    ...given,
  });
  return { orderId, staffId, gateway: "sandbox", ...exchange };
}

export const exchange = async (
  db: Db,
  order: Given,
  given: Record<string, unknown>,
): Promise<ExchangeOutcome> => exchangeBooks(db, await exchangeRequest(db, order, given), order.now);

/** @throws with the shop's message when it was refused */
export function made(outcome: ExchangeOutcome) {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
