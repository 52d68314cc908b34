/** Coupons in the back office: the parameters of the list, its rows, and the outcomes of saving. */

import type { OrderState } from "~/db/tables";
import type { AuditFields, AuditValue } from "~/domain/kit/audit/audit";
import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { formatRupees } from "~/domain/kit/money";
import { couponGives, endText, percentText, startText } from "./coupon-words";
import { type Coupon, COUPON_STATES, type CouponState } from "./coupons";
import { targetLines } from "./coupon-form";
import { readParam } from "~/domain/kit/search-params";

export const COUPON_SORTS = ["code", "uses", "ends"] as const;
export type CouponSort = (typeof COUPON_SORTS)[number];

export interface CouponSearch extends ListSearch<CouponSort> {
  /** null: all. */
  state: CouponState | null;
}

/** Reads the parameters of the list's URL. Invalid values are ignored. */
export function parseCouponSearch(params: URLSearchParams): CouponSearch {
  return {
    ...parseListSearch(params, COUPON_SORTS),
    state: COUPON_STATES.find((state) => state === readParam(params, "state")) ?? null,
  };
}

export interface StaffCoupon extends Coupon {
  state: CouponState;
  /** Orders that use it. */
  uses: number;
  /** Increases with each change by staff. */
  version: number;
}

/** An order that uses a coupon. Money in paise, times ISO 8601. */
export interface CouponOrder {
  orderId: number;
  customer: { id: number; name: string };
  /** What it took off the books and delivery; 0 of free delivery of orders from before this was counted. */
  discount: number;
  usedAt: string;
  state: OrderState;
  /** Whether its books are fetched at the shop. */
  isPickUp: boolean;
}

export const COUPON_NOT_FOUND = "Coupon not found";
export const COUPON_CHANGED =
  "This coupon was changed while you were editing it. Nothing of yours has been saved yet.";

/** What somebody else has changed while a coupon's form was open. */
export interface CouponClash {
  /** The version of the stored coupon; saving again with it overwrites the changes. */
  version: number;
  /** The values that saving again would overwrite, as people read them. */
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

export type SaveCouponOutcome =
  | { ok: true; id: number; version: number; message: string }
  | { ok: false; reason: "unknown"; message: string }
  | { ok: false; reason: "invalid"; field: "code" | "which" | "groupId"; message: string }
  | { ok: false; reason: "changed"; message: string; clash: CouponClash };

/** The message after a coupon was switched on or off. */
export const switchedMessage = (code: string, active: boolean) =>
  `Coupon ${code} is switched ${active ? "on" : "off"}`;

function couponTerms({ kind, value, setSize, mostDiscount }: Omit<Coupon, "id">): string {
  if (kind === "percentage") return `${percentText(value)}%`;
  return kind === "amount" ? formatRupees(value) : couponGives({ kind, value, setSize, mostDiscount });
}

/** The fields as staff read them in the audit. */
export function couponForPeople(coupon: Omit<Coupon, "id">): AuditFields {
  const { mostDiscount, minimumSubtotal, leastBought, startsAt, endsAt } = coupon;
  return {
    Code: coupon.code,
    Description: coupon.description || null,
    Discount: couponTerms(coupon),
    For: coupon.scope === "all" ? null : targetLines(coupon),
    "Minimum copies": coupon.leastCopies === 1 ? null : coupon.leastCopies,
    "Customer group": coupon.group?.name ?? null,
    "Bought before": leastBought === 0 ? null : formatRupees(leastBought),
    Automatic: coupon.automatic || null,
    "Highest discount": mostDiscount === null ? null : formatRupees(mostDiscount),
    "Minimum order": minimumSubtotal === 0 ? null : formatRupees(minimumSubtotal),
    Starts: startsAt && startText(startsAt),
    Ends: endsAt && endText(endsAt),
    "Orders in all": coupon.totalLimit,
    "Orders of one customer": coupon.customerLimit,
    Active: coupon.active,
  };
}
