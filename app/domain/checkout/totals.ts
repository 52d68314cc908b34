/** What an order comes to, in integer paise. `tax` is contained in the prices, never added to them. */
export interface Totals {
  itemCount: number;
  subtotal: number;
  shipping: number;
  tax: number;
  total: number;
}

/** The settings that totals depend on. */
export interface TotalsRules {
  /** Shipping is free when the subtotal exceeds this. Paise, as is the fee. */
  shippingThreshold: number;
  shippingFee: number;
  /** Hundredths of a per cent, included in the price; 500 is 5 %. */
  taxRate: number;
}

export interface PricedLine {
  unitPrice: number;
  quantity: number;
}

/**
 * The one place that adds up a cart or an order (specification section 9; decisions.md, 'Shipping and tax').
 * An empty cart costs nothing, shipping included.
 */
export function orderTotals(lines: readonly PricedLine[], rules: TotalsRules): Totals {
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0);
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const shipping = itemCount === 0 || subtotal > rules.shippingThreshold ? 0 : rules.shippingFee;
  const total = subtotal + shipping;
  return { itemCount, subtotal, shipping, tax: taxIncluded(total, rules.taxRate), total };
}

/**
 * The tax contained in a price: amount × rate / (100 % + rate), half a paisa rounded up. Worked out once on the
 * whole amount, so that rounding does not add up line by line; delivery is in it, since it is taxed as the goods
 * it delivers. In big integers: amount × rate can pass 2^53.
 * @param amount paise @param rate hundredths of a per cent
 */
export function taxIncluded(amount: number, rate: number): number {
  const whole = 10_000n + BigInt(rate);
  return Number((2n * BigInt(amount) * BigInt(rate) + whole) / (2n * whole));
}

/** The gateway takes no payment below ₹1 (Razorpay, api/orders/create: amount at least 100). */
export const SMALLEST_TOTAL = 100;
