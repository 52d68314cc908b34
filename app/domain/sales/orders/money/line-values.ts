// What each line of an order is worth after the discount. Totals and documents use the same values. Integer paise.

/** Of one line; taxes included. */
export interface LineValue {
  /** Price times quantity. */
  gross: number;
  discount: number;
  /** After the discount. */
  value: number;
}

/** The discount is distributed over the lines in proportion to their prices. */
export function lineValues(
  lines: readonly { unitPrice: number; quantity: number }[],
  discount: number,
): LineValue[] {
  const gross = lines.map((line) => line.unitPrice * line.quantity);
  const discounts = apportion(discount, gross.map(BigInt));
  return gross.map((amount, at) => ({
    gross: amount,
    discount: discounts[at]!,
    value: amount - discounts[at]!,
  }));
}

/** The line with the highest value, the first of equal ones: delivery is taxed like it (CGST Act, section 8). */
export const principalAt = (values: readonly LineValue[]): number =>
  values.reduce((dearest, line, at) => (line.value > values[dearest]!.value ? at : dearest), 0);

/**
 * Splits an amount in proportion to weights, by largest remainder; for equal remainders the earlier wins. The parts add
 * up to the amount, and none is a paisa or more away from its exact share.
 * @param amount not negative @param weights not negative, and not all zero unless the amount is
 */
export function apportion(amount: number, weights: readonly bigint[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) {
    if (amount === 0) return weights.map(() => 0);
    throw new Error(`no weights to apportion ${amount} paise by`);
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
