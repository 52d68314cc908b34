import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { insertDocument } from "~/test/documents";
import { createAccount, createStaff } from "~/test/factories";
import { insertOrder, receivedPayment, refundOf } from "~/test/factories-orders";
import { readMonth } from "./month.server";
import { accountFile } from "./exports/account-lists.server";
import { netOf, OPEN_LABELS, rolledUp } from "./month-sums";
import { periodOfMonth } from "./period";

const NOVEMBER = periodOfMonth("2026-11")!;

test("a month by place, rate, HSN and day, less the notes; every way of adding up agrees with the sums", async () => {
  const { read, write } = await createTestDatabase();
  const day = (issued_at: string) => ({ issued_at });
  const sale = await insertDocument(write, {
    ...day("2026-11-02T06:00:00Z"),
    lines: [
      { value: 300_00, quantity: 3 },
      { value: 118_00, rate: 1800, hsn: "4820" },
    ],
  });
  await insertDocument(write, {
    ...day("2026-11-30T18:29:59.999Z"),
    place: "29",
    split: "between_states",
    lines: [{ value: 59_00, rate: 1800, hsn: "4820" }],
  });
  const note = { series: "refund_note", of_document: sale, lines: [{ value: 100_00 }] } as const;
  await insertDocument(write, { ...note, ...day("2026-11-03T06:00:00Z") });
  await insertDocument(write, { ...day("2026-11-04T06:00:00Z"), cancelled_at: "2026-11-04T07:00:00Z" });
  await insertDocument(write, { ...day("2026-10-31T18:29:00Z"), lines: [{ value: 70_00 }] });

  const { sums, before, lines, days } = await readMonth(read, NOVEMBER);
  const net = netOf(sums);
  expect([net.value, net.documents, netOf(before).value]).toEqual([377_00, 2, 70_00]);
  expect(rolledUp(lines, "place")).toMatchObject([
    { place: "27", rate: 0, copies: 2, value: 200_00, taxable: 200_00, centralTax: 0 },
    { place: "27", rate: 1800, copies: 1, value: 118_00, taxable: 100_00, centralTax: 9_00, stateTax: 9_00 },
    { place: "29", rate: 1800, copies: 1, value: 59_00, taxable: 50_00, integratedTax: 9_00 },
  ]);
  expect(rolledUp(lines, "hsn")).toMatchObject([
    { hsn: "4820", rate: 1800, value: 177_00, taxable: 150_00, integratedTax: 9_00 },
    { hsn: "4901", rate: 0, value: 200_00 },
  ]);
  for (const by of ["place", "hsn"] as const)
    for (const figure of ["value", "taxable", "centralTax", "stateTax", "integratedTax"] as const)
      expect(rolledUp(lines, by).reduce((sum, line) => sum + line[figure], 0)).toBe(net[figure]);
  expect(days).toHaveLength(30);
  expect([days[1], days[2], days[29]]).toEqual([
    { date: "2026-11-02", documents: 1, sales: 418_00, notes: 0 },
    { date: "2026-11-03", documents: 1, sales: 0, notes: 100_00 },
    { date: "2026-11-30", documents: 1, sales: 59_00, notes: 0 },
  ]);
});

test("payments and refunds by way, each in the month in which the money moved; and what is open now", async () => {
  const { read, write } = await createTestDatabase();
  const accountId = await createAccount(write);
  const order = (state: "pending" | "shipped" | "delivered") =>
    insertOrder(write, { accountId, state, total: 500_00 });
  const change = (id: number, to: object) =>
    write.updateTable("orders").set(to).where("id", "=", id).execute();
  const online = await order("delivered");
  const paymentId = await receivedPayment(write, online, 500_00);
  const inMonth = { money_on: "2026-11-30" };
  await write.updateTable("payments").set(inMonth).execute();
  for (const [amount, status] of [
    [100_00, "processed"],
    [50_00, "processed"],
    [25_00, "queued"],
  ] as const)
    await refundOf(write, { orderId: online, paymentId, amount, status });
  await write.updateTable("refunds").set({ money_on: "2026-12-01" }).where("amount", "=", 100_00).execute();
  await write.updateTable("refunds").set(inMonth).where("amount", "=", 50_00).execute();

  const door = await order("shipped");
  await change(door, { payment_way: "cod", due_at_door: 500_00, door_received: 200_00 });
  const cash = await receivedPayment(write, door, 200_00);
  await write
    .updateTable("payments")
    .set({ ...inMonth, gateway: "cash", method: "cash" })
    .where("id", "=", cash)
    .execute();
  const transfer = await order("pending");
  await change(transfer, { payment_way: "transfer" });
  const part = await receivedPayment(write, transfer, 120_00);
  await write
    .updateTable("payments")
    .set({ ...inMonth, gateway: "transfer", method: "upi" })
    .where("id", "=", part)
    .execute();
  const onAccount = await order("shipped");
  await change(onAccount, { payment_way: "account", due_on: "2026-12-30", credited: 50_00 });
  const level = await order("delivered");
  await change(level, { payment_way: "account", due_on: "2026-12-30", credited: 500_00 });
  const dollars = await receivedPayment(write, online, 9_00);
  await write
    .updateTable("payments")
    .set({ ...inMonth, currency: "USD" })
    .where("id", "=", dollars)
    .execute();
  await write
    .insertInto("balances")
    .values({ order_id: online, amount: 30_00, receipt: "b-1", created_at: "2026-11-20T00:00:00.000Z" })
    .execute();

  const { ways, open, refundDays } = await readMonth(read, NOVEMBER);
  expect(refundDays.filter(({ amount }) => amount !== 0)).toEqual([
    { date: "2026-11-30", count: 1, amount: 50_00 },
  ]);
  expect(ways).toEqual([
    { way: expect.stringMatching(/UPI$/), payments: 1, received: 500_00, refunds: 1, refunded: 50_00 },
    { way: "Cash at the door", payments: 1, received: 200_00, refunds: 0, refunded: 0 },
    { way: "UPI to the shop", payments: 1, received: 120_00, refunds: 0, refunded: 0 },
  ]);
  expect(open).toEqual([
    { kind: "door", count: 1, amount: 300_00 },
    { kind: "balance", count: 1, amount: 30_00 },
    { kind: "transfer", count: 1, amount: 380_00 },
    { kind: "account", count: 1, amount: 450_00 },
    { kind: "refund", count: 1, amount: 25_00 },
  ]);
  // Their file has a row for each, which add up to them.
  const file = await accountFile(
    { read, write },
    { list: "open", period: NOVEMBER, format: "csv" },
    await createStaff(write),
  );
  if (!file.ok) throw new Error(file.message);
  let csv = "";
  for await (const part of file.content) csv += String(part);
  const rows = parse(csv, { from: 2 });
  expect(rows.map(([what, orderId, , , due, amount]) => [what, Number(orderId), due, amount])).toEqual([
    [OPEN_LABELS.door, door, "", "300.00"],
    [OPEN_LABELS.balance, online, "", "30.00"],
    [OPEN_LABELS.transfer, transfer, expect.stringMatching(/^2026-/), "380.00"],
    [OPEN_LABELS.account, onAccount, "2026-12-30", "450.00"],
    [OPEN_LABELS.refund, online, "", "25.00"],
  ]);
});
