import { expect, test } from "vitest";
import { NO_COD, planInput, planMethod, planZone } from "~/test/delivery-plans";
import { deliveryPlanSchema, type PlanInput } from "./delivery-plan.schema";
import { pinState, readPin } from "./pin";
import { type DeliveryPlan, EMPTY_PLAN } from "./plan";
import { chooseMethod, codSplit, parcelGrams, quoteParcel } from "./quote";

const FLAT = { shippingThreshold: 49_900, shippingFee: 4_000, deliveryDays: 7 };
/** A Friday, 14:00 in India. */
const NOW = new Date("2026-11-27T08:30:00Z");

/** A plan as it is stored, with ids in the order of zones and methods. */
function plan(given: Partial<PlanInput> = {}): DeliveryPlan {
  let ids = 0;
  const draft = deliveryPlanSchema.parse(planInput(given));
  const zones = draft.zones.map((zone, at) => ({
    ...zone,
    id: at + 1,
    methods: zone.methods.map((method) => ({ ...method, id: (ids += 1) })),
  }));
  return { ...draft, zones, nextMethodId: ids + 1, nextZoneId: zones.length + 1 };
}

const parcel = { pin: "560001", subtotal: 30_000, grams: 500 };
const quote = (given: Partial<PlanInput> = {}, asked: Partial<Parameters<typeof quoteParcel>[2]> = {}) =>
  quoteParcel(plan(given), FLAT, { ...parcel, ...asked }, NOW);
const oneMethod = (given: Parameters<typeof planMethod>[0]) => ({
  zones: [planZone({ methods: [planMethod(given)] })],
});

test("without a plan each parcel costs the settings' fee, wherever it goes", () => {
  const off = (subtotal: number, pin = "560001") =>
    quoteParcel(EMPTY_PLAN, FLAT, { pin, subtotal, grams: 90_000 }, NOW);
  expect(off(49_900)).toMatchObject({
    state: "Karnataka",
    refusal: null,
    methods: [{ id: null, price: 4_000, from: "2026-11-27", to: "2026-12-04", cod: { offered: false } }],
  });
  expect(off(49_901).methods[0]!.price).toBe(0);
  expect(off(100, "anything")).toMatchObject({ state: null, refusal: null, methods: [{ price: 4_000 }] });
});

test("the longest prefix wins, any prefix beats the state, and other places are not delivered to", () => {
  const zones = [
    planZone({ name: "State", methods: [planMethod({ name: "State" })] }),
    planZone({ name: "56", states: [], pinPrefixes: ["56"], methods: [planMethod({ name: "56" })] }),
    planZone({ name: "5600", states: [], pinPrefixes: ["5600"], methods: [planMethod({ name: "5600" })] }),
    planZone({ name: "PIN", states: [], pinPrefixes: ["560001"], methods: [planMethod({ name: "PIN" })] }),
  ];
  const at = (pin: string) => quote({ zones }, { pin }).methods[0]?.name;
  expect(["560001", "560002", "560100", "590001"].map(at)).toEqual(["PIN", "5600", "56", "State"]);
  expect(quote({ zones }, { pin: "682001" })).toEqual({
    pin: "682001",
    state: "Kerala",
    methods: [],
    refusal: "We do not deliver to PIN code 682001 (Kerala).",
  });
  expect(quote({ zones }, { pin: "990001" }).refusal).toBe(
    "We do not deliver to army post offices such as 990001.",
  );
  expect(quote({ zones }, { pin: "100001" }).refusal).toBe(
    "We do not know the PIN code 100001. Please check it.",
  );
});

test("a parcel pays the first step that holds it, and is free only above the subtotal", () => {
  const steps = [
    { upToGrams: 500, price: 3_000 },
    { upToGrams: 1_000, price: 5_000 },
  ];
  const rated = oneMethod({ rates: { by: "weight", steps }, freeAbove: 50_000 });
  const price = (grams: number, subtotal = 50_000) => quote(rated, { grams, subtotal }).methods[0]?.price;
  expect([1, 500, 501, 1_000, 1_001].map((grams) => price(grams))).toEqual([
    3_000,
    3_000,
    5_000,
    5_000,
    undefined,
  ]);
  expect(price(500, 50_001)).toBe(0);
  expect(quote(rated, { grams: 1_250 }).refusal).toBe(
    "This parcel weighs 1.25 kg. To PIN code 560001 we send at most 1 kg: please order fewer books at once.",
  );
  const bySubtotal = oneMethod({
    rates: {
      by: "subtotal",
      steps: [
        { upTo: 30_000, price: 4_000 },
        { upTo: null, price: 2_000 },
      ],
    },
    maxGrams: 800,
  });
  expect(quote(bySubtotal, { subtotal: 30_000 }).methods[0]!.price).toBe(4_000);
  expect(quote(bySubtotal, { subtotal: 30_001, grams: 800 }).methods[0]!.price).toBe(2_000);
  expect(quote(bySubtotal, { grams: 801 }).methods).toEqual([]);
});

test("the cheapest method comes first, of equal price the quicker; one that was chosen is found by its id", () => {
  const methods = [
    planMethod({ name: "Dear", rates: { by: "flat", price: 9_000 } }),
    planMethod({ name: "Slow", days: { from: 2, to: 8 } }),
    planMethod({ name: "Quick", days: { from: 2, to: 4 } }),
    planMethod({ name: "Light", rates: { by: "flat", price: 100 }, maxGrams: 499 }),
  ];
  const found = quote({ zones: [planZone({ methods })] });
  expect(found.methods.map(({ name }) => name)).toEqual(["Quick", "Slow", "Dear"]);
  expect([null, 1, 4, 99].map((id) => chooseMethod(found, id)?.name)).toEqual([
    "Quick",
    "Dear",
    undefined,
    undefined,
  ]);
  expect(chooseMethod(quote({}, { pin: "682001" }), null)).toBeNull();
});

test("nobody fetches a parcel at the shop without having chosen to, unless there is no other way", () => {
  const atTheShop = planMethod({
    name: "At our shop",
    rates: { by: "flat", price: 0 },
    pickUp: true,
    pickUpHours: "10 to 6",
  });
  const both = quote({ zones: [planZone({ methods: [atTheShop, planMethod({ name: "Sent" })] })] });
  expect(both.methods.map(({ name }) => name)).toEqual(["At our shop", "Sent"]);
  expect(chooseMethod(both, null)?.name).toBe("Sent");
  const only = quote({ zones: [planZone({ methods: [atTheShop] })] });
  expect(chooseMethod(only, null)?.name).toBe("At our shop");
});

test("days are working days: Sundays, holidays and orders after the last hour do not count", () => {
  const days = (lastHour: number | null, given: { holidays?: string[]; releasedOn?: string } = {}) => {
    const calendar = { ...EMPTY_PLAN.calendar, holidays: given.holidays ?? [], lastHour };
    const [method] = quote({ calendar }, { releasedOn: given.releasedOn ?? null }).methods;
    return [method!.from, method!.to];
  };
  // Friday 14:00: sent today before 15:00, else on Saturday; Sunday is the 29th.
  expect(days(15)).toEqual(["2026-11-30", "2026-12-03"]);
  expect(days(14)).toEqual(["2026-12-01", "2026-12-04"]);
  expect(days(null)).toEqual(["2026-12-01", "2026-12-04"]);
  expect(days(15, { holidays: ["2026-11-27", "2026-12-02"] })).toEqual(["2026-12-01", "2026-12-05"]);
  // Released on a Sunday: sent on the Monday after.
  expect(days(15, { releasedOn: "2026-12-13" })).toEqual(["2026-12-16", "2026-12-19"]);
  expect(days(15, { releasedOn: "2026-11-01" })).toEqual(["2026-11-30", "2026-12-03"]);
});

test("paying at the door: from and up to a subtotal, not at some PIN codes, not for a pre-order", () => {
  const terms = { ...NO_COD, offered: true, fee: 3_000, from: 20_000, upTo: 40_000, notAtPins: ["5601"] };
  const cod = (asked: Partial<Parameters<typeof quoteParcel>[2]>) =>
    quote({ ...oneMethod({ cod: terms }) }, asked).methods[0]!.cod;
  expect(cod({})).toEqual({ offered: true, fee: 3_000, partPercent: 0, partDelivery: false, reason: null });
  expect([20_000, 40_000].map((subtotal) => cod({ subtotal }).offered)).toEqual([true, true]);
  expect(cod({ subtotal: 19_999 })).toMatchObject({
    offered: false,
    fee: 0,
    reason: "You can pay at the door from ₹200.",
  });
  expect(cod({ subtotal: 40_001 }).reason).toBe("You can pay at the door up to ₹400.");
  expect(cod({ pin: "560100" }).reason).toBe("Orders to PIN code 560100 must be paid before.");
  expect(cod({ hasPreorder: true }).reason).toBe("Orders with a pre-order must be paid before.");
  expect(quote().methods[0]!.cod.reason).toBe("This way of delivery must be paid before.");
});

test("what is due now and at the door adds up to the total", () => {
  const split = (
    partPercent: number,
    partDelivery: boolean,
    order = { total: 53_001, shipping: 7_000, fee: 3_000 },
  ) => {
    const { dueNow, dueAtDoor } = codSplit({ partPercent, partDelivery }, order);
    return [dueNow, dueAtDoor];
  };
  expect(split(0, false)).toEqual([0, 53_001]);
  expect(split(20, false)).toEqual([10_601, 42_400]);
  // Delivery without the fee, which is for paying at the door.
  expect(split(0, true)).toEqual([4_000, 49_001]);
  expect(split(20, true)).toEqual([10_601, 42_400]);
  expect(split(1, true)).toEqual([4_000, 49_001]);
  // Free delivery: nothing to pay before. The gateway takes ₹1 or more.
  expect(split(0, true, { total: 30_000, shipping: 3_000, fee: 3_000 })).toEqual([0, 30_000]);
  expect(split(1, false, { total: 500, shipping: 0, fee: 0 })).toEqual([100, 400]);
});

test("a parcel weighs its packing and its books: by weight, else by pages, else as staff say", () => {
  const weights = { packingGrams: 100, gramsPer100Pages: 150, defaultGrams: 300 };
  const lines = [
    { weightG: 250, pageCount: 999, quantity: 2 },
    { weightG: null, pageCount: 201, quantity: 1 },
    { weightG: null, pageCount: null, quantity: 3 },
  ];
  expect(parcelGrams(weights, lines)).toBe(100 + 500 + 302 + 900);
  expect(parcelGrams(weights, [])).toBe(0);
});

test("a PIN code has six digits of any script, with a space in the middle or none", () => {
  expect(["560001", " 560 001 ", "५६०००१"].map(readPin)).toEqual(["560001", "560001", "560001"]);
  const none = [
    "",
    "56001",
    "5600011",
    "56 0001",
    "56000a",
    `560001${" ".repeat(40)}`,
    "5".repeat(5_000),
    "५".repeat(5_000),
  ];
  expect(none.map(readPin)).toEqual(none.map(() => null));
  expect([pinState("560001"), pinState("900001")]).toEqual(["Karnataka", null]);
});

test("a method for books that may go by Gyan Post is not offered with one that may not, and says so where it is the only one", () => {
  const gyan = planMethod({ name: "Gyan Post", isGyanPost: true });
  const both = { zones: [planZone({ methods: [gyan, planMethod({ name: "Speed Post", maxGrams: 900 })] })] };
  const names = (asked: Partial<Parameters<typeof quoteParcel>[2]>) =>
    quote(both, asked).methods.map(({ name }) => name);
  expect(names({})).toEqual(["Gyan Post", "Speed Post"]);
  expect(names({ notGyanPost: "Trade Laws" })).toEqual(["Speed Post"]);
  // A method without the mark takes all books, as before.
  expect(quote({}, { notGyanPost: "Trade Laws" })).toEqual(quote());
  const only = { zones: [planZone({ methods: [gyan] })] };
  expect(quote(only, { notGyanPost: "Trade Laws" })).toMatchObject({
    methods: [],
    refusal: "To PIN code 560001 we send by Gyan Post alone, which does not take “Trade Laws”.",
  });
  expect(quote(both, { notGyanPost: "Trade Laws", grams: 901 }).refusal).toContain("at most 900 g");
});
