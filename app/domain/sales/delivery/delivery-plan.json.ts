import { z } from "zod";
import { toPaise, toRupees } from "~/domain/kit/money";
import { typedMax } from "~/domain/kit/typed-text";
import { PLAN_MAX, type PlanInput } from "./delivery-plan.schema";
import type { CodTerms, DeliveryMethod, DeliveryPlan, DeliveryRates } from "./plan";

// The plan in the API: rupees, and the rates of a method as a price or as steps. Here stand only the JSON types of the
// fields; the rules are those of the plan's own schema.

const text = (example: string) =>
  z
    .string()
    .max(typedMax(PLAN_MAX.hours))
    .meta({ maxLength: undefined, examples: [example] });
const rupees = (example: number) => z.number().meta({ description: "In rupees.", examples: [example] });
const grams = (example: number) =>
  z
    .number()
    .int()
    .meta({ description: "In grams.", examples: [example] });
const id = z
  .number()
  .int()
  .meta({
    description: "Left out or unknown: a new one is given. Keep it when you send the plan again.",
    examples: [1],
  });
const prefixes = z
  .array(
    z
      .string()
      .max(100)
      .meta({ maxLength: undefined, examples: ["560"] }),
  )
  .max(2 * PLAN_MAX.prefixes)
  .meta({ maxItems: undefined });

const step = z.object({
  upToGrams: grams(500).optional(),
  upToSubtotal: rupees(499)
    .nullish()
    .meta({ description: "In rupees, instead of upToGrams. null in the last step: any subtotal above." }),
  price: rupees(40),
});

const cod = z
  .object({
    offered: z.boolean(),
    fee: rupees(30).nullish().meta({ description: "In rupees, on top of the price." }),
    from: rupees(200).nullish().meta({ description: "The smallest subtotal; null: none." }),
    upTo: rupees(3000).nullish().meta({ description: "The largest subtotal; null: none." }),
    partPercent: z
      .number()
      .nullish()
      .meta({ description: "Of the total, paid before.", examples: [0] }),
    partDelivery: z.boolean().nullish().meta({ description: "Whether delivery is paid before." }),
    notAtPins: prefixes.nullish().meta({ description: "PIN prefixes at which it is not offered." }),
  })
  .meta({ description: "Paying at the door." });

const method = z
  .object({
    id: id.nullish(),
    name: text("Speed Post"),
    carrier: text("India Post").nullish(),
    days: z
      .object({ from: z.number().meta({ examples: [2] }), to: z.number().meta({ examples: [5] }) })
      .meta({ description: "Working days from sending to arrival." }),
    price: rupees(40)
      .nullish()
      .meta({ description: "One price for all parcels, in rupees, instead of steps.", examples: [null] }),
    steps: z
      .array(step)
      .max(2 * PLAN_MAX.steps)
      .nullish()
      .meta({
        maxItems: undefined,
        description: "The first that holds the parcel counts. They go up.",
        examples: [
          [
            { upToGrams: 500, price: 40 },
            { upToGrams: 1000, price: 60 },
          ],
        ],
      }),
    freeAbove: rupees(999).nullish().meta({ description: "Free for a subtotal above this; null: never." }),
    maxGrams: grams(5000)
      .nullish()
      .meta({ description: "The heaviest parcel, with packing; null: as the last step." }),
    gyanPost: z
      .boolean()
      .nullish()
      .meta({
        description: "Whether it is not offered for a parcel with a book that may not go by Gyan Post.",
        examples: [false],
      }),
    pickUp: z.boolean().nullish().meta({ description: "Whether customers fetch the books at the shop." }),
    pickUpHours: text("Mon to Sat, 10 am to 6 pm").nullish(),
    cod: cod.nullish(),
  })
  .refine(({ price, steps }) => price == null || !steps?.length, {
    path: ["price"],
    error: "Give a price or steps, not both",
  });

const zone = z.object({
  id: id.nullish(),
  name: text("South"),
  states: z
    .array(text("Karnataka"))
    .max(100)
    .nullish()
    .meta({ maxItems: undefined, description: "Each stands in one zone only." }),
  pinPrefixes: prefixes.nullish().meta({
    description: "Of one to six digits, each in one zone only. The longest counts, before any state.",
  }),
  methods: z
    .array(method)
    .max(2 * PLAN_MAX.methods)
    .meta({ maxItems: undefined }),
});

const plan = z.object({
  on: z.boolean().meta({ description: "Off: the settings' fee applies to all orders." }),
  packingGrams: grams(100).meta({ description: "The box, added to the books. In grams." }),
  gramsPer100Pages: grams(150).meta({ description: "Of a book without a weight." }),
  defaultGrams: grams(300).meta({ description: "Of a book without weight and number of pages." }),
  shopPin: text("560001").meta({ description: "Empty: not given." }),
  weekdays: z
    .array(z.number())
    .max(14)
    .meta({
      maxItems: undefined,
      description: "The days on which parcels are sent; 0 is Sunday.",
      examples: [[1, 2, 3, 4, 5, 6]],
    }),
  holidays: z
    .array(z.string().max(100).meta({ maxLength: undefined }))
    .max(2 * PLAN_MAX.holidays)
    .meta({ maxItems: undefined, examples: [["2027-01-26"]] }),
  lastHour: z
    .number()
    .nullable()
    .meta({
      description: "Orders before this hour are sent on the same day; null: on the next working day.",
      examples: [15],
    }),
  zones: z
    .array(zone)
    .max(2 * PLAN_MAX.zones)
    .meta({ maxItems: undefined }),
});

const version = z
  .number()
  .int()
  .meta({ description: "Rises with each change.", examples: [3] });

/** The plan as stored: all fields are there. */
export const planJson = plan.extend({ version }).meta({ id: "DeliveryPlan" });

/** The body of POST /delivery/admin/plan. */
export const planBody = plan
  .partial({
    on: true,
    packingGrams: true,
    gramsPer100Pages: true,
    defaultGrams: true,
    shopPin: true,
    weekdays: true,
    holidays: true,
    lastHour: true,
  })
  .extend({
    version: version.nullish().meta({
      description: "As it was read. If somebody else has changed the plan since, nothing is saved.",
    }),
  });

type Body = z.output<typeof planBody>;
type BodyMethod = Body["zones"][number]["methods"][number];

const paise = (amount: number | null | undefined) => (amount == null ? null : toPaise(amount));

/**
 * The plan that a body asks for, not checked yet.
 * @param stored has what the body leaves out beside its zones; it is on unless the body says otherwise
 */
export function planFromJson(body: Body, stored: DeliveryPlan): PlanInput {
  const { calendar } = stored;
  return {
    isOn: body.on ?? true,
    packingGrams: body.packingGrams ?? stored.packingGrams,
    gramsPer100Pages: body.gramsPer100Pages ?? stored.gramsPer100Pages,
    defaultGrams: body.defaultGrams ?? stored.defaultGrams,
    shopPin: body.shopPin ?? stored.shopPin,
    calendar: {
      weekdays: body.weekdays ?? calendar.weekdays,
      holidays: body.holidays ?? calendar.holidays,
      lastHour: body.lastHour === undefined ? calendar.lastHour : body.lastHour,
    },
    zones: body.zones.map(({ id, name, states, pinPrefixes, methods }) => ({
      id: id ?? undefined,
      name,
      states: states ?? [],
      pinPrefixes: pinPrefixes ?? [],
      methods: methods.map(methodFromJson),
    })),
  };
}

function methodFromJson(given: BodyMethod) {
  return {
    id: given.id ?? undefined,
    name: given.name,
    carrier: given.carrier ?? "",
    days: given.days,
    rates: ratesFromJson(given),
    freeAbove: paise(given.freeAbove),
    maxGrams: given.maxGrams ?? null,
    ...(given.gyanPost && { isGyanPost: true }),
    pickUp: given.pickUp ?? false,
    pickUpHours: given.pickUpHours ?? "",
    cod: codFromJson(given.cod),
  };
}

/** A step that names neither weight nor subtotal is one of any subtotal. */
function ratesFromJson({ price, steps }: BodyMethod): DeliveryRates {
  if (price != null && !steps?.length) return { by: "flat", price: toPaise(price) };
  if (steps?.length && steps.every((one) => one.upToGrams === undefined))
    return {
      by: "subtotal",
      steps: steps.map((one) => ({ upTo: paise(one.upToSubtotal), price: toPaise(one.price) })),
    };
  return {
    by: "weight",
    steps: (steps ?? []).map((one) => ({ upToGrams: one.upToGrams ?? 0, price: toPaise(one.price) })),
  };
}

function codFromJson(given: BodyMethod["cod"]): CodTerms {
  return {
    offered: given?.offered ?? false,
    fee: paise(given?.fee) ?? 0,
    from: paise(given?.from),
    upTo: paise(given?.upTo),
    partPercent: given?.partPercent ?? 0,
    partDelivery: given?.partDelivery ?? false,
    notAtPins: given?.notAtPins ?? [],
  };
}

/** A plan as the API has it: amounts in rupees. */
export function planToJson(stored: DeliveryPlan, storedVersion: number): z.input<typeof planJson> {
  const { isOn, calendar, zones, nextMethodId: _, nextZoneId: __, ...same } = stored;
  return {
    on: isOn,
    ...same,
    ...calendar,
    zones: zones.map((one) => ({ ...one, methods: one.methods.map(methodToJson) })),
    version: storedVersion,
  };
}

const rupeesOrNull = (amount: number | null) => (amount === null ? null : toRupees(amount));

function methodToJson({ rates, freeAbove, isGyanPost = false, cod: terms, ...same }: DeliveryMethod) {
  return {
    ...same,
    gyanPost: isGyanPost,
    price: rates.by === "flat" ? toRupees(rates.price) : null,
    steps: stepsToJson(rates),
    freeAbove: rupeesOrNull(freeAbove),
    cod: {
      ...terms,
      fee: toRupees(terms.fee),
      from: rupeesOrNull(terms.from),
      upTo: rupeesOrNull(terms.upTo),
    },
  };
}

function stepsToJson(rates: DeliveryRates): z.input<typeof step>[] {
  if (rates.by === "flat") return [];
  if (rates.by === "weight") return rates.steps.map((one) => ({ ...one, price: toRupees(one.price) }));
  return rates.steps.map((one) => ({ upToSubtotal: rupeesOrNull(one.upTo), price: toRupees(one.price) }));
}

/** The sentences of a refused plan, by the names that the API has for the fields. */
export function problemsToJson(errors: Record<string, string[]>): Record<string, string[]> {
  const named = (path: string) =>
    path
      .replace(/^isOn$/, "on")
      .replace(".isGyanPost", ".gyanPost")
      .replace(/^calendar\./, "")
      .replace(/\.rates\.by$/, "")
      .replace(".rates.", ".")
      .replace(/(\.steps\.\d+\.)upTo$/, "$1upToSubtotal");
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [named(path), messages]));
}
