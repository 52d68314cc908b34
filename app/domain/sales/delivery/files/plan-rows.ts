import { rupeesText, wholeText } from "../forms/typed-values";
import { WEEKDAYS } from "../forms/rules-form";
import type { DeliveryMethod, DeliveryPlan, DeliveryZone } from "../plan";
import { PLAN_COLUMN_KEYS, PLAN_SETTINGS, type PlanCells, type PlanSetting } from "./plan-columns";

const EMPTY = Object.fromEntries(PLAN_COLUMN_KEYS.map((key) => [key, ""])) as PlanCells;

/** The whole plan as rows of a table, which `readPlanTable` reads again. Whether it is on is not in it. */
export function planRows(plan: DeliveryPlan): PlanCells[] {
  const { calendar } = plan;
  const settings: Record<PlanSetting, string> = {
    packingGrams: String(plan.packingGrams),
    gramsPer100Pages: String(plan.gramsPer100Pages),
    defaultGrams: String(plan.defaultGrams),
    shopPin: plan.shopPin,
    weekdays: calendar.weekdays.map((day) => WEEKDAYS[day]).join(" "),
    holidays: calendar.holidays.join(" "),
    lastHour: wholeText(calendar.lastHour),
  };
  return [
    ...Object.entries(PLAN_SETTINGS).map(([key, setting]) => ({
      ...EMPTY,
      setting,
      value: settings[key as PlanSetting],
    })),
    ...plan.zones.flatMap(rowsOfZone),
  ];
}

function rowsOfZone({ name, states, pinPrefixes, methods }: DeliveryZone): PlanCells[] {
  const places = { states: states.join("; "), prefixes: pinPrefixes.join(" ") };
  return methods.flatMap((method, at) =>
    rowsOfMethod(method).map((cells, step) => ({
      ...cells,
      zone: name,
      ...(at === 0 && step === 0 && places),
    })),
  );
}

function rowsOfMethod(method: DeliveryMethod): PlanCells[] {
  const { name, rates, cod } = method;
  const terms = {
    carrier: method.carrier,
    daysFrom: String(method.days.from),
    daysTo: String(method.days.to),
    freeAbove: rupeesText(method.freeAbove),
    maxGrams: wholeText(method.maxGrams),
    isGyanPost: method.isGyanPost ? "yes" : "",
    pickUpHours: method.pickUp ? method.pickUpHours : "",
    cod: cod.offered ? "yes" : "no",
    codFee: rupeesText(cod.fee),
    codFrom: rupeesText(cod.from),
    codUpTo: rupeesText(cod.upTo),
    codPartPercent: String(cod.partPercent),
    codPartDelivery: cod.partDelivery ? "yes" : "no",
    codNotAtPins: cod.notAtPins.join(" "),
  };
  const steps = rates.by === "flat" ? [{ price: rates.price }] : rates.steps;
  return steps.map((step, at) => ({
    ...EMPTY,
    method: name,
    ...(at === 0 && terms),
    upToGrams: "upToGrams" in step ? String(step.upToGrams) : "",
    upToSubtotal: "upTo" in step ? rupeesText(step.upTo) : "",
    price: rupeesText(step.price),
  }));
}
