import type { Db } from "~/db/database.server";
import { askToConfirm, confirmByStaff } from "~/domain/sales/at-the-door/confirm-order.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import {
  createCarrier,
  customerWithCart,
  type OrderOptions,
  placeOrderFor,
  type PlacedOrder,
} from "./orders";
import { createStaff } from "./factories";

/** An order that is paid at the door, or by transfer, and has nothing paid online: it waits for the shop. */
export async function createWaitingOrder(
  db: Db,
  way: "cod" | "transfer",
  given: OrderOptions = {},
): Promise<Omit<PlacedOrder, "gatewayOrderId"> & { total: number }> {
  const now = given.now ?? new Date();
  const customer = await customerWithCart(db, { ...given, now });
  const orderId = await placeOrderFor(db, customer, { now });
  const payBy = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  const { total } = await db
    .updateTable("orders")
    .set((eb) => ({
      payment_way: way,
      pay_by: payBy,
      ...(way === "cod" && { due_at_door: eb.ref("total") }),
    }))
    .where("id", "=", orderId)
    .returning("total")
    .executeTakeFirstOrThrow();
  if (way === "cod") await askToConfirm(db, orderId, now);
  return { ...customer, orderId, total };
}

/** An order that is paid at the door, brought to this state by the real steps. */
export async function createDoorOrder(
  db: Db,
  state: Extract<OrderState, "pending" | "paid" | "packed" | "shipped" | "delivered">,
  given: OrderOptions = {},
): Promise<Omit<PlacedOrder, "gatewayOrderId"> & { staffId: number; trackingNo: string }> {
  const now = given.now ?? new Date();
  const staffId = given.staffId ?? (await createStaff(db));
  const order = await createWaitingOrder(db, "cod", { ...given, now });
  const request = { orderId: order.orderId, staffId };
  const trackingNo = `AWB${order.orderId}`;
  const steps = [
    () => confirmByStaff(db, request, now),
    () => markPacked(db, request, now),
    async () => {
      const providerId = given.providerId ?? (await createCarrier(db));
      return despatch(db, { ...request, providerId, trackingNo }, now);
    },
    () => markDelivered(db, request, now),
  ];
  const many = ["pending", "paid", "packed", "shipped", "delivered"].indexOf(state);
  for (const step of steps.slice(0, many)) {
    const outcome = await step();
    if (!outcome.ok) throw new Error(outcome.message);
  }
  return { ...order, staffId, trackingNo };
}
