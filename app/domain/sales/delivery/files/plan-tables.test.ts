import { stringify } from "csv-stringify/sync";
import { describe, expect, test } from "vitest";
import { NO_COD, planInput, planMethod, planZone } from "~/test/delivery-plans";
import { deliveryPlanSchema, type PlanInput } from "../delivery-plan.schema";
import { type DeliveryPlan, EMPTY_PLAN } from "../plan";
import { GYAN_POST } from "../presets/post-tariffs";
import { withPresets } from "../presets/presets";
import { PLAN_COLUMN_KEYS, PLAN_COLUMNS } from "./plan-columns";
import { planRows } from "./plan-rows";
import { readPlanTable, type ReadTable } from "./read-plan-table";
import { readRateCard } from "./read-rate-card";
import { TABLE_MAX, tableRows, textOfFile } from "./table-text.server";

/** Checked, with ids as they are stored. */
function stored(plan: PlanInput): DeliveryPlan {
  const checked = deliveryPlanSchema.parse(plan);
  let id = 0;
  const zones = checked.zones.map((zone) => ({
    ...zone,
    id: (id += 1),
    methods: zone.methods.map((method) => ({ ...method, id: (id += 1) })),
  }));
  return { ...checked, zones, nextMethodId: id + 1, nextZoneId: id + 1 };
}

function rowsIn(text: string) {
  const table = tableRows(text);
  if (!table.ok) throw new Error(table.message);
  return table.rows;
}
const csvOf = (plan: DeliveryPlan) =>
  stringify(planRows(plan), {
    header: true,
    columns: PLAN_COLUMN_KEYS.map((key) => ({ key, header: PLAN_COLUMNS[key] })),
    bom: true,
    escape_formulas: true,
  });
const read = (text: string, plan = EMPTY_PLAN) => readPlanTable(rowsIn(text), plan);
const problems = ({ rows }: ReadTable) =>
  rows.flatMap(({ row, problems }) => problems.map((problem) => `${row}: ${problem}`));

const RICH = stored(
  planInput({
    isOn: false,
    calendar: { weekdays: [1, 3, 6], holidays: ["2026-12-25", "2027-01-26"], lastHour: 14 },
    zones: [
      planZone({
        name: 'South; "near", and =far',
        states: ["Karnataka", "Kerala"],
        pinPrefixes: ["600", "605001"],
        methods: [
          planMethod({
            rates: {
              by: "weight",
              steps: [
                { upToGrams: 500, price: 6050 },
                { upToGrams: 2000, price: 9000 },
              ],
            },
            freeAbove: 99_900,
            maxGrams: 1500,
            isGyanPost: true,
            cod: {
              ...NO_COD,
              offered: true,
              fee: 4000,
              from: 10_000,
              upTo: 500_000,
              partPercent: 10,
              partDelivery: true,
              notAtPins: ["5600", "570"],
            },
          }),
          planMethod({ name: "At the shop", carrier: "", pickUp: true, pickUpHours: "Mon, 10 am" }),
        ],
      }),
      planZone({
        name: "North",
        states: ["Delhi"],
        methods: [
          planMethod({
            rates: {
              by: "subtotal",
              steps: [
                { upTo: 50_000, price: 5000 },
                { upTo: null, price: 0 },
              ],
            },
          }),
        ],
      }),
    ],
  }),
);

describe("a plan as a table", () => {
  const distances = stored(
    withPresets(EMPTY_PLAN, {
      gyanPost: true,
      speedPost: true,
      isHeavyToo: true,
      shopPin: "560001",
      taxPercent: 18,
      replaces: false,
    }),
  );

  test.each([
    ["with everything", RICH],
    ["by distance", distances],
    ["empty", EMPTY_PLAN],
  ])("%s is read as it was written", (_, plan) => {
    const again = read(csvOf(plan), plan);
    expect(problems(again)).toEqual([]);
    // Also which zones and methods have which ids.
    const { nextMethodId, nextZoneId, ...rest } = plan;
    expect([nextMethodId, nextZoneId].every((id) => id > 0)).toBe(true);
    expect(deliveryPlanSchema.parse(again.plan)).toEqual(rest);
  });

  test("can be pasted from a spreadsheet, with rows that belong to the one above", () => {
    const text = [
      ["Zone", "States", "PIN prefixes", "Method", "Days from", "Days to", "Up to grams", "Price", "COD"],
      ["Hills", "himachal pradesh; J&K", "", "", "", "", "", "", ""],
      ["", "", "24 25", "Post", "3", "7", "500 g", "₹ 60", "yes"],
      ["", "", "", "", "", "", "1 kg", "90.50", ""],
      ["", "", "", "Courier", "1", "2", "", "150", ""],
    ]
      .map((cells) => cells.join("\t"))
      .join("\r\n")
      .replace("J&K", "Jammu & Kashmir");
    const { rows, plan } = read(text);
    expect(rows.map(({ row, says }) => [row, says])).toEqual([
      [2, "Hills"],
      [3, "Hills, Post: up to 500 g ₹60"],
      [4, "Hills, Post: up to 1 kg ₹90.50"],
      [5, "Hills, Courier: ₹150"],
    ]);
    expect(deliveryPlanSchema.parse(plan).zones).toMatchObject([
      {
        name: "Hills",
        states: ["Himachal Pradesh", "Jammu and Kashmir"],
        pinPrefixes: ["24", "25"],
        methods: [
          { name: "Post", cod: { offered: true }, rates: { by: "weight", steps: [{}, { price: 9050 }] } },
          { name: "Courier", cod: { offered: false }, rates: { by: "flat", price: 15_000 } },
        ],
      },
    ]);
  });

  test("is refused row by row, each with a sentence", () => {
    const text = `Zone,States,Method,Days from,Days to,Up to grams,Up to subtotal,Price,Setting,Value
,,,,,,,60,,
Hills,Atlantis,Post,2,5,500,,60,,
Hills,,Post,,,400,,ninety,,
Hills,,Air,5,2,,,60,,
,,,,,,,70,,
Coast,Goa,Post,1,2,100,500,60,,
,,,,,,,,Packing grams,a lot
,,,,,,,,Colour,red
,,,,,,,,Days of sending,Mon Someday
`;
    const table = read(text);
    expect(table.plan).toBeNull();
    expect(problems(table)).toEqual([
      "2: Say to which zone this row belongs.",
      "3: India has no state called “Atlantis”",
      "4: Price must be from ₹0 to ₹10,000, with at most two decimals",
      "6: This method has a price already: say up to where each applies.",
      "7: A step ends at a weight or at a subtotal, not at both.",
      "8: Packing must be a whole number of grams from 0 to 100000",
      "9: “Colour” is no setting of a plan.",
      "10: Day of the week must be a whole number from 0 to 6",
    ]);
    const steps = read(
      "Zone,States,Method,Days from,Days to,Up to grams,Price\nHills,Goa,Post,5,2,500,6\n,,,,,400,7",
    );
    expect(problems(steps)).toEqual([
      expect.stringContaining("2: “Post” in the zone “Hills”: It cannot arrive"),
      expect.stringContaining(
        "3: “Post” in the zone “Hills”: The steps must go up: after 500 g comes 400 g.",
      ),
    ]);
  });

  test("needs its headings, and no others", () => {
    expect(problems(read("Zone,Price,Colour\nHills,60,red"))).toEqual([
      "1: There is no column “Method”.",
      "1: “Colour” is no column of a plan.",
    ]);
  });
});

describe("a table's text", () => {
  test("is bounded, and says what is wrong", () => {
    expect(tableRows(" \n\t\n")).toMatchObject({ message: "Choose a file, or paste a table." });
    expect(tableRows("a".repeat(TABLE_MAX.characters))).toMatchObject({ ok: true });
    expect(tableRows("a".repeat(TABLE_MAX.characters + 1))).toMatchObject({
      message: "The table is longer than 1,50,000 characters. Split it.",
    });
    expect(tableRows("a\n".repeat(TABLE_MAX.rows))).toMatchObject({ ok: true });
    expect(tableRows("a\n".repeat(TABLE_MAX.rows + 1))).toMatchObject({
      message: "The table has more than 5,000 rows.",
    });
    expect(tableRows('"open')).toMatchObject({ ok: false });
  });

  test("is read with semicolons, and as Excel writes it", () => {
    expect(rowsIn("sep=;\nA;B\n1,5;2")).toEqual([
      { row: 1, cells: ["A", "B"] },
      { row: 2, cells: ["1,5", "2"] },
    ]);
    expect(textOfFile(new Uint8Array([0x52, 0x73, 0xa0, 0x36]))).toBe("Rs\u00A06");
    expect(textOfFile(new Uint8Array([0xff, 0xfe, 0x41, 0]))).toContain("A");
  });
});

describe("a rate card", () => {
  const plan = stored(
    planInput({ zones: [planZone({ name: "Metro" }), planZone({ name: "North East", states: ["Assam"] })] }),
  );
  const method = { name: "Courier", carrier: "Roadways", days: { from: 2, to: 6 } };
  const card = (text: string, most = 2000, of = plan) =>
    readRateCard(rowsIn(text), { plan: of, method, most });
  const stepsOf = ({ plan: made }: ReadTable) =>
    made!.zones.map(({ methods }) => {
      const { rates } = methods.at(-1)!;
      return rates.by === "weight"
        ? rates.steps.map(({ upToGrams, price }) => [upToGrams, price / 100])
        : rates;
    });

  test("gives each zone the method with its prices, and goes on for each further weight", () => {
    const table = card("Weight\tmetro\tNorth  East\n0 - 500 g\tRs. 45\t₹1,045\nAdditional 500 gms\t30\t-\n");
    expect(problems(table)).toEqual([]);
    expect(table.rows.map(({ says }) => says)).toEqual([
      "",
      "Up to 500 g: metro ₹45, North  East ₹1,045",
      "Each further 500 g, to 2 kg: metro ₹30",
    ]);
    expect(stepsOf(table)).toEqual([
      [
        [500, 45],
        [1000, 75],
        [1500, 105],
        [2000, 135],
      ],
      [[500, 1045]],
    ]);
    expect(table.plan!.zones[0]!.methods.map(({ name }) => name)).toEqual(["Speed Post", "Courier"]);
  });

  test("renews the prices of a method that is there, with its id and its terms at the door", () => {
    const cod = { ...NO_COD, offered: true, fee: 4000 };
    const before = stored(
      planInput({ zones: [planZone({ name: "Metro", methods: [planMethod({ name: "courier", cod })] })] }),
    );
    const { plan: made } = card("kg,Metro\n0.5,45\n1,60", 2000, before);
    expect(made!.zones[0]!.methods).toMatchObject([
      {
        id: before.zones[0]!.methods[0]!.id,
        name: "courier",
        carrier: "Roadways",
        cod,
        rates: { steps: [{ upToGrams: 500, price: 4500 }, { upToGrams: 1000 }] },
      },
    ]);
  });

  test("reads bare numbers as the heading says, else as kilograms where all are small", () => {
    expect(stepsOf(card("Slab,Metro\n0.5,45\n1,60"))[0]).toEqual([
      [500, 45],
      [1000, 60],
    ]);
    expect(stepsOf(card("Weight (g),Metro\n50,45"))[0]).toEqual([[50, 45]]);
    expect(stepsOf(card("Slab,Metro\n250,45\n251-1000,60"))[0]).toEqual([
      [250, 45],
      [1000, 60],
    ]);
    expect(stepsOf(card("Slab,Metro\n0-0.5 kg,45\n0.51 to 1 kg,60\n1–2 kg,90"))[0]).toEqual([
      [500, 45],
      [1000, 60],
      [2000, 90],
    ]);
  });

  test("is refused row by row, each with a sentence", () => {
    expect(problems(card("Weight,Metro,Moon,Metro\n500 g,cheap,1,2\nheavy,1,1,1\n"))).toEqual([
      "1: There is no zone “Moon”. The zones are “Metro”, “North East”.",
      "1: The zone “Metro” has two columns.",
      "2: “cheap” is no price in rupees.",
      "3: “heavy” is no weight. Write it as 500 g or 0.5 kg.",
    ]);
    // Ranges leave no weight out, and count none twice.
    expect(problems(card("Weight,Metro\n0-250 g,45\n501 to 1000 g,60\n900-2000 g,70"))).toEqual([
      "3: “501 to 1000 g” begins at 501 g, and the row before ends at 250 g.",
      "4: “900-2000 g” begins at 900 g, and the row before ends at 1 kg.",
    ]);
    expect(problems(card("Weight,Metro\nheavy,45\n501 to 1000 g,60"))).toEqual([
      "2: “heavy” is no weight. Write it as 500 g or 0.5 kg.",
    ]);
    expect(problems(card("Weight,Metro\n100-250 g,45"))).toEqual([
      "2: “100-250 g” begins at 100 g. What does a lighter parcel cost? Begin at 0.",
    ]);
    expect(problems(card("Weight,Metro\nAdditional 500 g,30"))).toEqual([
      "2: A price for each further weight comes after one for the first.",
    ]);
    expect(problems(card("Weight,Metro\n1 kg,30\n500 g,20"))).toEqual([
      expect.stringContaining("3: “Courier” in the zone “Metro”: The steps must go up"),
    ]);
    expect(problems(card("g,Metro\n10,30\nAdditional 10 g,1", 5000))).toEqual([
      "3: That makes more than 60 steps. Name a lighter heaviest parcel.",
    ]);
    expect(problems(card("Weight,Metro\n1 kg,30", 1, EMPTY_PLAN))[0]).toBe(
      "1: The plan has no zones yet. Add them first: the columns name them.",
    );
  });
});

test("the presets' steps go up", () => {
  const ends = GYAN_POST.steps.map(({ upToGrams }) => upToGrams);
  expect(ends).toEqual(ends.toSorted((one, other) => one - other));
});
