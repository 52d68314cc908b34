import { formatRupeesShort } from "~/domain/kit/money";
import { type PlanInput, deliveryPlanSchema } from "../delivery-plan.schema";
import { typedDates, WEEKDAYS } from "../forms/rules-form";
import { typedGrams, typedPrefixes, typedRupees, typedWhole } from "../forms/typed-values";
import type { DeliveryPlan, DeliveryRates } from "../plan";
import { keepIds, type MethodInput, sameName, type ZoneInput } from "../plan-edits";
import { formatGrams } from "../weights";
import {
  folded,
  PLAN_COLUMN_KEYS,
  PLAN_COLUMNS,
  PLAN_SETTINGS,
  type PlanCells,
  type PlanColumn,
  type PlanSetting,
} from "./plan-columns";
import type { TableRow } from "./table-text.server";

/** A row of a table, and what it says or why it is refused. */
export interface ReadRow {
  row: number;
  says: string;
  problems: string[];
}

/** A table as it was read; `plan` is null when a row is refused. */
export interface ReadTable {
  rows: ReadRow[];
  plan: PlanInput | null;
}

/**
 * Reads a plan from the rows of a table. Zones of the table replace all of the stored plan; settings that it does not have, and
 * whether the plan is on, stay.
 * @param stored gives the ids of zones and methods of the same names
 */
export function readPlanTable(table: readonly TableRow[], stored: DeliveryPlan): ReadTable {
  const [heading, ...rest] = table;
  const keys = heading!.cells.map(columnOf);
  const unknown = heading!.cells.filter((cell, at) => cell !== "" && keys[at] === null);
  const lacking = (["zone", "method", "price"] as const).filter((key) => !keys.includes(key));
  if (lacking.length > 0 || unknown.length > 0) {
    const problems = [
      ...lacking.map((key) => `There is no column “${PLAN_COLUMNS[key]}”.`),
      ...unknown.map((cell) => `“${cell}” is no column of a plan.`),
    ];
    return { rows: [{ row: heading!.row, says: "", problems }], plan: null };
  }
  const reading = new Reading(stored);
  for (const { row, cells } of rest) reading.take(row, (key) => cells[keys.indexOf(key)] ?? "");
  return reading.end();
}

const columnOf = (cell: string): PlanColumn | null =>
  PLAN_COLUMN_KEYS.find((key) => folded(PLAN_COLUMNS[key]) === folded(cell)) ?? null;

interface Step {
  row: number;
  grams: number | null;
  subtotal: number | null;
  price: number;
}
interface ReadMethod {
  row: number;
  terms: Omit<MethodInput, "rates">;
  steps: Step[];
}
interface ReadZone {
  row: number;
  name: string;
  states: string[];
  prefixes: string[];
  methods: ReadMethod[];
}

/** The cells of a row. */
type Cells = (key: keyof PlanCells) => string;

class Reading {
  readonly #rows: ReadRow[] = [];
  readonly #zones: ReadZone[] = [];
  #rules: Omit<PlanInput, "zones">;
  #zone: ReadZone | undefined;
  #method: ReadMethod | undefined;
  /** Which row a setting came from. */
  readonly #settingRows = new Map<string, number>();
  readonly #stored: DeliveryPlan;

  constructor(stored: DeliveryPlan) {
    this.#stored = stored;
    const { isOn, packingGrams, gramsPer100Pages, defaultGrams, shopPin, calendar } = stored;
    this.#rules = { isOn, packingGrams, gramsPer100Pages, defaultGrams, shopPin, calendar };
  }

  take(row: number, cells: Cells): void {
    const read: ReadRow = { row, says: "", problems: [] };
    this.#rows.push(read);
    if (cells("setting") !== "") return this.#takeSetting(read, cells);
    this.#openZone(row, cells("zone"));
    if (!this.#zone) return void read.problems.push("Say to which zone this row belongs.");
    this.#zone.states.push(
      ...cells("states")
        .split(";")
        .map((state) => state.trim())
        .filter(Boolean),
    );
    this.#zone.prefixes.push(...typedPrefixes(cells("prefixes")));
    this.#openMethod(row, cells);
    read.says = this.#zone.name;
    if (cells("price") === "" && cells("method") === "") return;
    if (!this.#method) return void read.problems.push("Say to which method this price belongs.");
    this.#takeStep(read, this.#method, cells);
  }

  #openZone(row: number, name: string): void {
    if (name === "") return;
    const known = this.#zones.find((zone) => sameName(zone.name, name));
    if (known !== undefined && known === this.#zone) return;
    this.#method = undefined;
    this.#zone = known ?? { row, name, states: [], prefixes: [], methods: [] };
    if (!known) this.#zones.push(this.#zone);
  }

  #openMethod(row: number, cells: Cells): void {
    const name = cells("method");
    if (name === "") return;
    const { methods } = this.#zone!;
    const known = methods.find(({ terms }) => sameName(terms.name, name));
    this.#method = known ?? { row, terms: termsOf(cells), steps: [] };
    if (!known) methods.push(this.#method);
  }

  #takeStep(read: ReadRow, method: ReadMethod, cells: Cells): void {
    const [grams, subtotal] = [typedGrams(cells("upToGrams")), typedRupees(cells("upToSubtotal"))];
    const price = typedRupees(cells("price")) ?? NaN;
    if (grams !== null && subtotal !== null)
      read.problems.push("A step ends at a weight or at a subtotal, not at both.");
    method.steps.push({ row: read.row, grams, subtotal, price });
    const end =
      grams !== null
        ? `up to ${formatGrams(grams)} `
        : subtotal !== null
          ? `for up to ${formatRupeesShort(subtotal)} `
          : "";
    read.says = `${this.#zone!.name}, ${method.terms.name}: ${end}${formatRupeesShort(price)}`;
  }

  #takeSetting(read: ReadRow, cells: Cells): void {
    const name = cells("setting");
    const key = (Object.keys(PLAN_SETTINGS) as PlanSetting[]).find(
      (one) => folded(PLAN_SETTINGS[one]) === folded(name),
    );
    if (!key) return void read.problems.push(`“${name}” is no setting of a plan.`);
    read.says = `${PLAN_SETTINGS[key]}: ${cells("value") || "none"}`;
    this.#settingRows.set(key, read.row);
    this.#rules = withSetting(this.#rules, key, cells("value"));
  }

  end(): ReadTable {
    const zones = this.#zones.map((zone): ZoneInput => ({
      name: zone.name,
      states: zone.states,
      pinPrefixes: zone.prefixes,
      methods: zone.methods.map((method) => ({ ...method.terms, rates: this.#ratesOf(method) })),
    }));
    const plan = { ...this.#rules, zones: keepIds(zones, this.#stored) };
    const checked = deliveryPlanSchema.safeParse(plan);
    for (const { path, message } of checked.error?.issues ?? [])
      this.#refuse(this.#rowOf(path.map(String)), message);
    const isGood = this.#rows.every(({ problems }) => problems.length === 0);
    return { rows: this.#rows, plan: isGood ? plan : null };
  }

  #ratesOf({ steps }: ReadMethod): DeliveryRates {
    const [first, second] = steps;
    if (steps.some(({ grams }) => grams !== null))
      return {
        by: "weight",
        steps: steps.map(({ grams, price }) => ({ upToGrams: grams ?? NaN, price })),
      };
    if (steps.some(({ subtotal }) => subtotal !== null))
      return { by: "subtotal", steps: steps.map(({ subtotal, price }) => ({ upTo: subtotal, price })) };
    if (second) this.#refuse(second.row, "This method has a price already: say up to where each applies.");
    return { by: "flat", price: first?.price ?? NaN };
  }

  #refuse(row: number, message: string): void {
    let read = this.#rows.find((one) => one.row === row);
    if (!read) this.#rows.push((read = { row, says: "", problems: [] }));
    if (!read.problems.includes(message)) read.problems.push(message);
  }

  /** The row of a part of the plan, e.g. ["zones", "0", "methods", "1", "days", "to"]. */
  #rowOf([part, zoneAt, list, methodAt, field, , stepAt]: string[]): number {
    const whole = this.#rows[0]?.row ?? 1;
    if (part === "calendar") return this.#settingRows.get(zoneAt!) ?? whole;
    if (part !== "zones") return this.#settingRows.get(part!) ?? whole;
    const zone = this.#zones[Number(zoneAt)];
    const method = list === "methods" ? zone?.methods[Number(methodAt)] : undefined;
    const step = field === "rates" ? method?.steps[Number(stepAt ?? 0)] : undefined;
    return step?.row ?? method?.row ?? zone?.row ?? whole;
  }
}

const isYes = (text: string) => /^(?:y|yes|1|on|true|✓)$/i.test(text);

function termsOf(cells: Cells): Omit<MethodInput, "rates"> {
  const orNaN = (text: string) => typedWhole(text) ?? NaN;
  return {
    name: cells("method"),
    carrier: cells("carrier"),
    days: { from: orNaN(cells("daysFrom")), to: orNaN(cells("daysTo")) },
    freeAbove: typedRupees(cells("freeAbove")),
    maxGrams: typedGrams(cells("maxGrams")),
    ...(isYes(cells("isGyanPost")) && { isGyanPost: true }),
    pickUp: cells("pickUpHours") !== "",
    pickUpHours: cells("pickUpHours"),
    cod: {
      offered: isYes(cells("cod")),
      fee: typedRupees(cells("codFee")) ?? 0,
      from: typedRupees(cells("codFrom")),
      upTo: typedRupees(cells("codUpTo")),
      partPercent: typedWhole(cells("codPartPercent")) ?? 0,
      partDelivery: isYes(cells("codPartDelivery")),
      notAtPins: typedPrefixes(cells("codNotAtPins")),
    },
  };
}

function withSetting(
  rules: Omit<PlanInput, "zones">,
  key: PlanSetting,
  value: string,
): Omit<PlanInput, "zones"> {
  const { calendar } = rules;
  switch (key) {
    case "shopPin":
      return { ...rules, shopPin: value };
    case "weekdays":
      return { ...rules, calendar: { ...calendar, weekdays: typedPrefixes(value).map(weekday) } };
    case "holidays":
      return { ...rules, calendar: { ...calendar, holidays: typedDates(value) } };
    case "lastHour":
      return { ...rules, calendar: { ...calendar, lastHour: typedWhole(value) } };
    default:
      return { ...rules, [key]: typedGrams(value) ?? NaN };
  }
}

/** @returns NaN for what is no day */
function weekday(text: string): number {
  const at = WEEKDAYS.findIndex(
    (day) => text.length >= 3 && day.toLowerCase().startsWith(text.toLowerCase()),
  );
  return at === -1 ? NaN : at;
}
