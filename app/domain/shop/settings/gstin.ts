const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Whether this is a valid GSTIN: two digits for the state, the PAN, the number of the registration, Z, and a check
 * character over the other fourteen (base 36, alternating factors 1 and 2, digits of each product added up).
 * @param gstin upper case
 */
export function isGstin(gstin: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin)) return false;
  let sum = 0;
  for (let at = 0; at < 14; at += 1) {
    const product = DIGITS.indexOf(gstin.charAt(at)) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return gstin.charAt(14) === DIGITS.charAt((36 - (sum % 36)) % 36);
}
