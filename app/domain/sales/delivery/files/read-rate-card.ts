import { formatRupeesShort } from "~/domain/kit/money";
import { deliveryPlanSchema, PLAN_MAX } from "../delivery-plan.schema";
import { typedGrams, typedRupees } from "../forms/typed-values";
import type { DeliveryPlan } from "../plan";
import { type MethodInput, sameName, type ZoneInput } from "../plan-edits";
import { formatGrams } from "../weights";
import type { ReadRow, ReadTable } from "./read-plan-table";
import type { TableRow } from "./table-text.server";

type Steps = { row: number; upToGrams: number; price: number }[];

/**
 * Reads a carrier's rate card: weights in the first column, and a column of prices for each zone, by the zones' names. A row
 * such as "Additional 500 g" goes on to the heaviest parcel.
 * @param method its name, carrier and days; where a zone has a method of this name, that one gets the prices and days
 * @param most the heaviest parcel, in grams
 */
export function readRateCard(
  table: readonly TableRow[],
  { plan, method, most }: { plan: DeliveryPlan; method: Omit<MethodInput, "rates">; most: number },
): ReadTable {
  const [heading, ...rest] = table;
  const names = heading!.cells.slice(1);
  const columns = names.map((name) => plan.zones.findIndex((zone) => sameName(zone.name, name)));
  const head: ReadRow = { row: heading!.row, says: "", problems: headingProblems(names, columns, plan) };
  const steps = new Map<number, Steps>(columns.filter((at) => at >= 0).map((at) => [at, []]));
  const unit = unitOf(table);
  const context: CardContext = { columns, names, steps, unit, most, end: 0 };
  const rows = [head, ...rest.map((row) => readRow(row, context))];
  const zones = plan.zones.map((zone, at): ZoneInput => {
    const own = steps.get(at);
    return own && own.length > 0 ? withRates(zone, method, own) : zone;
  });
  const changed = { ...plan, zones };
  const refuse = (row: number, message: string) => {
    const read = rows.find((one) => one.row === row) ?? head;
    if (!read.problems.includes(message)) read.problems.push(message);
  };
  for (const { path, message } of deliveryPlanSchema.safeParse(changed).error?.issues ?? [])
    refuse(steps.get(Number(path[1]))?.[Number(path[6])]?.row ?? head.row, message);
  const isGood = rows.every(({ problems }) => problems.length === 0);
  return { rows, plan: isGood ? changed : null };
}

function headingProblems(names: string[], columns: number[], plan: DeliveryPlan): string[] {
  if (plan.zones.length === 0) return ["The plan has no zones yet. Add them first: the columns name them."];
  if (!names.some(Boolean)) return ["Name the zones in the first row, from the second column on."];
  const zones = plan.zones.map(({ name }) => `“${name}”`).join(", ");
  return names.flatMap((name, at) => {
    if (name === "" || columns[at] === undefined) return [];
    if (columns[at] < 0) return [`There is no zone “${name}”. The zones are ${zones}.`];
    return columns.indexOf(columns[at]) < at ? [`The zone “${name}” has two columns.`] : [];
  });
}

/** Weights without a unit: as the first heading says; else kilograms where all are small. */
function unitOf([heading, ...rest]: readonly TableRow[]): "g" | "kg" {
  const said = /\b(kgs?|kilo\w*)\b|\b(g|gms?|grams?)\b/i.exec(heading?.cells[0] ?? "");
  if (said) return said[1] ? "kg" : "g";
  const bare = rest.map(({ cells }) => Number(/([\d.]+)\s*$/.exec(cells[0] ?? "")?.[1] ?? NaN));
  return bare.every((number) => !(number > 50)) ? "kg" : "g";
}

interface CardContext {
  columns: number[];
  names: string[];
  steps: Map<number, Steps>;
  unit: "g" | "kg";
  most: number;
  /** Where the row before ends, in grams; 0: there is none. null: it is not known. */
  end: number | null;
}

/** Cards leave out the step between two rows: "0-0.5 kg" is followed by "0.5", "0.501" or "0.51". */
const STEP_GRAMS = 10;

/** Why a row such as "501-1000 g" does not go on where the one before it ends; null: it does, or says no beginning. */
function rangeProblem(weight: string, last: string, { unit, end }: CardContext): string | null {
  const first = /^\D*?(\d[\d.,]*)\s*([a-z]*)\.?\s*(?:-|–|—|to\b)/i.exec(weight);
  if (!first) return null;
  // "0.5-1 kg": the unit is said once.
  const own = first[2] || /[a-z]+/i.exec(last)?.[0] || "";
  const from = typedGrams(`${first[1]} ${own}`, unit);
  if (from === null || end === null || (from >= end && from - end <= STEP_GRAMS)) return null;
  const begins = `“${weight}” begins at ${formatGrams(from)}`;
  if (end === 0) return `${begins}. What does a lighter parcel cost? Begin at 0.`;
  return `${begins}, and the row before ends at ${formatGrams(end)}.`;
}

function readRow({ row, cells }: TableRow, card: CardContext): ReadRow {
  const [weight = "", ...prices] = cells;
  const isFurther = /^(?:add|every|each|further|extra)/i.test(weight);
  // "0-500 g" and "501 to 1000" end at their last number.
  const last = /(\d[\d.,]*\s*[a-z]*\.?)\s*$/i.exec(weight)?.[1] ?? "";
  const grams = typedGrams(last, card.unit);
  const read: ReadRow = { row, says: "", problems: [] };
  if (grams === null || !(grams > 0)) {
    read.problems.push(`“${weight}” is no weight. Write it as 500 g or 0.5 kg.`);
    card.end = null;
    return read;
  }
  if (!isFurther) {
    const gap = rangeProblem(weight, last, card);
    if (gap) read.problems.push(gap);
    card.end = grams;
  } else card.end = null;
  const said = prices.flatMap((cell, at) => {
    const zone = card.columns[at];
    if (zone === undefined || zone < 0 || /^(?:[-–—]|n\.?a\.?)?$/i.test(cell)) return [];
    const price = typedRupees(cell) ?? NaN;
    if (Number.isNaN(price)) {
      read.problems.push(`“${cell}” is no price in rupees.`);
      return [];
    }
    const steps = card.steps.get(zone)!;
    if (isFurther) read.problems.push(...addFurtherSteps(steps, { row, grams, price, most: card.most }));
    else steps.push({ row, upToGrams: grams, price });
    return [`${card.names[at]} ${formatRupeesShort(price)}`];
  });
  read.problems = [...new Set(read.problems)];
  const from = isFurther
    ? `Each further ${formatGrams(grams)}, to ${formatGrams(card.most)}`
    : `Up to ${formatGrams(grams)}`;
  read.says = `${from}: ${said.join(", ") || "no price"}`;
  return read;
}

/** Adds steps up to the heaviest parcel. @returns problems */
function addFurtherSteps(
  steps: Steps,
  { row, grams, price, most }: { row: number; grams: number; price: number; most: number },
): string[] {
  const last = steps.at(-1);
  if (!last) return ["A price for each further weight comes after one for the first."];
  for (let more = 1; last.upToGrams + more * grams <= most; more += 1) {
    if (steps.length >= PLAN_MAX.steps)
      return [`That makes more than ${PLAN_MAX.steps} steps. Name a lighter heaviest parcel.`];
    steps.push({ row, upToGrams: last.upToGrams + more * grams, price: last.price + more * price });
  }
  return [];
}

function withRates(
  zone: DeliveryPlan["zones"][number],
  method: Omit<MethodInput, "rates">,
  steps: Steps,
): ZoneInput {
  const rates = {
    by: "weight" as const,
    steps: steps.map(({ upToGrams, price }) => ({ upToGrams, price })),
  };
  const at = zone.methods.findIndex(({ name }) => sameName(name, method.name));
  const methods: MethodInput[] = [...zone.methods];
  if (at === -1) methods.push({ ...method, rates });
  else methods[at] = { ...zone.methods[at]!, carrier: method.carrier, days: method.days, rates };
  return { ...zone, methods };
}
