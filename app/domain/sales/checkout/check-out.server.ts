import type { Db } from "~/db/database.server";
import type { Gateway } from "../gateways/gateway.server";
import { type GatewayOrderOutcome, openGatewayOrder } from "../payments/payments.server";
import { type OrderRequest, placeOrder, type PlaceOrderOutcome } from "./place-order.server";
import type { Totals } from "../orders/money/totals";

export type CheckOutOutcome =
  | (Extract<GatewayOrderOutcome, { ok: true }> & {
      totals: Totals;
      /** The coupon that the discount is for. */
      couponCode: string | null;
      /** As in PlaceOrderOutcome. */
      isNew: boolean;
    })
  | Extract<PlaceOrderOutcome, { ok: false }>
  /** The order is placed, but has no gateway order yet. Repeating the request returns the same order. */
  | Extract<GatewayOrderOutcome, { ok: false }>;

/** Places an order for the customer's cart and prepares its payment at the gateway. May be repeated. */
export async function checkOut(
  db: Db,
  gateway: Gateway,
  accountId: number,
  request: Omit<OrderRequest, "gateway">,
  now = new Date(),
): Promise<CheckOutOutcome> {
  const placed = await placeOrder(db, accountId, { ...request, gateway: gateway.name }, now);
  if (!placed.ok) return placed;
  const { order, totals, couponCode, isNew } = placed;
  const opened = await openGatewayOrder(db, gateway, order, now);
  return opened.ok ? { ...opened, totals, couponCode, isNew } : opened;
}
