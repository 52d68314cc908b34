import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readPlan, readPlanAndVersion, savePlan } from "~/domain/sales/delivery/plan.server";
import { EMPTY_PLAN } from "~/domain/sales/delivery/plan";
import { planZone, storePlan } from "~/test/delivery-plans";
import { createStaff } from "~/test/factories";
import { pageHtml } from "~/test/pages";
import { type Browser, staffBrowser, testShop } from "~/test/shop";

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
const contains = (page: string, pieces: string[]) => pieces.filter((piece) => !page.includes(piece));

describe("presets", () => {
  const post = async (given: Record<string, string>) =>
    staff.post("/admin/delivery/presets", { intent: "use-presets", version: await version(), ...given });

  test("show each tariff with its date, its source and what is not certain", async () => {
    const page = await pageHtml(await staff.get("/admin/delivery/presets"));
    expect(
      contains(page, [
        "From 1 May 2025",
        "From 1 Oct 2025",
        "S.O. 4375(E)",
        "no tariff of 2025 could be found",
      ]),
    ).toEqual([]);
  });

  test("make a plan that stays off until it is switched on", async () => {
    const done = await post({ gyanPost: "on", speedPost: "on", shopPin: "560 001", taxPercent: "18" });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/delivery"]);
    const { isOn, shopPin, zones } = await plan();
    expect([isOn, shopPin, zones[0]!.name]).toEqual([false, "560001", "Local"]);
    const page = await pageHtml(await staff.get("/admin/delivery?pin=560002&grams=300"));
    expect(contains(page, ["The zones cover all India.", "Gyan Post", "₹24", "₹34"])).toEqual([]);
  });

  test("replace zones only when that is ticked", async () => {
    await storePlan(shop.db.write, by, { isOn: false });
    const choice = { speedPost: "on", shopPin: "560001", taxPercent: "18" };
    const refused = await post(choice);
    expect(refused.status).toBe(400);
    expect(
      contains(await pageHtml(refused), ["Tick this to replace the zones that are there", "These go: South"]),
    ).toEqual([]);
    expect((await plan()).zones.map(({ name }) => name)).toEqual(["South"]);
    expect((await post({ ...choice, replaces: "on" })).status).toBe(303);
    expect((await plan()).zones).toHaveLength(6);
  });

  test("come back with what is wrong", async () => {
    const page = await pageHtml(await post({ speedPost: "on", shopPin: "123", taxPercent: "x" }));
    expect(
      contains(page, [
        "The shop&#x27;s PIN code has six digits, e.g. 560001",
        "Tax must be a whole number from 0 to 40, in per cent",
        'value="123"',
      ]),
    ).toEqual([]);
    expect(await plan()).toEqual(EMPTY_PLAN);
  });
});

describe("the plan as a file", () => {
  const send = async (intent: string, table: string, given: Record<string, string | number> = {}) =>
    staff.post("/admin/delivery/file", { intent, table, version: await version(), ...given });
  const download = async () => (await staff.get("/admin/delivery/export")).text();

  test("is downloaded, checked without saving, and saved; the log says who downloaded it", async () => {
    const before = await storePlan(shop.db.write, by);
    const csv = await download();
    expect(csv).toContain("South,Karnataka,,Speed Post,India Post,2,5,,,40");
    const changed = csv.replace(",,40,", ",,55.50,");
    const checked = await send("check", changed);
    expect(checked.status).toBe(200);
    expect(
      contains(await pageHtml(checked), [
        "Nothing is saved yet. Saving changes this:",
        "South, Speed Post: ₹55.50",
        "Save Plan",
      ]),
    ).toEqual([]);
    expect(await plan()).toEqual(before);
    const saved = await send("save", changed);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/delivery"]);
    const [zone] = (await plan()).zones;
    expect(zone).toMatchObject({
      id: before.zones[0]!.id,
      methods: [{ id: before.zones[0]!.methods[0]!.id, rates: { by: "flat", price: 5550 } }],
    });
    const entry = await shop.db.read
      .selectFrom("audit_entries")
      .select("after")
      .where("action", "=", "exported")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(entry!.after).toContain("Delivery plan");
  });

  test("comes as a file too", async () => {
    await storePlan(shop.db.write, by);
    const form = new FormData();
    form.set("intent", "check");
    form.set("version", String(await version()));
    form.set("table", "");
    form.set(
      "file",
      new File(["Zone\tMethod\tDays from\tDays to\tPrice\nSouth\tPost\t1\t2\t60"], "plan.tsv"),
    );
    const answer = await staff.request("/admin/delivery/file", { method: "POST", body: form });
    expect(answer.status).toBe(400);
    expect(await pageHtml(answer)).toContain("The zone “South” covers no place.");
  });

  test("with a row that is wrong changes nothing, and keeps what was pasted", async () => {
    const before = await storePlan(shop.db.write, by);
    const table = "Zone,States,Method,Days from,Days to,Price\nNorth,Delhi,Post,1,2,dear";
    for (const intent of ["check", "save"]) {
      const answer = await send(intent, table);
      expect([intent, answer.status]).toEqual([intent, 400]);
      const page = await pageHtml(answer);
      expect(
        contains(page, ["1 row is refused", "Price must be from ₹0", "Post,1,2,dear</textarea>"]),
      ).toEqual([]);
      expect(page).not.toContain("Save Plan");
    }
    expect(await plan()).toEqual(before);
    const empty = await send("check", "");
    expect([empty.status, await pageHtml(empty)]).toEqual([
      400,
      expect.stringContaining("Choose a file, or paste a table."),
    ]);
  });

  test("is not saved over somebody else's change", async () => {
    await storePlan(shop.db.write, by);
    const csv = (await download()).replace(",,40,", ",,50,");
    const seen = await version();
    await savePlan(shop.db.write, { ...(await plan()), packingGrams: 999 }, null, by);
    const clash = await send("save", csv, { version: seen });
    expect([clash.status, await pageHtml(clash)]).toEqual([
      409,
      expect.stringContaining("Somebody else has changed the delivery plan meanwhile."),
    ]);
    expect((await plan()).packingGrams).toBe(999);
  });
});

describe("a rate card", () => {
  const CARD = {
    name: "Courier",
    carrier: "Roadways",
    daysFrom: "1",
    daysTo: "4",
    most: "1.5 kg",
    table: "Weight\tSouth\tNorth\n500 g\t45\t65\nAdditional 500 g\t30\t40",
  };
  const send = async (intent: string, given: Record<string, string> = {}) =>
    staff.post("/admin/delivery/rates", { intent, version: await version(), ...CARD, ...given });

  test("is checked, then gives each zone the method", async () => {
    await storePlan(shop.db.write, by, {
      zones: [planZone(), planZone({ name: "North", states: ["Delhi"] })],
    });
    const checked = await send("check");
    expect(checked.status).toBe(200);
    expect(
      contains(await pageHtml(checked), [
        "Up to 500 g: South ₹45, North ₹65",
        "Each further 500 g, to 1.5 kg: South ₹30, North ₹40",
        'value="Roadways"',
      ]),
    ).toEqual([]);
    expect((await send("save")).status).toBe(303);
    const { zones } = await plan();
    expect(zones.map(({ methods }) => methods.at(-1)!.rates)).toMatchObject([
      { by: "weight", steps: [{ price: 4500 }, { price: 7500 }, { upToGrams: 1500, price: 10_500 }] },
      { by: "weight", steps: [{ price: 6500 }, { price: 10_500 }, { price: 14_500 }] },
    ]);
  });

  test("needs a name and days", async () => {
    await storePlan(shop.db.write, by);
    const answer = await send("check", { name: " ", daysFrom: "9", most: "heavy" });
    expect(answer.status).toBe(400);
    expect(
      contains(await pageHtml(answer), [
        "Give the method a name",
        "Heaviest parcel must be a weight up to 1000 kg, e.g. 5 kg",
        "500 g\t45\t65",
      ]),
    ).toEqual([]);
  });
});
