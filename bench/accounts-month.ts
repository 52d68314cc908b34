// npm run bench:accounts-month: the accountant's page of a month with 25,000 orders, in a shop with 3,00,000, that of a year,
// each report of a year, and the longest list of a whole year as a file. In process. Writes its section of bench/results.md;
// exits with 1 when the month takes more than a second, something of the year more than two, or the process more than 300 MB.
//   BENCH_ENGINE=postgres  on PostgreSQL instead of SQLite
//   BENCH_REPORT=off       leaves results.md alone
import { cpus } from "node:os";
import { setFlagsFromString } from "node:v8";
import { accountFile } from "~/domain/accounting/exports/account-lists.server";
import { readMonth } from "~/domain/accounting/month.server";
import { type Period, periodOfMonth } from "~/domain/accounting/period";
import { REPORT_KINDS, type ReportKind } from "~/domain/accounting/reports/reports";
import { reportRows, soldSums } from "~/domain/accounting/reports/reports.server";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { openBenchDatabase } from "./both-engines";
import { writeSection } from "./shop.mjs";

// So that rows that are kept would not fit. package.json gives the shop's own limit of young objects: without it the engine lets
// them grow to a hundred megabytes before it looks.
setFlagsFromString("--max-old-space-size=96");

const ORDERS = 300_000;
const BOOKS = 500;
const MOST = { month: 1, year: 2, megabytes: 300 };
const YEAR: Period = { from: "2026-04-01", to: "2027-03-31", month: null };

/** As long as a document has them. */
const SELLER = JSON.stringify({ name: "Malhaar Prakashan Private Limited", address: "12 Tilak Road\nPune 411030", gstin: "27AAGCM7383J1Z4", state: "Maharashtra", email: "orders@malhaar.example", phone: "02024440000" }); // oxfmt-ignore
const PAYMENT = JSON.stringify({ id: "pay_RB58MiP5SPFYyM", method: "upi", label: "UPI" });
const RECIPIENT = JSON.stringify({ name: "Meera Nair", lines: ["12 Lake View Road", "Near the post office", "Kochi 682001", "Kerala"] }); // oxfmt-ignore

const count = (number: number) => number.toLocaleString("en-IN");
const { db, engine, day, withoutTriggers, settle, close } = await openBenchDatabase();
const staffId = await createStaff(db.write);
await insertOrder(db.write, { accountId: await createAccount(db.write), state: "delivered" });
for (let at = 0; at < BOOKS; at += 1) await createBook(db.write);
await fill();
await settle();

const month = await measure(async () => (await readMonth(db.read, periodOfMonth("2026-11")!)).lines.length);
const year = await measure(async () => (await readMonth(db.read, YEAR)).lines.length);
const reports = [];
for (const by of REPORT_KINDS) reports.push({ by, ...(await measure(() => readReport(by))) });
const files = {
  csv: await measure(() => bytesOf("csv")),
  xlsx: await measure(() => bytesOf("xlsx")),
};
await close();

const peak = Math.round(process.resourceUsage().maxRSS / 1024);
const row = (what: string, { seconds }: { seconds: number }) => `| ${what} | ${seconds.toFixed(2)} |`;
const lines = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${engine}, in process. ${count(ORDERS)} documents of two lines in a year, 25,000 in the month, each with a payment.`,
  "",
  "| what | seconds |",
  "|---|---|",
  row("page of the month", month),
  row("page of the year", year),
  ...reports.map(({ by, ...took }) => row(`report of the year by ${by}`, took)),
  row(`lines of the year as CSV, ${(files.csv.result / 1e6).toFixed(0)} MB`, files.csv),
  row(`lines of the year as XLSX, ${(files.xlsx.result / 1e6).toFixed(0)} MB`, files.xlsx),
  "",
  `Memory of the process ${peak} MB at most, with a heap of 96 MB: lists are streamed.`,
];
process.stdout.write(`${lines.join("\n")}\n`);
if (process.env.BENCH_REPORT !== "off")
  writeSection(
    `Last results of \`npm run bench:accounts-month\`${engine === "SQLite" ? "" : ` on ${engine}`}`,
    lines,
  );
const slowest = Math.max(year.seconds, ...reports.map(({ seconds }) => seconds));
process.exit(month.seconds <= MOST.month && slowest <= MOST.year && peak <= MOST.megabytes ? 0 : 1);

async function bytesOf(format: "csv" | "xlsx"): Promise<number> {
  const file = await accountFile(db, { list: "lines", period: YEAR, format }, staffId);
  if (!file.ok) throw new Error(file.message);
  let bytes = 0;
  for await (const piece of file.content) bytes += piece.length;
  return bytes;
}

/** What the page of a report reads. */
async function readReport(by: ReportKind): Promise<number> {
  const [rows] = await Promise.all([reportRows(db.read, by, YEAR), soldSums(db.read, YEAR)]);
  return rows.length;
}

async function measure(work: () => Promise<number>) {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** Rows alone: what the page, the reports and the lists read. */
async function fill(): Promise<void> {
  const { account_id: account } = await db.write
    .selectFrom("orders")
    .select("account_id")
    .executeTakeFirstOrThrow();
  const { first } = await db.write
    .selectFrom("books")
    .select(({ fn }) => fn.min("id").as("first"))
    .executeTakeFirstOrThrow();
  const date = day("2026-04-01", `i * 365 / ${ORDERS + 1}`);
  const at = `${date} || 'T06:00:00.000Z'`;
  const number = "substr(cast(1000000 + i as text), 2)";
  await withoutTriggers(["orders", "order_lines", "documents", "document_lines", "payments"]);
  await db.executeScript(`
    create table bench_numbers (i integer not null);
    insert into bench_numbers with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ORDERS}) select i from n;
    insert into orders (id, account_id, state, item_count, subtotal, shipping, tax, total, fullname, address1, address2, place,
      state_name, pincode, mobile, email, gateway, receipt, invoice_no, placed_at, pay_by, paid_at, method_name)
    select 10 + i, ${account}, 'delivered', 2, 59600, 0, 3600, 59600, 'Meera Nair', '12 Lake View Road', '', 'Kochi', 'Kerala',
      '682001', '9847012345', 'meera@example.com', 'sandbox', 'bench-' || i, 'N/26-27/' || ${number}, ${at}, ${at}, ${at},
      case when i % 4 = 0 then 'Speed Post' else 'Standard' end from bench_numbers;
    insert into order_lines (id, order_id, book_id, title, mrp, unit_price, quantity, hsn, tax_rate)
    select 2 * i, 10 + i, ${first} + i % ${BOOKS}, 'Godan', 36000, 36000, 1, '4901', 0 from bench_numbers
    union all select 2 * i + 1, 10 + i, ${first} + (i + 7) % ${BOOKS}, 'A calendar', 23600, 23600, 1, '4910', 1800 from bench_numbers;
    insert into documents (id, order_id, series, kind, number, issued_at, issued_on, seller, payment, recipient, place, split,
      value, taxable, central_tax, state_tax, integrated_tax)
    select i, 10 + i, 'invoice', 'tax_invoice', 'N/26-27/' || ${number}, ${at}, ${date}, '${SELLER}', '${PAYMENT}', '${RECIPIENT}',
      substr(cast(101 + i % 24 as text), 2), 'between_states', 59600, 56000, 0, 0, 3600 from bench_numbers;
    insert into document_lines (document_id, position, of_line, is_delivery, title, hsn, tax_rate, quantity, mrp, unit_price, gross,
      discount, value, taxable, central_tax, state_tax, integrated_tax)
    select i, 0, 2 * i, 0, 'Godan', '4901', 0, 1, 36000, 36000, 36000, 0, 36000, 36000, 0, 0, 0 from bench_numbers
    union all select i, 1, 2 * i + 1, 0, 'A calendar', '4910', 1800, 1, 23600, 23600, 23600, 0, 23600, 20000, 0, 0, 3600
    from bench_numbers;
    insert into payments (order_id, gateway, gateway_payment_id, amount, currency, status, method, created_at, updated_at, money_on)
    select 10 + i, 'sandbox', 'pay_' || i, 59600, 'INR', 'captured', case when i % 3 > 0 then 'upi' else 'card' end, ${at}, ${at},
      ${date} from bench_numbers;
    drop table bench_numbers;
  `);
}
