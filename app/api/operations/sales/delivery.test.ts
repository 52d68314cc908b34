import { beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiClient, guestClient, staffClient } from "~/test/api";
import { expectStaffOnly } from "~/test/checks/api-rules";
import { createBook, setSettings } from "~/test/factories";
import { testShop } from "~/test/shop";
import { PLAN_BYTES } from "~/http/listeners/connections/body-sizes";

const shop = testShop();
let staff: ApiClient;
let bookId: number;
beforeAll(async () => {
  staff = await staffClient(shop);
  await setSettings(shop.db.write, { shippingFee: 4_900, shippingThreshold: 49_900 });
  bookId = await createBook(shop.db.write, { price: 25_000, weight_g: 400 });
});
beforeEach(() => shop.db.write.deleteFrom("delivery_plan").execute());

interface Quote {
  pincode: string;
  state: string | null;
  methods: { id: number | null; name: string; price: number; cod: { offered: boolean; fee: number } }[];
  refusal: string | null;
}

const quote = async (pincode: string, items: string | number = `${bookId}:1`) =>
  (
    await guestClient(shop).get<Quote>(
      `/delivery/quote?${new URLSearchParams({ pincode, items: String(items) })}`,
    )
  ).body;

const POST = {
  name: "Gyan Post",
  carrier: "India Post",
  days: { from: 3, to: 8 },
  steps: [
    { upToGrams: 300, price: 20 },
    { upToGrams: 1000, price: 35.5 },
  ],
  freeAbove: 999,
  maxGrams: null,
  pickUp: false,
  cod: { offered: true, fee: 30, from: 200, upTo: 2000, partPercent: 10 },
};
const ZONE = { name: "South", states: ["Karnataka"], pinPrefixes: ["68"], methods: [POST] };
const PLAN = { packingGrams: 100, zones: [ZONE] };

type Saved = { result: number; msg: string; errors?: object; plan?: Record<string, unknown> };
const save = async (plan: object) => (await staff.post<Saved>("/delivery/admin/plan", plan)).body;
const read = async () => (await staff.get<Record<string, unknown>>("/delivery/admin/plan")).body;

test("without a plan anybody gets the settings' fee as a method without an id", async () => {
  expect(await quote("560001")).toMatchObject({
    pincode: "560001",
    state: "Karnataka",
    methods: [{ id: null, price: 49, cod: { offered: false, fee: 0 } }],
    refusal: null,
  });
});

test("a plan of the published fields is on at once, and its quotes follow it", async () => {
  expect(await save(PLAN)).toMatchObject({ result: 1, msg: "The delivery plan is saved" });
  const { methods, ...place } = await quote("560001", `${bookId}:1`);
  expect(place).toEqual({ pincode: "560001", state: "Karnataka", refusal: null });
  expect(methods).toEqual([
    {
      id: 1,
      name: "Gyan Post",
      carrier: "India Post",
      price: 35.5,
      from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      pickUp: null,
      cod: { offered: true, fee: 30, reason: null, partPercent: 10, partDelivery: false },
    },
  ]);
  // Named twice, a book's copies add up; 100 g of packing and 400 g for each.
  expect((await quote("682001", `${bookId}:1,${bookId}:1`)).methods[0]!.price).toBe(35.5);
  expect((await quote("560001", `${bookId}:3`)).refusal).toMatch(/^This parcel weighs 1\.3 kg\./);
  expect((await quote("110001")).refusal).toBe("We do not deliver to PIN code 110001 (Delhi).");
  expect((await quote("000000")).refusal).toBe("We do not know the PIN code 000000. Please check it.");
});

test("hidden and unknown books are refused by a sentence", async () => {
  const hidden = await createBook(shop.db.write, { hidden: 1 });
  for (const id of [hidden, 999_999_999])
    expect(await quote("560001", `${bookId}:1,${id}:1`)).toEqual({
      pincode: "560001",
      state: "Karnataka",
      methods: [],
      refusal: `Book ${id} is not in the store.`,
    });
});

test("a query that is none is a 400 with a sentence at its field", async () => {
  const ask = (pincode: string, items: string) =>
    guestClient(shop).get(`/delivery/quote?${new URLSearchParams({ pincode, items })}`);
  for (const pincode of ["", "56001", "5600011", "56000x", "9".repeat(3_000)])
    expect(await ask(pincode, "1:1")).toMatchObject({
      status: 400,
      body: { errors: { pincode: ["Type a PIN code of six digits, e.g. 560001."] } },
    });
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}:1`).join();
  for (const items of [
    "",
    "1",
    "1:0",
    "0:1",
    "1:1,",
    "1:-1",
    "x:1",
    "1:10000",
    "1:9999,1:1",
    many(101),
    "1:1,".repeat(900),
  ])
    expect(await ask("560001", items), items).toMatchObject({
      status: 400,
      body: { errors: { items: [expect.stringMatching(/^items are book ids with copies/)] } },
    });
  expect((await ask("560001", many(100))).status).toBe(200);
  expect((await ask("५६०००१", `${bookId}:9999`)).status).toBe(200);
  expect((await guestClient(shop).get("/delivery/quote")).status).toBe(400);
});

test("the plan is read as it was sent, and sending it again changes nothing", async () => {
  await save(PLAN);
  const stored = await read();
  expect(stored).toEqual({
    on: true,
    packingGrams: 100,
    gramsPer100Pages: 150,
    defaultGrams: 300,
    shopPin: "",
    weekdays: [1, 2, 3, 4, 5, 6],
    holidays: [],
    lastHour: null,
    zones: [
      {
        id: 1,
        ...ZONE,
        methods: [
          {
            id: 1,
            ...POST,
            price: null,
            gyanPost: false,
            pickUpHours: "",
            cod: { ...POST.cod, partDelivery: false, notAtPins: [] },
          },
        ],
      },
    ],
    version: 1,
  });
  expect(await save(stored)).toMatchObject({ result: 1, plan: { version: 1 } });
  const more = {
    weekdays: [1, 3],
    holidays: ["2027-01-26"],
    lastHour: 15,
    shopPin: "560 001",
    zones: [
      {
        ...ZONE,
        methods: [
          { ...POST, id: 1 },
          { ...POST, steps: [{ upToSubtotal: 499, price: 40 }, { price: 0 }] },
          { ...POST, steps: undefined, price: 12, pickUp: true, pickUpHours: "Mon to Sat" },
        ],
      },
    ],
  };
  const { plan } = await save(more);
  expect(plan).toMatchObject({
    packingGrams: 100,
    weekdays: [1, 3],
    lastHour: 15,
    shopPin: "560001",
    version: 2,
  });
  expect(plan).toMatchObject({
    zones: [
      {
        id: 2,
        methods: [
          { id: 1, price: null, steps: POST.steps },
          {
            id: 2,
            price: null,
            steps: [
              { upToSubtotal: 499, price: 40 },
              { upToSubtotal: null, price: 0 },
            ],
          },
          { id: 3, price: 12, steps: [], pickUp: true, pickUpHours: "Mon to Sat" },
        ],
      },
    ],
  });
  // What was left out beside the zones stayed; null is a value.
  expect(await save({ ...PLAN, lastHour: null })).toMatchObject({
    plan: { holidays: ["2027-01-26"], lastHour: null },
  });
  expect(await save({ ...PLAN, on: false })).toMatchObject({ plan: { on: false } });
  expect((await quote("560001")).methods).toMatchObject([{ id: null, price: 49 }]);
});

test("a refused plan changes nothing, and its sentences stand at the API's own fields", async () => {
  await save(PLAN);
  const refusedAt = async (given: object, field: string, message: RegExp) => {
    const { result, msg, errors } = await save({ zones: [{ ...ZONE, methods: [{ ...POST, ...given }] }] });
    expect([result, Object.keys(errors!)]).toEqual([0, [field]]);
    expect(msg).toMatch(message);
  };
  const at = "zones.0.methods.0";
  await refusedAt({ steps: [] }, `${at}.steps`, /in the zone “South”: It has no price/);
  await refusedAt(
    { steps: [...POST.steps, POST.steps[0]] },
    `${at}.steps.2.upToGrams`,
    /The steps must go up/,
  );
  await refusedAt(
    { steps: [{ upToSubtotal: 5, price: 1 }] },
    `${at}.steps.0.upToSubtotal`,
    /There is no price above ₹5/,
  );
  await refusedAt({ steps: undefined, price: 10_001 }, `${at}.price`, /Price must be from ₹0 to ₹10,000/);
  await refusedAt({ price: 10 }, `${at}.price`, /Give a price or steps, not both/);
  await refusedAt({ cod: { offered: true, partPercent: 91 } }, `${at}.cod.partPercent`, /from 0 to 90/);
  expect(await save({ zones: [ZONE, { ...ZONE, name: "Other" }] })).toMatchObject({ result: 0 });
  expect(await save({ ...PLAN, packingGrams: 7, version: 9 })).toMatchObject({
    result: 0,
    msg: expect.stringMatching(/^Somebody else has changed the delivery plan/),
  });
  expect(await read()).toMatchObject({ version: 1, packingGrams: 100 });
  expect((await staff.post("/delivery/admin/plan", { zones: "all" })).status).toBe(400);
});

test("a plan with each of India's PIN codes fits into a body; a larger one is refused", async () => {
  const zones = Array.from({ length: 10 }, (_, zone) => ({
    ...ZONE,
    states: [],
    pinPrefixes: Array.from({ length: 1_900 }, (__, at) => String(110_000 + 2_000 * zone + at)),
  }));
  expect(await save({ zones })).toMatchObject({ result: 1 });
  const large = { zones: [{ ...ZONE, name: "x".repeat(PLAN_BYTES) }] };
  expect((await staff.post("/delivery/admin/plan", large)).status).toBe(413);
});

test("only staff read and change the plan", async () => {
  await expectStaffOnly(shop, "/delivery/admin/plan", null);
  await expectStaffOnly(shop, "/delivery/admin/plan", PLAN);
  expect(await read()).toMatchObject({ version: 0, zones: [] });
});
