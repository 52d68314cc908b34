import type { Totals } from "~/domain/checkout/totals";
import { formatRupees } from "~/domain/money";

/** What a cart or an order comes to (specification section 2: Subtotal, Shipping, Tax (incl), Total). Paise. */
export function OrderTotals({ totals }: { totals: Totals & { discount?: number } }) {
  const { subtotal, discount = 0, shipping, tax, total } = totals;
  const rows = [
    ["Subtotal", formatRupees(subtotal)],
    ...(discount > 0 ? [["Discount", `−${formatRupees(discount)}`]] : []),
    ["Shipping", shipping === 0 ? "Free" : formatRupees(shipping)],
    ["Tax (incl)", formatRupees(tax)],
  ];
  return (
    <dl className="grid gap-2 tabular-nums">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="border-line mt-1 flex items-baseline justify-between gap-4 border-t pt-3 font-semibold">
        <dt>Total</dt>
        <dd className="text-xl">{formatRupees(total)}</dd>
      </div>
    </dl>
  );
}
