import { formatRupeesShort } from "~/domain/kit/money";
import type { DeliveryMethod, DeliveryZone } from "./plan";
import { formatGrams } from "./weights";

/** @returns e.g. "₹20 to ₹100 by weight, up to 5 kg; free above ₹999" */
export function pricesInWords({ rates, freeAbove, maxGrams }: DeliveryMethod): string {
  const free = freeAbove === null ? "" : `; free above ${formatRupeesShort(freeAbove)}`;
  const most = maxGrams ?? (rates.by === "weight" ? rates.steps.at(-1)!.upToGrams : null);
  const heaviest = most === null ? "" : `, up to ${formatGrams(most)}`;
  if (rates.by === "flat") return formatRupeesShort(rates.price) + heaviest + free;
  const prices = rates.steps.map(({ price }) => price);
  const [least, highest] = [Math.min(...prices), Math.max(...prices)].map(formatRupeesShort);
  const range = least === highest ? least : `${least} to ${highest}`;
  return `${range} by ${rates.by === "weight" ? "weight" : "subtotal"}${heaviest}${free}`;
}

/** @returns e.g. "2 to 5 working days" */
export function daysInWords({ days: { from, to } }: Pick<DeliveryMethod, "days">): string {
  if (to === 0) return "The same day";
  return from === to ? `${to} working ${to === 1 ? "day" : "days"}` : `${from} to ${to} working days`;
}

/** @returns e.g. "Yes, for ₹40"; "No" */
export function codInWords({ cod }: Pick<DeliveryMethod, "cod">): string {
  if (!cod.offered) return "No";
  return cod.fee === 0 ? "Yes" : `Yes, for ${formatRupeesShort(cod.fee)}`;
}

/** As many as a row of a list has room for. */
const SHOWN = 6;

/** @returns e.g. "Kerala, Tamil Nadu; PIN codes 560…, 57… and 12 more" */
export function placesInWords({ states, pinPrefixes }: Pick<DeliveryZone, "states" | "pinPrefixes">): string {
  const some = (places: readonly string[]) =>
    places.length > SHOWN + 1
      ? `${places.slice(0, SHOWN).join(", ")} and ${places.length - SHOWN} more`
      : places.join(", ");
  const pins = pinPrefixes.map((prefix) => (prefix.length === 6 ? prefix : `${prefix}…`));
  return [some(states), pins.length > 0 ? `PIN codes ${some(pins)}` : ""].filter(Boolean).join("; ");
}
