import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, inNoOrder } from "~/test/database";
import { insertDocument } from "~/test/documents";
import { createAccount, createStaff, setSettings } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { addSettlements } from "../settlements/settlements.server";
import { type AccountNames, accountNamesSchema, USUAL_NAMES } from "./account-names";
import { readAccountNames, saveAccountNames } from "./account-names.server";
import { documentVoucher, entriesOf, type Entry, imbalanceOf } from "./journal";
import { accountSums, journalEntries, journalList } from "./journal.server";

const database = await createTestDatabase();
const { read: readDb, write: db } = database;
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };
const NOW = new Date("2026-11-28T06:00:00.000Z");
let accountId: number;
let staffId: number;
let orderId: number;

beforeAll(async () => {
  await inNoOrder(database);
  accountId = await createAccount(db);
  staffId = await createStaff(db);
});
beforeEach(async () => {
  for (const table of ["settings", "settlements", "refunds", "payments", "documents", "remittances"] as const)
    await db.deleteFrom(table).execute();
  await setSettings(db, { gstin: "27AAPFU0939F1ZV" });
  orderId = await insertOrder(db, { accountId, state: "delivered" });
});

async function entries(period = NOVEMBER): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const some of journalEntries(readDb, period)) all.push(...some);
  return all;
}
const lines = async () =>
  (await entries()).map(({ day, type, number, account, debit, credit }) =>
    [day, type, number, account, debit > 0 ? `Dr ${debit}` : `Cr ${credit}`].join(" | "),
  );
const pay = async (
  amount: number,
  given: { id?: string; gateway?: string; day?: string; reference?: string } = {},
) => {
  const { day = "2026-11-10", id = `pay_${Math.random()}`, gateway = "razorpay", reference = null } = given;
  const { id: row } = await db
    .insertInto("payments")
    .values({
      order_id: orderId,
      gateway,
      gateway_payment_id: id,
      amount,
      currency: "INR",
      status: "captured",
      method: "upi",
      reference,
      created_at: `${day}T06:00:00.000Z`,
      updated_at: `${day}T06:00:00.000Z`,
      money_on: day,
    }) // oxfmt-ignore
    .returning("id")
    .executeTakeFirstOrThrow();
  return row;
};
let made = 0;
const refund = async (
  paymentId: number,
  amount: number,
  given: { asked?: string; paid?: string | null; retryOf?: number } = {},
) => {
  const { asked = "2026-11-11T20:00:00.000Z", paid = "2026-11-13", retryOf = null } = given;
  const { id } = await db
    .insertInto("refunds")
    .values({
      order_id: orderId,
      payment_id: paymentId,
      amount,
      reason: "staff",
      status: paid ? "processed" : "failed",
      idempotency_key: `journal-key-${++made}`,
      next_try_at: asked,
      created_at: asked,
      updated_at: asked,
      money_on: paid,
      retry_of: retryOf,
    }) // oxfmt-ignore
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

describe("each thing that happens is a voucher", () => {
  test("a bill with books of two rates, a discount and delivery, and its note", async () => {
    const bill = await insertDocument(db, {
      orderId,
      number: "N/1",
      lines: [
        { value: 40_000, discount: 2_000 },
        { value: 11_800, discount: 1_180, rate: 1800 },
        { value: 5_000, isDelivery: true },
      ],
    });
    await insertDocument(db, {
      orderId,
      series: "credit_note",
      number: "C/1",
      of_document: bill,
      split: "between_states",
      lines: [{ value: 11_800, rate: 1800 }],
    });
    await insertDocument(db, { orderId, number: "N/2", cancelled_at: NOW.toISOString() });
    await insertDocument(db, { orderId, number: "N/3", issued_at: "2026-11-30T18:30:00.000Z" });
    expect(await lines()).toEqual([
      "2026-11-15 | Sales | N/1 | Customers | Dr 56800",
      "2026-11-15 | Sales | N/1 | Discount allowed | Dr 3000",
      "2026-11-15 | Sales | N/1 | Sales exempt | Cr 42000",
      "2026-11-15 | Sales | N/1 | Sales taxable at 18% | Cr 11000",
      "2026-11-15 | Sales | N/1 | Output CGST | Cr 900",
      "2026-11-15 | Sales | N/1 | Output SGST | Cr 900",
      "2026-11-15 | Sales | N/1 | Delivery income | Cr 5000",
      "2026-11-15 | Credit Note | C/1 | Sales taxable at 18% | Dr 10000",
      "2026-11-15 | Credit Note | C/1 | Output IGST | Dr 1800",
      "2026-11-15 | Credit Note | C/1 | Customers | Cr 11800",
    ]);
    expect((await entries()).map(({ narration, party }) => [narration, party]).at(-1)).toEqual([
      `Order #${orderId}, for N/1`,
      "Asha Rao",
    ]);
  });

  test("payments by their way; a carrier's list is a transfer to the bank, once a day", async () => {
    await db
      .insertInto("remittances")
      .values({ id: 7, name: "post.csv", content_hash: "x", lines: "[]", uploaded_at: NOW.toISOString() })
      .execute();
    await pay(1_000, { day: "2026-10-31" });
    // Dollars are no rupees: they pay no order.
    const dollars = await pay(700);
    await db.updateTable("payments").set({ currency: "USD" }).where("id", "=", dollars).execute();
    const ids = [
      await pay(2_000, { id: "pay_A" }),
      await pay(3_000, { gateway: "transfer", reference: "UTR9" }),
      await pay(4_000, { gateway: "cash", id: `cash_${orderId}_key` }),
      await pay(5_000, { gateway: "cash", id: `cash_${orderId}_list7-1` }),
      await pay(600, { gateway: "cash", id: `cash_${orderId}_list7-2` }),
    ];
    const receipt = (at: number, account: string, sum: number) => [
      `2026-11-10 | Receipt | P${ids[at]} | ${account} | Dr ${sum}`,
      `2026-11-10 | Receipt | P${ids[at]} | Customers | Cr ${sum}`,
    ];
    expect(await lines()).toEqual([
      ...receipt(0, "Payment gateway", 2_000),
      ...receipt(1, "Bank", 3_000),
      ...receipt(2, "Cash", 4_000),
      ...receipt(3, "Cash with carriers", 5_000),
      ...receipt(4, "Cash with carriers", 600),
      "2026-11-10 | Contra | L7/2026-11-10 | Bank | Dr 5600",
      "2026-11-10 | Contra | L7/2026-11-10 | Cash with carriers | Cr 5600",
    ]);
    const narrations = [...new Set((await entries()).map(({ narration }) => narration))];
    expect(narrations.slice(0, 2)).toEqual([
      `Order #${orderId}, Razorpay, UPI, pay_A`,
      `Order #${orderId}, Bank transfer, UTR9`,
    ]);
    expect(narrations.at(-1)).toBe("Carrier’s list post.csv");
  });

  test("a refund is owed from the day it is asked for, once however often it is tried, and then paid", async () => {
    const payment = await pay(9_000, { day: "2026-10-10" });
    const first = await refund(payment, 2_000, { paid: null });
    const again = await refund(payment, 2_000, { retryOf: first });
    const later = await refund(payment, 500, { asked: "2026-11-30T18:00:00.000Z", paid: "2026-12-02" });
    expect(await lines()).toEqual([
      `2026-11-12 | Journal | D${first} | Customers | Dr 2000`,
      `2026-11-12 | Journal | D${first} | Refunds payable | Cr 2000`,
      `2026-11-30 | Journal | D${later} | Customers | Dr 500`,
      `2026-11-30 | Journal | D${later} | Refunds payable | Cr 500`,
      `2026-11-13 | Payment | R${again} | Refunds payable | Dr 2000`,
      `2026-11-13 | Payment | R${again} | Payment gateway | Cr 2000`,
    ]);
  });

  test("a refund that failed, and whose money went back otherwise, is owed once", async () => {
    const payment = await pay(9_000, { day: "2026-10-10" });
    const failed = await refund(payment, 6_000, { paid: null });
    expect((await lines()).map((line) => line.split(" | ")[2])).toEqual([`D${failed}`, `D${failed}`]);
    const otherwise = await refund(payment, 6_000);
    expect((await lines()).map((line) => line.split(" | ")[2])).toEqual([
      `D${otherwise}`,
      `D${otherwise}`,
      `R${otherwise}`,
      `R${otherwise}`,
    ]);
    // What is still left can be tried again: it is owed.
    const owed = await refund(payment, 2_000, { paid: null });
    expect((await lines()).filter((line) => line.includes(`D${owed} `))).toHaveLength(2);
  });

  test("what a carrier brought is paid back from the bank", async () => {
    const payment = await pay(900, { gateway: "cash", id: `cash_${orderId}_list7-1`, day: "2026-10-10" });
    const id = await refund(payment, 900);
    expect((await lines()).filter((line) => line.includes(`| R${id} |`))).toEqual([
      `2026-11-13 | Payment | R${id} | Refunds payable | Dr 900`,
      `2026-11-13 | Payment | R${id} | Bank | Cr 900`,
    ]);
  });

  test("a settlement moves what was paid to the bank, with fees, their tax and adjustments", async () => {
    const row = { entity: "x", fee: 0, tax: 0, debit: 0, credit: 0 };
    const rows = [
      { ...row, kind: "payment", amount: 10_000, fee: 236, tax: 36, credit: 9_764 },
      { ...row, kind: "refund", amount: 1_000, debit: 1_000 },
      { ...row, kind: "adjustment", amount: 50, debit: 50 },
    ];
    const settlement = { number: "setl_1", settledOn: "2026-11-12", utr: "U1", rows };
    await addSettlements(db, { settlements: [settlement], waiting: 0, staffId }, NOW);
    expect(await lines()).toEqual([
      "2026-11-12 | Receipt | setl_1 | Bank | Dr 8714",
      "2026-11-12 | Receipt | setl_1 | Payment gateway adjustments | Dr 50",
      "2026-11-12 | Receipt | setl_1 | Payment gateway charges | Dr 200",
      "2026-11-12 | Receipt | setl_1 | Input GST on charges | Dr 36",
      "2026-11-12 | Receipt | setl_1 | Payment gateway | Cr 9000",
    ]);
  });
});

test("accounts have the owner's names, which may be the same; the audit log has what changed", async () => {
  const names: AccountNames = {
    ...USUAL_NAMES,
    salesTaxed: "Sales",
    salesExempt: "Sales",
    stateTax: "GST",
    centralTax: "GST",
  };
  await saveAccountNames(db, { names, staffId }, NOW);
  await saveAccountNames(db, { names, staffId }, NOW);
  expect(await readAccountNames(readDb)).toEqual(names);
  await insertDocument(db, {
    orderId,
    number: "N/1",
    lines: [{ value: 11_800, rate: 1800 }, { value: 100 }],
  });
  expect((await lines()).map((line) => line.split(" | ").slice(3).join(" "))).toEqual([
    "Customers Dr 11900",
    "Sales Cr 10100",
    "GST Cr 1800",
  ]);
  const audit = await db
    .selectFrom("audit_entries")
    .select("after")
    .where("subject", "=", "settings")
    .execute();
  expect(audit).toHaveLength(1);
  expect(audit[0]!.after).toContain("Account: Sales with tax");
  expect(accountNamesSchema.safeParse({ ...names, cash: " \t" }).error?.issues[0]?.message).toBe(
    "Cash needs a name",
  );
  expect(accountNamesSchema.parse({ ...names, cash: " Till  1 " }).cash).toBe("Till 1");
});

const aLine = fc.record({
  rate: fc.constantFrom(0, 500, 1200, 1800),
  value: fc.integer({ min: 0, max: 500_000 }),
  discount: fc.integer({ min: 0, max: 90_000 }),
  quantity: fc.integer({ min: 1, max: 40 }),
  isDelivery: fc.boolean(),
});
const aDocument = fc.record({
  series: fc.constantFrom("invoice", "invoice", "credit_note", "refund_note" as const),
  split: fc.constantFrom("within_state", "between_states" as const),
  lines: fc.array(aLine, { minLength: 1, maxLength: 5 }),
});

test("whatever was issued and paid, each voucher balances and the whole agrees with the documents", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aDocument, { minLength: 1, maxLength: 6 }),
      fc.array(fc.record({ amount: fc.integer({ min: 1, max: 900_000 }), back: fc.integer({ min: 0, max: 100 }) }), { maxLength: 4 }), // oxfmt-ignore
      async (documents, payments) => {
        for (const table of ["refunds", "payments", "documents"] as const)
          await db.deleteFrom(table).execute();
        for (const { series, ...document } of documents) {
          const of = series === "invoice" ? null : await insertDocument(db, { orderId, issued_at: "2026-10-01T06:00:00.000Z" }); // oxfmt-ignore
          await insertDocument(db, { ...document, series, orderId, of_document: of });
        }
        for (const { amount, back } of payments) {
          const id = await pay(amount);
          const sum = Math.floor((amount * back) / 100);
          if (sum > 0) await refund(id, sum);
        }
        const all = await entries();
        const byVoucher = new Map<string, number>();
        for (const { type, number, debit, credit } of all) {
          expect(debit > 0).not.toBe(credit > 0);
          byVoucher.set(`${type} ${number}`, (byVoucher.get(`${type} ${number}`) ?? 0) + debit - credit);
        }
        expect([...byVoucher.values()].filter((sum) => sum !== 0)).toEqual([]);

        const issued = await readDb
          .selectFrom("documents")
          .select(["series", "value", "taxable", "central_tax", "state_tax", "integrated_tax"])
          .where("issued_on", ">=", NOVEMBER.from)
          .execute();
        const documentSum = (field: Exclude<keyof (typeof issued)[number], "series">) =>
          issued.reduce((sum, row) => sum + (row.series === "invoice" ? row[field] : -row[field]), 0);
        const sums = await accountSums(readDb, NOVEMBER);
        const on = (starts: string) =>
          sums.filter(({ account }) => account.startsWith(starts)).reduce((sum, { debit, credit }) => sum + debit - credit, 0); // oxfmt-ignore
        expect(0 - on("Output CGST")).toBe(documentSum("central_tax"));
        expect(0 - on("Output SGST")).toBe(documentSum("state_tax"));
        expect(0 - on("Output IGST")).toBe(documentSum("integrated_tax"));
        expect(0 - on("Sales") - on("Delivery") - on("Discount")).toBe(documentSum("taxable"));
        const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
        const back = payments.reduce((sum, one) => sum + Math.floor((one.amount * one.back) / 100), 0);
        expect(on("Customers")).toBe(documentSum("value") - paid + back);
        expect(on("Payment gateway")).toBe(paid - back);
        expect(on("Refunds payable")).toBe(0);
      },
    ),
    { numRuns: 15 },
  );
});

test("the file has an entry in each row, in rupees; what would be a formula is none", async () => {
  await saveAccountNames(db, { names: { ...USUAL_NAMES, customers: "=cmd" }, staffId }, NOW);
  await insertDocument(db, { orderId, number: "N/1", lines: [{ value: 12_345 }] });
  let csv = "";
  const period = { ...NOVEMBER, month: "2026-11" };
  for await (const part of journalList.file(readDb, period, "csv")) csv += String(part);
  expect(csv.trim().split(/\r?\n/)).toEqual([
    "Date,Voucher type,Voucher number,Account,Debit,Credit,Narration,Party",
    `2026-11-15,Sales,N/1,'=cmd,123.45,,Order #${orderId},Asha Rao`,
    `2026-11-15,Sales,N/1,Sales exempt,,123.45,Order #${orderId},Asha Rao`,
  ]);
});

test("a voucher out of balance is seen", () => {
  const line = { isDelivery: false, taxRate: 0, discount: 0, value: 100, taxable: 99, centralTax: 0, stateTax: 0, integratedTax: 0 }; // oxfmt-ignore
  const voucher = documentVoucher({ day: "2026-11-01", series: "invoice", number: "N/1", orderId: 1, party: "", of: null, lines: [line] }, USUAL_NAMES); // oxfmt-ignore
  expect(imbalanceOf(voucher)).toBe(1);
  expect(entriesOf(voucher)).toHaveLength(2);
});
