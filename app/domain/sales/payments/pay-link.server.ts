import type { Db } from "~/db/database.server";
import { readId, readParam } from "~/domain/kit/search-params";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";
import type { Gateway } from "../gateways/gateway.server";
import { dueOnline, isGone } from "../orders/paying";
import { ensureBalanceOrder } from "./pay-balance.server";
import { payToken } from "./pay-path.server";
import { ensureGatewayOrder, payableOf } from "./payments.server";

/** The order that such a link is for; null: it is none of the shop's links. */
export function orderOfPayLink(params: URLSearchParams): number | null {
  const orderId = readId(params, "order");
  const isOurs = orderId !== null && equalInConstantTime(readParam(params, "token") ?? "", payToken(orderId));
  return isOurs ? orderId : null;
}

/** What a link asks for. Paise. */
export type ToPay =
  | {
      state: "open";
      amount: number;
      gatewayOrderId: string;
      name: string;
      email: string;
      mobile: string;
      payBy: string | null;
    }
  | { state: "paid" | "over" }
  | { state: "unavailable"; amount: number; message: string };

/**
 * What is to be paid at the payment service for an order: the order itself, or what a change has added. Makes sure that it can
 * be paid there.
 * @returns paid: nothing is due there; over: the order is cancelled or refunded, or has lapsed; null: no such order
 */
export async function readToPay(
  db: Db,
  gateway: Gateway,
  orderId: number,
  now = new Date(),
): Promise<ToPay | null> {
  const order = await db
    .selectFrom("orders")
    .select(["id", "account_id", "state", "pay_by", "payment_way", "total", "due_at_door", "first_due"])
    .select(["balance_due", "fullname", "email", "mobile"])
    .where("id", "=", orderId)
    .where("is_test", "=", 0)
    .executeTakeFirst();
  if (!order) return null;
  if (isGone(order.state)) return { state: "over" };
  const isFirst = order.state === "pending";
  const amount = isFirst ? dueOnline(payableOf(order)) : order.balance_due;
  if (amount === 0) return { state: "paid" };
  const ready = isFirst
    ? await ensureGatewayOrder(db, gateway, orderId, order.account_id, now)
    : await ensureBalanceOrder(db, gateway, orderId);
  if (!ready.ok)
    return ready.reason === "unavailable"
      ? { state: "unavailable", amount, message: ready.message }
      : { state: "over" };
  const { fullname: name, email, mobile } = order;
  const payBy = isFirst ? order.pay_by : null;
  return {
    state: "open",
    amount: ready.amount,
    gatewayOrderId: ready.gatewayOrderId,
    name,
    email,
    mobile,
    payBy,
  };
}

/** Whether this id at a payment service is of what is paid by a link: what a change has added, or an order that staff have placed. */
export async function isPaidByLink(db: Db, gatewayOrderId: string): Promise<boolean> {
  const balance = await db
    .selectFrom("balances")
    .select("id")
    .where("gateway_order_id", "=", gatewayOrderId)
    .executeTakeFirst();
  if (balance) return true;
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("gateway_order_id", "=", gatewayOrderId)
    .where("placed_by", "is not", null)
    .executeTakeFirst();
  return order !== undefined;
}
