import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, inNoOrder } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { tableRows } from "~/domain/sales/delivery/files/table-text.server";
import { cashDifferences } from "./cash-differences.server";
import { listDifferences } from "./differences.server";
import { readSettlements } from "./read-settlements.server";
import type { NamedColumns } from "./settlement";
import { addSettlements, listSettlements } from "./settlements.server";

const { read: readDb, write: db, ...rest } = await createTestDatabase();
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const NOW = new Date("2026-11-28T06:00:00.000Z");
let staffId: number;
let orderId: number;

beforeAll(async () => {
  await inNoOrder({ ...rest, read: readDb, write: db });
  staffId = await createStaff(db);
  orderId = await insertOrder(db, { accountId: await createAccount(db), state: "paid" });
});
beforeEach(async () => {
  await db.deleteFrom("settlements").execute();
  await db.deleteFrom("refunds").execute();
  await db.deleteFrom("payments").execute();
});

const HEAD = "entity_id,type,debit,credit,amount,currency,fee,tax,settlement_id,settled_at,settlement_utr";
const table = (text: string) => {
  const rows = tableRows(text);
  if (!rows.ok) throw new Error(rows.message);
  return rows.rows;
};
const readText = (text: string, named?: NamedColumns) => readSettlements(table(text), named);
const read = (lines: string[], head = HEAD) => {
  const report = readText([head, ...lines].join("\n"));
  if (!report.ok) throw new Error(report.message);
  return report;
};
const add = (lines: string[]) => addSettlements(db, { ...read(lines), staffId }, NOW);
const pay = async (
  id: string,
  amount: number,
  at = "2026-11-10T06:00:00.000Z",
  status = "captured" as const,
) =>
  (
    await db
      .insertInto("payments")
      .values({
        order_id: orderId,
        gateway: "razorpay",
        gateway_payment_id: id,
        amount,
        currency: "INR",
        status,
        created_at: at,
        updated_at: at,
        money_on: at.slice(0, 10),
      }) // oxfmt-ignore
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
const refund = (
  id: string,
  paymentId: number,
  amount: number,
  at = "2026-11-11T06:00:00.000Z",
  reason = "staff",
) =>
  db
    .insertInto("refunds")
    .values({
      order_id: orderId,
      payment_id: paymentId,
      amount,
      reason,
      status: "processed",
      idempotency_key: `key-of-${id}`,
      gateway_refund_id: id,
      next_try_at: at,
      created_at: at,
      updated_at: at,
      money_on: at.slice(0, 10),
    }) // oxfmt-ignore
    .execute();
const differences = async (days = NOVEMBER) =>
  (await listDifferences(readDb, days)).map(({ entity, what }) => `${entity}: ${what}`);

describe("a report is read", () => {
  test("as the dashboard and as the service's API name and write things", () => {
    const expected = {
      number: "setl_1",
      settledOn: "2026-11-12",
      utr: "U1",
      rows: [
        { kind: "payment", entity: "pay_1", amount: 100_000, fee: 2360, tax: 360, debit: 0, credit: 97_640 },
      ],
    };
    for (const text of [
      `${HEAD}\npay_1,payment,0,976.40,1000,INR,23.60,3.60,setl_1,12/11/2026 10:20:30,U1`,
      `Report\n\nSettlement_UTR,Settled_at,Settlement_ID,Tax,Fee (exclusive tax),Amount,Credit,Debit,Entity_ID\nU1,1794460000,setl_1,3.6,20,"1,000.00",976.40,,pay_1`,
    ])
      expect(readText(text)).toEqual({ ok: true, waiting: 0, settlements: [expected] });
  });

  test("columns with other names are named by hand", () => {
    const text = "Ref,In,Out,Batch,Day\npay_1,10,0,setl_1,2026-11-12\n";
    expect(readText(text)).toEqual({
      ok: false,
      message: "These columns were not found: Payment or refund, Debit, Credit, Settlement, Settled on. The report has: Ref, In, Out, Batch, Day. Say below what it calls them", // oxfmt-ignore
    });
    const named = { entity: "ref", credit: "IN", debit: "Out", settlement: "Batch", settledOn: "Day" };
    const report = readText(text, named);
    expect(report.ok && report.settlements[0]!.rows[0]).toMatchObject({
      kind: "payment",
      amount: 1000,
      credit: 1000,
    });
  });

  test("what cannot be read is refused with its row; what is not settled yet is left", () => {
    const line = (more: string) => `pay_1,payment,0,10,10,INR,0,0,${more}`;
    const message = (lines: string[]) => {
      const report = readText([HEAD, ...lines].join("\n"));
      return report.ok ? report.waiting : report.message;
    };
    expect(message([line("setl_1,soon,")])).toBe("Row 2: “soon” is no day");
    expect(message(["pay_1,payment,0,ten,10,INR,0,0,setl_1,2026-11-12,"])).toBe("Row 2: “ten” is no amount");
    expect(message([line("setl_1,2026-11-12,"), "pay_1,payment,0,9,10,INR,1,0,setl_1,2026-11-12,"])).toBe(
      "Row 3: pay_1 stands twice in settlement setl_1",
    );
    const [day, other] = [line("setl_1,2026-11-12,U1"), "pay_2,payment,0,10,10,INR,0,0,setl_1"];
    expect(message([day, `${other},2026-11-13,U1`])).toBe(
      "Row 3: settlement setl_1 was settled on 12 Nov 2026 and on 13 Nov 2026",
    );
    expect(message([day, `${other},2026-11-12,U2`])).toBe("Row 3: settlement setl_1 has the UTRs U1 and U2");
    expect(message([day, `${other},2026-11-12,`])).toBe(0);
    expect(message([day.replace("INR", "USD")])).toBe(
      "Row 2: “USD” is not INR. Take the rows in other currencies out, and book them by hand",
    );
    expect(message([line(",,")])).toBe("None of its rows is in a settlement yet");
    expect(message([line("setl_1,2026-11-12,"), "pay_2,payment,0,9,9,INR,0,0,,,"])).toBe(1);
  });
});

const FULL = [
  "pay_1,payment,0,976.40,1000,INR,23.60,3.60,setl_1,2026-11-12,U1",
  "rfnd_1,refund,100,0,100,INR,0,0,setl_1,2026-11-12,U1",
  "adj_1,adjustment,5,0,5,INR,0,0,setl_1,2026-11-12,U1",
];

test("it is stored once, with what was paid out; other figures for the same row change nothing", async () => {
  await refund("rfnd_1", await pay("pay_1", 100_000), 10_000);
  expect(await add(FULL.slice(0, 2))).toMatchObject({
    ok: true,
    settlements: 1,
    rows: 2,
    latest: "2026-11-12",
  });
  expect(await add(FULL)).toMatchObject({ ok: true, settlements: 0, rows: 1 });
  expect(await add(FULL)).toMatchObject({ rows: 0, message: "All of it was stored before" });
  const settlement = { number: "setl_1", settledOn: "2026-11-12", utr: "U1" };
  const sums = { paidOut: 87_140, payments: 100_000, refunds: 10_000, fees: 2360, other: -500 };
  expect(await listSettlements(readDb, NOVEMBER)).toEqual([{ ...settlement, ...sums }]);
  expect(await listSettlements(readDb, { from: "2026-11-13", to: "2026-11-30" })).toEqual([]);
  const other = [FULL[0]!.replace("976.40", "975"), "pay_9,payment,0,1,1,INR,0,0,setl_2,2026-11-13,U2"];
  expect(await add(other)).toMatchObject({ ok: false });
  expect(await listSettlements(readDb, NOVEMBER)).toEqual([{ ...settlement, ...sums }]);
  const later = ["pay_9,payment,0,1,1,INR,0,0,setl_1,2026-11-13,U1"];
  expect(await add(later)).toEqual({
    ok: false,
    message: "By this report and an earlier one settlement setl_1 was settled on 12 Nov 2026 and on 13 Nov 2026. Nothing of this report is stored: compare the two", // oxfmt-ignore
  });
  expect(await listSettlements(readDb, NOVEMBER)).toEqual([{ ...settlement, ...sums }]);
  const audit = await db
    .selectFrom("audit_entries")
    .select("action")
    .where("subject", "=", "settlement")
    .execute();
  expect(audit).toHaveLength(2);
  expect(await differences()).toEqual(["adj_1: adjustment of ₹5.00 was kept"]);
});

test("each row belongs to one payment or refund; what differs is said", async () => {
  await pay("pay_ok", 5000);
  await pay("pay_sum", 5000);
  await pay("pay_failed", 5000, undefined, "failed" as never);
  await refund("rfnd_sum", await pay("pay_2", 100_000), 10_000);
  const rest = "setl_1,2026-11-12,";
  await add([
    `pay_ok,payment,0,49,50,INR,1,0,${rest}`,
    `pay_sum,payment,0,60,60,INR,0,0,${rest}`,
    `pay_failed,payment,0,50,50,INR,0,0,${rest}`,
    `pay_none,payment,0,50,50,INR,0,0,${rest}`,
    `rfnd_sum,refund,90,0,90,INR,0,0,${rest}`,
    `rfnd_none,refund,7,0,7,INR,0,0,${rest}`,
    `pay_2,payment,0,990,1000,INR,9,0,${rest}`,
    "pay_ok,payment,0,49,50,INR,1,0,setl_2,2026-11-13,",
  ]);
  expect(await differences()).toEqual([
    "pay_ok: The payment of ₹50.00 was settled before, in another settlement",
    "pay_sum: The shop has ₹50.00 for this payment; the settlement has ₹60.00",
    "pay_failed: ₹50.00 came for a payment that the shop has as failed",
    "pay_none: The shop has no payment with this id; ₹50.00 came for it",
    "rfnd_sum: The shop has ₹100.00 for this refund; the settlement has ₹90.00",
    "rfnd_none: The shop has no refund with this id; ₹7.00 was taken for it",
    "pay_2: Amount and fee make ₹991.00; ₹990.00 was paid out",
  ]);
});

test("of carriers' lists those of the days are looked at, however many came later", async () => {
  const list = { lines: JSON.stringify([{ row: 2, orderId: null, trackingNo: "", amount: null, reference: "", receivedOn: null }]) }; // oxfmt-ignore
  await db
    .insertInto("remittances")
    .values(
      Array.from({ length: 52 }, (_, at) => ({
        ...list,
        name: `List ${at}`,
        content_hash: `hash-${at}`,
        // The first is of November in India, though not in UTC.
        uploaded_at: at === 0 ? "2026-10-31T18:30:00.000Z" : "2026-12-02T06:00:00.000Z",
      })),
    )
    .execute();
  expect(await cashDifferences(readDb, NOVEMBER)).toEqual([
    {
      what: "The row has no amount",
      todo: "Compare it with the carrier's list",
      orderId: null,
      settlement: "List 0",
      entity: "2",
      amount: 0,
    },
  ]);
  expect(await cashDifferences(readDb, { from: "2026-12-01", to: "2026-12-31" })).toHaveLength(50);
});

test("what no settlement has is asked about five days later, within the time that reports are of", async () => {
  await pay("pay_before", 5000, "2026-11-01T06:00:00.000Z");
  const first = await pay("pay_old", 5000, "2026-11-10T06:00:00.000Z");
  await pay("pay_new", 5000, "2026-11-18T06:00:00.000Z");
  await refund("rfnd_old", first, 1000, "2026-11-12T06:00:00.000Z");
  // What was exchanged has not left the payment service.
  await refund("exchanged", first, 1000, "2026-11-12T06:00:00.000Z", "exchange");
  await refund("rfnd_new", first, 1000, "2026-11-19T06:00:00.000Z");
  expect(await differences()).toEqual([]);
  await add([
    "adj_1,payment,0,1,1,INR,0,0,setl_1,2026-11-10,",
    "adj_2,payment,0,1,1,INR,0,0,setl_2,2026-11-20,",
  ]);
  expect((await differences()).slice(2)).toEqual([
    "pay_old: ₹50.00 was paid on 10 Nov 2026, and is in no settlement until 20 Nov 2026",
    "rfnd_old: ₹10.00 was refunded on 12 Nov 2026, and is in no settlement until 20 Nov 2026",
  ]);
  await add([
    "pay_old,payment,0,50,50,INR,0,0,setl_2,2026-11-20,",
    "rfnd_old,refund,10,0,10,INR,0,0,setl_2,2026-11-20,",
  ]);
  expect((await differences()).slice(2)).toEqual([]);
});
