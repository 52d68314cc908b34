import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { createTestDatabase } from "~/test/database";
import { NO_COD, planInput, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createStaff } from "~/test/factories";
import { deliveryPlanSchema, PLAN_MAX, type PlanInput } from "./delivery-plan.schema";
import { EMPTY_PLAN } from "./plan";
import { PLAN_CHANGED, readPlan, readPlanAndVersion, savePlan } from "./plan.server";

let db: ShopDatabase;
let staffId: number;

beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

/** The sentences of a refused plan with their fields. */
const problems = (given: Partial<PlanInput>) =>
  deliveryPlanSchema
    .safeParse(planInput(given))
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

const ofMethod = (given: Parameters<typeof planMethod>[0]) =>
  problems({ zones: [planZone({ methods: [planMethod(given)] })] });

test("a shop that never saved a plan has the empty one, which is off", async () => {
  expect(await readPlanAndVersion(db.read)).toEqual({ plan: EMPTY_PLAN, version: 0 });
});

test("a saved plan is read back, with ids that are never given twice", async () => {
  const two = [planMethod({ name: "Slow" }), planMethod({ name: "Fast" })];
  const first = await storePlan(db.write, staffId, { zones: [planZone({ methods: two })] });
  expect(first.zones[0]!.methods.map(({ id, name }) => [id, name])).toEqual([
    [1, "Slow"],
    [2, "Fast"],
  ]);
  const [slow] = first.zones[0]!.methods;
  // Kept, once; an id of no method of this plan is not taken over.
  const methods = [planMethod({ ...slow!, id: 7 }), slow!, planMethod({ ...slow!, name: "Copy" })];
  const second = await storePlan(db.write, staffId, { zones: [planZone({ id: 1, methods })] });
  expect(second.zones.map(({ id }) => id)).toEqual([1]);
  expect(second.zones[0]!.methods.map(({ id }) => id)).toEqual([3, 1, 4]);
  // 2 is gone, and nobody gets it.
  expect(second.nextMethodId).toBe(5);
  expect(await readPlan(db.read)).toEqual(second);
});

test("a plan that was changed meanwhile is not overwritten, unless that is meant", async () => {
  await storePlan(db.write, staffId);
  const { plan, version } = await readPlanAndVersion(db.read);
  const others = await savePlan(db.write, { ...plan, packingGrams: 70 }, version, staffId);
  expect(others).toMatchObject({ ok: true, version: 2 });
  const mine = await savePlan(db.write, { ...plan, packingGrams: 80 }, version, staffId);
  expect(mine).toEqual({ ok: false, reason: "changed", message: PLAN_CHANGED, errors: {} });
  expect((await readPlan(db.read)).packingGrams).toBe(70);
  expect(await savePlan(db.write, { ...plan, packingGrams: 80 }, null, staffId)).toMatchObject({ ok: true });
  expect((await readPlan(db.read)).packingGrams).toBe(80);
});

test("saving without a change changes nothing, whether ids are sent or not", async () => {
  const plan = await storePlan(db.write, staffId);
  const audited = (await readAudit(db.read, "settings", 0)).length;
  expect(await savePlan(db.write, plan, null, staffId)).toMatchObject({ ok: true, version: 1 });
  expect(await readAudit(db.read, "settings", 0)).toHaveLength(audited);
});

test("a change raises the catalogue version, so that cached pages show the new prices", async () => {
  const before = await db.catalogueVersion();
  const plan = await storePlan(db.write, staffId);
  const saved = await db.catalogueVersion();
  expect(saved).toBeGreaterThan(before);
  await savePlan(db.write, { ...plan, isOn: false }, null, staffId);
  const changed = await db.catalogueVersion();
  expect(changed).toBeGreaterThan(saved);
  await db.write.deleteFrom("delivery_plan").execute();
  expect(await db.catalogueVersion()).toBeGreaterThan(changed);
});

test("the record of changes says what a method was and is, and which one is gone", async () => {
  const methods = [planMethod({ name: "Slow" }), planMethod({ name: "Fast" })];
  const plan = await storePlan(db.write, staffId, { zones: [planZone({ methods })] });
  const [zone] = plan.zones;
  const dearer = { ...zone!.methods[0]!, rates: { by: "flat" as const, price: 5_000 } };
  await savePlan(db.write, { ...plan, zones: [{ ...zone!, methods: [dearer] }] }, null, staffId);
  const [entry] = await readAudit(db.read, "settings", 0);
  const words = (name: string, price: string) => [`${name}, India Post`, "2 to 5 working days", price];
  expect(entry!.changes).toEqual([
    { field: "Zone 1 South: method 1", before: words("Slow", "₹40"), after: words("Slow", "₹50") },
    { field: "Zone 1 South: method 2", before: words("Fast", "₹40"), after: null },
  ]);
});

test("a refused plan changes nothing, and says why at its field", async () => {
  await storePlan(db.write, staffId);
  const outcome = await savePlan(db.write, planInput({ zones: [planZone({ methods: [] })] }), null, staffId);
  const message = "The zone “South” has no method. Add one with its price.";
  expect(outcome).toEqual({
    ok: false,
    reason: "invalid",
    message,
    errors: { "zones.0.methods": [message] },
  });
  expect((await readPlanAndVersion(db.read)).version).toBe(1);
});

test("the sentence of a refused plan names the zone and the method, even when they have no name", async () => {
  const sentence = async (given: Partial<PlanInput>) => {
    const outcome = await savePlan(db.write, planInput(given), null, staffId);
    return outcome.ok ? null : outcome.message;
  };
  const method = (given: Parameters<typeof planMethod>[0]) => ({
    zones: [planZone({ methods: [planMethod(given)] })],
  });
  expect(await sentence(method({ rates: { by: "flat", price: -1 } }))).toBe(
    "Method “Speed Post” in the zone “South”: Price must be from ₹0 to ₹10,000, with at most two decimals",
  );
  expect(await sentence(method({ name: " " }))).toBe(
    "Method number 1 in the zone “South”: Give the method a name",
  );
  expect(await sentence({ zones: [planZone({ pinPrefixes: ["0"] })] })).toBe(
    "The zone “South”: A PIN prefix has one to six digits and does not begin with 0",
  );
  expect(await sentence({ zones: [planZone(), planZone({ name: "" })] })).toBe(
    "The zone number 2: Give the zone a name",
  );
  expect(await sentence({ packingGrams: -1 })).toBe(
    "Packing must be a whole number of grams from 0 to 100000",
  );
});

test("a zone needs a place, and each place stands in one zone only", () => {
  expect(problems({ zones: [planZone({ states: [] })] })).toEqual([
    "zones.0.states: The zone “South” covers no place. Give it a state or a PIN prefix.",
  ]);
  const zones = [
    planZone({ pinPrefixes: ["560", "56", "560"] }),
    planZone({ name: "City", states: ["Karnataka", "Kerala"], pinPrefixes: ["5600", "56"] }),
  ];
  expect(problems({ zones })).toEqual([
    "zones.1.states: Karnataka stands in the zones “South” and “City”. Keep it once.",
    "zones.0.pinPrefixes: The PIN prefix 560 stands twice in the zone “South”. Keep it once.",
    "zones.1.pinPrefixes: The PIN prefix 56 stands in the zones “South” and “City”. Keep it once.",
  ]);
});

test("a plan that is on has a zone; one that is off needs none", () => {
  expect(problems({ zones: [] })).toEqual(["zones: Add a zone first: without one, nothing could be sent."]);
  expect(problems({ zones: [], isOn: false })).toEqual([]);
});

test("states may have older names; other countries' are refused, as are prefixes that are none", () => {
  const parsed = deliveryPlanSchema.parse(
    planInput({ zones: [planZone({ states: ["orissa"], pinPrefixes: ["५६०", " 110001 "] })] }),
  );
  expect(parsed.zones[0]).toMatchObject({ states: ["Odisha"], pinPrefixes: ["560", "110001"] });
  const zones = [planZone({ states: ["Texas"], pinPrefixes: ["", "056", "5600011", "56a"] })];
  expect(problems({ zones })).toEqual([
    "zones.0.states.0: India has no state called “Texas”",
    ...[0, 1, 2, 3].map(
      (at) => `zones.0.pinPrefixes.${at}: A PIN prefix has one to six digits and does not begin with 0`,
    ),
  ]);
});

const inSouth = (path: string, sentence: string) => [
  `zones.0.methods.0.${path}: “Speed Post” in the zone “South”: ${sentence}`,
];

test("weight steps go up", () => {
  const steps = (...ends: number[]) => ({
    rates: { by: "weight" as const, steps: ends.map((upToGrams) => ({ upToGrams, price: 4_000 })) },
  });
  expect(ofMethod(steps(500, 1_000))).toEqual([]);
  expect(ofMethod(steps(500, 500))).toEqual(
    inSouth("rates.steps.1.upToGrams", "The steps must go up: after 500 g comes 500 g."),
  );
  expect(ofMethod(steps(1_500, 500))).toEqual(
    inSouth("rates.steps.1.upToGrams", "The steps must go up: after 1.5 kg comes 500 g."),
  );
  expect(ofMethod(steps())).toEqual(inSouth("rates.steps", "It has no price. Give it one price or steps."));
});

test("subtotal steps go up, and leave no subtotal without a price", () => {
  const steps = (...ends: (number | null)[]) => ({
    rates: { by: "subtotal" as const, steps: ends.map((upTo) => ({ upTo, price: 4_000 })) },
  });
  expect(ofMethod(steps(50_000, null))).toEqual([]);
  expect(ofMethod(steps(50_000, 40_000, null))).toEqual(
    inSouth("rates.steps.1.upTo", "The steps must go up: after ₹500 comes ₹400."),
  );
  expect(ofMethod(steps(50_000))).toEqual(
    inSouth("rates.steps.0.upTo", "There is no price above ₹500. Leave the end of the last step empty."),
  );
  expect(ofMethod(steps(null, null))).toEqual(
    inSouth("rates.steps.1.upTo", "Only the last step can be without an end."),
  );
});

test("days, subtotals of paying at the door and hours fit together", () => {
  expect(ofMethod({ days: { from: 5, to: 2 } })).toEqual(
    inSouth("days.to", "It cannot arrive after 5 working days at the earliest and 2 at the latest."),
  );
  expect(ofMethod({ cod: { ...NO_COD, offered: true, from: 50_000, upTo: 40_000 } })).toEqual(
    inSouth("cod.upTo", "Paying at the door from ₹500 up to ₹400 fits no order."),
  );
  expect(ofMethod({ pickUp: true })).toEqual(inSouth("pickUpHours", "Say when the books can be picked up."));
});

test("each bound holds at its last value, and is refused one above", () => {
  const many = <Item>(count: number, item: (at: number) => Item) =>
    Array.from({ length: count }, (_, at) => item(at));
  const zones = (count: number) => ({
    zones: many(count, (at) => planZone({ states: [], pinPrefixes: [String(100 + at)] })),
  });
  const holidays = (count: number) => ({
    calendar: {
      ...EMPTY_PLAN.calendar,
      holidays: many(count, (at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)),
    },
  });
  const prefixes = (count: number) => ({
    zones: [planZone({ pinPrefixes: many(count, (at) => String(100_000 + at)) })],
  });
  const methods = (count: number) => ({ zones: [planZone({ methods: many(count, () => planMethod()) })] });
  const method = (given: Parameters<typeof planMethod>[0]) => ({
    zones: [planZone({ methods: [planMethod(given)] })],
  });
  const steps = (count: number) =>
    method({ rates: { by: "weight", steps: many(count, (at) => ({ upToGrams: at + 1, price: 0 })) } });
  const price = (paise: number) => method({ rates: { by: "flat", price: paise } });
  const part = (percent: number) => method({ cod: { ...NO_COD, offered: true, partPercent: percent } });
  const bounds: [(value: number) => Partial<PlanInput>, number][] = [
    [zones, PLAN_MAX.zones],
    [holidays, PLAN_MAX.holidays],
    [prefixes, PLAN_MAX.prefixes],
    [methods, PLAN_MAX.methods],
    [steps, PLAN_MAX.steps],
    [price, PLAN_MAX.price],
    [part, PLAN_MAX.partPercent],
    [(length) => method({ name: "x".repeat(length) }), PLAN_MAX.name],
    [(days) => method({ days: { from: 0, to: days } }), PLAN_MAX.days],
    [(packingGrams) => ({ packingGrams }), PLAN_MAX.grams],
  ];
  for (const [given, most] of bounds) {
    expect(problems(given(most))).toEqual([]);
    expect(problems(given(most + 1)), String(given)).toHaveLength(1);
  }
  expect(problems(price(-1))).toHaveLength(1);
  expect(problems(price(0.5))).toHaveLength(1);
});

test("a holiday is a date that exists; somebody works on one day of the week", () => {
  const calendar = { weekdays: [], holidays: ["2026-02-30"], lastHour: 24 };
  expect(problems({ calendar })).toEqual([
    "calendar.weekdays: Choose at least one day of the week",
    "calendar.holidays.0: A holiday is a date, such as 2026-11-28",
    "calendar.lastHour: Last hour must be a whole number from 0 to 23",
  ]);
});
