/** The text about delivery time and cost; it depends only on the settings. */

import { formatDay, indianDate } from "../dates";
import { formatRupees } from "../money";
import { DELIVERY_DAYS } from "../orders/orders";
import type { Settings } from "../settings/settings";
import type { TotalsRules } from "../orders/totals";

/** @returns the plain date by which an order paid now should arrive */
export const deliveryDate = (now: Date): string => indianDate(now, DELIVERY_DAYS);

/**
 * The text where a shopper decides: "Free delivery, by Sun 29 Nov. Returns within 10 days."
 * @param subtotal of the books in question, in paise @param by a plain date
 */
export function deliveryLine(
  rules: Pick<TotalsRules, "shippingThreshold" | "shippingFee"> & Pick<Settings, "returnDays">,
  subtotal: number,
  by: string,
): string {
  const isFree = subtotal > rules.shippingThreshold || rules.shippingFee === 0;
  const cost = isFree
    ? "Free delivery"
    : `Delivery ${formatRupees(rules.shippingFee)}, free above ${formatRupees(rules.shippingThreshold)}`;
  const days = rules.returnDays === 1 ? "1 day" : `${rules.returnDays} days`;
  const returns = rules.returnDays > 0 ? ` Returns within ${days}.` : "";
  return `${cost}, by ${formatDay(by)}.${returns}`;
}
