import { z } from "zod";
import { destinationOf, type IndianState } from "~/domain/kit/addresses/indian-states";
import { isPlainDate } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { formatRupeesShort } from "~/domain/kit/money";
import { typedLine } from "~/domain/kit/typed-text";
import { readPin } from "./pin";
import { planProblems } from "./plan-problems";

/** Bounds of a plan. Money in paise, weights in grams. */
export const PLAN_MAX = {
  zones: 60,
  methods: 20,
  prefixes: 2_000,
  steps: 60,
  name: 60,
  hours: 200,
  price: 1_000_000,
  /** Of subtotals. */
  subtotal: 100_000_000,
  grams: 100_000,
  /** The heaviest parcel, and the end of a weight step. */
  parcelGrams: 1_000_000,
  days: 60,
  holidays: 400,
  partPercent: 90,
} as const;

const whole = (label: string, least: number, most: number, words = `from ${least} to ${most}`) => {
  const error = `${label} must be a whole number ${words}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

const paise = (label: string, most: number) => {
  const error = `${label} must be from ₹0 to ${formatRupeesShort(most)}, with at most two decimals`;
  return z.number({ error }).int({ error }).min(0, { error }).max(most, { error });
};

const grams = (label: string, least: number, most: number) =>
  whole(label, least, most, `of grams from ${least} to ${most}`);

const price = paise("Price", PLAN_MAX.price);

const steps = <Step extends z.ZodType>(step: Step) =>
  z.array(step).max(PLAN_MAX.steps, `A method has at most ${PLAN_MAX.steps} steps`);

const prefix = z
  .string()
  .max(PLAN_MAX.name, { error: "A PIN prefix has one to six digits", abort: true })
  .trim()
  .overwrite(asciiDigits)
  .regex(/^[1-9]\d{0,5}$/, "A PIN prefix has one to six digits and does not begin with 0");

const prefixes = z
  .array(prefix)
  .max(PLAN_MAX.prefixes, `A zone has at most ${PLAN_MAX.prefixes} PIN prefixes`)
  .default([]);

export const ratesSchema = z.discriminatedUnion("by", [
  z.object({ by: z.literal("flat"), price }),
  z.object({
    by: z.literal("weight"),
    steps: steps(z.object({ upToGrams: grams("Weight", 1, PLAN_MAX.parcelGrams), price })),
  }),
  z.object({
    by: z.literal("subtotal"),
    steps: steps(z.object({ upTo: paise("Subtotal", PLAN_MAX.subtotal).nullable(), price })),
  }),
]);

export const codTermsSchema = z.object({
  offered: z.boolean(),
  fee: paise("Fee", PLAN_MAX.price).default(0),
  from: paise("Smallest subtotal", PLAN_MAX.subtotal).nullable().default(null),
  upTo: paise("Largest subtotal", PLAN_MAX.subtotal).nullable().default(null),
  partPercent: whole("Part paid before, in per cent,", 0, PLAN_MAX.partPercent).default(0),
  partDelivery: z.boolean().default(false),
  notAtPins: prefixes,
});

/** Ids may be left out: a new zone or method gets one when the plan is saved. */
const id = z.number().int().nonnegative().optional();

export const deliveryMethodSchema = z.object({
  id,
  name: typedLine("Name", PLAN_MAX.name, "Give the method a name"),
  carrier: typedLine("Carrier", PLAN_MAX.name).default(""),
  days: z.object({
    from: whole("First working day", 0, PLAN_MAX.days),
    to: whole("Last working day", 0, PLAN_MAX.days),
  }),
  rates: ratesSchema,
  freeAbove: paise("Free above", PLAN_MAX.subtotal).nullable().default(null),
  maxGrams: grams("Heaviest parcel", 1, PLAN_MAX.parcelGrams).nullable().default(null),
  isGyanPost: z.boolean().optional(),
  pickUp: z.boolean().default(false),
  pickUpHours: typedLine("Hours", PLAN_MAX.hours).default(""),
  cod: codTermsSchema.prefault({ offered: false }),
});

const state = z
  .string()
  .max(100)
  .transform((typed, ctx): IndianState => {
    const { name, isIndian } = destinationOf(typed);
    if (!isIndian) ctx.addIssue({ code: "custom", message: `India has no state called “${typed}”` });
    return name as IndianState;
  });

export const deliveryZoneSchema = z.object({
  id,
  name: typedLine("Name", PLAN_MAX.name, "Give the zone a name"),
  states: z.array(state).max(100).default([]),
  pinPrefixes: prefixes,
  methods: z
    .array(deliveryMethodSchema)
    .max(PLAN_MAX.methods, `A zone has at most ${PLAN_MAX.methods} methods`),
});

export const calendarSchema = z.object({
  weekdays: z
    .array(whole("Day of the week", 0, 6))
    .min(1, "Choose at least one day of the week")
    .max(7, "Name each day of the week once")
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other)),
  holidays: z
    .array(z.string().max(100).refine(isPlainDate, "A holiday is a date, such as 2026-11-28"))
    .max(PLAN_MAX.holidays, `At most ${PLAN_MAX.holidays} holidays can be kept`)
    .transform((dates) => [...new Set(dates)].toSorted()),
  lastHour: whole("Last hour", 0, 23).nullable(),
});

/**
 * A whole plan, of forms, file and API: amounts in paise. Beyond the fields' own bounds it says what does not fit
 * together (`planProblems`), with names of zones and methods.
 */
export const deliveryPlanSchema = z
  .object({
    isOn: z.boolean(),
    packingGrams: grams("Packing", 0, PLAN_MAX.grams),
    gramsPer100Pages: grams("Weight of 100 pages", 1, PLAN_MAX.grams),
    defaultGrams: grams("Weight of a book without weight or pages", 1, PLAN_MAX.grams),
    shopPin: z
      .string()
      .max(100)
      .transform((typed, ctx) => {
        const pin = typed.trim() === "" ? "" : readPin(typed);
        if (pin === null) ctx.addIssue({ code: "custom", message: "The shop's PIN code has six digits" });
        return pin ?? "";
      }),
    calendar: calendarSchema,
    zones: z.array(deliveryZoneSchema).max(PLAN_MAX.zones, `A plan has at most ${PLAN_MAX.zones} zones`),
  })
  .check((ctx) => {
    for (const { path, message } of planProblems(ctx.value))
      ctx.issues.push({ code: "custom", path, message, input: ctx.value });
  });

/** A plan that fits together; its zones and methods may still lack ids. */
export type PlanDraft = z.output<typeof deliveryPlanSchema>;
/** A plan before it is checked. A stored plan is one, too. */
export type PlanInput = z.input<typeof deliveryPlanSchema>;
export type ZoneDraft = PlanDraft["zones"][number];
export type MethodDraft = ZoneDraft["methods"][number];
