import type { Db } from "~/db/database.server";
import { cancelByStaff } from "~/domain/orders/cancellation.server";
import { despatch, markDelivered, markPacked } from "~/domain/orders/fulfilment.server";
import type { OrderState } from "~/domain/orders/orders";
import { applyPayment } from "~/domain/payments/apply-payment.server";
import { processRefunds } from "~/domain/payments/refunds.server";
import { refundByStaff } from "~/domain/payments/staff-refunds.server";
import { capturedPayment, createAccount, createPendingOrder, type PlacedOrder } from "./factories";
import type { MemoryGateway } from "./memory-gateway";

let made = 0;

/** A member of staff. @returns the account's id */
export async function createStaff(db: Db): Promise<number> {
  return createAccount(db, { role: "admin", first_name: "Kamini", last_name: "Iyer" });
}

/** A carrier. @returns its id */
export async function createCarrier(db: Db, name = `Carrier ${++made}`): Promise<number> {
  const { id } = await db
    .insertInto("logistics_providers")
    .values({ name, name_key: name.toLowerCase() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A new key for the form of a refund. */
export const refundKey = () => `form-key-${String(++made).padStart(12, "0")}`;

/** An order that was brought to this state by the real steps. */
export async function orderIn(
  db: Db,
  gateway: MemoryGateway,
  state: OrderState,
  given: Parameters<typeof createPendingOrder>[2] & { staffId?: number; providerId?: number } = {},
): Promise<PlacedOrder & { staffId: number; paymentId: string }> {
  const now = given.now ?? new Date();
  const staffId = given.staffId ?? (await createStaff(db));
  const placed = await createPendingOrder(db, gateway, given);
  const payment = capturedPayment(placed);
  const order = { ...placed, staffId, paymentId: payment.id };
  const request = { orderId: order.orderId, staffId };
  if (state === "pending") return order;
  gateway.pay(payment);
  await applyPayment(db, payment, "webhook", now);
  if (state === "cancelled") await cancelByStaff(db, { ...request, note: "" }, now);
  if (state === "refunded") {
    await refundByStaff(db, { ...request, amount: order.total, reason: "Returned", key: refundKey() }, now);
    await processRefunds(db, gateway, now);
  }
  if (state === "paid" || state === "cancelled" || state === "refunded") return order;
  await markPacked(db, request, now);
  if (state === "packed") return order;
  const providerId = given.providerId ?? (await createCarrier(db));
  await despatch(db, { ...request, providerId, trackingNo: `TRK-${++made}` }, now);
  if (state === "shipped") return order;
  await markDelivered(db, request, now);
  return order;
}

/** All records of an order: its row, its book, its log, its refunds, its mails and its audit. */
export async function lookAtOrder(db: Db, order: PlacedOrder) {
  const { orderId, bookId } = order;
  const row = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const book = await db
    .selectFrom("books")
    .select(["stock", "sold_count as sold"])
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  const events = await db
    .selectFrom("order_events")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const refunds = await db
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const audit = await db
    .selectFrom("audit_entries")
    .selectAll()
    .where("subject", "=", "order")
    .where("subject_id", "=", orderId)
    .orderBy("id")
    .execute();
  const account = await db
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", order.accountId)
    .executeTakeFirstOrThrow();
  const mails = await db
    .selectFrom("outgoing_mails")
    .selectAll()
    .where("recipient", "=", account.email)
    .orderBy("id")
    .execute();
  return { row, book, events, refunds, audit, mails };
}
