import type { Totals } from "~/domain/checkout/totals";
import { discountLabel } from "~/domain/coupons/coupons";
import { formatRupees } from "~/domain/money";

/**
 * What a cart or an order comes to (specification section 2: Subtotal, Shipping, Tax (incl), Total). Paise.
 * @param couponCode of the coupon that the discount is for
 */
export function OrderTotals({ totals, couponCode = null }: { totals: Totals; couponCode?: string | null }) {
  const { subtotal, discount, shipping, tax, total } = totals;
  const rows = [
    ["Subtotal", formatRupees(subtotal)],
    ...(discount > 0 ? [[discountLabel(couponCode), `−${formatRupees(discount)}`]] : []),
    ["Shipping", shipping === 0 ? "Free" : formatRupees(shipping)],
    ["Tax (incl)", formatRupees(tax)],
  ];
  return (
    <dl className="grid gap-2 tabular-nums">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-muted min-w-0 wrap-anywhere">{label}</dt>
          <dd className="whitespace-nowrap">{value}</dd>
        </div>
      ))}
      <div className="border-line mt-1 flex items-baseline justify-between gap-4 border-t pt-3 font-semibold">
        <dt>Total</dt>
        <dd className="text-xl">{formatRupees(total)}</dd>
      </div>
    </dl>
  );
}
