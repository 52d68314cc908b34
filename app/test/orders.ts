import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { addToCart } from "~/domain/cart/cart.server";
import { placeOrder } from "~/domain/checkout/place-order.server";
import { cancelByStaff } from "~/domain/orders/cancellation.server";
import { despatch, markDelivered, markPacked } from "~/domain/orders/fulfilment.server";
import type { OrderState } from "~/domain/orders/orders";
import type { ReturnWish } from "~/domain/orders/returns.schema";
import { askForReturn } from "~/domain/orders/returns.server";
import { applyPayment } from "~/domain/payments/apply-payment.server";
import type { Gateway, GatewayPayment } from "~/domain/gateways/gateway.server";
import { ensureGatewayOrder } from "~/domain/payments/payments.server";
import { workRefunds } from "~/domain/payments/refunds.server";
import { refundByStaff } from "~/domain/payments/staff-refunds.server";
import { createTestDatabase } from "./database";
import { createAccount, createAddress, createBook, createStaff } from "./factories";
import type { CatalogueBook } from "./factories-catalogue";
import { mailsTo } from "./mails";
import { MemoryGateway } from "./memory-gateway";
import type { TestShop } from "./shop";

/*
 * Orders as customers, gateways and staff make them, by the shop's own functions. Rows without that history, for lists and
 * figures: factories-orders.ts.
 */

let made = 0;

/** What a test of orders begins with: an empty shop, a gateway, a member of staff and a carrier. */
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

/** A key as the refund's form carries one, another one each time. */
export const refundKey = () => `form-key-${String(++made).padStart(12, "0")}`;

export interface CustomerWithCart {
  accountId: number;
  addressId: number;
  bookId: number;
}

/** What is in a customer's cart: one copy of a new book, of a new customer, unless told. */
interface CartOptions {
  accountId?: number;
  bookId?: number;
  /** Fields of a new book, where no bookId is given. */
  book?: Partial<CatalogueBook>;
  address?: Partial<Insertable<Tables["addresses"]>>;
  quantity?: number;
  now?: Date;
}

/** An order that staff work on; staff and carrier are new unless told. */
export interface OrderOptions extends CartOptions {
  staffId?: number;
  providerId?: number;
}

/** A customer with an address and a book in the cart: what an order is placed from. */
export async function customerWithCart(db: Db, given: CartOptions = {}): Promise<CustomerWithCart> {
  const accountId = given.accountId ?? (await createAccount(db));
  const bookId = given.bookId ?? (await createBook(db, given.book));
  const addressId = await createAddress(db, accountId, given.address);
  const added = await addToCart(db, { accountId }, { bookId, quantity: given.quantity ?? 1 }, given.now);
  if (!added.ok) throw new Error(added.message);
  return { accountId, addressId, bookId };
}

/**
 * Places an order for what is in the customer's cart. @returns the order's id
 * @throws the shop's words when it does not take the order
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

/** A customer's order of one book, pending and known at the gateway. */
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

/** A captured payment of an order, as the gateway tells it. */
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

/** The customer pays: the gateway keeps the payment and tells the shop by webhook. @returns the payment */
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

/** An order that customer and staff have taken to this state, step by step. */
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
    await workRefunds(db, gateway, now);
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

/** One for all of them, so that no two refunds have the same id. */
const shopGateway = new MemoryGateway();

/** `createOrder` in a running shop. The order names another gateway than the shop's: background work leaves it alone. */
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
 * The customer of a delivered order asks to return books: one damaged copy unless told. @returns the request's id
 * @throws the shop's words when it does not take the request
 */
export async function requestReturn(
  db: Db,
  { orderId, accountId, bookId }: PlacedOrder,
  given: Partial<ReturnWish> = {},
  now?: Date,
): Promise<number> {
  const wish: ReturnWish = { items: [{ bookId, qty: 1 }], reason: "damaged", remarks: "", ...given };
  const outcome = await askForReturn(db, { orderId, accountId, ...wish }, now);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.returnId;
}

/** @returns the state that is stored of an order */
export async function orderState(db: Db, orderId: number): Promise<OrderState> {
  const row = await db
    .selectFrom("orders")
    .select("state")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return row.state;
}

/** All that the shop keeps of an order: its row, its book, its log, its refunds, its customer's mails and its audit. */
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
