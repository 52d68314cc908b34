/** Pure rules of coupons: their discount, and when they may be used. Money in paise, times ISO 8601. */

import { formatDate, formatDateTime, indianDate, indianDayStart } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { formatRupeesShort } from "~/domain/kit/money";

export const COUPON_KINDS = ["percentage", "amount"] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** The discount of a coupon. */
export interface CouponTerms {
  kind: CouponKind;
  /** Hundredths of a per cent of the subtotal, or paise. */
  value: number;
  /** The highest discount of a percentage; null: no cap. */
  mostDiscount: number | null;
}

/** Fields that are null set no limit. */
export interface Coupon extends CouponTerms {
  id: number;
  code: string;
  /** For staff. */
  description: string;
  /** The smallest price of the books, before discount and shipping. */
  minimumSubtotal: number;
  /** From this time on it is valid. */
  startsAt: string | null;
  /** From this time on it is no longer valid. */
  endsAt: string | null;
  /** The most orders of all customers together. */
  totalLimit: number | null;
  /** The most orders of one customer. */
  customerLimit: number | null;
  active: boolean;
}

/** A coupon and its uses without those of the customer's own unpaid orders: a new order releases them. */
export interface CouponForCustomer extends Coupon {
  /** Orders that use it. */
  uses: number;
  /** Orders of this customer that use it. */
  ownUses: number;
}

/** The longest input for a code; longer than any code, since spaces in it are ignored. */
export const CODE_MAX = 100;

/** Removes spaces and makes letters uppercase. @returns the code as it is stored */
export function couponCode(typed: string): string {
  return asciiDigits(typed)
    .replace(/\s+/g, "")
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * The discount on the books' price. A percentage is rounded, half a paisa up, and limited by its cap. An amount is
 * limited by the subtotal. Uses BigInt, since subtotal × percentage can exceed 2^53.
 * @param subtotal paise @returns paise, 0 to the subtotal
 */
export function couponDiscount({ kind, value, mostDiscount }: CouponTerms, subtotal: number): number {
  if (kind === "amount") return Math.min(value, subtotal);
  const share = Number((2n * BigInt(subtotal) * BigInt(value) + 10_000n) / 20_000n);
  return Math.min(share, mostDiscount ?? share);
}

/** Whether a day begins in India at this moment. */
export const isMidnight = (time: Date) => indianDayStart(indianDate(time)).getTime() === time.getTime();

/** @returns e.g. "1 Dec 2026"; with the time unless that is the start of the day in India */
export function startText(startsAt: string): string {
  return isMidnight(new Date(startsAt)) ? formatDate(startsAt) : formatDateTime(startsAt);
}

/** @returns the last day; if the coupon ends within a day, that day and the time */
export function endText(endsAt: string): string {
  const end = new Date(endsAt);
  return isMidnight(end) ? formatDate(indianDate(end, -1)) : formatDateTime(endsAt);
}

/** Why a coupon does not apply. */
export type CouponProblem =
  | "off"
  | "upcoming"
  | "over"
  | "used_by_customer"
  | "used_up"
  | "below_minimum"
  | "gives_nothing";

/**
 * Whether a coupon may be used for an order.
 * @param subtotal paise, of the books alone
 * @returns null when it may
 */
export function couponProblem(coupon: CouponForCustomer, subtotal: number, now: Date): CouponProblem | null {
  const at = now.getTime();
  const { active, startsAt, endsAt, totalLimit, customerLimit, minimumSubtotal } = coupon;
  if (!active) return "off";
  if (startsAt !== null && at < Date.parse(startsAt)) return "upcoming";
  if (endsAt !== null && at >= Date.parse(endsAt)) return "over";
  if (customerLimit !== null && coupon.ownUses >= customerLimit) return "used_by_customer";
  if (totalLimit !== null && coupon.uses >= totalLimit) return "used_up";
  return subtotal < minimumSubtotal ? "below_minimum" : null;
}

/** The same message for unknown codes and for coupons that are switched off, so that guessing codes reveals nothing. */
export const UNKNOWN_COUPON = "This coupon code is not valid";

/** A sentence for the customer, without a full stop. */
export function couponProblemMessage(problem: CouponProblem, coupon: Coupon): string {
  switch (problem) {
    case "off":
      return UNKNOWN_COUPON;
    case "upcoming":
      return `This coupon is valid from ${startText(coupon.startsAt!)}`;
    case "over":
      return `This coupon ended on ${endText(coupon.endsAt!)}`;
    case "used_by_customer":
      return coupon.customerLimit === 1
        ? "You have used this coupon already"
        : `You have used this coupon ${coupon.customerLimit} times already`;
    case "used_up":
      return "This coupon has been used up";
    case "below_minimum":
      return `This coupon needs an order of ${formatRupeesShort(coupon.minimumSubtotal)} or more`;
    case "gives_nothing":
      return "This coupon gives no discount on these books";
  }
}

/** @param value hundredths of a per cent @returns e.g. "10", "12.5" */
export const percentText = (value: number): string => String(value / 100);

/** The discount in a few words, e.g. "10% off, ₹200 at most", "₹50 off". */
export function couponGives({ kind, value, mostDiscount }: CouponTerms): string {
  if (kind === "amount") return `${formatRupeesShort(value)} off`;
  const cap = mostDiscount === null ? "" : `, ${formatRupeesShort(mostDiscount)} at most`;
  return `${percentText(value)}% off${cap}`;
}

/** The label of the discount in totals. @param code the coupon's; null: not known */
export const discountLabel = (code: string | null): string => (code ? `Discount (${code})` : "Discount");

/** The coupon in a cart. */
export interface CartCoupon {
  id: number;
  code: string;
  /** The discount in a few words. */
  gives: string;
  /** Why it does not apply; null: it applies. */
  problem: string | null;
}

export const COUPON_STATES = ["active", "upcoming", "over", "off"] as const;
export type CouponState = (typeof COUPON_STATES)[number];

export const COUPON_STATE_LABELS: Record<CouponState, string> = {
  active: "Active",
  upcoming: "Upcoming",
  over: "Ended",
  off: "Off",
};

/** The state of a coupon by its switch and its dates. */
export function couponState(
  { active, startsAt, endsAt }: Pick<Coupon, "active" | "startsAt" | "endsAt">,
  now: Date,
): CouponState {
  if (!active) return "off";
  if (endsAt !== null && Date.parse(endsAt) <= now.getTime()) return "over";
  return startsAt !== null && Date.parse(startsAt) > now.getTime() ? "upcoming" : "active";
}
