import type { Selectable } from "kysely";
import type { Tables } from "~/db/tables";
import type { CartDelivery } from "../cart/cart-delivery";

/** How an order is delivered, as it was promised when it was placed. */
export interface OrderDelivery {
  methodId: number;
  method: string;
  carrier: string;
  /** Plain dates of arrival, or of when it can be fetched. */
  from: string;
  to: string;
  /** The shop's hours; null: the parcel is sent. */
  pickUp: string | null;
}

/** The names of these columns. */
export const DELIVERY_COLUMNS = [
  "method_id",
  "method_name",
  "method_carrier",
  "pick_up",
  "promised_from",
  "promised_by",
] as const;

type Row = Pick<Selectable<Tables["orders"]>, (typeof DELIVERY_COLUMNS)[number]>;

/** @returns null for an order that was placed without a delivery plan */
export function deliveryOf(order: Row): OrderDelivery | null {
  const { method_id, method_name, method_carrier, pick_up, promised_from, promised_by } = order;
  if (method_id === null || promised_from === null || promised_by === null) return null;
  return {
    methodId: method_id,
    method: method_name ?? "",
    carrier: method_carrier ?? "",
    from: promised_from,
    to: promised_by,
    pickUp: pick_up,
  };
}

/**
 * The last day of the promise. @param releasedOn the plain date before which the order is not sent; null: it may be
 * @returns null without a promise, or when a book comes out after it
 */
export const promisedDay = (
  { promised_by }: Pick<Row, "promised_by">,
  releasedOn: string | null,
): string | null => (promised_by !== null && (releasedOn ?? "") <= promised_by ? promised_by : null);

/** The columns of `orders` that `deliveryOf` reads. */
export const methodColumns = (method: NonNullable<CartDelivery["method"]>) => ({
  zone_id: method.zoneId,
  method_id: method.id,
  method_name: method.name,
  method_carrier: method.carrier,
  pick_up: method.pickUp,
  promised_from: method.from,
  promised_by: method.to,
});

/** The columns of `orders` with how an order is delivered and paid. */
export function deliveryColumns({ method, payment, codFee, dueAtDoor, grams }: CartDelivery) {
  const paid = { payment_way: payment, cod_fee: codFee, due_at_door: dueAtDoor };
  if (method === null || method.id === null) return paid;
  return {
    ...paid,
    ...methodColumns(method),
    parcel_grams: grams || null,
  };
}
