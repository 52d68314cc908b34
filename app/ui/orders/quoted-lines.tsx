import { formatRupees } from "~/domain/kit/money";
import type { Offer } from "~/domain/sales/quotations/quotations";
import { OrderTotals } from "./order-totals";

/** The lines of a quotation with their sums. @param total in paise */
export function QuotedLines({ offer, total }: { offer: Offer; total: number }) {
  const { lines, subtotal, shipping, tax } = offer;
  const number = "text-right! tabular-nums max-sm:px-1.5!";
  return (
    <>
      <table className="order-lines table w-full">
        <thead>
          <tr>
            <th scope="col" className="pl-0!">
              Item
            </th>
            <th scope="col" className={number}>
              Price
            </th>
            <th scope="col" className={number}>
              <abbr title="Quantity" className="no-underline">
                Qty
              </abbr>
            </th>
            <th scope="col" className={`pr-0! ${number}`}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ bookId, title, mrp, unitPrice, quantity }) => (
            <tr key={bookId}>
              <td className="pl-0! wrap-anywhere">
                <bdi className="font-semibold">{title}</bdi>
                {mrp > unitPrice ? (
                  <span className="text-muted block text-xs">MRP {formatRupees(mrp)}</span>
                ) : null}
              </td>
              <td className={number}>{formatRupees(unitPrice)}</td>
              <td className={number}>{quantity}</td>
              <td className={`pr-0! ${number}`}>{formatRupees(unitPrice * quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="ml-auto w-full max-w-xs">
        <OrderTotals totals={{ itemCount: 0, subtotal, discount: 0, shipping, tax, total }} />
      </div>
    </>
  );
}
