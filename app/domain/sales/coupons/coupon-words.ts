import { formatDate, formatDateTime, indianDate } from "~/domain/kit/dates";
import { formatRupees, formatRupeesShort } from "~/domain/kit/money";
import { type Coupon, type CouponProblem, type CouponTerms, isMidnight } from "./coupons";

/** Coupons in words: what one gives, what it needs, and why it does not apply. */

/** @returns e.g. "1 Dec 2026"; with the time unless that is the start of the day in India */
export function startText(startsAt: string): string {
  return isMidnight(new Date(startsAt)) ? formatDate(startsAt) : formatDateTime(startsAt);
}

/** @returns the last day; if the coupon ends within a day, that day and the time */
export function endText(endsAt: string): string {
  const end = new Date(endsAt);
  return isMidnight(end) ? formatDate(indianDate(end, -1)) : formatDateTime(endsAt);
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
    case "other_group":
      return "This coupon is for some customers only: log in if you are one of them";
    case "bought_too_little":
      return `This coupon is for customers who have bought for ${formatRupeesShort(coupon.leastBought)} or more: log in if you are one of them`;
    case "too_few": {
      const books = scopeText(coupon).replace(/^on /, "");
      if (coupon.leastCopies === 1) return `This coupon is for ${books}`;
      return `This coupon needs ${coupon.leastCopies} or more copies${books && ` of ${books}`}`;
    }
    case "below_minimum":
      return `This coupon needs an order of ${formatRupeesShort(coupon.minimumSubtotal)} or more`;
    case "gives_nothing":
      return "This coupon gives no discount on these books";
  }
}

/** The same for staff. */
export const staffProblemMessage = (problem: CouponProblem, coupon: Coupon): string =>
  problem === "used_by_customer"
    ? "The customer has used this coupon already"
    : problem === "other_group" && coupon.group
      ? `This coupon is for ${coupon.group.name} only`
      : problem === "bought_too_little"
        ? `This coupon is for customers who have bought for ${formatRupeesShort(coupon.leastBought)} or more`
        : couponProblemMessage(problem, coupon);

/** @param value hundredths of a per cent @returns e.g. "10", "12.5" */
export const percentText = (value: number): string => String(value / 100);

const WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const inWords = (count: number) => WORDS[count - 1] ?? String(count);

const TARGETS_NAMED = 3;

/** e.g. "on books tagged Children or Folk tales"; empty for all books. */
function scopeText({ scope, targets }: Pick<Coupon, "scope" | "targets">): string {
  if (scope === "all") return "";
  const named = targets.slice(0, TARGETS_NAMED).map(({ name }) => (scope === "books" ? `“${name}”` : name));
  const more = targets.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(" or ") || "none";
  return { books: `on ${names}`, authors: `on books by ${names}`, tags: `on books tagged ${names}` }[scope];
}

/** The discount in a few words, e.g. "10% off, ₹200 at most", "₹50 off", "Three for two on books tagged Children". */
export function couponGives(coupon: CouponTerms & Partial<Pick<Coupon, "scope" | "targets">>): string {
  const scope = scopeText({ scope: coupon.scope ?? "all", targets: coupon.targets ?? [] });
  const { kind } = coupon;
  return [termsText(coupon), kind === "delivery" ? scope.replace(/^on /, "with ") : scope]
    .filter(Boolean)
    .join(" ");
}

function termsText({ kind, value, mostDiscount, setSize }: CouponTerms): string {
  if (kind === "delivery") return "Free delivery";
  if (kind === "amount") return `${formatRupeesShort(value)} off`;
  if (kind === "copies") {
    const size = setSize ?? value + 1;
    const [first, rest] = [inWords(size), inWords(size - value)];
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} for ${rest}`;
  }
  const cap = mostDiscount === null ? "" : `, ${formatRupeesShort(mostDiscount)} at most`;
  return `${percentText(value)}% off${cap}`;
}

/** What it takes to get the discount, e.g. "from ₹500", "from 3 copies", "for Schools", "for who has bought for ₹2,000", "without a code". */
export const couponNeeds = ({
  minimumSubtotal,
  leastCopies,
  group,
  leastBought,
  automatic,
}: Omit<Coupon, "id">): string[] => [
  ...(minimumSubtotal > 0 ? [`from ${formatRupeesShort(minimumSubtotal)}`] : []),
  ...(leastCopies > 1 ? [`from ${leastCopies} copies`] : []),
  ...(group ? [`for ${group.name}`] : []),
  ...(leastBought > 0 ? [`for who has bought for ${formatRupeesShort(leastBought)}`] : []),
  ...(automatic ? ["without a code"] : []),
];

/**
 * The row of a discount in totals, or of a coupon that takes nothing off the books, such as free delivery; none without either.
 * @param discount paise @param code the coupon's; null: not known
 */
export const discountRows = (discount: number, code: string | null): [label: string, value: string][] =>
  discount > 0
    ? [[code ? `Discount (${code})` : "Discount", `−${formatRupees(discount)}`]]
    : code
      ? [["Coupon", code]]
      : [];
