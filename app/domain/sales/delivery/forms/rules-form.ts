import type { PlanInput } from "../delivery-plan.schema";
import type { DeliveryPlan } from "../plan";
import { typedGrams, typedWhole } from "./typed-values";

/** Weights and days of sending as their form has them. Dates one a line. */
export interface TypedRules {
  packingGrams: string;
  gramsPer100Pages: string;
  defaultGrams: string;
  shopPin: string;
  weekdays: string[];
  holidays: string;
  lastHour: string;
}

export const RULES_FIELDS = [
  "packingGrams",
  "gramsPer100Pages",
  "defaultGrams",
  "shopPin",
  "weekdays",
  "lastHour",
  "holidays",
] as const;

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The texts that were sent. */
export function typedRules(form: FormData): TypedRules {
  const texts = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === "string");
  const one = (name: string) => texts(name)[0] ?? "";
  return {
    packingGrams: one("packingGrams"),
    gramsPer100Pages: one("gramsPer100Pages"),
    defaultGrams: one("defaultGrams"),
    shopPin: one("shopPin"),
    weekdays: texts("weekdays"),
    holidays: one("holidays"),
    lastHour: one("lastHour"),
  };
}

/** For the plan's schema, which refuses what is wrong. */
export const rulesTyped = (typed: TypedRules): Partial<PlanInput> => ({
  packingGrams: typedGrams(typed.packingGrams) ?? NaN,
  gramsPer100Pages: typedGrams(typed.gramsPer100Pages) ?? NaN,
  defaultGrams: typedGrams(typed.defaultGrams) ?? NaN,
  shopPin: typed.shopPin,
  calendar: {
    weekdays: typed.weekdays.map((day) => typedWhole(day) ?? NaN),
    holidays: typedDates(typed.holidays),
    lastHour: typedWhole(typed.lastHour),
  },
});

/** Plain dates, or as people in India write them: 26-01-2027, 26/1/2027. What is no date stays, and is refused. */
export const typedDates = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((date) => {
      const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(date) ?? [];
      return day === undefined ? date : `${year}-${month!.padStart(2, "0")}-${day.padStart(2, "0")}`;
    });

/** The form's field of a plan's one, e.g. "calendar.holidays.3". */
export function rulesField(path: string): string {
  const field = path.replace(/^calendar\./, "").split(".")[0]!;
  return (RULES_FIELDS as readonly string[]).includes(field) ? field : "";
}

/** What the form of the stored plan shows. */
export const rulesTexts = (plan: DeliveryPlan): TypedRules => ({
  packingGrams: String(plan.packingGrams),
  gramsPer100Pages: String(plan.gramsPer100Pages),
  defaultGrams: String(plan.defaultGrams),
  shopPin: plan.shopPin,
  weekdays: plan.calendar.weekdays.map(String),
  holidays: plan.calendar.holidays.join("\n"),
  lastHour: plan.calendar.lastHour === null ? "" : String(plan.calendar.lastHour),
});
