import fc from "fast-check";
import { expect, test } from "vitest";
import { indianDate } from "~/domain/kit/dates";
import { planBody, planFromJson, planToJson } from "./delivery-plan.json.ts";
import { deliveryPlanSchema } from "./delivery-plan.schema";
import { pinState } from "./pin";
import type { DeliveryMethod, DeliveryPlan, DeliveryRates, DeliveryZone } from "./plan";
import { chooseMethod, codSplit, quoteParcel } from "./quote";

/** For any plan and any parcel: what is quoted is what the plan says, found here by the simplest reading of it. */

const FLAT = { shippingThreshold: 49_900, shippingFee: 4_000, deliveryDays: 7 };
const START = Date.parse("2026-11-27T00:00:00Z");

const price = fc.integer({ min: 0, max: 20_000 });
const upTo = (most: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 5 });
const ascending = (numbers: number[]) => numbers.toSorted((one, other) => one - other);

const rates: fc.Arbitrary<DeliveryRates> = fc.oneof(
  price.map((flat) => ({ by: "flat" as const, price: flat })),
  fc.tuple(upTo(8_000), fc.array(price, { minLength: 5, maxLength: 5 })).map(([ends, prices]) => ({
    by: "weight" as const,
    steps: ascending(ends).map((upToGrams, at) => ({ upToGrams, price: prices[at]! })),
  })),
  fc.tuple(upTo(100_000), fc.array(price, { minLength: 6, maxLength: 6 })).map(([ends, prices]) => ({
    by: "subtotal" as const,
    steps: [...ascending(ends), null].map((end, at) => ({ upTo: end, price: prices[at]! })),
  })),
);

const maybe = (most: number) => fc.option(fc.integer({ min: 1, max: most }));

const method = fc
  .record({
    rates,
    freeAbove: maybe(100_000),
    maxGrams: maybe(8_000),
    days: fc.tuple(fc.nat(6), fc.nat(6)).map((pair) => ascending(pair)),
    cod: fc.record({
      offered: fc.boolean(),
      fee: price,
      from: maybe(50_000),
      upTo: maybe(50_000).map((above) => above && above + 50_000),
      partPercent: fc.nat(90),
      partDelivery: fc.boolean(),
      notAtPins: fc.constantFrom<string[]>([], ["56"], ["110001"]),
    }),
    isGyanPost: fc.boolean(),
  })
  .map(({ days: [from, to], isGyanPost, ...given }): Omit<DeliveryMethod, "id"> => ({
    ...given,
    ...(isGyanPost && { isGyanPost: true }),
    name: "Post",
    carrier: "",
    days: { from: from!, to: to! },
    pickUp: false,
    pickUpHours: "",
  }));

/** PIN codes and prefixes that meet often, in three states. */
const PINS = ["560001", "560010", "562001", "110001", "682001", "999999"];
const PREFIXES = [...new Set(PINS.flatMap((pin) => [1, 2, 3, 5, 6].map((length) => pin.slice(0, length))))];

const plans = fc
  .record({
    places: fc.array(
      fc.record({
        states: fc.subarray(["Karnataka", "Delhi", "Kerala"] as const),
        prefixes: fc.subarray(PREFIXES),
        methods: fc.array(method, { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    holidays: fc.uniqueArray(
      fc.nat(40).map((days) => indianDate(new Date(START), days)),
      { maxLength: 12 },
    ),
    lastHour: fc.option(fc.integer({ min: 0, max: 23 })),
  })
  .map(({ places, weekdays, holidays, lastHour }): DeliveryPlan => {
    let ids = 0;
    const taken = new Set<string>();
    const free = <Place extends string>(all: readonly Place[]) =>
      all.filter((place) => !taken.has(place) && taken.add(place));
    const zones = places
      .map(({ states, prefixes, methods }, at): DeliveryZone => ({
        id: at + 1,
        name: `Zone ${at + 1}`,
        states: free(states),
        pinPrefixes: free(prefixes),
        methods: methods.map((one) => ({ id: (ids += 1), ...one })),
      }))
      .filter((zone) => zone.states.length + zone.pinPrefixes.length > 0);
    return {
      isOn: zones.length > 0,
      packingGrams: 100,
      gramsPer100Pages: 150,
      defaultGrams: 300,
      shopPin: "",
      calendar: { weekdays, holidays: holidays.toSorted(), lastHour },
      zones,
      nextMethodId: ids + 1,
      nextZoneId: places.length + 1,
    };
  });

const parcels = fc.record({
  pin: fc.constantFrom(...PINS),
  subtotal: fc.integer({ min: 1, max: 120_000 }),
  grams: fc.integer({ min: 1, max: 9_000 }),
  releasedOn: fc.option(fc.nat(40).map((days) => indianDate(new Date(START), days))),
  hasPreorder: fc.boolean(),
  notGyanPost: fc.constantFrom(null, null, "Trade Laws"),
});
const moments = fc.nat(14 * 24 * 60).map((minutes) => new Date(START + minutes * 60_000));

/** The zone by comparing every prefix. */
function zoneByReading(plan: DeliveryPlan, pin: string): DeliveryZone | undefined {
  const prefixes = plan.zones.flatMap((zone) => zone.pinPrefixes.map((prefix) => ({ prefix, zone })));
  const [longest] = prefixes
    .filter(({ prefix }) => pin.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  const state = pinState(pin);
  return longest?.zone ?? plan.zones.find((zone) => state !== null && zone.states.includes(state));
}

type Parcel = Parameters<typeof quoteParcel>[2];

/** The price by trying each step in turn; null: the method does not take the parcel. */
function priceByReading(
  { rates: given, freeAbove, maxGrams, isGyanPost }: DeliveryMethod,
  parcel: Parcel,
): number | null {
  if (isGyanPost && parcel.notGyanPost) return null;
  if (maxGrams !== null && parcel.grams > maxGrams) return null;
  let found: number | null = null;
  if (given.by === "flat") found = given.price;
  else
    for (const step of given.steps.toReversed()) {
      const holds =
        "upToGrams" in step
          ? parcel.grams <= step.upToGrams
          : step.upTo === null || parcel.subtotal <= step.upTo;
      if (holds) found = step.price;
    }
  return found !== null && freeAbove !== null && parcel.subtotal > freeAbove ? 0 : found;
}

test("every method that takes the parcel is quoted at the plan's price, and no other", () => {
  fc.assert(
    fc.property(plans, parcels, moments, (plan, parcel, now) => {
      fc.pre(plan.isOn);
      const quote = quoteParcel(plan, FLAT, parcel, now);
      const expected = (zoneByReading(plan, parcel.pin)?.methods ?? [])
        .map((one) => ({ id: one.id, price: priceByReading(one, parcel) }))
        .filter((one) => one.price !== null);
      const quoted = quote.methods.map((one) => ({ id: one.id!, price: one.price }));
      expect(quoted.toSorted((one, other) => one.id - other.id)).toEqual(expected);
      // A refusal is a sentence, and stands exactly where nothing is offered.
      expect(quote.refusal === null).toBe(quoted.length > 0);
      if (quote.refusal !== null) expect(quote.refusal).toMatch(/^We |^This parcel .*\.$|^To PIN code .*\.$/);
    }),
    { numRuns: 500 },
  );
});

test("the method that is chosen first is never dearer than another that also fits and is sent", () => {
  fc.assert(
    fc.property(plans, parcels, moments, (plan, parcel, now) => {
      const quote = quoteParcel(plan, FLAT, parcel, now);
      const first = chooseMethod(quote, null);
      expect(first === null).toBe(quote.methods.length === 0);
      for (const one of quote.methods) {
        expect(chooseMethod(quote, one.id)).toBe(one);
        if (one.pickUp !== null && first!.pickUp === null) continue;
        expect(first!.price).toBeLessThanOrEqual(one.price);
        if (one.price === first!.price) expect(first!.to <= one.to).toBe(true);
      }
    }),
  );
});

test("where the steps go up in price, a heavier parcel never costs less", () => {
  const rising = plans.map((plan) => ({
    ...plan,
    zones: plan.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map((one) => {
        if (one.rates.by !== "weight") return one;
        const prices = ascending(one.rates.steps.map((step) => step.price));
        const steps = one.rates.steps.map((step, at) => ({ ...step, price: prices[at]! }));
        return { ...one, rates: { by: "weight" as const, steps } };
      }),
    })),
  }));
  fc.assert(
    fc.property(rising, parcels, fc.nat(3_000), moments, (plan, parcel, more, now) => {
      const light = quoteParcel(plan, FLAT, parcel, now);
      const heavy = quoteParcel(plan, FLAT, { ...parcel, grams: parcel.grams + more }, now);
      for (const one of heavy.methods)
        expect(one.price).toBeGreaterThanOrEqual(chooseMethod(light, one.id)!.price);
    }),
  );
});

test("days are counted in working days, from a day on which the shop sends", () => {
  fc.assert(
    fc.property(plans, parcels, moments, (plan, parcel, now) => {
      fc.pre(plan.isOn);
      const { weekdays, holidays, lastHour } = plan.calendar;
      const isWorking = (date: string) =>
        weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !holidays.includes(date);
      const today = indianDate(now);
      const hour = new Date(now.getTime() + 330 * 60_000).getUTCHours();
      const first = lastHour !== null && hour < lastHour ? today : indianDate(now, 1);
      const start = parcel.releasedOn !== null && parcel.releasedOn > first ? parcel.releasedOn : first;
      const methods = new Map(plan.zones.flatMap((zone) => zone.methods).map((one) => [one.id, one]));
      for (const { id, from, to } of quoteParcel(plan, FLAT, parcel, now).methods) {
        const { days } = methods.get(id!)!;
        for (const [date, count] of [
          [from, days.from],
          [to, days.to],
        ] as const) {
          expect(isWorking(date)).toBe(true);
          let working = 0;
          for (let at = 0; indianDate(new Date(`${start}T06:00:00Z`), at) < date; at += 1)
            working += isWorking(indianDate(new Date(`${start}T06:00:00Z`), at)) ? 1 : 0;
          expect(working).toBe(count);
        }
      }
    }),
  );
});

test("what is due now and at the door is the total, and no more is due now for a smaller part", () => {
  const orders = fc
    .record({
      goods: fc.nat(1_000_000),
      delivery: fc.nat(20_000),
      fee: fc.nat(20_000),
      discount: fc.nat(1_000_000),
    })
    .map(({ goods, delivery, fee, discount }) => {
      const shipping = delivery + fee;
      return { total: Math.max(100, goods - discount + shipping), shipping, fee };
    });
  fc.assert(
    fc.property(orders, fc.nat(90), fc.boolean(), (order, partPercent, partDelivery) => {
      const { dueNow, dueAtDoor } = codSplit({ partPercent, partDelivery }, order);
      expect(dueNow + dueAtDoor).toBe(order.total);
      expect([dueNow, dueAtDoor].every((paise) => Number.isInteger(paise) && paise >= 0)).toBe(true);
      // The gateway takes no less.
      expect(dueNow === 0 || dueNow >= 100).toBe(true);
      expect(dueNow).toBeGreaterThanOrEqual((order.total * partPercent) / 100);
      if (partPercent > 0)
        expect(codSplit({ partPercent: partPercent - 1, partDelivery }, order).dueNow).toBeLessThanOrEqual(
          dueNow,
        );
    }),
  );
});

test("a plan keeps all it has through the API and the check that saving makes", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { nextMethodId: _, nextZoneId: __, ...whole } = plan;
      const body = planBody.parse(JSON.parse(JSON.stringify(planToJson(plan, 1))));
      expect(deliveryPlanSchema.parse(planFromJson(body, plan))).toEqual(whole);
    }),
  );
});
