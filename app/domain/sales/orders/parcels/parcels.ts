/** Pure rules of an order's parcels. Browser-safe. */

import type { OrderDetail, OrderLine } from "../order-detail";

/** What was sent of an order. Times ISO 8601. */
export interface SentParcel {
  id: number;
  /** 1, 2, 3 within the order. */
  number: number;
  carrier: string | null;
  trackingNo: string | null;
  /** Where it can be followed; null: its carrier has no such page. */
  trackingUrl: string | null;
  weightG: number | null;
  sentAt: string;
  deliveredAt: string | null;
  lostAt: string | null;
  /** It was refused at the door, and is back. */
  returnedAt: string | null;
  lines: { id: number; title: string; qty: number }[];
}

type Order = Pick<OrderDetail, "lines" | "parcels">;

/** The copies of a line that are on their way or have arrived: without those of lost parcels. */
export function sentOf({ parcels }: Pick<Order, "parcels">, lineId: number): number {
  return parcels
    .filter(({ lostAt, returnedAt }) => lostAt === null && returnedAt === null)
    .flatMap(({ lines }) => lines)
    .reduce((sum, { id, qty }) => (id === lineId ? sum + qty : sum), 0);
}

/** The copies of a line that are still to be sent. What was refunded is taken off these first. */
export const openOf = (order: Pick<Order, "parcels">, { id, quantity, refunded }: OrderLine): number =>
  Math.max(0, quantity - sentOf(order, id) - refunded);

/** The lines that have copies to be sent, with how many. */
export const openLines = (order: Order): { id: number; title: string; qty: number }[] =>
  order.lines
    .map((line) => ({ id: line.id, title: line.title, qty: openOf(order, line) }))
    .filter(({ qty }) => qty > 0);

/** Whether something of an order that is still here was sent before, so that it cannot be cancelled or unpacked as a whole. */
export const isPartlySent = ({ state, parcels }: Pick<OrderDetail, "state" | "parcels">): boolean =>
  state === "packed" && parcels.length > 0;

/** How far a parcel is, in a word or two. @param isPickUp whether it is fetched at the shop */
export function parcelState({ deliveredAt, lostAt, returnedAt }: SentParcel, isPickUp: boolean): string {
  if (lostAt) return "Lost";
  if (returnedAt) return "Came back";
  if (isPickUp) return deliveredAt ? "Fetched" : "Ready to fetch";
  return deliveredAt ? "Delivered" : "On its way";
}

/** Copies in words: "2 × Gora, 1 × Devdas". */
export const copiesInWords = (lines: readonly { title: string; qty: number }[]): string =>
  lines.map(({ qty, title }) => `${qty} × ${title}`).join(", ");
