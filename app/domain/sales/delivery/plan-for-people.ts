import type { AuditFields, AuditValue } from "~/domain/kit/audit/audit";
import { formatRupeesShort } from "~/domain/kit/money";
import type { DeliveryMethod, DeliveryPlan, DeliveryRates } from "./plan";
import { formatGrams } from "./weights";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** A plan as the record of changes shows it. */
export function planForPeople(plan: DeliveryPlan): AuditFields {
  const { calendar } = plan;
  const zones = plan.zones.flatMap((zone): [string, AuditValue][] => [
    [`Zone ${zone.id} ${zone.name}: places`, [...zone.states, ...zone.pinPrefixes]],
    ...zone.methods.map((method): [string, AuditValue] => [
      `Zone ${zone.id} ${zone.name}: method ${method.id}`,
      methodInWords(method),
    ]),
  ]);
  return {
    "Delivery plan": plan.isOn ? "On" : "Off",
    Packing: formatGrams(plan.packingGrams),
    "100 pages": formatGrams(plan.gramsPer100Pages),
    "Book without weight or pages": formatGrams(plan.defaultGrams),
    "Shop's PIN code": plan.shopPin,
    "Days of sending": calendar.weekdays.map((day) => WEEKDAYS[day]!),
    Holidays: calendar.holidays,
    "Sent on the same day before": calendar.lastHour === null ? null : `${calendar.lastHour}:00`,
    ...Object.fromEntries(zones),
  };
}

function methodInWords(method: DeliveryMethod): string[] {
  const { name, carrier, days, freeAbove, maxGrams, isGyanPost, pickUp, pickUpHours } = method;
  return [
    [name, carrier].filter(Boolean).join(", "),
    `${days.from} to ${days.to} working days`,
    ...ratesInWords(method.rates),
    ...(freeAbove === null ? [] : [`free above ${formatRupeesShort(freeAbove)}`]),
    ...(maxGrams === null ? [] : [`parcels up to ${formatGrams(maxGrams)}`]),
    ...(isGyanPost ? ["only books that may go by Gyan Post"] : []),
    ...(pickUp ? [`picked up at the shop: ${pickUpHours}`] : []),
    ...codInWords(method),
  ];
}

function ratesInWords(rates: DeliveryRates): string[] {
  if (rates.by === "flat") return [formatRupeesShort(rates.price)];
  if (rates.by === "weight")
    return rates.steps.map((step) => `up to ${formatGrams(step.upToGrams)} ${formatRupeesShort(step.price)}`);
  return rates.steps.map(({ upTo, price }) =>
    upTo === null
      ? `for more ${formatRupeesShort(price)}`
      : `for up to ${formatRupeesShort(upTo)} ${formatRupeesShort(price)}`,
  );
}

function codInWords({ cod }: DeliveryMethod): string[] {
  if (!cod.offered) return [];
  return [
    `at the door for ${formatRupeesShort(cod.fee)}`,
    ...(cod.from === null ? [] : [`at the door from ${formatRupeesShort(cod.from)}`]),
    ...(cod.upTo === null ? [] : [`at the door up to ${formatRupeesShort(cod.upTo)}`]),
    ...(cod.partPercent === 0 ? [] : [`${cod.partPercent} % paid before`]),
    ...(cod.partDelivery ? ["delivery paid before"] : []),
    ...(cod.notAtPins.length === 0 ? [] : [`not at the door: ${cod.notAtPins.join(", ")}`]),
  ];
}
