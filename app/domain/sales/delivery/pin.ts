import { plainPin } from "~/domain/kit/addresses/address-doubts";
import type { IndianState } from "~/domain/kit/addresses/indian-states";
import { statesOfPin } from "~/domain/kit/addresses/pin-states";

/** What is longer is no PIN code, however its spaces are read. */
const MOST_TYPED = 40;

/** What to say of a text that `readPin` does not take. */
export const NO_PIN = "Type a PIN code of six digits, e.g. 560001.";

/**
 * @param text as typed: six digits of any script, with or without a space in the middle. Whether there is such a code only
 *   the table says (`pinState`)
 * @returns e.g. "560001"; null for all else
 */
export function readPin(text: string): string | null {
  if (text.length > MOST_TYPED) return null;
  const pin = plainPin(text.trim());
  return /^\d{6}$/.test(pin) ? pin : null;
}

/** The state of a PIN code that `readPin` took. @returns null when it is in no table, as those of the army */
export function pinState(pin: string): IndianState | null {
  return statesOfPin(pin)[0] ?? null;
}
