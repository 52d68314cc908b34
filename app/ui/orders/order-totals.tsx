import type { Totals } from "~/domain/sales/orders/money/totals";
import { discountLabel } from "~/domain/sales/coupons/coupons";
import { formatRupees } from "~/domain/kit/money";

/**
 * The totals of a cart or an order (docs/specification.md §2.6: Subtotal, Shipping, Tax (incl), Total). Paise.
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
    <dl className="bill">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="bill-total">
        <dt>Total</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
    </dl>
  );
}
