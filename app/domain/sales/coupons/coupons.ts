import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { apportion } from "../orders/money/line-values";

/** Pure rules of coupons: their discount, and when they may be used. Money in paise, times ISO 8601. */

/** 'copies' is "three for two"; 'delivery' takes off its charge, not the fee for paying at the door. */
export const COUPON_KINDS = ["percentage", "amount", "copies", "delivery"] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** The books that a coupon is for. */
export const COUPON_SCOPES = ["all", "books", "authors", "tags"] as const;
export type CouponScope = (typeof COUPON_SCOPES)[number];

/** What a coupon gives. */
export interface CouponTerms {
  kind: CouponKind;
  /** Hundredths of a per cent of its books, paise, or free copies of each set; of delivery 10,000. */
  value: number;
  /** The highest discount of a percentage; null: no cap. */
  mostDiscount: number | null;
  /** Copies of a set, of kind 'copies'; null or left out: of another kind. */
  setSize?: number | null;
}

/** A book, author or tag that a coupon is for. */
export interface CouponTarget {
  id: number;
  name: string;
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
  setSize: number | null;
  scope: CouponScope;
  /** None for all books. */
  targets: CouponTarget[];
  /** The least copies of its books. */
  leastCopies: number;
  /** The customer group that it is for; null: everybody. */
  group: { id: number; name: string } | null;
  /** What the customer's orders must have come to before, in paise; 0: nothing. */
  leastBought: number;
  /** Whether it needs no code. */
  automatic: boolean;
}

/** A coupon that is for all books and customers, by its code. */
export const FOR_ALL = {
  setSize: null,
  scope: "all",
  targets: [],
  leastCopies: 1,
  group: null,
  leastBought: 0,
  automatic: false,
} satisfies Partial<Coupon>;

/** A coupon and its uses without those of the customer's own unpaid orders: a new order releases them. */
export interface CouponForCustomer extends Coupon {
  /** Orders that use it. */
  uses: number;
  /** Orders of this customer that use it. */
  ownUses: number;
  /** Whether this customer is of its group. */
  isForThem: boolean;
  /** What this customer's accepted orders come to without what went back, in paise; 0 where the coupon does not ask for it. */
  bought: number;
  /** Which of the books that were asked for are its books; null: all. */
  books: readonly number[] | null;
}

/** The longest input for a code; longer than any code, since spaces in it are ignored. */
export const CODE_MAX = 100;

/** Removes spaces and makes letters uppercase. @returns the code as it is stored */
export function couponCode(typed: string): string {
  return asciiDigits(typed)
    .replace(/\s+/g, "")
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** A line of a cart or an order. */
export interface CouponLine {
  bookId?: number;
  /** Paise: what the customer pays, with the sale and the group's price. */
  unitPrice: number;
  quantity: number;
}

/** What a coupon gives, and on which books of the lines; `books` null or left out: on all. */
export type AppliedTerms = CouponTerms & { books?: readonly number[] | null };

const isIn = ({ books }: AppliedTerms, { bookId }: CouponLine): boolean =>
  books == null || (bookId !== undefined && books.includes(bookId));

/** The copies of the coupon's books. */
export const copiesInScope = (terms: AppliedTerms, lines: readonly CouponLine[]): number =>
  lines.reduce((sum, line) => sum + (isIn(terms, line) ? line.quantity : 0), 0);

/**
 * What a coupon takes off each line, in paise: from 0 to the line's price. It is the one place where a discount is computed. The
 * discount of its books is shared by their prices, so each copy that goes back is worth its part of it, free ones too. It comes on
 * top of sale and group prices, since it is taken off what the customer would pay.
 * @param most the highest discount of all lines
 */
export function couponShares(terms: AppliedTerms, lines: readonly CouponLine[], most: number): number[] {
  const prices = lines.map((line) => (isIn(terms, line) ? line.unitPrice * line.quantity : 0));
  const price = prices.reduce((sum, one) => sum + one, 0);
  const discount =
    terms.kind === "copies"
      ? freeCopies(
          terms,
          lines.filter((line) => isIn(terms, line)),
        )
      : couponDiscount(terms, price);
  return apportion(Math.min(discount, most), prices.map(BigInt));
}

/**
 * The discount on the price of the books. A percentage is rounded, half a paisa up, and limited by its cap. An amount is
 * limited by the price. Uses BigInt, since price × percentage can exceed 2^53.
 * @param price paise @returns paise, 0 to the price
 */
export function couponDiscount({ kind, value, mostDiscount }: CouponTerms, price: number): number {
  if (kind === "delivery") return 0;
  if (kind === "amount") return Math.min(value, price);
  const share = Number((2n * BigInt(price) * BigInt(value) + 10_000n) / 20_000n);
  return Math.min(share, mostDiscount ?? share);
}

/**
 * The price of the free copies. The copies make sets from the dearest down, of each the cheapest are free: so one more copy never
 * makes the discount less.
 */
function freeCopies({ value, setSize }: CouponTerms, lines: readonly CouponLine[]): number {
  const size = setSize ?? value + 1;
  const copies = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const inSets = copies - (copies % size);
  /** The free ones of the first `count` copies. */
  const free = (count: number) =>
    Math.floor(count / size) * value + Math.max(0, (count % size) - (size - value));
  let from = 0;
  let discount = 0;
  for (const { unitPrice, quantity } of lines.toSorted((a, b) => b.unitPrice - a.unitPrice)) {
    const to = Math.min(from + quantity, inSets);
    discount += unitPrice * (free(to) - free(from));
    from = to;
  }
  return discount;
}

/** Whether a day begins in India at this moment. */
export const isMidnight = (time: Date) => indianDayStart(indianDate(time)).getTime() === time.getTime();

/** Why a coupon does not apply. */
export type CouponProblem =
  | "off"
  | "upcoming"
  | "over"
  | "used_by_customer"
  | "used_up"
  | "other_group"
  | "bought_too_little"
  | "below_minimum"
  | "too_few"
  | "gives_nothing";

/**
 * Whether a coupon may be used for an order.
 * @param subtotal paise, of the books alone
 * @param copies of its books; left out: enough
 * @returns null when it may
 */
export function couponProblem(
  coupon: CouponForCustomer,
  subtotal: number,
  now: Date,
  copies = Infinity,
): CouponProblem | null {
  const at = now.getTime();
  const { active, startsAt, endsAt, totalLimit, customerLimit, minimumSubtotal } = coupon;
  if (!active) return "off";
  if (startsAt !== null && at < Date.parse(startsAt)) return "upcoming";
  if (endsAt !== null && at >= Date.parse(endsAt)) return "over";
  if (!coupon.isForThem) return "other_group";
  if (coupon.bought < coupon.leastBought) return "bought_too_little";
  if (customerLimit !== null && coupon.ownUses >= customerLimit) return "used_by_customer";
  if (totalLimit !== null && coupon.uses >= totalLimit) return "used_up";
  if (subtotal < minimumSubtotal) return "below_minimum";
  return copies < coupon.leastCopies ? "too_few" : null;
}

/** A coupon's rule as it was when the order was placed, stored with the order. */
export type CouponSnapshot = CouponTerms &
  Pick<Coupon, "minimumSubtotal" | "scope" | "leastCopies"> & {
    /** The ids of books, authors or tags. */
    targets: number[];
  };

/** What is stored with an order that is placed with this coupon: changes of the order follow it. */
export const couponSnapshot = ({ targets, ...coupon }: Coupon): CouponSnapshot => ({
  kind: coupon.kind,
  value: coupon.value,
  mostDiscount: coupon.mostDiscount,
  setSize: coupon.setSize,
  minimumSubtotal: coupon.minimumSubtotal,
  scope: coupon.scope,
  leastCopies: coupon.leastCopies,
  targets: targets.map(({ id }) => id),
});

/** The coupon in a cart. */
export interface CartCoupon {
  id: number;
  code: string;
  /** The discount in a few words. */
  gives: string;
  /** Why it does not apply; null: it applies. */
  problem: string | null;
  /** Only of one that applies without a code. */
  automatic?: true;
  /** Only of an automatic one: the code in the cart that it applies instead of, and why. */
  instead?: { code: string; problem: string };
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
