import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { allMails } from "~/test/mails";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createCarrier, createOrder, orderState } from "~/test/orders";
import { gramsOf } from "../typed-weight";
import { readShipList, type ShipHeadings, type ShipLine, textOfLines } from "./ship-list";
import { checkShipList, readShipLines, shipList } from "./ship-list.server";

const known = { carriers: new Set(["india post", "blue dart"]), orders: new Set([17, 18, 250]) };
const table = (text: string) => text.split("\n").map((line, at) => ({ row: at + 1, cells: line.split(",") }));
const read = (text: string) => {
  const list = readShipList(table(text), known);
  return list.ok
    ? list.lines.map(({ row, order, carrier, trackingNo, weight }) =>
        [row, order, carrier, trackingNo, weight].join("|"),
      )
    : list.message;
};

describe("the columns of a list", () => {
  const LINES = ["1|17|India Post|EB123IN|250", "2|18|Blue Dart|70012345678|1.2 kg"];

  test.each([
    "17,India Post,EB123IN,250\n18,Blue Dart,70012345678,1.2 kg",
    "250,EB123IN,17,India Post\n1.2 kg,70012345678,18,Blue Dart",
    "India Post,250,EB123IN,17\nBlue Dart,1.2 kg,70012345678,18",
    " 17 , India Post,EB123IN,250\n18,Blue Dart,70012345678,1.2 kg",
  ])("are told by what stands in them: %j", (text) => expect(read(text)).toEqual(LINES));

  test("a heading decides, in any row of the first ones and with other words", () => {
    const text =
      "Despatch of Friday,,,\nWt (g),AWB No.,Courier Name,Order ID\n250,EB123IN,Nobody,#0017\n,,,\n90,18,India Post,99";
    expect(read(text)).toEqual(["3|#0017|Nobody|EB123IN|250", "5|99|India Post|18|90"]);
  });

  test("two columns suffice; marked numbers are orders; Indian digits are read", () => {
    expect(read("#5,80001\n#6,80002")).toEqual(["1|#5||80001|", "2|#6||80002|"]);
    expect(read("१७,EB123IN")).toEqual(["1|17||EB123IN|"]);
    expect(read("17,Dehlivery,EB123IN")).toEqual(["1|17|Dehlivery|EB123IN|"]);
  });

  test("one wrong cell does not hide what a column has", () => {
    const rows = "17,India Post,EB123IN,250\nx,Blue Dart,?,1.2 kg\n18,India Post,EB124IN,heavy";
    expect(read(rows)).toEqual([LINES[0], "2|x|Blue Dart|?|1.2 kg", "3|18|India Post|EB124IN|heavy"]);
  });

  test("a list without them is refused, as is one that is too long", () => {
    for (const text of ["", "17", "x,y\nz,EB123IN", "17,India Post"])
      expect(read(text), text).toMatch(/needs a column with the orders/);
    expect(read("Order,AWB")).toBe("The list has no rows below its heading");
    const rows = Array.from({ length: 501 }, (_, at) => `${at + 1},EB${at}IN`);
    expect(read(rows.join("\n"))).toMatch(/501 rows, and may have 500/);
    expect(read(rows.slice(1).join("\n"))).toHaveLength(500);
  });

  test("are those that staff name, before the usual ones; what a file became in the form has its own names", () => {
    const lines = (text: string, named: ShipHeadings) => {
      const list = readShipList(table(text), known, named);
      return list.ok ? list.lines.map(({ order, trackingNo }) => `${order}|${trackingNo}`) : list;
    };
    const file = "Pieces,Client Réf.,Docket,Number\n18,17,80001,5\n1,18,80002,6";
    const named = { order: "order, client réf", trackingNo: "docket" };
    expect(lines(file, {})).not.toEqual(["17|80001", "18|80002"]);
    expect(lines(file, named)).toEqual(["17|80001", "18|80002"]);
    const asItStands = textOfLines([{ row: 2, order: "17", carrier: "", trackingNo: "EB1IN", weight: "" }]);
    const pasted = asItStands.replaceAll("\t", ",");
    expect(lines(pasted, { order: "Number", trackingNo: "Order" })).toEqual(["17|EB1IN"]);
    expect(lines("Name,Town\nAsha,Kochi", named)).toMatchObject({ ok: false, headings: ["Name", "Town"] });
  });
});

describe("what becomes of its rows", async () => {
  const { write, read: readDb } = await createTestDatabase();
  const gateway = new MemoryGateway();
  let staffId = 0;
  let post = 0;
  let dart = 0;
  beforeAll(async () => {
    staffId = await createStaff(write);
    post = await createCarrier(write, "India Post");
    dart = await createCarrier(write, "Blue Dart");
  });
  const make = async (state: Parameters<typeof createOrder>[2]) =>
    (await createOrder(write, gateway, state, { staffId, providerId: dart })).orderId;
  const line = (
    row: number,
    order: number | string,
    trackingNo: string,
    carrier = "india  POST",
  ): ShipLine => ({
    row,
    order: String(order),
    carrier,
    trackingNo,
    weight: "",
  });
  const CHOICES = { carrierId: null };

  test("each kind of row has its answer, and only those that fit are shipped, once", async () => {
    const [first, second, paid, cancelled, shipped, third, fourth] = [
      await make("packed"),
      await make("packed"),
      await make("paid"),
      await make("cancelled"),
      await make("shipped"),
      await make("packed"),
      await make("packed"),
    ] as const;
    const lines = [
      line(1, first, "EB1IN"),
      line(2, `#${second}`, "bad!"),
      line(3, paid, "EB3IN"),
      line(4, cancelled, "EB4IN"),
      line(5, shipped, "EB5IN"),
      line(6, 999_999, "EB6IN"),
      line(7, "x", "EB7IN"),
      line(8, third, "EB8IN"),
      line(9, fourth, "eb 8in"),
    ];
    const checked = await checkShipList(readDb, lines, CHOICES);
    expect(checked.map(({ verdict }) => ("why" in verdict ? verdict.why : verdict.kind))).toEqual([
      "ready",
      "Tracking number can have letters, digits, spaces, points, dashes and slashes",
      `Order #${paid} is not packed yet`,
      `Order #${cancelled} is cancelled`,
      expect.stringMatching(`Order #${shipped} is shipped already, with `),
      "Order #999999 does not exist",
      "“x” is no order’s number",
      `The same tracking number stands here for #${third}, #${fourth}`,
      `The same tracking number stands here for #${third}, #${fourth}`,
    ]);
    const mails = (await allMails(readDb)).length;
    const done = await shipList(write, { lines, choices: CHOICES, staffId });
    expect(done.moved).toEqual([first]);
    expect((await allMails(readDb)).length).toBe(mails + 1);
    const row = await readDb
      .selectFrom("orders")
      .select(["state", "tracking_no", "logistics_provider_id"])
      .where("id", "=", first)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: "shipped", tracking_no: "EB1IN", logistics_provider_id: post });
    const again = await shipList(write, { lines, choices: CHOICES, staffId });
    expect(again.moved).toEqual([]);
    expect(again.refused[0]).toMatchObject({ message: `Order #${first} is shipped already, with EB1IN` });
    expect((await allMails(readDb)).length).toBe(mails + 1);
    for (const id of [second, third, fourth]) expect(await orderState(readDb, id)).toBe("packed");
  });

  test("an unknown carrier is chosen once for its name; rows without one take the list's", async () => {
    const ids = [await make("packed"), await make("packed"), await make("packed")] as const;
    const lines = [
      line(1, ids[0], "ZX1", "Bluedart"),
      line(2, ids[1], "ZX2", "BLUEDART "),
      line(3, ids[2], "ZX3", ""),
    ];
    const kinds = async (choices: Parameters<typeof checkShipList>[2]) =>
      (await checkShipList(readDb, lines, choices)).map(({ verdict }) =>
        verdict.kind === "ready" ? verdict.carrier : verdict.kind,
      );
    expect(await kinds(CHOICES)).toEqual(["carrier", "carrier", "carrier"]);
    const carriers = new Map([["bluedart", dart]]);
    expect(await kinds({ carrierId: post, carriers })).toEqual(["Blue Dart", "Blue Dart", "India Post"]);
    expect(await kinds({ carrierId: 999, carriers })).toEqual(["Blue Dart", "Blue Dart", "carrier"]);
  });

  test("a number that another order has with the carrier is shipped only when staff say so", async () => {
    const [one, other] = [await make("packed"), await make("packed")];
    await shipList(write, { lines: [line(1, one, "SH 1")], choices: CHOICES, staffId });
    const lines = [line(1, other, "sh1")];
    const asked = await shipList(write, { lines, choices: CHOICES, staffId });
    expect(asked).toMatchObject({ moved: [], refused: [{ orderId: other, isQuestion: true }] });
    const shared = new Set([other]);
    expect((await shipList(write, { lines, choices: { ...CHOICES, shared }, staffId })).moved).toEqual([
      other,
    ]);
  });

  test("an order that stands in the list twice is left out", async () => {
    const id = await make("packed");
    const done = await shipList(write, {
      lines: [line(1, id, "TW1"), line(2, `#${id}`, "TW2")],
      choices: CHOICES,
      staffId,
    });
    expect(done.moved).toEqual([]);
    expect(done.refused[0]?.message).toBe(`Order #${id} stands in rows 1, 2`);
  });

  test("weights are not taken for orders: those that exist decide", async () => {
    const id = await make("packed");
    const list = await readShipLines(readDb, [
      { row: 1, cells: ["99250", "EB77IN", "India Post", String(id)] },
    ]);
    expect(list).toMatchObject({ ok: true, lines: [{ order: String(id), weight: "99250" }] });
  });
});

test.each([
  ["450", 450],
  [" 450 g", 450],
  ["1.2 kg", 1_200],
  ["2kg", 2_000],
  ["४५०", 450],
  ["0.45", null],
  ["heavy", null],
  ["", null],
  ["0", null],
  ["999999", null],
])("the weight %j is %s grams", (cell, grams) => {
  expect(gramsOf(cell)).toBe(grams);
});
