// What each line of an order is worth after the discount. Totals and documents use the same values. Integer paise.

/** Of one line; taxes included. */
export interface LineValue {
  /** Price times quantity. */
  gross: number;
  discount: number;
  /** After the discount. */
  value: number;
}

/**
 * The discount of an order on its lines. Each has what its coupon takes off it; the rest of the order's discount is shared by what
 * is left of their prices: all of it where the lines have none of their own.
 */
export function lineValues(
  lines: readonly { unitPrice: number; quantity: number; discount: number }[],
  discount: number,
): LineValue[] {
  const gross = lines.map((line) => line.unitPrice * line.quantity);
  const own = lines.map((line) => line.discount);
  const rest = discount - own.reduce((sum, one) => sum + one, 0);
  const shares =
    rest < 0
      ? apportion(discount, own.map(BigInt))
      : apportion(
          rest,
          gross.map((amount, at) => BigInt(amount - own[at]!)),
        ).map((share, at) => own[at]! + share);
  return gross.map((amount, at) => ({ gross: amount, discount: shares[at]!, value: amount - shares[at]! }));
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
