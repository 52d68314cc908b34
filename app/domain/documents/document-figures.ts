/**
 * What stands on each line of a bill or an invoice. An order knows its discount and the tax contained in its prices as
 * one sum each; spread over the lines they add up to exactly those sums again. Integer paise throughout.
 */

/** The part of an order that figures depend on. `tax` is contained in the prices, never added to them. */
export interface BilledOrder {
  discount: number;
  shipping: number;
  tax: number;
}

export interface BilledLine {
  unitPrice: number;
  quantity: number;
  /** Hundredths of a per cent, contained in the price. */
  taxRate: number;
  hsn: string;
}

/** Which taxes a supply bears: both halves within the seller's state, else the whole as one (IGST Act, sections 7, 8). */
export type TaxSplit = "within_state" | "between_states";

export interface LineFigures {
  hsn: string;
  taxRate: number;
  /** Price times quantity. */
  gross: number;
  discount: number;
  /** After the discount, taxes contained. */
  value: number;
  /** `value` without the taxes. */
  taxable: number;
  tax: number;
  centralTax: number;
  /** Of the state or the union territory. */
  stateTax: number;
  integratedTax: number;
}

export interface DocumentFigures {
  lines: LineFigures[];
  /** Null when delivery was free. Delivered with the goods it is taxed as they are: as the dearest line. */
  delivery: LineFigures | null;
}

/**
 * Splits an amount in proportion to weights, by largest remainder; of equal ones the earlier gets more. The parts add
 * up to the amount, and none is a paisa or more away from its exact share.
 * @param amount not negative @param weights not negative, and not all zero unless the amount is
 */
export function apportion(amount: number, weights: readonly bigint[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) {
    if (amount === 0) return weights.map(() => 0);
    throw new Error(`nothing to spread ${amount} paise over`);
  }
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * weight;
    return { index, part: Number(exact / whole), remainder: exact % whole };
  });
  const left = amount - shares.reduce((sum, share) => sum + share.part, 0);
  const byRemainder = [...shares].sort(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  );
  for (const share of byRemainder.slice(0, left)) share.part += 1;
  return shares.map((share) => share.part);
}

/** The figures of every line; over all lines they come to the order's own discount, tax and total. */
export function documentFigures(
  lines: readonly BilledLine[],
  order: BilledOrder,
  split: TaxSplit,
): DocumentFigures {
  const gross = lines.map((line) => line.unitPrice * line.quantity);
  const discounts = apportion(order.discount, gross.map(BigInt));
  const goods = lines.map(({ hsn, taxRate }, at) => ({
    hsn,
    taxRate,
    gross: gross[at]!,
    discount: discounts[at]!,
    value: gross[at]! - discounts[at]!,
  }));
  const principal = goods.reduce((dearest, line) => (line.value > dearest.value ? line : dearest));
  const { hsn, taxRate } = principal;
  const delivery =
    order.shipping > 0 ? [{ hsn, taxRate, gross: order.shipping, discount: 0, value: order.shipping }] : [];
  const supplies = [...goods, ...delivery];
  const taxes = apportion(order.tax, containedTaxes(supplies));
  const halves = apportion(Math.floor(order.tax / 2), taxes.map(BigInt));
  const figures = supplies.map((supply, at): LineFigures => {
    const tax = taxes[at]!;
    const isWithin = split === "within_state";
    return {
      ...supply,
      taxable: supply.value - tax,
      tax,
      centralTax: isWithin ? halves[at]! : 0,
      stateTax: isWithin ? tax - halves[at]! : 0,
      integratedTax: isWithin ? 0 : tax,
    };
  });
  return { lines: figures.slice(0, goods.length), delivery: figures[goods.length] ?? null };
}

/**
 * In proportion to value × rate / (100 % + rate), the tax contained in each value: brought to one denominator, since
 * lines may have different rates.
 */
function containedTaxes(supplies: readonly { value: number; taxRate: number }[]): bigint[] {
  const denominators = new Set(supplies.map(({ taxRate }) => 10_000n + BigInt(taxRate)));
  const common = [...denominators].reduce((product, denominator) => product * denominator, 1n);
  return supplies.map(
    ({ value, taxRate }) => (BigInt(value) * BigInt(taxRate) * common) / (10_000n + BigInt(taxRate)),
  );
}
