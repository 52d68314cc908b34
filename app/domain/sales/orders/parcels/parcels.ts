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

/** The copies of a line that are still to be sent. What was refunded is taken off these first, and then off those that were sent. */
export const openOf = (
  order: Pick<Order, "parcels">,
  { id, quantity, refunded, cameBack = 0 }: OrderLine,
): number => Math.max(0, quantity - sentOf(order, id) - refunded + cameBack);

/** The lines that have copies to be sent, with how many. */
export const openLines = (order: Order): { id: number; title: string; qty: number }[] =>
  order.lines
    .map((line) => ({ id: line.id, title: line.title, qty: openOf(order, line) }))
    .filter(({ qty }) => qty > 0);

/** Whether something of an order that is still here was sent before, so that it cannot be cancelled or unpacked as a whole. */
export const isPartlySent = ({ state, parcels }: Pick<OrderDetail, "state" | "parcels">): boolean =>
  state === "packed" && parcels.length > 0;

/** Whether a parcel neither arrived, nor is lost or back. */
export const isOnItsWay = ({
  deliveredAt,
  lostAt,
  returnedAt,
}: Pick<SentParcel, "deliveredAt" | "lostAt" | "returnedAt">): boolean =>
  deliveredAt === null && lostAt === null && returnedAt === null;

/** What was recorded of a parcel by mistake, and can be taken back: that it arrived, that it is lost, or that it was sent. */
export const PARCEL_TAKE_BACKS = ["delivery", "loss", "sending"] as const;
export type ParcelTakeBack = (typeof PARCEL_TAKE_BACKS)[number];

/** What can be taken back of a parcel; null: nothing. What the order's lines and returns forbid is said when it is tried. */
export function parcelTakeBack(parcel: SentParcel): ParcelTakeBack | null {
  if (parcel.returnedAt !== null) return null;
  if (parcel.lostAt !== null) return "loss";
  return parcel.deliveredAt === null ? "sending" : "delivery";
}

/** Whether a parcel is all that was and will be sent of its order, so that its steps are the order's. */
export const isWholeOrder = ({ state, parcels }: Pick<OrderDetail, "state" | "parcels">): boolean =>
  parcels.length === 1 && state !== "packed";

/** How far a parcel is, in a word or two. @param isPickUp whether it is fetched at the shop */
export function parcelState({ deliveredAt, lostAt, returnedAt }: SentParcel, isPickUp: boolean): string {
  if (lostAt) return "Lost";
  if (returnedAt) return isPickUp ? "Not fetched" : "Came back";
  if (isPickUp) return deliveredAt ? "Fetched" : "Ready to fetch";
  return deliveredAt ? "Delivered" : "On its way";
}

/** Copies in words: "2 × Gora, 1 × Devdas". */
export const copiesInWords = (lines: readonly { title: string; qty: number }[]): string =>
  lines.map(({ qty, title }) => `${qty} × ${title}`).join(", ");
