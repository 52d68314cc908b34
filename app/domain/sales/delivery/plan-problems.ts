import { formatRupeesShort } from "~/domain/kit/money";
import type { DeliveryRates } from "./plan";
import type { MethodDraft, PlanDraft, ZoneDraft } from "./delivery-plan.schema";
import { formatGrams } from "./weights";

export interface PlanProblem {
  /** The field, as the plan names it. */
  path: (string | number)[];
  /** A sentence. */
  message: string;
}

/** What does not fit together in a plan whose fields each are within their bounds. */
export function planProblems(plan: Pick<PlanDraft, "isOn" | "zones">): PlanProblem[] {
  const zones = plan.zones.flatMap((zone, at) => within(["zones", at], zoneProblems(zone)));
  const twice = [
    ...inTwoZones(plan.zones, "states", (state) => state),
    ...inTwoZones(plan.zones, "pinPrefixes", (prefix) => `The PIN prefix ${prefix}`),
  ];
  return plan.isOn && plan.zones.length === 0
    ? [{ path: ["zones"], message: "Add a zone first: without one, nothing could be sent." }]
    : [...zones, ...twice];
}

const within = (path: PlanProblem["path"], problems: PlanProblem[]): PlanProblem[] =>
  problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));

/** What stands in two zones, or twice in one. @param words how the sentence begins */
function inTwoZones(
  zones: readonly ZoneDraft[],
  field: "states" | "pinPrefixes",
  words: (place: string) => string,
): PlanProblem[] {
  const owners = new Map<string, ZoneDraft>();
  const problems: PlanProblem[] = [];
  for (const [at, zone] of zones.entries())
    for (const place of zone[field]) {
      const owner = owners.get(place);
      owners.set(place, owner ?? zone);
      if (!owner) continue;
      const where =
        owner === zone
          ? `twice in the zone “${zone.name}”`
          : `in the zones “${owner.name}” and “${zone.name}”`;
      const message = `${words(place)} stands ${where}. Keep it once.`;
      problems.push({ path: ["zones", at, field], message });
    }
  return problems;
}

function zoneProblems(zone: ZoneDraft): PlanProblem[] {
  const problems = zone.methods.flatMap((method, at) =>
    within(
      ["methods", at],
      methodProblems(method).map(({ path, message }) => ({
        path,
        message: `“${method.name}” in the zone “${zone.name}”: ${message}`,
      })),
    ),
  );
  if (zone.methods.length === 0)
    problems.push({
      path: ["methods"],
      message: `The zone “${zone.name}” has no method. Add one with its price.`,
    });
  if (zone.states.length + zone.pinPrefixes.length === 0)
    problems.push({
      path: ["states"],
      message: `The zone “${zone.name}” covers no place. Give it a state or a PIN prefix.`,
    });
  return problems;
}

/** What does not fit together in a method, without its name. */
export function methodProblems({ days, rates, cod, pickUp, pickUpHours }: MethodDraft): PlanProblem[] {
  const problems = stepProblems(rates);
  if (days.from > days.to)
    problems.push({
      path: ["days", "to"],
      message: `It cannot arrive after ${days.from} working days at the earliest and ${days.to} at the latest.`,
    });
  if (cod.from !== null && cod.upTo !== null && cod.from > cod.upTo)
    problems.push({
      path: ["cod", "upTo"],
      message: `Paying at the door from ${formatRupeesShort(cod.from)} up to ${formatRupeesShort(cod.upTo)} fits no order.`,
    });
  if (pickUp && pickUpHours === "")
    problems.push({ path: ["pickUpHours"], message: "Say when the books can be picked up." });
  return problems;
}

function stepProblems(rates: DeliveryRates): PlanProblem[] {
  if (rates.by === "flat") return [];
  if (rates.steps.length === 0)
    return [{ path: ["rates", "steps"], message: "It has no price. Give it one price or steps." }];
  const ends =
    rates.by === "weight" ? rates.steps.map((step) => step.upToGrams) : rates.steps.map((step) => step.upTo);
  const words = rates.by === "weight" ? formatGrams : formatRupeesShort;
  const problems: PlanProblem[] = [];
  for (const [at, end] of ends.entries()) {
    const before = at === 0 ? 0 : ends[at - 1]!;
    const path = ["rates", "steps", at, rates.by === "weight" ? "upToGrams" : "upTo"];
    if (before === null) problems.push({ path, message: "Only the last step can be without an end." });
    else if (end !== null && at > 0 && end <= before)
      problems.push({
        path,
        message: `The steps must go up: after ${words(before)} comes ${words(end)}.`,
      });
  }
  const last = ends.at(-1)!;
  if (rates.by === "subtotal" && last !== null)
    problems.push({
      path: ["rates", "steps", ends.length - 1, "upTo"],
      message: `There is no price above ${words(last)}. Leave the end of the last step empty.`,
    });
  return problems;
}
