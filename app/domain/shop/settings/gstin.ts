import { stateOfGstin } from "~/domain/kit/addresses/gst-states";

const GSTIN_LENGTH = 15;

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

/** What is wrong with a GSTIN, as a sentence at its field; null: nothing. @param gstin upper case, without blanks */
export function whyNoGstin(gstin: string): string | null {
  const count = [...gstin].length;
  if (count !== GSTIN_LENGTH) return `A GSTIN has ${GSTIN_LENGTH} characters; this one has ${count}`;
  const code = gstin.slice(0, 2);
  if (stateOfGstin(gstin) === null) return `A GSTIN begins with the code of a state, which ${code} is not`;
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z]/.test(gstin))
    return `After ${code} a GSTIN has the PAN: five letters, four digits, a letter`;
  if (!/^.{12}[1-9A-Z]Z[0-9A-Z]$/.test(gstin))
    return "After the PAN a GSTIN has a digit or letter, Z, and one more digit or letter";
  return isGstin(gstin) ? null : "This GSTIN does not add up: one of its characters is wrong";
}
