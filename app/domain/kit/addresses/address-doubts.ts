import { asciiDigits } from "../digits";
/** Values that are allowed in an address but are probably a mistake in India (docs/product-decisions.md §4.2). */

import { destinationOf } from "./indian-states";

/** The fields that can be doubtful. */
export const DOUBTED = ["pincode", "mobile", "state"] as const;
export type DoubtedField = (typeof DOUBTED)[number];

/** A question for each doubtful value. */
export type Doubts = Partial<Record<DoubtedField, string>>;

/**
 * Drops the prefix of an Indian mobile number and separators between its digits: "+91 98470-12345" becomes
 * "9847012345". Anything else is returned as typed, but
 * with digits 0 to 9.
 */
export function nationalMobile(typed: string): string {
  const digits = asciiDigits(typed).replace(/[\s().-]/g, "");
  return /^(?:\+91|0091|91|0)?([6-9]\d{9})$/.exec(digits)?.[1] ?? asciiDigits(typed);
}

/** "700 029" becomes "700029"; anything else is returned as typed, but with digits 0 to 9. */
export function plainPin(typed: string): string {
  const pin = asciiDigits(typed);
  return /^\d{3}\s\d{3}$/.test(pin) ? pin.replace(/\s/, "") : pin;
}

/** @param value as it would be saved @returns the question to ask; null when the value is not doubtful */
export function doubtAbout(field: DoubtedField, value: string): string | null {
  switch (field) {
    case "pincode":
      if (!/^\d{6}$/.test(value)) return `PIN codes have six digits. Is ${value} right?`;
      return value.startsWith("0") ? `PIN codes do not start with 0. Is ${value} right?` : null;
    case "mobile":
      return /^[6-9]\d{9}$/.test(value)
        ? null
        : `Mobile numbers have ten digits and start with 6, 7, 8 or 9. Is ${value} right?`;
    case "state":
      return destinationOf(value).isIndian ? null : `India has no state called ${value}. Is it right?`;
  }
}

/** All questions about an address that has passed `addressSchema`. */
export function addressDoubts(address: Record<DoubtedField, string>): Doubts {
  return Object.fromEntries(
    DOUBTED.map((field) => [field, doubtAbout(field, address[field])]).filter(([, doubt]) => doubt !== null),
  ) as Doubts;
}
