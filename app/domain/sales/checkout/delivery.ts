/** The text about delivery time and cost; it depends only on the settings. */

import type { Forthcoming } from "~/domain/catalogue/books/sale/sale";
import { formatDate, formatDay } from "~/domain/kit/dates";
import { formatRupeesShort } from "~/domain/kit/money";
import { deliveryDay } from "../orders/orders";
import type { Settings } from "~/domain/shop/settings/settings";
import type { TotalsRules } from "../orders/money/totals";

/** A line of a cart, or a book on its own. */
interface Sent {
  title: string;
  forthcoming?: Forthcoming;
}

/** The book that comes out last, and its day: an order is sent as a whole, and not before. null: all are out. */
export function lastRelease(lines: readonly Sent[]): { title: string; day: string } | null {
  const releases = lines.flatMap(({ title, forthcoming }) =>
    forthcoming?.releasedOn ? [{ title, day: forthcoming.releasedOn }] : [],
  );
  return releases.reduce<{ title: string; day: string } | null>(
    (last, one) => (last === null || one.day > last.day ? one : last),
    null,
  );
}

/** When an order with pre-ordered books is sent, in words; null: at once. */
export function releaseNotice(lines: readonly Sent[]): string | null {
  const last = lastRelease(lines);
  if (!last) return null;
  const day = formatDate(last.day);
  if (lines.length === 1) return `This is a pre-order: we send it from ${day}, when the book is released.`;
  const isMixed = lines.some(({ forthcoming }) => forthcoming?.releasedOn !== last.day);
  const others = isMixed ? " To have the other books sooner, order them separately." : "";
  return `We send an order as a whole: this one from ${day}, when “${last.title}” is released.${others}`;
}

/** The day by which an order of these books, paid now, should arrive. @returns a plain date */
export const deliveryDate = (
  { deliveryDays }: Pick<Settings, "deliveryDays">,
  now: Date,
  lines: readonly Sent[] = [],
): string => deliveryDay(now, lastRelease(lines)?.day ?? null, deliveryDays);

/** Days within the next weeks without their year. */
export const byDay = (by: string, lines: readonly Sent[] = []): string =>
  lastRelease(lines) ? formatDate(by) : formatDay(by);

/**
 * The text where a shopper decides: "Arrives by Sun 29 Nov. Delivery ₹49, free above ₹499. Returns within 10 days."
 * @param subtotal of the books in question, in paise @param by a plain date @param lines the books in question
 */
export function deliveryLine(
  rules: Pick<TotalsRules, "shippingThreshold" | "shippingFee"> & Pick<Settings, "returnDays">,
  subtotal: number,
  by: string,
  lines: readonly Sent[] = [],
): string {
  const isFree = subtotal > rules.shippingThreshold || rules.shippingFee === 0;
  const cost = isFree
    ? "Free delivery"
    : `Delivery ${formatRupeesShort(rules.shippingFee)}, free above ${formatRupeesShort(rules.shippingThreshold)}`;
  return `Arrives by ${byDay(by, lines)}. ${cost}. ${returnsLine(rules)}`.trim();
}

/** "Returns within 10 days.", the part of that text that no delivery plan changes; "" without returns. */
export function returnsLine({ returnDays }: Pick<Settings, "returnDays">): string {
  return returnDays > 0 ? `Returns within ${returnDays === 1 ? "1 day" : `${returnDays} days`}.` : "";
}
