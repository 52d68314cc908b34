// npm run bench:accounts-month: the accountant's page of a month with 25,000 orders, in a shop with 3,00,000, and the longest
// list of a whole year as a file. In process, on SQLite. Writes its section of bench/results.md; exits with 1 when the month
// takes more than a second, or the process more than 300 MB.
//   BENCH_REPORT=off    leaves results.md alone
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { openDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { accountFile } from "~/domain/accounting/exports/account-lists.server";
import { readMonth } from "~/domain/accounting/month.server";
import { type Period, periodOfMonth } from "~/domain/accounting/period";
import { createAccount, createStaff } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { writeSection } from "./shop.mjs";

// So that rows that are kept would not fit.
setFlagsFromString("--max-old-space-size=96");

const ORDERS = 300_000;
const MOST = { seconds: 1, megabytes: 300 };
const YEAR: Period = { from: "2026-04-01", to: "2027-03-31", month: null };

const count = (number: number) => number.toLocaleString("en-IN");
const folder = mkdtempSync(path.join(tmpdir(), "kitab-accounts-"));
const db = openDatabase(path.join(folder, "kitab.db"));
await updateDatabase(db, path.resolve("migrations"));
const staffId = await createStaff(db.write);
await insertOrder(db.write, { accountId: await createAccount(db.write), state: "delivered" });
fill();

const month = await measure(async () => (await readMonth(db.read, periodOfMonth("2026-11")!)).lines.length);
const year = await measure(async () => (await readMonth(db.read, YEAR)).lines.length);
const files = {
  csv: await measure(() => bytesOf("csv")),
  xlsx: await measure(() => bytesOf("xlsx")),
};
await db.close();
rmSync(folder, { recursive: true });

const peak = Math.round(process.resourceUsage().maxRSS / 1024);
const row = (what: string, { seconds }: { seconds: number }) => `| ${what} | ${seconds.toFixed(2)} |`;
const lines = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, SQLite, in process. ${count(ORDERS)} documents of two lines in a year, 25,000 in the month, each with a payment.`,
  "",
  "| what | seconds |",
  "|---|---|",
  row("page of the month", month),
  row("page of the year", year),
  row(`lines of the year as CSV, ${(files.csv.result / 1e6).toFixed(0)} MB`, files.csv),
  row(`lines of the year as XLSX, ${(files.xlsx.result / 1e6).toFixed(0)} MB`, files.xlsx),
  "",
  `Memory of the process ${peak} MB at most, with a heap of 96 MB: lists are streamed.`,
];
process.stdout.write(`${lines.join("\n")}\n`);
if (process.env.BENCH_REPORT !== "off") writeSection("Last results of `npm run bench:accounts-month`", lines);
process.exit(month.seconds <= MOST.seconds && peak <= MOST.megabytes ? 0 : 1);

async function bytesOf(format: "csv" | "xlsx"): Promise<number> {
  const file = await accountFile(db, { list: "lines", period: YEAR, format }, staffId);
  if (!file.ok) throw new Error(file.message);
  let bytes = 0;
  for await (const piece of file.content) bytes += piece.length;
  return bytes;
}

async function measure(work: () => Promise<number>) {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** Rows alone: what the page and the lists read. */
function fill(): void {
  const day = `date('2026-04-01', (i * 365 / ${ORDERS + 1}) || ' days')`;
  db.executeScript(`
    create temp table n as with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ORDERS}) select i from n;
    insert into documents (id, order_id, series, kind, number, issued_at, issued_on, seller, payment, recipient, place, split,
      value, taxable, central_tax, state_tax, integrated_tax)
    select i, 1, 'invoice', 'tax_invoice', printf('N/26-27/%06d', i), ${day} || 'T06:00:00.000Z', ${day}, '{}', '{}', '{}',
      printf('%02d', 1 + i % 24), 'between_states', 59600, 56000, 0, 0, 3600 from n;
    insert into document_lines (document_id, position, is_delivery, title, hsn, tax_rate, quantity, mrp, unit_price, gross,
      discount, value, taxable, central_tax, state_tax, integrated_tax)
    select i, 0, 0, 'Godan', '4901', 0, 1, 36000, 36000, 36000, 0, 36000, 36000, 0, 0, 0 from n
    union all select i, 1, 0, 'A calendar', '4910', 1800, 1, 23600, 23600, 23600, 0, 23600, 20000, 0, 0, 3600 from n;
    insert into payments (order_id, gateway, gateway_payment_id, amount, currency, status, method, created_at, updated_at, money_on)
    select 1, 'sandbox', 'pay_' || i, 59600, 'INR', 'captured', iif(i % 3, 'upi', 'card'), ${day} || 'T06:00:00.000Z',
      ${day} || 'T06:00:00.000Z', ${day} from n;
  `);
}
