import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { insertDocument } from "~/test/documents";
import { createAccount, createStaff } from "~/test/factories";
import { insertOrder, receivedPayment, refundOf } from "~/test/factories-orders";
import { unzipped } from "~/test/files/import-files";
import { netOf } from "../month-sums";
import { documentSums } from "../month-sums.server";
import { periodOfMonth } from "../period";
import { accountFile } from "./account-lists.server";
import { exportedList, inPortions, tooManyRows } from "./export-list.server";
import type { AccountList, FileFormat } from "./exports";

const NOVEMBER = periodOfMonth("2026-11")!;

let db: ShopDatabase;
let staffId = 0;
let [october, first, last, december] = [0, 0, 0, 0];

beforeAll(async () => {
  db = await createTestDatabase();
  const { write } = db;
  staffId = await createStaff(write);
  const accountId = await createAccount(write, { first_name: "=cmd|' /C calc'!A0", last_name: "Nair" });
  const placed = (placedAt: string) =>
    insertOrder(write, { accountId, state: "delivered", placedAt, total: 118_00 });
  october = await placed("2026-10-31T18:29:59.999Z");
  first = await placed("2026-10-31T18:30:00.000Z");
  last = await placed("2026-11-30T18:29:59.999Z");
  december = await placed("2026-11-30T18:30:00.000Z");
  const issued = (orderId: number, issued_at: string) => ({ orderId, issued_at });
  const old = await insertDocument(write, issued(october, "2026-10-31T18:29:59.999Z"));
  await insertDocument(write, {
    ...issued(first, "2026-10-31T18:30:00.000Z"),
    number: "KB/26-27/000002",
    buyer_gstin: "29AAACS1234F1Z5",
    place: "29",
    split: "between_states",
    recipient: JSON.stringify({ name: "+Sita & Sons" }),
    lines: [
      { title: "=HYPERLINK(1)", value: 118_00, rate: 1800, discount: 12_00 },
      { value: 59_00, rate: 1800, isDelivery: true },
    ],
  });
  const cancelled = { cancelled_at: "2026-11-30T12:00:00.000Z", number: "KB/26-27/000003" };
  await insertDocument(write, { ...issued(last, "2026-11-30T10:00:00.000Z"), ...cancelled });
  await insertDocument(write, issued(december, "2026-11-30T18:30:00.000Z"));
  const paymentId = await receivedPayment(write, first, 118_00);
  await receivedPayment(write, first, 5_00, "failed");
  await write.updateTable("payments").set({ money_on: "2026-11-01" }).execute();
  const refund = { orderId: first, paymentId, status: "processed" } as const;
  await refundOf(write, { ...refund, amount: 18_00 });
  await refundOf(write, { ...refund, amount: 20_00 });
  const refunds = await write.selectFrom("refunds").select("id").orderBy("id").execute();
  const [inNovember, inDecember] = refunds.map(({ id }) => id) as [number, number];
  const went = (id: number, money_on: string) =>
    write.updateTable("refunds").set({ money_on }).where("id", "=", id).execute();
  await went(inNovember, "2026-11-30");
  await went(inDecember, "2026-12-01");
  await insertDocument(write, {
    ...issued(october, "2026-11-30T18:00:00.000Z"),
    series: "refund_note",
    number: "RN/1",
    of_document: old,
    refund_id: inNovember,
    lines: [{ value: 18_00 }],
  });
});

async function bytesOf(list: AccountList, format: FileFormat) {
  const file = await accountFile(db, { list, period: NOVEMBER, format }, staffId);
  if (!file.ok) throw new Error(file.message);
  const pieces: Buffer[] = [];
  for await (const piece of file.content) pieces.push(Buffer.from(piece));
  return { ...file, bytes: Buffer.concat(pieces) };
}

async function rowsOf(list: AccountList): Promise<Record<string, string>[]> {
  const { bytes } = await bytesOf(list, "csv");
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from("\u{FEFF}"));
  return parse(bytes, { columns: true, bom: true });
}

test("orders are those placed from midnight to midnight in India", async () => {
  const rows = await rowsOf("orders");
  expect(rows.map((row) => Number(row.Order))).toEqual([first, last]);
  expect(rows[0]).toMatchObject({ Placed: "2026-11-01 00:00", State: "Delivered", Total: "118.00" });
});

test("documents have their figures, notes their document and reason, cancelled ones their mark; no cell is a formula", async () => {
  const rows = await rowsOf("documents");
  expect(rows.map((row) => row.Number)).toEqual(["KB/26-27/000002", "KB/26-27/000003", "RN/1"]);
  expect(rows[0]).toEqual({
    Number: "KB/26-27/000002",
    Date: "2026-11-01",
    Kind: "Tax invoice",
    Order: String(first),
    Of: "",
    Reason: "",
    Buyer: "'+Sita & Sons",
    GSTIN: "29AAACS1234F1Z5",
    "Place code": "29",
    Place: "Karnataka",
    Value: "177.00",
    Taxable: "150.00",
    CGST: "0.00",
    SGST: "0.00",
    IGST: "27.00",
    Cancelled: "",
  });
  expect(rows[1]).toMatchObject({ Value: "100.00", Cancelled: "2026-11-30 17:30" });
  expect(rows[2]).toMatchObject({ Kind: "Refund note", Reason: "Money was returned", Value: "18.00" });
  expect(rows[2]!.Of).toMatch(/^T\//);
});

test("lines add up to the documents, and those that count to the month's sums", async () => {
  const [lines, documents] = [await rowsOf("lines"), await rowsOf("documents")];
  const sum = (rows: Record<string, string>[], of: string) =>
    rows.reduce((all, row) => all + Math.round(Number(row[of]) * 100), 0);
  for (const of of ["Value", "Taxable"]) expect(sum(lines, of)).toBe(sum(documents, of));
  expect(lines[0]).toMatchObject({
    Title: "'=HYPERLINK(1)",
    "Rate %": "18.00",
    Copies: "1",
    Gross: "130.00",
    Discount: "12.00",
    Tax: "18.00",
  });
  const counted = documents.filter((row) => row.Cancelled === "");
  const isNote = (row: Record<string, string>) => /note/.test(row.Kind!);
  const net = netOf(await documentSums(db.read, NOVEMBER));
  const [notes, sales] = [counted.filter(isNote), counted.filter((row) => !isNote(row))];
  expect(sum(sales, "Value") - sum(notes, "Value")).toBe(net.value);
});

test("payments and refunds are those whose money moved in the month; a refund names its notes", async () => {
  const payments = await rowsOf("payments");
  expect(payments).toMatchObject([
    { Day: "2026-11-01", Order: String(first), Amount: "118.00", Currency: "INR" },
  ]);
  const refunds = await rowsOf("refunds");
  expect(refunds).toMatchObject([
    { Day: "2026-11-30", Amount: "18.00", Reason: "by staff", Documents: "RN/1" },
  ]);
});

test("customers have what they bought in the month", async () => {
  const [row, ...others] = await rowsOf("customers");
  expect(others).toEqual([]);
  expect(row).toMatchObject({ "First name": "'=cmd|' /C calc'!A0", Sales: "177.00", Notes: "18.00" });
});

test("an amount below zero is a number in a CSV, too; a text that begins with a minus is none", async () => {
  const list = exportedList<{ text: string; amount: number; count: number }>("Test", {
    columns: [
      { heading: "Text", kind: "text", of: ({ text }) => text },
      { heading: "Amount", kind: "money", of: ({ amount }) => amount },
      { heading: "Count", kind: "number", of: ({ count }) => count },
    ],
    async *portions() {
      yield [{ text: "-1+cmd", amount: -12_050, count: -3 }];
    },
    count: async () => 1,
  });
  let csv = "";
  for await (const part of list.file(db.read, NOVEMBER, "csv")) csv += String(part);
  expect(csv).toBe("\u{FEFF}Text,Amount,Count\n'-1+cmd,-120.50,-3\n");
});

test("a text that a stranger typed is never a formula: marked in a CSV, a text in a workbook", async () => {
  const typed = fc
    .tuple(
      fc.constantFrom("", "=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", " =", "\t="),
      fc.string(),
    )
    .map(([first, rest]) => first + rest);
  await fc.assert(
    fc.asyncProperty(fc.array(typed, { minLength: 1, maxLength: 20 }), async (texts) => {
      const list = exportedList<string>("Test", {
        columns: [
          { heading: "Text", kind: "text", of: (text) => text },
          { heading: "End", kind: "number", of: () => 7 },
        ],
        async *portions() {
          yield texts;
        },
        count: async () => texts.length,
      });
      const whole = async (format: FileFormat) => {
        const pieces: Buffer[] = [];
        for await (const piece of list.file(db.read, NOVEMBER, format)) pieces.push(Buffer.from(piece));
        return Buffer.concat(pieces);
      };
      const rows = parse(await whole("csv"), { bom: true, from_line: 2, record_delimiter: "\n" });
      for (const [at, [cell, end]] of rows.entries()) {
        expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
        expect([texts[at], `'${texts[at]}`].includes(cell === "" ? texts[at]! : cell!) && end).toBe("7");
      }
      const [sheet] = await unzipped(await whole("xlsx"), ["xl/worksheets/sheet1.xml"]);
      const cells = sheet!.match(/<c r="A[^>]*>/g) ?? [];
      expect(cells).toHaveLength(1 + texts.filter(Boolean).length);
      for (const tag of cells) expect(tag).toContain('t="inlineStr"');
      expect(sheet).not.toContain("<f");
    }),
    { numRuns: 30 },
  );
});

test("a workbook has amounts and days as numbers, and texts as texts", async () => {
  const { bytes, filename, type } = await bytesOf("documents", "xlsx");
  const [sheet] = await unzipped(bytes, ["xl/worksheets/sheet1.xml"]);
  expect(sheet).toContain('<c r="B2" s="4"><v>46327</v></c>');
  expect(sheet).toContain(
    '<c r="G2" s="1" t="inlineStr"><is><t xml:space="preserve">+Sita &amp; Sons</t></is></c>',
  );
  expect(sheet).toContain('<c r="K2" s="3"><v>177</v></c>');
  expect([filename, type]).toEqual(["documents-2026-11.xlsx", expect.stringMatching(/spreadsheetml/)]);
});

test("every file is in the audit log", async () => {
  await bytesOf("payments", "xlsx");
  const entry = await db.read
    .selectFrom("audit_entries")
    .select(["account_id", "action", "after"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect({ ...entry, after: JSON.parse(entry.after) }).toEqual({
    account_id: staffId,
    action: "exported",
    after: { List: "Accounts: Payments", Days: "November 2026", Format: "Excel (XLSX)" },
  });
});

test("portions go on behind their last row, also within a day; a workbook that would be too long is refused", async () => {
  const all = [1, 2, 3, 4, 5].map((id) => ({ at: id < 4 ? "2026-11-01" : "2026-11-02", id }));
  const behind = ({ at, id }: { at: string; id: number }) =>
    all.filter((row) => row.at > at || (row.at === at && row.id > id)).slice(0, 2);
  const portions: number[][] = [];
  for await (const rows of inPortions("2026-11-01", async (after) => behind(after), 2))
    portions.push(rows.map(({ id }) => id));
  expect(portions).toEqual([[1, 2], [3, 4], [5]]);
  expect([tooManyRows(1_048_575), tooManyRows(1_048_576)]).toEqual([
    null,
    expect.stringMatching(/fewer days/),
  ]);
});
