import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createDoorOrder } from "~/test/door-orders";
import { createOrder, createOrderShop, orderRecords, refundKey } from "~/test/orders";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { recordLost } from "../orders/parcels/record-parcel.server";
import { sendParcel } from "../orders/parcels/send-parcel.server";
import { readRemittance } from "./read-remittance.server";
import { recordCash } from "./record-money.server";
import { refuseParcel } from "./refuse-parcel.server";
import { takeBackCash } from "./take-back-cash.server";
import { paiseOf } from "./read-remittance.server";
import { addRemittance, checkRemittance, listRemittances, recordRemittance } from "./remittances.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const BOOK = { book: { stock: 10, price: 30_000 }, quantity: 2, now: NOW };

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeEach(async () => {
  shop = await createOrderShop();
  db = shop.db;
});

const bytes = (text: string) => new TextEncoder().encode(text);
const make = (state: Parameters<typeof createDoorOrder>[1] = "delivered") =>
  createDoorOrder(db, state, { ...BOOK, staffId: shop.staffId, providerId: shop.providerId });

async function add(text: string) {
  const added = await addRemittance(db, { name: "list.csv", bytes: bytes(text), staffId: shop.staffId }, NOW);
  if (!added.ok) throw new Error(added.message);
  return added;
}
const verdicts = async (id: number) =>
  (await checkRemittance(db, id))!.lines.map(({ verdict }) =>
    verdict.kind === "difference" ? verdict.what : verdict.kind,
  );
const record = (id: number) => recordRemittance(db, { id, staffId: shop.staffId }, NOW);
const received = async (orderId: number) =>
  (await db.selectFrom("orders").select("door_received").where("id", "=", orderId).executeTakeFirstOrThrow())
    .door_received;

describe("a list is read", () => {
  test.each([
    [
      'Order No,COD Amount,UTR,Remittance Date\n#12,"1,250.50",U1,28/11/2026\n',
      [12, 125_050, "U1", "2026-11-28"],
    ],
    ["Report of today\n\nAWB;Order ID;Amount\nX 1;7;Rs. 450/-\n;;450\n", [7, 45_000, "", null]],
    ["awb no\tamount\tdate\nEK1\t₹600\t28-Nov-26 10:00\n", [null, 60_000, "", "2026-11-28"]],
    ["Order,Amount\n१२,६००\n", [12, 60_000, "", null]],
    // A comma within an amount parts nothing where another sign parts the heading.
    ["Order No;Amount;UTR\n12;1234,50;U1\n", [12, 123_450, "U1", null]],
    ["Order No\tAmount\tUTR\n12\t1,234.50\tU1\n", [12, 123_450, "U1", null]],
  ])("with the usual headings: %j", (text, expected) => {
    const read = readRemittance(bytes(text));
    const lines = read.ok ? read.lines : [];
    expect(lines.map((line) => [line.orderId, line.amount, line.reference, line.receivedOn])).toEqual([
      expected,
    ]);
  });

  test("also as Excel saves “Unicode text”, which is UTF-16", () => {
    const text = Buffer.from("\u{FEFF}Order No\tAmount\tUTR\n12\t600\tक १\n", "utf16le");
    for (const list of [text, Buffer.from(text).swap16()])
      expect(readRemittance(list)).toMatchObject({
        ok: true,
        lines: [{ orderId: 12, amount: 60_000, reference: "क 1" }],
      });
  });

  test.each([
    ["Name,Price\na,1\n", /needs a heading/],
    ["Order No,Amount\n", /no rows below/],
    [`Order No,Amount\n${"1,2\n".repeat(1001)}`, /has 1,001 rows, and may have 1,000/],
    ["Order\0", /not a CSV/],
  ])("refused: %j", (text, message) => {
    expect(readRemittance(bytes(text))).toMatchObject({
      ok: false,
      message: expect.stringMatching(message) as never,
    });
  });

  test("that is as long as allowed", () => {
    expect(readRemittance(bytes(`Order No,Amount\n${"1,2\n".repeat(1000)}`)).ok).toBe(true);
  });
});

test("a row names its order by any of its parcels: of a lost one, too", async () => {
  const one = await make("shipped");
  const parcelId = (await db.selectFrom("parcels").select("id").where("order_id", "=", one.orderId).executeTakeFirstOrThrow()).id; // oxfmt-ignore
  const parcel = { orderId: one.orderId, staffId: shop.staffId };
  expect(await recordLost(db, { ...parcel, parcelId }, NOW)).toMatchObject({ ok: true });
  const again = { providerId: shop.providerId, trackingNo: "CD 2 IN", weightG: null, lines: [] };
  expect(await sendParcel(db, { ...parcel, ...again }, NOW)).toMatchObject({ ok: true });
  const { id } = await add(`AWB,Amount\n${one.trackingNo},600\ncd2in,600\n`);
  expect(await verdicts(id)).toEqual(["ready", `Order #${one.orderId} stands in the list twice`]);
  const both = await add(`Order No,AWB,Amount\n${one.orderId},CD9IN,600\n`);
  const key = one.trackingNo.toUpperCase();
  expect(await verdicts(both.id)).toEqual([
    `The parcels of order #${one.orderId} are ${key} and CD2IN; the list has CD9IN`,
  ]);
});

test("records what fits, once, by number or tracking number; the same list again changes nothing", async () => {
  const [one, two] = [await make(), await make("shipped")];
  const text = `Order No,AWB,Amount,UTR,Date\n${one.orderId},,600,U7,26-11-2026\n,${two.trackingNo.toLowerCase()},600,U7,26-11-2026\n`;
  const { id, isNew } = await add(text);
  expect(isNew).toBe(true);
  expect(await verdicts(id)).toEqual(["ready", "ready"]);
  expect(await received(one.orderId)).toBe(0);
  const told = await Promise.all([record(id), record(id)]);
  expect(told.toSorted()).toEqual([
    "No row of this list can be recorded now",
    "₹1,200.00 is recorded for 2 orders",
  ]);
  expect([await received(one.orderId), await received(two.orderId)]).toEqual([60_000, 60_000]);
  expect(await add(text)).toEqual({ ok: true, id, isNew: false });
  expect(await verdicts(id)).toEqual(["recorded", "recorded"]);
  // A list of another week that has the row too.
  const other = await add(`Order No,Amount\n${one.orderId},600\n`);
  expect(await verdicts(other.id)).toEqual(["recorded"]);
  expect(await record(other.id)).toBe("No row of this list can be recorded now");
  const payments = await db.selectFrom("payments").selectAll().orderBy("id").execute();
  expect(payments.map(({ amount, reference, received_on }) => [amount, reference, received_on])).toEqual([
    [60_000, "U7", "2026-11-26"],
    [60_000, "U7", "2026-11-26"],
  ]);
  expect(await listRemittances(db)).toHaveLength(2);
});

test("what differs is listed and changes nothing", async () => {
  const [less, more, twice, packed, refused, partly] = [
    await make(),
    await make(),
    await make(),
    await make("packed"),
    await make("shipped"),
    await make(),
  ];
  const online = await createOrder(db, shop.gateway, "delivered", { ...BOOK, staffId: shop.staffId });
  const request = { staffId: shop.staffId, reference: "", receivedOn: "2026-11-27", key: refundKey() };
  await refuseParcel(db, { orderId: refused.orderId, staffId: shop.staffId, note: "", payBack: false }, NOW);
  await recordCash(db, { ...request, orderId: partly.orderId, amount: 60_000 }, NOW);
  const { id } = await add(
    [
      "Order No,AWB,Amount",
      `${less.orderId},,550`,
      `${more.orderId},,650`,
      `${twice.orderId},,600`,
      `${twice.orderId},,600`,
      `${packed.orderId},,600`,
      `${refused.orderId},,600`,
      `${partly.orderId},,500`,
      `${online.orderId},,600`,
      `999999,,600`,
      `${twice.orderId},${less.trackingNo},600`,
      `${more.orderId},,much`,
    ].join("\n"),
  );
  expect(await verdicts(id)).toEqual([
    `₹600.00 is due for order #${less.orderId}; the list has ₹550.00`,
    `₹600.00 is due for order #${more.orderId}; the list has ₹650.00`,
    "ready",
    `Order #${twice.orderId} stands in the list twice`,
    `Order #${packed.orderId} was not sent yet`,
    `The parcel of order #${refused.orderId} was refused, yet ₹600.00 came`,
    `₹600.00 was recorded for order #${partly.orderId} before; the list has ₹500.00`,
    `Order #${online.orderId} is not paid at the door, yet ₹600.00 came`,
    "No order has this number or tracking number",
    `${less.trackingNo} is the parcel of order #${less.orderId}, not of #${twice.orderId}`,
    "The row has no amount",
  ]);
  expect(await record(id)).toBe("₹600.00 is recorded for 1 order");
  expect([await received(less.orderId), await received(more.orderId), await received(twice.orderId)]).toEqual(
    [0, 0, 60_000],
  );
});

test("a row whose tracking number is not the order's is not taken for it, though its number is", async () => {
  const [one, two] = [await make(), await make("shipped")];
  const { id } = await add(
    [
      "Order No,AWB,Amount",
      `${one.orderId},${two.trackingNo},600`,
      `${two.orderId},EK 404,600`,
      `${one.orderId},${one.trackingNo.toLowerCase()},600`,
    ].join("\n"),
  );
  expect(await verdicts(id)).toEqual([
    `${two.trackingNo} is the parcel of order #${two.orderId}, not of #${one.orderId}`,
    `The parcel of order #${two.orderId} is ${two.trackingNo}; the list has EK 404`,
    "ready",
  ]);
  expect(await record(id)).toBe("₹600.00 is recorded for 1 order");
  expect([await received(one.orderId), await received(two.orderId)]).toEqual([60_000, 0]);
});

test("a tracking number that several orders have names none of them", async () => {
  const [one, two] = [await make("shipped"), await make("shipped")];
  await db.updateTable("parcels").set({ tracking_no: one.trackingNo }).where("order_id", "=", two.orderId).execute(); // oxfmt-ignore
  const { id } = await add(`AWB,Amount\n${one.trackingNo},600\n`);
  expect(await verdicts(id)).toEqual([`2 orders have the tracking number ${one.trackingNo}`]);
});

test("half of what is due, recorded by hand, is not recorded again by the list that has it", async () => {
  const order = await make();
  const { id } = await add(`Order No,Amount\n${order.orderId},300\n`);
  const request = { staffId: shop.staffId, reference: "", receivedOn: "2026-11-27", key: refundKey() };
  await recordCash(db, { ...request, orderId: order.orderId, amount: 30_000, isSure: true }, NOW);
  expect(await verdicts(id)).toEqual([
    `₹300.00 was recorded for order #${order.orderId} before, and ₹300.00 is still due`,
  ]);
  await record(id);
  expect(await received(order.orderId)).toBe(30_000);
});

test("what a list recorded and staff took back, it does not record again", async () => {
  const order = await make();
  const { id } = await add(`Order No,Amount\n${order.orderId},600\n`);
  await record(id);
  const { gateway_payment_id: payment } = await db
    .selectFrom("payments")
    .select("gateway_payment_id")
    .where("order_id", "=", order.orderId)
    .executeTakeFirstOrThrow();
  await takeBackCash(db, { orderId: order.orderId, staffId: shop.staffId, payment, reason: "No" }, NOW);
  expect(await verdicts(id)).toEqual([`₹600.00 was recorded for order #${order.orderId}, and taken back`]);
  expect(await record(id)).toBe("No row of this list can be recorded now");
  expect(await received(order.orderId)).toBe(0);
});

test("a list and a form, and a list and a refund, at once: never more than is due, money adds up", async () => {
  const order = await make();
  const { id } = await add(`Order No,Amount\n${order.orderId},600\n`);
  const by = { orderId: order.orderId, staffId: shop.staffId };
  const cash = { ...by, amount: 60_000, reference: "", receivedOn: "2026-11-27", key: refundKey() };
  await Promise.all([record(id), recordCash(db, cash, NOW)]);
  expect(await received(order.orderId)).toBe(60_000);

  const other = await make();
  const list = await add(`Order No,Amount\n${other.orderId},600\n`);
  const refund = {
    orderId: other.orderId,
    staffId: shop.staffId,
    amount: "full",
    reason: "Torn",
    key: refundKey(),
  } as const;
  const [, refunded] = await Promise.all([record(list.id), refundByStaff(db, refund, NOW)]);
  const { refunds, row } = await orderRecords(db, { ...other, gatewayOrderId: "" });
  expect(row.door_received).toBe(60_000);
  expect(refunds.map(({ amount }) => amount)).toEqual(refunded.ok ? [60_000] : []);
});

test.each<[string, number | null]>([
  ["₹1,234.50", 123_450],
  ["Rs. 450/-", 45_000],
  ["1,00,000.00", 10_000_000],
  ["100,000", 10_000_000],
  ["12.500", 1_250],
  ["99,50", 9_950],
  ["0,5", 50],
  ["1.234,50", null],
  ["1,23,45", null],
  ["-5", null],
  ["1e3", null],
])("the amount %s of a list is read right or not at all", (text, paise) => {
  expect(paiseOf(text)).toBe(paise);
});
