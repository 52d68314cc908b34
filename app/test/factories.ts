import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { addToCart } from "~/domain/cart/cart.server";
import { placeOrder } from "~/domain/checkout/place-order.server";
import type { Gateway, GatewayPayment } from "~/domain/gateways/gateway.server";
import { ensureGatewayOrder } from "~/domain/payments/payments.server";
import { catalogueBook, type CatalogueBook } from "./factories-catalogue";
import type { Settings } from "~/domain/settings/settings";

let made = 0;

/** A customer with a confirmed address. @returns the account's id */
export async function createAccount(
  db: Db,
  given: Partial<Insertable<Tables["accounts"]>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto("accounts")
    .values({
      email: `customer${++made}.${Date.now()}@example.com`,
      password_hash: null,
      first_name: "Meera",
      last_name: "Nair",
      email_confirmed_at: "2026-01-01T00:00:00.000Z",
      created_at: "2026-01-01T00:00:00.000Z",
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** By default a visible book at ₹250.00 with 10 in stock. @returns its id */
export async function createBook(db: Db, given: Partial<CatalogueBook> = {}): Promise<number> {
  return catalogueBook(db, { title: `Book ${++made}`, ...given });
}

export const ADDRESS = {
  fullname: "Meera Nair",
  address1: "12 Lake View Road",
  address2: "Near the post office",
  place: "Kochi",
  state: "Kerala",
  pincode: "682001",
  mobile: "9847012345",
  email: "meera@example.com",
};

/** @returns the address's id */
export async function createAddress(
  db: Db,
  accountId: number,
  given: Partial<Insertable<Tables["addresses"]>> = {},
): Promise<number> {
  const at = "2026-01-01T00:00:00.000Z";
  const { id } = await db
    .insertInto("addresses")
    .values({ ...ADDRESS, account_id: accountId, created_at: at, updated_at: at, ...given })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A session of a guest, which can have a cart. @returns its hash */
export async function createGuestSession(db: Db): Promise<string> {
  const idHash = `guest-session-${++made}`;
  const at = "2026-01-01T00:00:00.000Z";
  await db
    .insertInto("sessions")
    .values({
      id_hash: idHash,
      account_id: null,
      created_at: at,
      last_seen_at: at,
      expires_at: "2999-01-01T00:00:00.000Z",
    })
    .execute();
  return idHash;
}

export interface PlacedOrder {
  accountId: number;
  bookId: number;
  addressId: number;
  orderId: number;
  gatewayOrderId: string;
  /** Paise. */
  total: number;
}

/** A customer with a book in the cart and a pending order for it, with a gateway order. */
export async function createPendingOrder(
  db: Db,
  gateway: Gateway,
  given: { accountId?: number; bookId?: number; quantity?: number; stock?: number; now?: Date } = {},
): Promise<PlacedOrder> {
  const now = given.now ?? new Date();
  const accountId = given.accountId ?? (await createAccount(db));
  const bookId =
    given.bookId ?? (await createBook(db, given.stock === undefined ? {} : { stock: given.stock }));
  const addressId = await createAddress(db, accountId);
  const added = await addToCart(db, { accountId }, { bookId, quantity: given.quantity ?? 1 }, now);
  if (!added.ok) throw new Error(added.message);
  const placed = await placeOrder(db, accountId, { addressId, gateway: gateway.name }, now);
  if (!placed.ok) throw new Error(placed.message);
  const opened = await ensureGatewayOrder(db, gateway, placed.orderId, accountId, now);
  if (!opened.ok) throw new Error(opened.message);
  return {
    accountId,
    bookId,
    addressId,
    orderId: placed.orderId,
    gatewayOrderId: opened.gatewayOrderId,
    total: opened.amount,
  };
}

/** A captured payment of an order, as the gateway reports it. */
export function capturedPayment(order: PlacedOrder, given: Partial<GatewayPayment> = {}): GatewayPayment {
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

/** Writes settings to the database. */
export async function setSettings(db: Db, settings: Partial<Settings>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) {
    const row = { value: JSON.stringify(value), updated_at: "2026-01-01T00:00:00.000Z" };
    await db
      .insertInto("settings")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  }
}
