import { rupeesField } from "~/domain/catalogue/books/lists/catalogue";
import { indianDate, indianTime } from "~/domain/kit/dates";
import { percentText } from "./coupon-words";
import { type Coupon, isMidnight } from "./coupons";
import { COUPON_MAX } from "./coupons.schema";

/** A coupon as the values of its form. */

/** The dates as values of the form's inputs. */
export function couponDates({ startsAt, endsAt }: Pick<Coupon, "startsAt" | "endsAt">) {
  const start = startsAt === null ? null : new Date(startsAt);
  const end = endsAt === null ? null : new Date(endsAt);
  const isWholeDay = end !== null && isMidnight(end);
  return {
    startsOn: start && indianDate(start),
    startsTime: start && !isMidnight(start) ? indianTime(start) : null,
    endsOn: end && indianDate(end, isWholeDay ? -1 : 0),
    endsTime: end && !isWholeDay ? indianTime(end) : null,
  };
}

/** The value as staff type it: per cent, rupees, or free copies; empty for free delivery. */
const valueText = ({ kind, value }: Pick<Coupon, "kind" | "value">): string =>
  ({
    percentage: percentText(value),
    amount: rupeesField(value),
    copies: String(value),
    delivery: "",
  })[kind];

/** What a coupon is for, as staff type it: books with their numbers, since titles are not unique. */
export const targetLines = ({ scope, targets }: Pick<Coupon, "scope" | "targets">): string[] =>
  targets.map(({ id, name }) => (scope === "books" ? `#${id} ${name}` : name).slice(0, COUPON_MAX.target));

/** A coupon as values of the form's inputs. */
export function couponFormValues(coupon: Omit<Coupon, "id">) {
  const { kind, mostDiscount, minimumSubtotal, totalLimit, customerLimit } = coupon;
  const { startsOn, startsTime, endsOn, endsTime } = couponDates(coupon);
  return {
    code: coupon.code,
    description: coupon.description,
    kind,
    value: valueText(coupon),
    setSize: String(coupon.setSize ?? ""),
    scope: coupon.scope,
    which: targetLines(coupon).join("\n"),
    leastCopies: coupon.leastCopies === 1 ? "" : String(coupon.leastCopies),
    groupId: String(coupon.group?.id ?? ""),
    leastBought: coupon.leastBought === 0 ? "" : rupeesField(coupon.leastBought),
    automatic: coupon.automatic ? "on" : undefined,
    mostDiscount: rupeesField(mostDiscount),
    minimumSubtotal: minimumSubtotal === 0 ? "" : rupeesField(minimumSubtotal),
    startsOn: startsOn ?? "",
    startsTime: startsTime ?? "",
    endsOn: endsOn ?? "",
    endsTime: endsTime ?? "",
    totalLimit: String(totalLimit ?? ""),
    customerLimit: String(customerLimit ?? ""),
    active: coupon.active ? "on" : undefined,
  };
}
