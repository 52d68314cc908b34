import { z } from "zod";
import { INDIAN_STATES } from "~/domain/kit/addresses/indian-states";
import { asciiDigits } from "~/domain/kit/digits";
import { readPin } from "../pin";
import type { DeliveryPlan } from "../plan";
import type { PlanInput } from "../delivery-plan.schema";
import { keepIds, type MethodInput, sameName, type ZoneInput } from "../plan-edits";
import { distanceKm, type Place, placeOf, SORTING_DISTRICTS } from "./pin-places";
import { GYAN_POST, POSTAGE_TAX_PERCENT, SPEED_POST } from "./post-tariffs";

const TAX = "Tax must be a whole number from 0 to 40, in per cent";

/** The form of the presets. */
export const presetSchema = z
  .object({
    gyanPost: z.stringbool({ truthy: ["on"], falsy: [""] }).default(false),
    speedPost: z.stringbool({ truthy: ["on"], falsy: [""] }).default(false),
    /** Steps above 500 g, by the tariff of 2012. */
    isHeavyToo: z.stringbool({ truthy: ["on"], falsy: [""] }).default(false),
    shopPin: z.string().max(100, "The shop's PIN code has six digits").default(""),
    taxPercent: z
      .string({ error: TAX })
      .max(20, TAX)
      .overwrite(asciiDigits)
      .regex(/^\s*\d{1,2}\s*$/, TAX)
      .transform(Number)
      .pipe(z.number().max(40, TAX))
      .default(POSTAGE_TAX_PERCENT),
    replaces: z.stringbool({ truthy: ["on"], falsy: [""] }).default(false),
  })
  .check((ctx) => {
    const { gyanPost, speedPost, shopPin } = ctx.value;
    const refuse = (path: string, message: string) =>
      ctx.issues.push({ code: "custom", path: [path], message, input: shopPin });
    if (!gyanPost && !speedPost) refuse("gyanPost", "Choose Gyan Post, Speed Post or both");
    if (!speedPost) return;
    const pin = readPin(shopPin);
    if (pin === null) refuse("shopPin", "The shop's PIN code has six digits, e.g. 560001");
    else if (!placeOf(pin.slice(0, 3)))
      refuse("shopPin", `No post office has a PIN code that begins with ${pin.slice(0, 3)}`);
  });

export type PresetChoice = z.output<typeof presetSchema>;

/** Speed Post makes zones by distance. Gyan Post alone is added to the zones that are there. */
export const makesZones = ({ speedPost }: Pick<PresetChoice, "speedPost">): boolean => speedPost;

/**
 * The plan with the chosen presets: every zone gets the method, or its new prices where it has it already. With Speed Post the
 * zones are those by distance from the shop; with Gyan Post alone all India is one zone where there is none yet.
 * @param choice through `presetSchema`
 */
export function withPresets(plan: DeliveryPlan, choice: PresetChoice): PlanInput {
  const { gyanPost, speedPost, shopPin } = choice;
  if (!speedPost) {
    const zones: ZoneInput[] = plan.zones.length > 0 ? plan.zones : [ALL_INDIA];
    return { ...plan, zones: zones.map((zone) => withPriced(zone, gyanMethod(choice))) };
  }
  const pin = readPin(shopPin)!;
  const zones = SPEED_POST.distances.flatMap((_, at) => {
    const pinPrefixes = prefixesAt(pin, at);
    const methods = [...(gyanPost ? [gyanMethod(choice)] : []), speedMethod(choice, at)];
    return pinPrefixes.length > 0
      ? [{ name: SPEED_POST.distances[at]!.zone, states: [], pinPrefixes, methods }]
      : [];
  });
  return { ...plan, shopPin: pin, zones: keepIds(zones, plan) };
}

const ALL_INDIA: ZoneInput = {
  name: "All India",
  states: [...INDIAN_STATES],
  pinPrefixes: [],
  methods: [],
};

/** A zone with a method; one of the same name gets its prices alone, and which books it takes. */
function withPriced(zone: ZoneInput, method: MethodInput): ZoneInput {
  const at = zone.methods.findIndex(({ name }) => sameName(name, method.name));
  if (at === -1) return { ...zone, methods: [...zone.methods, method] };
  const changed: MethodInput = {
    ...zone.methods[at]!,
    rates: method.rates,
    ...(method.isGyanPost && { isGyanPost: true }),
  };
  return { ...zone, methods: zone.methods.toSpliced(at, 1, changed) };
}

/** In paise, with the tax, up to the next whole rupee. */
const priceOf = (rupees: number, { taxPercent }: PresetChoice): number =>
  Math.ceil((rupees * (100 + taxPercent)) / 100) * 100;

function gyanMethod(choice: PresetChoice): MethodInput {
  const steps = GYAN_POST.steps.map(({ upToGrams, rupees }) => ({
    upToGrams,
    price: priceOf(rupees, choice),
  }));
  return {
    name: GYAN_POST.name,
    carrier: "India Post",
    days: GYAN_POST.days,
    rates: { by: "weight", steps },
    isGyanPost: true,
  };
}

const HEAVIEST = 5000;
const FURTHER = 500;

function speedMethod(choice: PresetChoice, at: number): MethodInput {
  const { rupees, further, days } = SPEED_POST.distances[at]!;
  const steps = SPEED_POST.upToGrams.map((upToGrams, step) => ({
    upToGrams: upToGrams as number,
    price: priceOf(rupees[step]!, choice),
  }));
  if (choice.isHeavyToo)
    for (let more = 1; FURTHER + more * FURTHER <= HEAVIEST; more += 1)
      steps.push({
        upToGrams: FURTHER + more * FURTHER,
        price: priceOf(rupees.at(-1)! + more * further, choice),
      });
  return { name: SPEED_POST.name, carrier: "India Post", days, rates: { by: "weight", steps } };
}

/** The step of distance of a sorting district. */
function stepOf(from: string, district: string): number {
  if (district === from) return 0;
  const km = distanceKm(placeOf(from) as Place, placeOf(district) as Place);
  return Math.max(
    1,
    SPEED_POST.distances.findIndex(({ upToKm }) => km <= upToKm),
  );
}

/**
 * The PIN prefixes at a step of distance: two digits for most of a region, three for its sorting districts at another step. So
 * each PIN code has a zone, also one of a sorting district that is new.
 */
export function prefixesAt(shopPin: string, step: number): string[] {
  const from = shopPin.slice(0, 3);
  const regions = new Set(SORTING_DISTRICTS.map((district) => district.slice(0, 2)));
  return [...regions].flatMap((region) => {
    const districts = SORTING_DISTRICTS.filter((district) => district.startsWith(region));
    const steps = districts.map((district) => stepOf(from, district));
    const most = mostOften(steps.filter((one) => one > 0)) ?? 1;
    return [
      ...(most === step ? [region] : []),
      ...districts.filter((_, at) => steps[at] === step && step !== most),
    ];
  });
}

/** Of those as often the largest, so that nothing is too cheap. @returns undefined for none */
function mostOften(numbers: readonly number[]): number | undefined {
  const countOf = (number: number) => numbers.filter((one) => one === number).length;
  return numbers.toSorted((one, other) => countOf(other) - countOf(one) || other - one)[0];
}
