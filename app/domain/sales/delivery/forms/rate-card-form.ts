import { deliveryMethodSchema, PLAN_MAX } from "../delivery-plan.schema";
import { methodProblems } from "../plan-problems";
import type { MethodInput } from "../plan-edits";
import { typedGrams, typedWhole } from "./typed-values";

/** The method that a rate card is of. */
export const RATE_CARD_FIELDS = ["name", "carrier", "daysFrom", "daysTo", "most"] as const;
type CardField = (typeof RATE_CARD_FIELDS)[number];

const FIELDS: Record<CardField, { label: string; hint: string; defaultValue: string; maxLength: number }> = {
  name: {
    label: "Name of the method",
    hint: "As customers see it, e.g. Courier",
    defaultValue: "",
    maxLength: PLAN_MAX.name,
  },
  carrier: { label: "Carrier", hint: "Optional", defaultValue: "", maxLength: PLAN_MAX.name },
  daysFrom: {
    label: "Working days, from",
    hint: "Between sending and arrival",
    defaultValue: "2",
    maxLength: 3,
  },
  daysTo: { label: "Working days, to", hint: "In all zones", defaultValue: "6", maxLength: 3 },
  most: {
    label: "Heaviest parcel",
    hint: "How far a row for each further weight goes, e.g. 5 kg",
    defaultValue: "5 kg",
    maxLength: 12,
  },
};

/** Label, hint and first value of a field. */
export const cardField = (name: CardField) => FIELDS[name];

/**
 * The method as typed beside a rate card.
 * @returns `most` in grams; sentences by field
 */
export function typedCard(typed: Record<string, string>): {
  method: Omit<MethodInput, "rates">;
  most: number;
  errors: Record<string, string[]>;
} {
  const { name = "", carrier = "", daysFrom = "", daysTo = "" } = typed;
  const days = { from: typedWhole(daysFrom) ?? NaN, to: typedWhole(daysTo) ?? NaN };
  const method = { name, carrier, days };
  const most = typedGrams(typed.most ?? "") ?? NaN;
  const errors: Record<string, string[]> = {};
  const checked = deliveryMethodSchema.safeParse({ ...method, rates: { by: "flat", price: 0 } });
  const problems = checked.success ? methodProblems(checked.data) : checked.error.issues;
  for (const { path, message } of problems) {
    const field = path[0] === "days" ? (path[1] === "from" ? "daysFrom" : "daysTo") : String(path[0]);
    (errors[field] ??= []).push(message);
  }
  if (!(most >= 1 && most <= PLAN_MAX.parcelGrams))
    errors.most = [`Heaviest parcel must be a weight up to ${PLAN_MAX.parcelGrams / 1000} kg, e.g. 5 kg`];
  return { method, most, errors };
}
