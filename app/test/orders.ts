import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import type { ReturnRequest } from "~/domain/sales/orders/returns/returns.schema";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import type { Gateway, GatewayPayment } from "~/domain/sales/gateways/gateway.server";
import { ensureGatewayOrder } from "~/domain/sales/payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { createTestDatabase } from "./database";
import { createAccount, createAddress, createBook, createStaff } from "./factories";
import type { CatalogueBook } from "./factories-catalogue";
import { mailsTo } from "./mails";
import { MemoryGateway } from "./payments/memory-gateway";
import type { TestShop } from "./shop";

/*
 * Orders that are made by the shop's own functions. For plain rows of orders, without lines and events, see
 * factories-orders.ts.
 */

let made = 0;

/** The set-up of order tests: an empty database, a gateway, a member of staff and a carrier. */
export async function createOrderShop(given: { carrier?: string } = {}) {
  const db = (await createTestDatabase()).write;
  return {
    db,
    gateway: new MemoryGateway(),
    staffId: await createStaff(db),
    providerId: await createCarrier(db, given.carrier),
  };
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

export interface CustomerWithCart {
  accountId: number;
  addressId: number;
  bookId: number;
}

/** By default a new customer and one copy of a new book. */
interface CartOptions {
  accountId?: number;
  bookId?: number;
  /** Fields of a new book, where no bookId is given. */
  book?: Partial<CatalogueBook>;
  address?: Partial<Insertable<Tables["addresses"]>>;
  quantity?: number;
  now?: Date;
}

/** By default new staff and a new carrier. */
export interface OrderOptions extends CartOptions {
  staffId?: number;
  providerId?: number;
}

/** A customer with an address and a book in the cart. */
export async function customerWithCart(db: Db, given: CartOptions = {}): Promise<CustomerWithCart> {
  const accountId = given.accountId ?? (await createAccount(db));
  const bookId = given.bookId ?? (await createBook(db, given.book));
  const addressId = await createAddress(db, accountId, given.address);
  const added = await addToCart(db, { accountId }, { bookId, quantity: given.quantity ?? 1 }, given.now);
  if (!added.ok) throw new Error(added.message);
  return { accountId, addressId, bookId };
}

/**
 * Places an order for the customer's cart. @returns the order's id
 * @throws with the shop's message when it refuses the order
 */
export async function placeOrderFor(
  db: Db,
  { accountId, addressId }: Omit<CustomerWithCart, "bookId">,
  given: { gateway?: string; now?: Date } = {},
): Promise<number> {
  const placed = await placeOrder(
    db,
    accountId,
    { addressId, gateway: given.gateway ?? "sandbox" },
    given.now,
  );
  if (!placed.ok) throw new Error(placed.message);
  return placed.orderId;
}

export interface PlacedOrder extends CustomerWithCart {
  orderId: number;
  gatewayOrderId: string;
  /** Paise. */
  total: number;
}

/** A pending order of a new cart, with a gateway order. */
export async function createPendingOrder(
  db: Db,
  gateway: Gateway,
  given: CartOptions = {},
): Promise<PlacedOrder> {
  const now = given.now ?? new Date();
  const customer = await customerWithCart(db, { ...given, now });
  const orderId = await placeOrderFor(db, customer, { gateway: gateway.name, now });
  const opened = await ensureGatewayOrder(db, gateway, orderId, customer.accountId, now);
  if (!opened.ok) throw new Error(opened.message);
  return { ...customer, orderId, gatewayOrderId: opened.gatewayOrderId, total: opened.amount };
}

/** A captured payment of an order, as the gateway reports it. */
export function capturedPayment(
  order: Pick<PlacedOrder, "gatewayOrderId" | "total">,
  given: Partial<GatewayPayment> = {},
): GatewayPayment {
  return {
    id: `pay_${++made}`,
    orderId: order.gatewayOrderId,
    amount: order.total,
    currency: "INR",
    status: "captured",
    method: "card",
    errorDescription: null,
    ...given,
  };
}

/** Pays an order: the gateway stores the payment and reports it by webhook. @returns the payment */
export async function payOrder(
  db: Db,
  gateway: MemoryGateway,
  order: Pick<PlacedOrder, "gatewayOrderId" | "total">,
  given: Partial<GatewayPayment> & { now?: Date } = {},
): Promise<GatewayPayment> {
  const { now, ...payment } = given;
  const captured = gateway.pay(capturedPayment(order, payment));
  await applyPayment(db, captured, "webhook", now);
  return captured;
}

/** An order of one book that its customer has paid. */
export async function createPaidOrder(
  db: Db,
  gateway: MemoryGateway,
  given: CartOptions & { method?: string } = {},
): Promise<PlacedOrder & { paymentId: string }> {
  const { method = "card", ...cart } = given;
  const now = given.now ?? new Date();
  const placed = await createPendingOrder(db, gateway, { ...cart, now });
  const payment = await payOrder(db, gateway, placed, { method, now });
  return { ...placed, paymentId: payment.id };
}

/** An order that was brought to this state by the real steps. */
export async function createOrder(
  db: Db,
  gateway: MemoryGateway,
  state: OrderState,
  given: OrderOptions = {},
): Promise<PlacedOrder & { staffId: number; paymentId: string }> {
  const now = given.now ?? new Date();
  const staffId = given.staffId ?? (await createStaff(db));
  if (state === "pending") {
    const placed = await createPendingOrder(db, gateway, { ...given, now });
    return { ...placed, staffId, paymentId: capturedPayment(placed).id };
  }
  const order = { ...(await createPaidOrder(db, gateway, { ...given, now })), staffId };
  const request = { orderId: order.orderId, staffId };
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

/** Shared, so that refunds get different ids. */
const shopGateway = new MemoryGateway();

/** `createOrder` in a running shop. The order has another gateway, so that the shop's background tasks ignore it. */
export async function createShopOrder(
  shop: TestShop,
  state: OrderState,
  given: OrderOptions = {},
): ReturnType<typeof createOrder> {
  const order = await createOrder(shop.db.write, shopGateway, state, given);
  await shop.db.write
    .updateTable("orders")
    .set({ gateway: "razorpay" })
    .where("id", "=", order.orderId)
    .execute();
  return order;
}

/**
 * Requests a return for the customer, by default of one damaged copy. @returns the request's id
 * @throws with the shop's message when it refuses the request
 */
export async function requestReturn(
  db: Db,
  { orderId, accountId, bookId }: PlacedOrder,
  given: Partial<ReturnRequest> = {},
  now?: Date,
): Promise<number> {
  const request: ReturnRequest = { items: [{ bookId, qty: 1 }], reason: "damaged", remarks: "", ...given };
  const outcome = await askForReturn(db, { orderId, accountId, ...request }, now);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.returnId;
}

/** The stored state of an order. */
export async function orderState(db: Db, orderId: number): Promise<OrderState> {
  const row = await db
    .selectFrom("orders")
    .select("state")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return row.state;
}

/** All records of an order: its row, its book, its log, its refunds, its mails and its audit. */
export async function orderRecords(db: Db, order: PlacedOrder) {
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
  const mails = await mailsTo(db, account.email);
  return { row, book, events, refunds, audit, mails };
}

/** Makes an order one whose books are fetched at the shop. */
export async function toFetch(db: Db, orderId: number): Promise<void> {
  const promised = { promised_from: "2026-11-21", promised_by: "2026-11-23" };
  await db
    .updateTable("orders")
    .set({
      method_id: 7,
      method_name: "At the shop",
      method_carrier: "",
      pick_up: "10 am to 6 pm",
      ...promised,
    })
    .where("id", "=", orderId)
    .execute();
}
