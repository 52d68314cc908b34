import type { DeliveryMethod, DeliveryRates } from "../plan";
import { PLAN_MAX } from "../delivery-plan.schema";
import type { MethodInput } from "../plan-edits";
import { rupeesText, typedGrams, typedPrefixes, typedRupees, typedWhole, wholeText } from "./typed-values";

/** A method as its form has it: texts by field; a ticked box is "on". The steps are the fields `upTo-0`, `price-0` … */
export type Typed = Readonly<Record<string, string>>;

export const RATES_BY: Record<DeliveryRates["by"], string> = {
  flat: "One price",
  weight: "Steps by weight",
  subtotal: "Steps by what the books cost",
};

/** The fields in the order of the form, without those of the steps. */
const BEFORE_STEPS = ["name", "carrier", "daysFrom", "daysTo", "by", "flatPrice"];
const AFTER_STEPS = ["freeAbove", "maxGrams", "isGyanPost", "pickUp", "pickUpHours"];
const AT_THE_DOOR = [
  "codOffered",
  "codFee",
  "codFrom",
  "codUpTo",
  "codPartPercent",
  "codPartDelivery",
  "codNotAtPins",
];

/** @param rows of steps that the form shows */
export const methodFields = (rows: number): string[] => [
  ...BEFORE_STEPS,
  ...Array.from({ length: rows }, (_, row) => [`upTo-${row}`, `price-${row}`]).flat(),
  ...AFTER_STEPS,
  ...AT_THE_DOOR,
];

/** Empty rows that a form shows after its steps. */
const SPARE_ROWS = 3;

/** How many rows of steps a form shows: those that are filled in, and some more. @param more rows that were asked for */
export function rowsOf(typed: Typed, more = 0): number {
  const last = Array.from({ length: PLAN_MAX.steps }, (_, row) => row).findLast(
    (row) => typed[`upTo-${row}`] || typed[`price-${row}`],
  );
  return Math.min((last ?? -1) + 1 + SPARE_ROWS + more, PLAN_MAX.steps);
}

/** The texts that were sent, bounded by the fields of a form. */
export function typedMethod(form: FormData): Typed {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(methodFields(PLAN_MAX.steps).map((name) => [name, text(name)]));
}

/** The rows that are filled in. */
const filledRows = (typed: Typed): number[] =>
  Array.from({ length: PLAN_MAX.steps }, (_, row) => row).filter(
    (row) => (typed[`upTo-${row}`] ?? "").trim() !== "" || (typed[`price-${row}`] ?? "").trim() !== "",
  );

/** A typed method for the plan's schema, which refuses what could not be read. */
export function methodTyped(typed: Typed): MethodInput {
  const of = (name: string) => typed[name] ?? "";
  const orNaN = (value: number | null) => value ?? NaN;
  const isPickUp = of("pickUp") === "on";
  return {
    name: of("name"),
    carrier: of("carrier"),
    days: { from: orNaN(typedWhole(of("daysFrom"))), to: orNaN(typedWhole(of("daysTo"))) },
    rates: ratesTyped(typed),
    freeAbove: typedRupees(of("freeAbove")),
    maxGrams: typedGrams(of("maxGrams")),
    ...(of("isGyanPost") === "on" && { isGyanPost: true }),
    pickUp: isPickUp,
    pickUpHours: isPickUp ? of("pickUpHours") : "",
    cod: {
      offered: of("codOffered") === "on",
      fee: typedRupees(of("codFee")) ?? 0,
      from: typedRupees(of("codFrom")),
      upTo: typedRupees(of("codUpTo")),
      partPercent: typedWhole(of("codPartPercent")) ?? 0,
      partDelivery: of("codPartDelivery") === "on",
      notAtPins: typedPrefixes(of("codNotAtPins")),
    },
  };
}

function ratesTyped(typed: Typed): DeliveryRates {
  const price = (text: string | undefined) => typedRupees(text ?? "") ?? NaN;
  const rows = filledRows(typed);
  if (typed.by === "weight")
    return {
      by: "weight",
      steps: rows.map((row) => ({
        upToGrams: typedGrams(typed[`upTo-${row}`] ?? "") ?? NaN,
        price: price(typed[`price-${row}`]),
      })),
    };
  if (typed.by === "subtotal")
    return {
      by: "subtotal",
      steps: rows.map((row) => ({
        upTo: typedRupees(typed[`upTo-${row}`] ?? ""),
        price: price(typed[`price-${row}`]),
      })),
    };
  return { by: "flat", price: price(typed.flatPrice) };
}

/** The form's field of a plan's one, e.g. "rates.steps.1.price" → "price-2" when the second row is empty. */
export function methodField(path: string, typed: Typed): string {
  const [, step, what] = /^rates\.steps\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (step !== undefined)
    return `${what === "price" ? "price" : "upTo"}-${filledRows(typed)[Number(step)] ?? 0}`;
  if (path === "rates.steps") return "upTo-0";
  if (path === "rates.price") return "flatPrice";
  const [first = "", second] = path.split(".");
  const joined = second === undefined ? first : first + second[0]!.toUpperCase() + second.slice(1);
  return methodFields(0).includes(joined) ? joined : "";
}

/** What the form of a stored method shows. */
export function methodTexts(method: DeliveryMethod): Typed {
  const { rates, cod } = method;
  return {
    name: method.name,
    carrier: method.carrier,
    daysFrom: String(method.days.from),
    daysTo: String(method.days.to),
    by: rates.by,
    ...ratesTexts(rates),
    freeAbove: rupeesText(method.freeAbove),
    maxGrams: wholeText(method.maxGrams),
    isGyanPost: method.isGyanPost ? "on" : "",
    pickUp: method.pickUp ? "on" : "",
    pickUpHours: method.pickUpHours,
    codOffered: cod.offered ? "on" : "",
    codFee: cod.fee === 0 ? "" : rupeesText(cod.fee),
    codFrom: rupeesText(cod.from),
    codUpTo: rupeesText(cod.upTo),
    codPartPercent: cod.partPercent === 0 ? "" : String(cod.partPercent),
    codPartDelivery: cod.partDelivery ? "on" : "",
    codNotAtPins: cod.notAtPins.join(" "),
  };
}

function ratesTexts(rates: DeliveryRates): Typed {
  if (rates.by === "flat") return { flatPrice: rupeesText(rates.price) };
  const rows = rates.steps.map((step, row): [string, string][] => [
    [`upTo-${row}`, "upToGrams" in step ? String(step.upToGrams) : rupeesText(step.upTo)],
    [`price-${row}`, rupeesText(step.price)],
  ]);
  return Object.fromEntries(rows.flat());
}

/** A new method's form. */
export const NEW_METHOD: Typed = { by: "flat" };
