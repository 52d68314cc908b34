import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { BUYER_FAR } from "~/test/gst-month";
import { insertDocument } from "~/test/documents";
import { createStaff, setSettings } from "~/test/factories";
import { createOrder, createOrderShop } from "~/test/orders";
import { periodOfMonth } from "../period";
import { missingNumbers, runsOf } from "./number-runs";
import { readGstr1 } from "./read-return.server";
import { tablesAgree } from "./return-checks";
import { type LimitKind, limitOn, limitsWith } from "~/domain/catalogue/books/tax/tax-limits";
import { readTaxLimits, removeTaxLimit, saveTaxLimit } from "~/domain/catalogue/books/tax/tax-limits.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { collectTables, type ReturnDocument, total } from "./return-tables";

const SELLER = "27AAPFU0939F1ZV";
const AFTER = new Date("2026-12-02T06:00:00.000Z");
const november = periodOfMonth("2026-11") as Parameters<typeof readGstr1>[1];

let db: Db;
beforeEach(async () => {
  db = (await createTestDatabase()).write;
  await setSettings(db, { gstin: SELLER });
});

const read = async (now = AFTER) => (await readGstr1(db, november, now))!;
const ofState = (found: Awaited<ReturnType<typeof read>>, state: string) =>
  found.checks.filter((check) => check.state === state);
const number = (count: number) => `N/26-27/${String(count).padStart(6, "0")}`;

test("a seller without a GSTIN has no return", async () => {
  await setSettings(db, { gstin: "" });
  expect(await readGstr1(db, november, AFTER)).toBeNull();
});

test("a line without an HSN names book and document, with links, and the file is not given", async () => {
  const shop = await createOrderShop();
  db = shop.db;
  await setSettings(db, { gstin: SELLER });
  const order = await createOrder(db, shop.gateway, "paid", { book: { title: "Godan" } });
  const { id } = await db
    .selectFrom("order_lines")
    .select("id")
    .where("order_id", "=", order.orderId)
    .executeTakeFirstOrThrow();
  const lines = [
    { title: "Godan", hsn: "", ofLine: id },
    { isDelivery: true, hsn: "49" },
  ];
  await insertDocument(db, { orderId: order.orderId, number: number(1), lines });
  const found = await read();
  const [check, ...others] = ofState(found, "wrong");
  expect(others).toEqual([]);
  const link = { to: `/admin/orders/${order.orderId}`, label: `Order #${order.orderId}` };
  expect(check!.items).toEqual([
    {
      text: `“Godan” on ${number(1)}: no HSN`,
      links: [{ to: `/admin/products?edit=${order.bookId}`, label: "Book" }, link],
    },
    { text: `“Delivery” on ${number(1)}: HSN 49`, links: [link] },
  ]);
  expect(found.refusal).toMatch(
    /^The return of November 2026 cannot be filed yet\. HSN of at least 4 digits: Lines/,
  );
});

test("six digits of HSN are needed where the settings say so; sales above five crore in the year before ask for that", async () => {
  await insertDocument(db, { number: number(1) });
  const sold = { number: "N/25-26/000001", issued_at: "2026-03-31T18:29:00.000Z" };
  await insertDocument(db, { ...sold, lines: [{ value: 5_00_00_000_00 }] });
  expect((await read()).refusal).toBeNull();
  await insertDocument(db, { ...sold, number: "N/25-26/000002", lines: [{ value: 1 }] });
  expect((await read()).refusal).toContain(
    "Turnover above ₹5,00,00,000: The settings say no, but the shop’s sales of the financial year before were ₹5,00,00,000.01",
  );
  await setSettings(db, { aboveFiveCrore: "yes" });
  // Since the year after: November was filed with four digits, unless its own year before was above.
  const since = (at: string) =>
    db.updateTable("settings").set({ updated_at: at }).where("key", "=", "aboveFiveCrore").execute();
  await since("2027-04-01T06:00:00.000Z");
  expect((await read()).refusal).toContain("HSN of at least 6 digits");
  await db.deleteFrom("document_lines").where("value", "=", 1).execute();
  await db.deleteFrom("documents").where("number", "=", "N/25-26/000002").execute();
  expect((await read()).refusal).toBeNull();
  // Said at its end, for all of the year.
  await since("2027-03-31T18:00:00.000Z");
  const { checks, refusal } = await read();
  expect(refusal).toContain("HSN of at least 6 digits");
  expect(checks.map(({ title }) => title)).not.toContain("Turnover above ₹5,00,00,000");
});

test("a wrong GSTIN and a taxed sale to nowhere hold the file back; an untaxed one is to be looked at", async () => {
  const wrong = await insertDocument(db, {
    number: number(1),
    buyer_gstin: "29AAGCB7383J1Z5",
    place: "29",
    split: "between_states",
  });
  const far = { place: "", split: "between_states" } as const;
  await insertDocument(db, { number: number(2), ...far, lines: [{ rate: 1800, hsn: "4910" }] });
  await insertDocument(db, { number: number(3), ...far });
  const found = await read();
  expect(ofState(found, "wrong").map(({ title, items }) => [title, items.map(({ text }) => text)])).toEqual([
    ["GSTINs of buyers", [`${number(1)}: 29AAGCB7383J1Z5`]],
    ["State of supply of taxed sales", [`${number(2)}: no state`]],
  ]);
  expect(ofState(found, "look").map(({ items }) => items.map(({ text }) => text))).toEqual([
    [`${number(3)}: no state`],
  ]);
  // A cancelled document has no figures that could be wrong.
  await db
    .updateTable("documents")
    .set({ cancelled_at: AFTER.toISOString() })
    .where("id", "=", wrong)
    .execute();
  expect(ofState(await read(), "wrong")).toHaveLength(1);
});

test("missing numbers are named, also between this month and the last; not those of other months", async () => {
  const october = "2026-10-20T06:00:00.000Z";
  await insertDocument(db, { number: number(1), issued_at: october });
  // Drawn first and written a moment later, on the other side of midnight.
  await insertDocument(db, { number: number(5), issued_at: "2026-12-01T06:00:00.000Z" });
  for (const count of [3, 4, 6, 8]) await insertDocument(db, { number: number(count) });
  const found = await read();
  expect(ofState(found, "look").flatMap(({ items }) => items.map(({ text }) => text))).toEqual([
    `Bills and invoices: ${number(2)} is missing`,
    `Bills and invoices: ${number(7)} is missing`,
  ]);
  expect(found.refusal).toBeNull();
  expect(found.tables.documents.map(({ from, to, total: count }) => [from, to, count])).toEqual([
    [number(3), number(4), 2],
    [number(6), number(6), 1],
    [number(8), number(8), 1],
  ]);
});

test("what was issued before the registration or under another GSTIN is left out and named", async () => {
  await insertDocument(db, { number: number(1), kind: "bill", lines: [{ value: 100 }] });
  const seller = JSON.stringify({ gstin: "29AAGCB7383J1Z4" });
  await insertDocument(db, { number: number(2), seller, lines: [{ value: 100 }] });
  await insertDocument(db, { number: number(3) });
  const found = await read();
  expect(found.tables.nil).toEqual([{ split: "within_state", isRegistered: false, nil: 100_00, exempt: 0 }]);
  expect(found.tables.documents.map(({ from, to }) => [from, to])).toEqual([[number(3), number(3)]]);
  expect(ofState(found, "look").flatMap(({ items }) => items.map(({ text }) => text))).toEqual([
    `${number(2)}: without it`,
  ]);
});

test("a sum below zero and a month that is not over are to be looked at", async () => {
  const sold = await insertDocument(db, { number: number(1), issued_at: "2026-10-20T06:00:00.000Z" });
  await insertDocument(db, { series: "refund_note", number: "R/26-27/000001", of_document: sold });
  const found = await read(new Date("2026-11-30T18:29:00.000Z"));
  expect(ofState(found, "look").map(({ title }) => title)).toEqual(["Sums below zero", "End of the month"]);
  expect(found.tables.nil).toEqual([{ split: "within_state", isRegistered: false, nil: -100_00, exempt: 0 }]);
});

test("a document whose lines do not add up to it is found, as is a table that lost a row", () => {
  const collected = collectTables(limitsWith([]));
  const amounts = { taxable: 200_00, centralTax: 0, stateTax: 0, integratedTax: 36_00 };
  const document: ReturnDocument = {
    id: 1,
    orderId: 1,
    series: "invoice",
    number: number(1),
    isCancelled: false,
    issuedOn: "2026-11-15",
    gstin: "",
    place: "29",
    split: "between_states",
    value: 336_00,
    base: { value: 336_00, split: "between_states", issuedOn: "2026-11-15" },
    ...amounts,
    taxable: 300_00,
    parts: [
      { rate: 1800, hsn: "4910", quantity: 1, ...amounts },
      { rate: 0, hsn: "4901", quantity: 1, ...total([]), taxable: 100_00 },
    ],
  };
  collected.take(document);
  const states = (tables = collected.tables(), ledger = total([document])) =>
    tablesAgree(tables, ledger).map(({ state }) => state);
  expect(states()).toEqual(["fine", "fine", "fine"]);
  expect(states(undefined, { ...total([document]), taxable: 300_01 })).toEqual(["fine", "fine", "wrong"]);
  expect(states({ ...collected.tables(), b2cs: [] })).toEqual(["wrong", "fine", "wrong"]);
  expect(states({ ...collected.tables(), nil: [] })).toEqual(["fine", "wrong", "wrong"]);
});

test("a changed prefix goes on with the count, and a new financial year begins again", () => {
  const documents = ["KB/25-26/000009", "KB/26-27/000001", "NLB/26-27/000002", "NLB/26-27/000003"];
  const runs = runsOf(documents.map((one) => ({ series: "invoice", number: one, isCancelled: false })));
  expect(runs.map(({ from, to }) => [from, to])).toEqual([
    ["KB/25-26/000009", "KB/25-26/000009"],
    ["KB/26-27/000001", "KB/26-27/000001"],
    ["NLB/26-27/000002", "NLB/26-27/000003"],
  ]);
  expect(missingNumbers(documents, "KB/25-26/000008", 10)).toEqual([]);
  expect(missingNumbers(["NLB/26-27/000004"], "KB/26-27/000001", 1)).toEqual(["NLB/26-27/000002"]);
});

test("a financial year that does not begin with 1 lacks its first numbers", async () => {
  expect(missingNumbers(["KB/26-27/000003"], "KB/25-26/000009", 10)).toEqual([
    "KB/26-27/000001",
    "KB/26-27/000002",
  ]);
  expect(missingNumbers(["KB/26-27/000002"], null, 10)).toEqual(["KB/26-27/000001"]);
  expect(missingNumbers(["KB-000002"], null, 10)).toEqual([]);
  await insertDocument(db, { number: "N/25-26/000007", issued_at: "2026-03-20T06:00:00.000Z" });
  await insertDocument(db, { number: number(2) });
  const found = await read();
  expect(ofState(found, "look").flatMap(({ items }) => items.map(({ text }) => text))).toEqual([
    `Bills and invoices: ${number(1)} is missing`,
  ]);
});

test("limits are rows from a day on: a return has that of the day of its documents, also after another is added", async () => {
  const far = { place: "27", split: "between_states" } as const;
  const sold = (day: string, at: number) =>
    insertDocument(db, {
      ...far,
      number: number(at),
      issued_at: `${day}T06:00:00.000Z`,
      lines: [{ value: 60_000_00, rate: 1800, hsn: "4910" }],
    });
  await sold("2026-11-10", 1);
  await sold("2026-12-10", 2);
  const large = async (month: string) => {
    const period = periodOfMonth(month)! as Parameters<typeof readGstr1>[1];
    return (await readGstr1(db, period))!.tables.b2cl.length;
  };
  expect([await large("2026-11"), await large("2026-12")]).toEqual([0, 0]);
  const staffId = await createStaff(db);
  const limit = (kind: LimitKind, from: string, amount: number) =>
    saveTaxLimit(db, { limit: { kind, from, amount, note: "Budget" }, staffId });
  expect(await limit("largeSale", "2026-12-01", 50_000_00)).toEqual({
    ok: true,
    message: "Large sale to another state, from 1 Dec 2026 is ₹50,000",
  });
  expect([await large("2026-11"), await large("2026-12")]).toEqual([0, 1]);
  // One of the same day stands in place of the usual one, which counts again without it.
  const newest = async () =>
    limitOn(
      (await readTaxLimits(db)).filter(({ from }) => from < "2026-12-01"),
      "largeSale",
      "2026-11-30",
    );
  await limit("largeSale", "2024-08-01", 75_000_00);
  expect(await newest()).toBe(75_000_00);
  const of = { kind: "largeSale", from: "2024-08-01", staffId } as const;
  expect(await removeTaxLimit(db, of)).toMatchObject({ ok: true, message: expect.stringContaining("again") });
  expect([await newest(), (await removeTaxLimit(db, of)).ok]).toEqual([1_00_000_00, false]);
  const history = await readAudit(db, "settings", 0);
  expect(history.map(({ changes }) => changes[0]!.after)).toEqual([
    "₹1,00,000 (Notification 12/2024)",
    "₹75,000 (Budget)",
    "₹50,000 (Budget)",
  ]);
  // Turnover is compared with the limit of the month.
  await insertDocument(db, { number: "N/25-26/000001", issued_at: "2026-03-01T06:00:00.000Z", lines: [{ value: 40_00_000_00 }] }); // oxfmt-ignore
  await limit("longHsn", "2026-12-01", 30_00_000_00);
  const asks = async (month: string) => {
    const period = periodOfMonth(month)! as Parameters<typeof readGstr1>[1];
    return (await readGstr1(db, period))!.refusal?.includes("Turnover above ₹30,00,000") ?? false;
  };
  expect([await asks("2026-11"), await asks("2026-12")]).toEqual([false, true]);
});

test("a buyer whose GSTIN is of another state than that of the parcel is to be looked at, and the file is given", async () => {
  await insertDocument(db, {
    number: number(1),
    buyer_gstin: BUYER_FAR,
    place: "29",
    split: "between_states",
  });
  const titles = async () => ofState(await read(), "look").map(({ title }) => title);
  expect(await titles()).toEqual([]);
  await insertDocument(db, { number: number(2), buyer_gstin: BUYER_FAR, place: "27" });
  const found = await read();
  expect([found.refusal, await titles()]).toEqual([null, ["Buyers of another state than the parcel’s"]]);
  const [check] = ofState(found, "look");
  expect(check!.items).toMatchObject([{ text: `${number(2)}: to 27, GSTIN ${BUYER_FAR}` }]);
});
