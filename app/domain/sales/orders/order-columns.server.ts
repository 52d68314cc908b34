import type { Address } from "~/domain/kit/addresses/addresses.server";
import type { Totals } from "./money/totals";

/**
 * The columns of `orders` with what an order costs and where it goes.
 * @param couponCode null: without a coupon @returns amounts in paise
 */
export const orderColumns = (
  totals: Totals,
  { fullname, address1, address2, place, state, pincode, mobile, email }: Omit<Address, "id" | "isDefault">,
  couponCode: string | null,
) => ({
  item_count: totals.itemCount,
  subtotal: totals.subtotal,
  discount: totals.discount,
  coupon_code: couponCode,
  shipping: totals.shipping,
  tax: totals.tax,
  total: totals.total,
  fullname,
  address1,
  address2,
  place,
  state_name: state,
  pincode,
  mobile,
  email,
});
