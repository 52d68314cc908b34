import { expect, test } from "vitest";
import { INDIAN_STATES } from "~/domain/kit/addresses/indian-states";
import { planInput, planMethod, planZone } from "~/test/delivery-plans";
import { deliveryPlanSchema, type PlanInput } from "../delivery-plan.schema";
import { type DeliveryPlan, EMPTY_PLAN } from "../plan";
import { quoteParcel, zoneOf } from "../quote";
import { SORTING_DISTRICTS } from "./pin-places";
import { type PresetChoice, presetSchema, withPresets } from "./presets";

const choice = (given: Partial<PresetChoice> = {}): PresetChoice => ({
  gyanPost: false,
  speedPost: false,
  isHeavyToo: false,
  shopPin: "",
  taxPercent: 0,
  replaces: false,
  ...given,
});

/** Checked, as it would be stored. */
function stored(plan: PlanInput): DeliveryPlan {
  const checked = deliveryPlanSchema.parse({ ...plan, isOn: true });
  let id = 0;
  const zones = checked.zones.map((zone) => ({
    ...zone,
    id: zone.id ?? (id += 1),
    methods: zone.methods.map((method) => ({ ...method, id: method.id ?? (id += 1) })),
  }));
  return { ...checked, zones, nextMethodId: id + 1, nextZoneId: id + 1 };
}

const FLAT = { shippingThreshold: 0, shippingFee: 0, deliveryDays: 7 };
const NOW = new Date("2026-11-27T06:00:00Z");
const pricesTo = (plan: DeliveryPlan, pin: string, grams: number) => {
  const { methods } = quoteParcel(plan, FLAT, { pin, subtotal: 50_000, grams }, NOW);
  return Object.fromEntries(methods.map(({ name, price }) => [name, price / 100]));
};

test("Gyan Post has one price for all India, by weight up to 5 kg", () => {
  const plan = stored(withPresets(EMPTY_PLAN, choice({ gyanPost: true })));
  expect(plan.zones.map(({ name, states }) => [name, states.length])).toEqual([
    ["All India", INDIAN_STATES.length],
  ]);
  expect(plan.zones[0]!.methods).toMatchObject([{ name: "Gyan Post", isGyanPost: true }]);
  const prices = [300, 301, 500, 1000, 2000, 3000, 4000, 5000].map(
    (grams) => pricesTo(plan, "795001", grams)["Gyan Post"],
  );
  expect(prices).toEqual([20, 25, 25, 35, 50, 65, 80, 100]);
  expect(quoteParcel(plan, FLAT, { pin: "795001", subtotal: 1, grams: 5001 }, NOW).refusal).toMatch(
    /at most 5 kg/,
  );
});

test("postage with tax is rounded up to whole rupees", () => {
  const plan = stored(withPresets(EMPTY_PLAN, choice({ gyanPost: true, taxPercent: 18 })));
  expect([300, 500, 1000].map((grams) => pricesTo(plan, "110001", grams)["Gyan Post"])).toEqual([24, 30, 42]);
});

test("Gyan Post alone joins the zones that are there, and renews its own prices in them", () => {
  const before = stored(
    planInput({
      zones: [
        planZone({
          methods: [planMethod(), planMethod({ name: "GYAN POST", days: { from: 9, to: 20 } })],
        }),
        planZone({ name: "North", states: ["Delhi"] }),
      ],
    }),
  );
  const after = withPresets(before, choice({ gyanPost: true }));
  const [south, north] = after.zones;
  expect(south!.methods.map(({ id, name, days }) => [id, name, days.to])).toEqual([
    [before.zones[0]!.methods[0]!.id, "Speed Post", 5],
    [before.zones[0]!.methods[1]!.id, "GYAN POST", 20],
  ]);
  expect(south!.methods[1]!.rates).toMatchObject({
    by: "weight",
    steps: [{ price: 2000 }, {}, {}, {}, {}, {}, {}],
  });
  expect(north!.methods.map(({ name }) => name)).toEqual(["Speed Post", "Gyan Post"]);
});

test("Speed Post goes by the distance from the shop", () => {
  const plan = stored(withPresets(EMPTY_PLAN, choice({ speedPost: true, shopPin: "560 001" })));
  expect(plan.shopPin).toBe("560001");
  const zone = (pin: string) => zoneOf(plan, pin, null)?.name;
  expect(zone("560095")).toBe("Local");
  expect(zone("570001"), "Mysuru").toBe("Up to 200 km");
  expect(zone("600001"), "Chennai").toBe("201 to 500 km");
  expect(zone("400001"), "Mumbai").toBe("501 to 1,000 km");
  expect(zone("110001"), "Delhi").toBe("1,001 to 2,000 km");
  expect(zone("781001"), "Guwahati").toBe("Above 2,000 km");
  expect([50, 250, 500].map((grams) => pricesTo(plan, "110001", grams)["Speed Post"])).toEqual([47, 72, 86]);
  expect(pricesTo(plan, "560002", 200)).toEqual({ "Speed Post": 24 });
  expect(pricesTo(plan, "110001", 501)).toEqual({});
});

test("heavier parcels by Speed Post are a guess that is asked for", () => {
  const plan = stored(
    withPresets(EMPTY_PLAN, choice({ speedPost: true, isHeavyToo: true, shopPin: "560001" })),
  );
  expect([501, 1000, 1001, 5000].map((grams) => pricesTo(plan, "110001", grams)["Speed Post"])).toEqual([
    126, 126, 166, 446,
  ]);
  expect(pricesTo(plan, "110001", 5001)).toEqual({});
});

test.each(["110001", "560001", "744101", "194101", "380001"])(
  "from %s every sorting district of India has a zone, and no place stands in two",
  (shopPin) => {
    const plan = stored(withPresets(EMPTY_PLAN, choice({ gyanPost: true, speedPost: true, shopPin })));
    const lost = SORTING_DISTRICTS.filter((district) => !zoneOf(plan, `${district}001`, null));
    expect(lost).toEqual([]);
    expect(zoneOf(plan, shopPin, null)!.name).toBe("Local");
    for (const zone of plan.zones)
      expect(zone.methods.map(({ name }) => name)).toEqual(["Gyan Post", "Speed Post"]);
  },
);

test("zones and methods of the same name keep their ids when a preset is used again", () => {
  const both = choice({ gyanPost: true, speedPost: true, shopPin: "560001" });
  const before = stored(withPresets(EMPTY_PLAN, both));
  const again = withPresets(before, { ...both, taxPercent: 18 });
  const ids = (plan: PlanInput) => plan.zones.map(({ id, methods }) => [id, ...methods.map((one) => one.id)]);
  expect(ids(again)).toEqual(ids(before));
});

test("a choice that makes no plan is refused at its field", () => {
  const problems = (given: object) =>
    presetSchema.safeParse(given).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(problems({})).toEqual([["gyanPost", "Choose Gyan Post, Speed Post or both"]]);
  expect(problems({ speedPost: "on", shopPin: "56001" })).toEqual([
    ["shopPin", "The shop's PIN code has six digits, e.g. 560001"],
  ]);
  expect(problems({ speedPost: "on", shopPin: "990001" })).toEqual([
    ["shopPin", "No post office has a PIN code that begins with 990"],
  ]);
  expect(problems({ gyanPost: "on", taxPercent: "41" })).toEqual([
    ["taxPercent", "Tax must be a whole number from 0 to 40, in per cent"],
  ]);
  expect(problems({ gyanPost: "on", taxPercent: "0" })).toBeUndefined();
});
