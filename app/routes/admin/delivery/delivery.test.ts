import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_PLAN } from "~/domain/sales/delivery/plan";
import { readPlan, readPlanAndVersion, savePlan } from "~/domain/sales/delivery/plan.server";
import { planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createStaff } from "~/test/factories";
import { pageHtml } from "~/test/pages";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let by: number;
beforeAll(async () => {
  staff = await staffBrowser(shop);
  by = await createStaff(shop.db.write);
});
beforeEach(async () => {
  await shop.db.write.deleteFrom("delivery_plan").execute();
});

const plan = () => readPlan(shop.db.read);
const version = async () => (await readPlanAndVersion(shop.db.read)).version;
const html = async (path: string) => pageHtml(await staff.get(path));
const contains = (page: string, pieces: string[]) => pieces.filter((piece) => !page.includes(piece));
const changes = async () => {
  const rows = await shop.db.read
    .selectFrom("audit_entries")
    .select(["before", "after"])
    .where("subject", "=", "settings")
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  return rows[0]?.after;
};

const METHOD = {
  name: "Speed Post",
  carrier: "India Post",
  daysFrom: "2",
  daysTo: "5",
  by: "weight",
  "upTo-0": "500 g",
  "price-0": "60",
  "upTo-2": "1.5 kg",
  "price-2": "₹ 95.50",
  freeAbove: "1,999",
  codOffered: "on",
  codFee: "40",
  codUpTo: "5000",
  codPartPercent: "10",
  codNotAtPins: "5600, 570001",
};
const ZONE = { intent: "save-zone", zoneName: "South", states: "Karnataka", pinPrefixes: "600 605" };

describe("a zone", () => {
  test("is added with its first method, listed, and in the record of changes", async () => {
    const done = await staff.post("/admin/delivery/zones/new", { ...ZONE, ...METHOD, version: 0 });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/delivery"]);
    expect(await plan()).toMatchObject({
      isOn: false,
      zones: [
        {
          name: "South",
          states: ["Karnataka"],
          pinPrefixes: ["600", "605"],
          methods: [
            {
              name: "Speed Post",
              days: { from: 2, to: 5 },
              rates: {
                by: "weight",
                steps: [
                  { upToGrams: 500, price: 6000 },
                  { upToGrams: 1500, price: 9550 },
                ],
              },
              freeAbove: 199_900,
              maxGrams: null,
              cod: {
                offered: true,
                fee: 4000,
                from: null,
                upTo: 500_000,
                partPercent: 10,
                notAtPins: ["5600", "570001"],
              },
            },
          ],
        },
      ],
    });
    const list = await html("/admin/delivery");
    expect(
      contains(list, [
        "The zone “South” is saved",
        "Karnataka; PIN codes 600…, 605…",
        "₹60 to ₹95.50 by weight, up to 1.5 kg; free above ₹1,999",
        "Yes, for ₹40",
        "No zone covers:",
      ]),
    ).toEqual([]);
    expect(await changes()).toContain("Speed Post");
  });

  test("with mistakes comes back with each at its field, and what was typed", async () => {
    const answer = await staff.post("/admin/delivery/zones/new", {
      ...ZONE,
      ...METHOD,
      zoneName: "",
      pinPrefixes: "06",
      daysTo: "soon",
      "price-2": "ninety",
      version: 0,
    });
    expect(answer.status).toBe(400);
    const page = await pageHtml(answer);
    expect(
      contains(page, [
        "Give the zone a name",
        "A PIN prefix has one to six digits and does not begin with 0",
        "Last working day must be a whole number from 0 to 60",
        'id="new-zone-price-2-error"',
        'value="ninety"',
        'value="1.5 kg"',
      ]),
    ).toEqual([]);
    expect(page).toMatch(/<input(?=[^>]*value="Karnataka")(?=[^>]*checked)[^>]*>/);
    expect(/<input[^>]*autofocus[^>]*>/i.exec(page)![0]).toContain('name="zoneName"');
    expect(await plan()).toEqual(EMPTY_PLAN);
  });

  test("with a state of another zone is refused with both names", async () => {
    const { zones } = await storePlan(shop.db.write, by, {
      zones: [planZone(), planZone({ name: "North", states: ["Delhi"] })],
    });
    const path = `/admin/delivery/zones/${zones[1]!.id}`;
    expect(await html(path)).toContain("in South");
    const answer = await staff.post(path, { ...ZONE, zoneName: "North", version: await version() });
    expect([answer.status, await pageHtml(answer)]).toEqual([
      400,
      expect.stringContaining("Karnataka stands in the zones “South” and “North”. Keep it once."),
    ]);
    const done = await staff.post(path, {
      ...ZONE,
      zoneName: "The North",
      states: "Haryana",
      version: await version(),
    });
    expect(done.status).toBe(303);
    expect((await plan()).zones.map(({ id, name }) => [id, name])).toEqual([
      [zones[0]!.id, "South"],
      [zones[1]!.id, "The North"],
    ]);
  });

  test("is deleted after a question; the last zone of a plan that is on stays", async () => {
    const { zones } = await storePlan(shop.db.write, by, {
      zones: [planZone(), planZone({ name: "North", states: ["Delhi"] })],
    });
    const [south, north] = zones.map(({ id }) => id);
    expect(await html(`/admin/delivery?confirm=delete-${north}`)).toContain("<strong>North</strong> goes");
    const post = async (id: number | undefined) =>
      staff.post(`/admin/delivery?confirm=delete-${id}`, {
        intent: "delete",
        id: id!,
        version: await version(),
      });
    expect((await post(north)).status).toBe(303);
    const refused = await post(south);
    expect([refused.status, await pageHtml(refused)]).toEqual([
      400,
      expect.stringContaining("Add a zone first: without one, nothing could be sent."),
    ]);
    expect((await plan()).zones.map(({ name }) => name)).toEqual(["South"]);
    expect((await post(north)).status).toBe(404);
  });
});

describe("a method", () => {
  const path = (zone: number | undefined, query: string) => `/admin/delivery/zones/${zone}?${query}`;

  test("is added, changed with its id, and deleted; a zone keeps its last one", async () => {
    const { zones } = await storePlan(shop.db.write, by);
    const zone = zones[0]!.id;
    const old = zones[0]!.methods[0]!.id;
    const flat = { ...METHOD, intent: "save-method", name: "Courier", by: "flat", flatPrice: "120" };
    const added = await staff.post(path(zone, "add=1"), { ...flat, version: await version() });
    expect([added.status, added.headers.get("Location")]).toEqual([303, `/admin/delivery/zones/${zone}`]);
    const courier = (await plan()).zones[0]!.methods[1]!;
    expect(courier).toMatchObject({ name: "Courier", rates: { by: "flat", price: 12_000 } });
    expect(
      contains(await html(path(zone, `edit=${courier.id}`)), [
        'value="Courier"',
        'value="120"',
        'value="1999"',
        "5600 570001</textarea>",
      ]),
    ).toEqual([]);
    const changed = { ...flat, name: "Courier by air", by: "subtotal", "upTo-0": "499", "upTo-2": "" };
    await staff.post(path(zone, `edit=${courier.id}`), { ...changed, version: await version() });
    expect((await plan()).zones[0]!.methods[1]).toMatchObject({
      id: courier.id,
      name: "Courier by air",
      rates: {
        by: "subtotal",
        steps: [
          { upTo: 49_900, price: 6000 },
          { upTo: null, price: 9550 },
        ],
      },
    });
    const remove = async (id: number) =>
      staff.post(path(zone, `confirm=delete-${id}`), { intent: "delete", id, version: await version() });
    expect((await remove(old)).status).toBe(303);
    const last = await remove(courier.id);
    expect([last.status, await pageHtml(last)]).toEqual([
      400,
      expect.stringContaining("The zone “South” has no method. Add one with its price."),
    ]);
    expect((await remove(old)).status).toBe(404);
  });

  test("with steps that do not go up is refused at the row", async () => {
    const { zones } = await storePlan(shop.db.write, by);
    const answer = await staff.post(path(zones[0]!.id, "add=1"), {
      ...METHOD,
      intent: "save-method",
      "upTo-2": "400",
      version: await version(),
    });
    expect(answer.status).toBe(400);
    const page = await pageHtml(answer);
    expect(page).toContain("The steps must go up: after 500 g comes 400 g.");
    expect(page).toContain('id="method-upTo-2-error"');
  });

  test("gets more rows for steps without losing what was typed, up to 60", async () => {
    const { zones } = await storePlan(shop.db.write, by);
    const more = { ...METHOD, intent: "more-rows", version: 1 };
    const answer = await staff.post(path(zones[0]!.id, "add=1"), more);
    expect(answer.status).toBe(200);
    const page = await pageHtml(answer);
    expect(contains(page, ['name="upTo-15"', 'value="1.5 kg"', 'value="Speed Post"'])).toEqual([]);
    expect(page).not.toContain('name="upTo-16"');
    const full = Object.fromEntries(
      Array.from({ length: 60 }, (_, row) => [`upTo-${row}`, String((row + 1) * 100)]),
    );
    const filled = await pageHtml(await staff.post(path(zones[0]!.id, "add=1"), { ...more, ...full }));
    expect(filled).toContain('name="upTo-59"');
    expect(filled).not.toContain('name="upTo-60"');
    expect(filled).not.toContain("More Steps");
  });

  test("of somebody who has an older plan is refused once, and saved the second time", async () => {
    const { zones } = await storePlan(shop.db.write, by);
    const seen = await version();
    await savePlan(shop.db.write, { ...(await plan()), packingGrams: 250 }, null, by);
    const post = { ...METHOD, intent: "save-method", name: "Courier" };
    const clash = await staff.post(path(zones[0]!.id, "add=1"), { ...post, version: seen });
    expect(clash.status).toBe(409);
    const page = await pageHtml(clash);
    expect(page).toContain("Somebody else has changed the delivery plan meanwhile.");
    expect(page).toContain(`name="version" value="${await version()}"`);
    expect((await plan()).zones[0]!.methods).toHaveLength(1);
    const again = await staff.post(path(zones[0]!.id, "add=1"), { ...post, version: await version() });
    expect(again.status).toBe(303);
    expect(await plan()).toMatchObject({
      packingGrams: 250,
      zones: [{ methods: [{}, { name: "Courier" }] }],
    });
  });
});

describe("weights and days", () => {
  const RULES = {
    intent: "save-rules",
    packingGrams: "80",
    gramsPer100Pages: "140",
    defaultGrams: "0.35 kg",
    shopPin: "५६० ००१",
    lastHour: "14",
    holidays: "26-01-2027\n2026-12-25",
  };
  const post = (given: Record<string, string | string[]>) => staff.post("/admin/delivery/days", given);

  test("are saved as they are typed in India", async () => {
    const done = await post({ ...RULES, version: "0", weekdays: ["1", "2", "6"] });
    expect(done.status).toBe(303);
    expect(await plan()).toMatchObject({
      packingGrams: 80,
      gramsPer100Pages: 140,
      defaultGrams: 350,
      shopPin: "560001",
      calendar: { weekdays: [1, 2, 6], holidays: ["2026-12-25", "2027-01-26"], lastHour: 14 },
    });
    const page = await html("/admin/delivery/days");
    expect(contains(page, ['value="350"', "2026-12-25\n2027-01-26</textarea>"])).toEqual([]);
    expect(page).toMatch(/<option value="14" selected[^>]*>Orders before 2 pm/);
  });

  test("that make no sense are refused at their fields", async () => {
    const answer = await post({
      ...RULES,
      packingGrams: "-1",
      shopPin: "5600",
      holidays: "Diwali",
      version: "0",
    });
    expect(answer.status).toBe(400);
    expect(
      contains(await pageHtml(answer), [
        "Packing must be a whole number of grams from 0 to 100000",
        "The shop&#x27;s PIN code has six digits",
        "Choose at least one day of the week",
        "A holiday is a date, such as 2026-11-28",
        "Diwali</textarea>",
      ]),
    ).toEqual([]);
    expect(await plan()).toEqual(EMPTY_PLAN);
  });
});

describe("the switch", () => {
  test("says what changes, and switches the plan on and off", async () => {
    await storePlan(shop.db.write, by, { isOn: false });
    const asking = await html("/admin/delivery?confirm=on-1");
    expect(
      contains(asking, ["Switch the Delivery Plan On", "1 zone with 1 method", "Not delivered to:"]),
    ).toEqual([]);
    const post = async (intent: string) =>
      staff.post("/admin/delivery?confirm=on-1", { intent, version: await version() });
    expect((await post("switch-on")).status).toBe(303);
    expect((await plan()).isOn).toBe(true);
    expect(await pageHtml(await guestBrowser(shop).get("/terms"))).toContain(
      "What shipping costs depends on where",
    );
    expect(await html("/admin/settings")).toContain("is on: “Free shipping above”");
    expect(await html("/admin/delivery?confirm=off-1")).toContain("Nobody can pay at the door.");
    expect((await post("switch-off")).status).toBe(303);
    expect(await html("/admin/settings")).not.toContain("is on: “Free shipping above”");
    expect((await plan()).isOn).toBe(false);
  });

  test("refuses a plan without zones", async () => {
    const answer = await staff.post("/admin/delivery?confirm=on-1", { intent: "switch-on", version: 0 });
    expect([answer.status, await pageHtml(answer)]).toEqual([
      400,
      expect.stringContaining("Add a zone first: without one, nothing could be sent."),
    ]);
  });
});

describe("a PIN code that is tried", () => {
  test("is answered as if the plan were on", async () => {
    await storePlan(shop.db.write, by, {
      isOn: false,
      zones: [
        planZone({
          methods: [
            planMethod({
              rates: { by: "weight", steps: [{ upToGrams: 1000, price: 4000 }] },
              cod: { ...planMethod().cod, offered: true, fee: 3000, upTo: 100_000 },
            }),
          ],
        }),
      ],
    });
    const page = await html("/admin/delivery?pin=560+001&grams=0.9+kg&subtotal=1200");
    expect(
      contains(page, [
        "560001, Karnataka, as it will be when the plan is on",
        "₹40",
        "You can pay at the door up to ₹1,000.",
      ]),
    ).toEqual([]);
    expect(await html("/admin/delivery?pin=560001")).toContain("Yes, for ₹30 more");
    expect(await html("/admin/delivery?pin=560001&grams=1001")).toContain("This parcel weighs 1.001 kg.");
    expect(await html("/admin/delivery?pin=110001")).toContain(
      "We do not deliver to PIN code 110001 (Delhi).",
    );
  });

  test("is asked for again when it is none", async () => {
    const page = await html("/admin/delivery?pin=5600&grams=heavy&subtotal=-1");
    expect(
      contains(page, [
        "Type a PIN code of six digits, e.g. 560001.",
        "Type a weight, e.g. 750 or 1.5 kg",
        "Type an amount in rupees, e.g. 499",
      ]),
    ).toEqual([]);
  });
});

test("what does not exist is not found", async () => {
  await storePlan(shop.db.write, by);
  const zone = (await plan()).zones[0]!.id;
  for (const path of [
    "/admin/delivery/zones/999",
    "/admin/delivery/zones/x",
    `/admin/delivery/zones/${zone}?edit=999`,
    `/admin/delivery/zones/${zone}?confirm=delete-999`,
    "/admin/delivery?confirm=delete-999",
  ])
    expect([path, (await staff.get(path)).status]).toEqual([path, 404]);
  const gone = await staff.post("/admin/delivery/zones/999", { ...ZONE, version: await version() });
  expect(gone.status).toBe(404);
  expect((await staff.post("/admin/delivery", { intent: "drop" })).status).toBe(400);
});
