import { createHash } from "node:crypto";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import type { Totals } from "~/domain/sales/orders/money/totals";
import { indianDate } from "~/domain/kit/dates";
import type { OrderLife } from "./orders-life";

/** As a new shop has it (`deliveryDays`). */
const DELIVERY_DAYS = 7;

/** A sample order: as it was placed, and what happened to it. */
export interface SampleOrder {
  ordinal: number;
  id: number;
  accountId: number;
  placedAt: number;
  address: AddressFields;
  lines: { bookId: number; title: string; mrp: number; unitPrice: number; quantity: number }[];
  totals: Totals;
  /** The coupon of the discount. */
  coupon: { id: number; code: string } | null;
  life: OrderLife;
  invoiceNo: string | null;
  /** The carrier, once it is shipped. */
  carrier: { id: number; name: string };
  /** The member of staff who handles it; null if the shop has none. */
  staffId: number | null;
  /** From the settings. */
  hsn: string;
  taxRate: number;
}

export const iso = (time: number) => new Date(time).toISOString();
export const isoOrNull = (time: number | null) => (time === null ? null : iso(time));

/** The delivery date estimated at payment. */
export const etaDate = ({ life }: SampleOrder): string | null =>
  life.paidAt === null ? null : indianDate(new Date(life.paidAt), DELIVERY_DAYS);

/** Tracking numbers: India Post's in the format of the Universal Postal Union, others in their own. */
export function trackingNo({ ordinal, carrier }: SampleOrder): string {
  const digits = String(ordinal * 7 + 100_003).padStart(9, "0");
  const initials = carrier.name.replace(/[^A-Z]/g, "").slice(0, 2);
  return carrier.name === "India Post" ? `EK${digits}IN` : `${initials}${digits}`;
}

/** A unique id in the gateway's format, the same for the same order in every shop. */
export function sampleId(
  kind: "order" | "receipt" | "pay" | "key" | "rfnd",
  ordinal: number,
  number = 0,
): string {
  const letters = createHash("sha256").update(`sample ${kind} ${ordinal} ${number}`).digest("base64");
  const id = letters.replace(/[^A-Za-z0-9]/g, "").slice(0, 14);
  return kind === "receipt" || kind === "key" ? `sample${id}` : `${kind}_${id}`;
}
