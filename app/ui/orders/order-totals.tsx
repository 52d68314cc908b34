import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import type { Totals } from "~/domain/sales/orders/money/totals";
import { discountRows } from "~/domain/sales/coupons/coupon-words";
import { formatRupees } from "~/domain/kit/money";
import { stillDueAtDoor, stillToPay } from "~/domain/sales/orders/paying";

interface OrderTotalsProps {
  totals: Totals;
  /** Of the coupon that is used. */
  couponCode?: string | null;
  /** Part of the shipping: the fee for paying at the door. */
  codFee?: number;
  /** Part of the total that is paid when the parcel arrives. */
  dueAtDoor?: number;
  /** What was received there, and what is still to be paid; by default nothing and all. */
  doorReceived?: number;
  stillDue?: number;
  /** Said in place of the price of delivery, where it is not known yet. */
  noShipping?: string | undefined;
  /** What a change has added and is not paid yet. */
  balanceDue?: number;
}

/** The totals of a cart or an order (docs/specification.md §2.6: Subtotal, Shipping, Tax (incl), Total). Paise. */
export function OrderTotals({
  totals,
  couponCode = null,
  codFee = 0,
  dueAtDoor = 0,
  doorReceived = 0,
  stillDue = dueAtDoor,
  noShipping,
  balanceDue = 0,
}: OrderTotalsProps) {
  const { subtotal, discount, tax, total } = totals;
  const shipping = totals.shipping - codFee;
  const rows = [
    ["Subtotal", formatRupees(subtotal)],
    ...discountRows(discount, couponCode),
    ["Shipping", noShipping ?? (shipping === 0 ? "Free" : formatRupees(shipping))],
    ...(codFee > 0 ? [["Cash on delivery fee", formatRupees(codFee)]] : []),
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
      {balanceDue > 0 ? (
        <div>
          <dt>Still to pay</dt>
          <dd>{formatRupees(balanceDue)}</dd>
        </div>
      ) : null}
      {dueAtDoor > 0 ? (
        <>
          {total > dueAtDoor + balanceDue ? (
            <div>
              <dt>Paid online</dt>
              <dd>{formatRupees(total - dueAtDoor - balanceDue)}</dd>
            </div>
          ) : null}
          {doorReceived > 0 ? (
            <div>
              <dt>Paid at the door</dt>
              <dd>{formatRupees(doorReceived)}</dd>
            </div>
          ) : null}
          {stillDue > 0 ? (
            <div>
              <dt>Due at the door</dt>
              <dd>{formatRupees(stillDue)}</dd>
            </div>
          ) : null}
        </>
      ) : null}
    </dl>
  );
}

/** What an order's totals show beside the amounts. */
export const partsOf = ({
  couponCode,
  codFee,
  dueAtDoor,
  doorReceived,
  state,
  balanceDue,
}: Pick<OrderDetail, "couponCode" | "codFee" | "dueAtDoor" | "doorReceived" | "state" | "balanceDue">) => ({
  couponCode,
  codFee,
  dueAtDoor,
  doorReceived,
  stillDue: stillDueAtDoor({ state, dueAtDoor, doorReceived }),
  balanceDue: stillToPay({ state, balanceDue }),
});
