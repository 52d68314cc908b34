import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { formatRupees } from "~/domain/kit/money";
import { orderDocuments } from "~/domain/sales/documents/document-file.server";
import { documentContents } from "~/domain/sales/documents/many-documents.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { openInvoices } from "~/domain/sales/trade/on-account.server";
import { createTestDatabase } from "~/test/database";
import { SELLER } from "~/test/gst-month";
import { figuresOfDocuments, figuresOfFile, ordersWithOtherMoney } from "~/test/independent-checker";
import { makeMonth } from "~/test/made-up-month";
import { startSandboxServer } from "~/test/payments/sandbox-server";
import { toGstr1Json } from "./gstr1/gstr1.json";
import { readGstr1 } from "./gstr1/read-return.server";
import type { Amounts, Listed } from "./gstr1/return-tables";
import { accountSums } from "./journal/journal.server";
import { readMonth } from "./month.server";
import { type DocumentSums, netOf } from "./month-sums";
import { type Period, periodOfMonth } from "./period";
import { ENTRY_KINDS } from "./statement/statement";
import { readAccountStatement } from "./statement/statement.server";

/* docs/a-month.md goes through this month by hand: each of its tables is what the shop says. */

const DOCUMENT = readFileSync("docs/a-month.md", "utf8");
const NOVEMBER = periodOfMonth("2026-11") as Period & { month: string };
const DECEMBER = new Date("2026-12-05T06:00:00Z");

let db: Db;
let made: Awaited<ReturnType<typeof makeMonth>>;
beforeAll(async () => {
  db = (await createTestDatabase()).write;
  made = await makeMonth(db);
});

type Cell = string | number;
const amount = (paise: number): string => formatRupees(paise).replace("₹", "");
const percent = (rate: number): string => `${rate / 100} %`;
const taxes = ({ taxable, centralTax, stateTax, integratedTax }: Amounts): Cell[] =>
  [taxable, centralTax, stateTax, integratedTax].map(amount);

/** The rows of the table below a heading of the document. */
const rowsBelow = (heading: string): string[] =>
  DOCUMENT.split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);

const isTable = (heading: string, rows: readonly (readonly Cell[])[]) =>
  expect(rowsBelow(heading)).toEqual(rows.map((row) => `| ${row.join(" | ")} |`));

test("the sandbox knows each payment of the month, so that the shop may ask for them", async () => {
  const gateway = (await startSandboxServer(db)).gateway();
  const asked = await db
    .selectFrom("orders as o")
    .select(["o.gateway_order_id as at"])
    .where("o.gateway_order_id", "is not", null)
    .orderBy("o.id", "desc")
    .limit(20)
    .execute();
  expect(asked).toHaveLength(20);
  for (const { at } of asked)
    for (const { id, status, amount } of await gateway.fetchOrderPayments(at!))
      expect(await paymentOf(id)).toEqual({ status, amount });
  const unknown = db.selectFrom("sandbox_orders").select("id");
  const left = await db
    .selectFrom("orders")
    .select("id")
    .where("gateway_order_id", "not in", unknown)
    .execute();
  expect(left).toEqual([]);
});

const paymentOf = (id: string) =>
  db
    .selectFrom("payments")
    .select(["status", "amount"])
    .where("gateway_payment_id", "=", id)
    .executeTakeFirst();

test("the orders are those of the document", async () => {
  const { kinds } = made;
  expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(200);
  const cells = Object.entries(kinds).flat();
  isTable(
    "The orders",
    Array.from({ length: cells.length / 4 }, (_, row) => cells.slice(row * 4, row * 4 + 4)),
  );
  const invoices = await openInvoices(db, made.bookshop);
  const open = new Map(invoices.map((invoice) => [invoice.orderId, invoice.open]));
  expect(await ordersWithOtherMoney(db, open)).toEqual([]);
});

test("the page of the month and the journal are those of the document", async () => {
  const { sums, ways } = await readMonth(db, NOVEMBER);
  const row = (name: string, sum: DocumentSums): Cell[] => [name, amount(sum.value), ...taxes(sum)];
  isTable("The page of the month", [
    row("Sales", sums.sales),
    row("Notes", sums.notes),
    row("Net", netOf(sums)),
  ]);
  const accounts = await accountSums(db, NOVEMBER);
  const all = accounts.reduce((sum, { debit, credit }) => [sum[0]! + debit, sum[1]! + credit], [0, 0]);
  isTable("The journal", [
    ...accounts.map(({ account, debit, credit }) => [account, amount(debit), amount(credit)]),
    ["all", ...all.map(amount)],
  ]);
  isTable(
    "The bookshop's statement",
    (await openInvoices(db, made.bookshop)).map(({ orderId, dueOn, total, open }) => [
      `#${orderId}`,
      dueOn,
      amount(total),
      amount(open),
    ]),
  );
  const { statement } = await readAccountStatement(db, made.bookshop, NOVEMBER, DECEMBER);
  isTable(
    "Day by day",
    statement.rows.map(({ day, kind, number, debit, credit, balance }) => [
      day,
      `${ENTRY_KINDS[kind]} ${number}`,
      ...[debit, credit, balance].map(amount),
    ]),
  );
  isTable(
    "Payments by way",
    ways.map(({ way, payments, received, refunds, refunded }) => [
      way,
      payments,
      amount(received),
      refunds,
      amount(refunded),
    ]),
  );
});

test("the return is that of the document, and an independent checker finds the same", async () => {
  const found = (await readGstr1(db, NOVEMBER, DECEMBER))!;
  expect(found.refusal).toBeNull();
  expect(found.checks.filter(({ state }) => state !== "fine")).toEqual([]);
  const { tables } = found;
  const listed = (table: string, rows: readonly Listed[]) =>
    rows.flatMap(({ number, gstin, place, value, rates }) =>
      rates.map((one) => [
        table,
        number,
        gstin || "none",
        place,
        amount(value),
        percent(one.rate),
        ...taxes(one),
      ]),
    );
  isTable("Tables 4, 5 and 9B", [
    ...listed("4", tables.b2b),
    ...listed("5", tables.b2cl),
    ...listed("9B", [...tables.cdnr, ...tables.cdnur]),
  ]);
  isTable(
    "Table 7",
    tables.b2cs.map(({ place, rate, ...sums }) => [place, percent(rate), ...taxes(sums)]),
  );
  isTable(
    "Table 8",
    tables.nil.map(({ split, isRegistered, nil }) => [
      split === "within_state" ? "Maharashtra" : "other states",
      isRegistered ? "registered" : "unregistered",
      amount(nil),
    ]),
  );
  isTable(
    "Table 12",
    [
      ...tables.hsnB2b.map((row) => ["B2B", row] as const),
      ...tables.hsnB2c.map((row) => ["B2C", row] as const),
    ].map(([tab, { hsn, rate, quantity, ...sums }]) => [tab, hsn, percent(rate), quantity, ...taxes(sums)]),
  );
  isTable(
    "Table 13",
    tables.documents.map(({ nature, from, to, total, cancelled }) => [
      nature.code,
      from,
      to,
      total,
      cancelled,
    ]),
  );
  const file = JSON.parse(JSON.stringify(toGstr1Json(found))) as unknown;
  expect(figuresOfFile(file)).toEqual(await figuresOfDocuments(db, "2026-11", SELLER));
});

test("the documents that it calculates by hand have these figures", async () => {
  const numbers = rowsBelow("Documents by hand").map((row) => row.split(" | ")[0]!.slice(2));
  const rows = await db
    .selectFrom("document_lines as l")
    .innerJoin("documents as d", "d.id", "l.document_id")
    .select([
      "d.number",
      "l.title",
      "l.tax_rate",
      "l.quantity",
      "l.gross",
      "l.discount",
      "l.value",
      "l.taxable",
    ])
    .select(["l.central_tax", "l.state_tax", "l.integrated_tax"])
    .where("d.number", "in", numbers)
    .orderBy("d.id")
    .orderBy("l.position")
    .execute();
  isTable(
    "Documents by hand",
    rows.map(({ number, title, quantity, ...line }) => [
      number,
      title,
      percent(line.tax_rate),
      quantity,
      ...[line.gross, line.discount, line.value].map(amount),
      ...[line.taxable, line.central_tax, line.state_tax, line.integrated_tax].map(amount),
    ]),
  );
});

test("documents that are read in batches have the texts of those that are read with their order", async () => {
  const ids = await db.selectFrom("documents").select(["id", "order_id as orderId"]).orderBy("id", "desc").execute(); // oxfmt-ignore
  const shop = { read: db, write: db };
  const single = [];
  for (const { id, orderId } of ids) {
    const documents = await orderDocuments(shop, (await readOrder(db, orderId, "anybody"))!);
    single.push({ id, content: documents.find(({ issued }) => issued.id === id)!.content });
  }
  expect(ids.length).toBeGreaterThan(200);
  expect(new Set(single.map(({ content }) => content.stamp?.title)).size).toBeGreaterThan(2);
  let at = 0;
  for await (const document of documentContents(db, ids)) expect(document).toEqual(single[at++]);
  expect(at).toBe(single.length);
});
