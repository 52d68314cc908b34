import type { Db } from "~/db/database.server";
import type { Gateway } from "../gateways/gateway.server";
import { deliveryOf, type OrderDelivery } from "../delivery/order-delivery";
import type { PaymentWay } from "../delivery/plan";
import { isPaidOnline } from "../orders/paying";
import { type GatewayOrderOutcome, openGatewayOrder, payableOf } from "../payments/payments.server";
import type { OrderRequest, PlaceOrderOutcome } from "./order-request";
import { placeOrder } from "./place-order.server";
import type { Totals } from "../orders/money/totals";

interface CheckedOut extends Pick<GatewayReady, "orderId" | "receipt" | "payBy"> {
  ok: true;
  /** null: nothing is paid online. */
  window: Pick<GatewayReady, "gatewayOrderId" | "amount" | "currency"> | null;
  totals: Totals;
  /** The coupon that the discount is for. */
  couponCode: string | null;
  delivery: OrderDelivery | null;
  paymentWay: PaymentWay;
  /** Paise. */
  codFee: number;
  dueAtDoor: number;
  /** As in PlaceOrderOutcome. */
  isNew: boolean;
}

type GatewayReady = Extract<GatewayOrderOutcome, { ok: true }>;

export type CheckOutOutcome =
  | CheckedOut
  | Extract<PlaceOrderOutcome, { ok: false }>
  /** The order is placed, but has no gateway order yet. Repeating the request returns the same order. */
  | Extract<GatewayOrderOutcome, { ok: false }>;

/** Places an order for the customer's cart, and prepares its payment at the gateway if it has one. May be repeated. */
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
  const answer = {
    ok: true,
    orderId: order.id,
    receipt: order.receipt,
    payBy: order.pay_by,
    totals,
    couponCode,
    delivery: deliveryOf(order),
    paymentWay: order.payment_way,
    codFee: order.cod_fee,
    dueAtDoor: order.due_at_door,
    isNew,
  } as const;
  if (!isPaidOnline(payableOf(order))) return { ...answer, window: null };
  const opened = await openGatewayOrder(db, gateway, order, now);
  if (!opened.ok) return opened;
  const { receipt, gatewayOrderId, amount, currency } = opened;
  return { ...answer, receipt, window: { gatewayOrderId, amount, currency } };
}
