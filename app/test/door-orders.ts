import type { Db } from "~/db/database.server";
import { confirmByStaff } from "~/domain/sales/at-the-door/confirm-order.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import {
  createCarrier,
  customerWithCart,
  type OrderOptions,
  placeOrderFor,
  type PlacedOrder,
} from "./orders";
import { NO_COD, planMethod, planZone, storePlan } from "./delivery-plans";
import { createStaff } from "./factories";

let made = 0;

/** A plan that sends everything for nothing, to be paid at the door, unless the shop has one. */
async function offerAtDoor(db: Db, staffId: number): Promise<void> {
  if ((await readPlan(db)).isOn) return;
  const method = planMethod({ rates: { by: "flat", price: 0 }, cod: { ...NO_COD, offered: true } });
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  await storePlan(db, staffId, { zones: [planZone({ states: [], pinPrefixes, methods: [method] })] });
}

/** An order that is paid at the door, or by transfer, and has nothing paid online: it waits for the shop. */
export async function createWaitingOrder(
  db: Db,
  way: "cod" | "transfer",
  given: OrderOptions = {},
): Promise<Omit<PlacedOrder, "gatewayOrderId"> & { total: number }> {
  const now = given.now ?? new Date();
  // A mobile of its own, since the open orders of each are limited.
  const address = { mobile: String(9_000_000_000 + ++made), ...given.address };
  const customer = await customerWithCart(db, { ...given, address, now });
  if (way === "cod") {
    await offerAtDoor(db, given.staffId ?? (await createStaff(db)));
    const request = { addressId: customer.addressId, gateway: "sandbox", payment: "cod" } as const;
    const placed = await placeOrder(db, customer.accountId, request, now);
    if (!placed.ok) throw new Error(placed.message);
    return { ...customer, orderId: placed.orderId, total: placed.totals.total };
  }
  const orderId = await placeOrderFor(db, customer, { now });
  const payBy = new Date(now.getTime() + 24 * 3_600_000).toISOString();
  const { total } = await db
    .updateTable("orders")
    .set({ payment_way: way, pay_by: payBy })
    .where("id", "=", orderId)
    .returning("total")
    .executeTakeFirstOrThrow();
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
