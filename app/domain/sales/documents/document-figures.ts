import { taxIncluded } from "../orders/money/totals";
import { apportion, lineValues, principalAt } from "../orders/money/line-values";

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
  /** What the coupon takes off it alone, in paise (`lineValues`). */
  discount: number;
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
  const taxes = taxesOf(supplies, order.tax);
  const isWithin = split === "within_state";
  const parts = isWithin
    ? halved(supplies, taxes)
    : taxes.map((tax) => ({ centralTax: 0, stateTax: 0, integratedTax: tax }));
  const figures = supplies.map((supply, at): LineFigures => {
    const { centralTax, stateTax, integratedTax } = parts[at]!;
    const tax = centralTax + stateTax + integratedTax;
    return { ...supply, ...parts[at]!, taxable: supply.value - tax, tax };
  });
  return { lines: figures.slice(0, goods.length), delivery: figures[goods.length] ?? null };
}

/**
 * The tax of each supply. Those of one rate share what is contained in all of them, rounded once, of which the order's tax is the
 * sum; an earlier order with another tax has all of that shared by all.
 */
function taxesOf(supplies: readonly { value: number; taxRate: number }[], tax: number): number[] {
  const weights = containedTaxes(supplies);
  const taxes = supplies.map(() => 0);
  for (const rate of new Set(supplies.map(({ taxRate }) => taxRate))) {
    const own = [...supplies.keys()].filter((at) => supplies[at]!.taxRate === rate);
    const value = own.reduce((sum, at) => sum + supplies[at]!.value, 0);
    const shares = apportion(
      taxIncluded(value, rate),
      own.map((at) => weights[at]!),
    );
    for (const [n, at] of own.entries()) taxes[at] = shares[n]!;
  }
  return taxes.reduce((sum, one) => sum + one, 0) === tax ? taxes : apportion(tax, weights);
}

/**
 * Halves the taxes of the lines, so that CGST and SGST are equal on each: of two lines of one rate with odd taxes, the one
 * with the higher value takes a paisa of the other. A line that is left over has its odd paisa on the second
 * (docs/decisions/0009). The sums of each rate stay.
 */
function halved(
  supplies: readonly { value: number; taxRate: number }[],
  taxes: readonly number[],
): Pick<LineFigures, "centralTax" | "stateTax" | "integratedTax">[] {
  const halves = taxes.map((tax) => ({ first: Math.floor(tax / 2), second: Math.ceil(tax / 2) }));
  for (const rate of new Set(supplies.map(({ taxRate }) => taxRate))) {
    const odd = [...taxes.keys()]
      .filter((at) => supplies[at]!.taxRate === rate && taxes[at]! % 2 === 1)
      .sort((a, b) => supplies[b]!.value - supplies[a]!.value || a - b);
    for (let from = 0, to = odd.length - 1; from < to; from++, to--) {
      const [higher, lower] = [halves[odd[from]!]!, halves[odd[to]!]!];
      higher.first += 1;
      // Two lines that are worth no more than their tax of a paisa: each has one of the halves.
      if (taxes[odd[from]!]! < supplies[odd[from]!]!.value) lower.second -= 1;
      else higher.second -= 1;
    }
  }
  return halves.map(({ first, second }) => ({ centralTax: first, stateTax: second, integratedTax: 0 }));
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
