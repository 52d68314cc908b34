/** Pure rules of coupons: what one gives, and when it may be used. Money in paise, times ISO 8601. */

import { formatDate, formatDateTime, indianDate, indianDayStart } from "../dates";
import { formatRupeesShort } from "../money";

export const COUPON_KINDS = ["percentage", "amount"] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** What a coupon gives. */
export interface CouponTerms {
  kind: CouponKind;
  /** Hundredths of a per cent of the subtotal, or paise. */
  value: number;
  /** Of a percentage: never more than this. null: no cap. */
  mostDiscount: number | null;
}

/** null stands for no bound in all that may be null. */
export interface Coupon extends CouponTerms {
  id: number;
  code: string;
  /** For staff. */
  description: string;
  /** Of the books, before discount and shipping. */
  minimumSubtotal: number;
  /** The first moment. */
  startsAt: string | null;
  /** The moment it is over. */
  endsAt: string | null;
  /** Orders. */
  totalLimit: number | null;
  /** Orders of one customer. */
  customerLimit: number | null;
  active: boolean;
}

/** A coupon as it stands for one customer, whose own unpaid orders do not count: a new order releases their uses. */
export interface CouponForCustomer extends Coupon {
  /** Orders that hold a use of it. */
  uses: number;
  /** This customer's among them. */
  ownUses: number;
}

/** Longer than any code: spaces in it do not matter. */
export const CODE_MAX = 100;

/** Codes are told apart by letters, digits and hyphens alone. @returns as codes are stored */
export function couponCode(typed: string): string {
  return typed.replace(/\s+/g, "").replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * What a coupon takes off the books' price: a percentage with half a paisa rounded up, to its cap at most; an amount, to
 * the subtotal at most. In big integers: subtotal × percentage can pass 2^53.
 * @param subtotal paise @returns paise, 0 to the subtotal
 */
export function couponDiscount({ kind, value, mostDiscount }: CouponTerms, subtotal: number): number {
  if (kind === "amount") return Math.min(value, subtotal);
  const share = Number((2n * BigInt(subtotal) * BigInt(value) + 10_000n) / 20_000n);
  return Math.min(share, mostDiscount ?? share);
}

/** Whether a day begins in India at this moment. */
export const isMidnight = (time: Date) => indianDayStart(indianDate(time)).getTime() === time.getTime();

/** @param startsAt the first moment @returns e.g. "1 Dec 2026"; with the time when that is not the day's begin in India */
export function startText(startsAt: string): string {
  return isMidnight(new Date(startsAt)) ? formatDate(startsAt) : formatDateTime(startsAt);
}

/** @param endsAt the moment it is over @returns the last day, or day and time when it is over within a day */
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

/** Of an unknown code and of one that is switched off: whoever guesses learns nothing. */
export const UNKNOWN_COUPON = "This coupon code is not valid";

/** A sentence for the customer, without its full stop. */
export function couponProblemMessage(problem: CouponProblem, coupon: Coupon): string {
  switch (problem) {
    case "off":
      return UNKNOWN_COUPON;
    case "upcoming":
      return `This coupon is valid from ${startText(coupon.startsAt!)}`;
    case "over":
      return "This coupon is no longer valid";
    case "used_by_customer":
      return coupon.customerLimit === 1
        ? "You have used this coupon already"
        : `You have used this coupon ${coupon.customerLimit} times already`;
    case "used_up":
      return "This coupon has been used up";
    case "below_minimum":
      return `This coupon needs a subtotal of ${formatRupeesShort(coupon.minimumSubtotal)} or more`;
    case "gives_nothing":
      return "This coupon takes nothing off these books";
  }
}

/** @param value hundredths of a per cent @returns e.g. "10", "12.5" */
export const percentText = (value: number): string => String(value / 100);

/** E.g. "10% off, ₹200 at most", "₹50 off". */
export function couponGives({ kind, value, mostDiscount }: CouponTerms): string {
  if (kind === "amount") return `${formatRupeesShort(value)} off`;
  const cap = mostDiscount === null ? "" : `, ${formatRupeesShort(mostDiscount)} at most`;
  return `${percentText(value)}% off${cap}`;
}

/** Wherever totals are spelled out. @param code of the coupon that took it off; null: not known */
export const discountLabel = (code: string | null): string => (code ? `Discount (${code})` : "Discount");

/** The coupon in a cart. */
export interface CartCoupon {
  id: number;
  code: string;
  /** What it gives, in a few words. */
  gives: string;
  /** Why it is not applied; null: it is. */
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

/** How a coupon stands by its switch and its dates. */
export function couponState(
  { active, startsAt, endsAt }: Pick<Coupon, "active" | "startsAt" | "endsAt">,
  now: Date,
): CouponState {
  if (!active) return "off";
  if (endsAt !== null && Date.parse(endsAt) <= now.getTime()) return "over";
  return startsAt !== null && Date.parse(startsAt) > now.getTime() ? "upcoming" : "active";
}
