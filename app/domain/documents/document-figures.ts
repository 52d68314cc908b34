import { apportion, lineValues, principalAt } from "../orders/line-values";

/**
 * The figures of each line of a bill or an invoice. An order stores its discount and its tax as one sum each. They are
 * distributed over the lines, so that the lines add up exactly to these sums. Integer paise throughout.
 */

/** The part of an order that the figures depend on. `tax` is contained in the prices, not added to them. */
export interface BilledOrder {
  discount: number;
  shipping: number;
  tax: number;
}

export interface BilledLine {
  unitPrice: number;
  quantity: number;
  /** The tax contained in the price, in hundredths of a per cent. */
  taxRate: number;
  hsn: string;
}

/** Within the seller's state half CGST and half SGST or UTGST, between states IGST (IGST Act, sections 7 and 8). */
export type TaxSplit = "within_state" | "between_states";

export interface LineFigures {
  hsn: string;
  taxRate: number;
  /** Price times quantity. */
  gross: number;
  discount: number;
  /** After the discount, taxes included. */
  value: number;
  /** `value` without the taxes. */
  taxable: number;
  tax: number;
  centralTax: number;
  /** SGST or UTGST. */
  stateTax: number;
  integratedTax: number;
}

export interface DocumentFigures {
  lines: LineFigures[];
  /** Null when delivery was free. Delivery is taxed like the goods, at the rate of the line with the highest value. */
  delivery: LineFigures | null;
}

/** The figures of every line. Over all lines they add up to the order's discount, tax and total. */
export function documentFigures(
  lines: readonly BilledLine[],
  order: BilledOrder,
  split: TaxSplit,
): DocumentFigures {
  const values = lineValues(lines, order.discount);
  const goods = lines.map(({ hsn, taxRate }, at) => ({ hsn, taxRate, ...values[at]! }));
  const { hsn, taxRate } = goods[principalAt(values)]!;
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
 * Weights in proportion to the tax contained in each value, value × rate / (100 % + rate). They are integers with a
 * common denominator, since lines may have different rates.
 */
function containedTaxes(supplies: readonly { value: number; taxRate: number }[]): bigint[] {
  const denominators = new Set(supplies.map(({ taxRate }) => 10_000n + BigInt(taxRate)));
  const common = [...denominators].reduce((product, denominator) => product * denominator, 1n);
  return supplies.map(
    ({ value, taxRate }) => (BigInt(value) * BigInt(taxRate) * common) / (10_000n + BigInt(taxRate)),
  );
}
