// npm run bench:gstr1: the return GSTR-1 of a month with 25,000 orders, in a shop with 3,00,000: how long it takes as JSON and
// as a workbook, the memory of the process, and how long another request waits for its turn. In process. Writes its
// section of bench/results.md; exits with 1 when it takes more than 20 s or 300 MB.
//   BENCH_ENGINE=postgres  on PostgreSQL instead of SQLite
//   BENCH_REPORT=off       leaves results.md alone
import { cpus } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { toGstr1Json } from "~/domain/accounting/gstr1/gstr1.json.ts";
import { readGstr1 } from "~/domain/accounting/gstr1/read-return.server";
import { gstr1Workbook } from "~/domain/accounting/gstr1/return-workbook.server";
import { periodOfMonth } from "~/domain/accounting/period";
import { createAccount, setSettings } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { BUYER_FAR, SELLER } from "~/test/gst-month";
import { openBenchDatabase } from "./both-engines";
import { writeSection } from "./shop.mjs";

const ORDERS = 300_000;
const MOST = { seconds: 20, megabytes: 300 };
const MONTH = "2026-11";

const count = (number: number) => number.toLocaleString("en-IN");
const { db, engine, day, settle, close } = await openBenchDatabase();
await setSettings(db.write, { gstin: SELLER });
await insertOrder(db.write, { accountId: await createAccount(db.write), state: "delivered" });
await fill();
await settle();
const before = megabytes();

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const [json, sheet] = [await measure(jsonBytes), await measure(workbookBytes)];
delay.disable();
await close();

const peak = Math.round(process.resourceUsage().maxRSS / 1024);
const lines = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${engine}, in process. ${count(ORDERS)} orders in a year, 25,000 in the month, each with three lines; a tenth to buyers with a GSTIN, one of twenty with a note.`,
  "",
  "| file | seconds | MB |",
  "|---|---|---|",
  `| JSON | ${json.seconds.toFixed(2)} | ${(json.bytes / 1e6).toFixed(1)} |`,
  `| workbook | ${sheet.seconds.toFixed(2)} | ${(sheet.bytes / 1e6).toFixed(1)} |`,
  "",
  `Memory of the process ${before} MB before, ${peak} MB at most. The longest turn of the event loop took ${Math.round(delay.max / 1e6)} ms.`,
];
process.stdout.write(`${lines.join("\n")}\n`);
if (process.env.BENCH_REPORT !== "off")
  writeSection(`Last results of \`npm run bench:gstr1\`${engine === "SQLite" ? "" : ` on ${engine}`}`, lines);
process.exit(Math.max(json.seconds, sheet.seconds) <= MOST.seconds && peak <= MOST.megabytes ? 0 : 1);

async function found() {
  return (await readGstr1(db.read, { ...periodOfMonth(MONTH)!, month: MONTH }, new Date("2026-12-02")))!;
}

async function jsonBytes(): Promise<number> {
  const read = await found();
  if (read.refusal !== null) throw new Error(read.refusal);
  return Buffer.byteLength(JSON.stringify(toGstr1Json(read)));
}

async function workbookBytes(): Promise<number> {
  let bytes = 0;
  for await (const piece of gstr1Workbook(await found())) bytes += piece.length;
  return bytes;
}

async function measure(work: () => Promise<number>) {
  const started = performance.now();
  const bytes = await work();
  return { bytes, seconds: (performance.now() - started) / 1000 };
}

function megabytes(): number {
  return Math.round(process.memoryUsage().rss / 1024 / 1024);
}

/** Documents as rows alone: what the return reads. */
async function fill(): Promise<void> {
  const seller = JSON.stringify({ gstin: SELLER });
  const isTaxed = "i % 10 < 4";
  const isNear = "i % 3 > 0";
  const when = (condition: string, value: string, otherwise: string) =>
    `case when ${condition} then ${value} else ${otherwise} end`;
  const halfTax = when(`${isTaxed} and ${isNear}`, "1800", "0");
  const wholeTax = when(`${isTaxed} and not (${isNear})`, "3600", "0");
  const date = day("2026-04-01", `i * 365 / ${ORDERS + 1}`);
  const number = (value: string) => `substr(cast(1000000 + ${value} as text), 2)`;
  await db.executeScript(`
    create table bench_numbers (i integer not null);
    insert into bench_numbers with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ORDERS}) select i from n;
    insert into documents (id, order_id, series, kind, number, issued_at, issued_on, seller, payment, recipient, buyer_gstin,
      place, split, value, taxable, central_tax, state_tax, integrated_tax)
    select i, 1, 'invoice', ${when(isTaxed, "'tax_invoice'", "'bill_of_supply'")}, 'N/26-27/' || ${number("i")},
      ${date} || 'T06:00:00.000Z', ${date}, '${seller}', '{}', '{}', ${when("i % 10 = 0", `'${BUYER_FAR}'`, "''")},
      ${when(isNear, "'27'", "'29'")}, ${when(isNear, "'within_state'", "'between_states'")},
      64000, ${when(isTaxed, "60400", "64000")}, ${halfTax}, ${halfTax}, ${wholeTax} from bench_numbers;
    insert into document_lines (document_id, position, is_delivery, title, hsn, tax_rate, quantity, mrp, unit_price, gross,
      discount, value, taxable, central_tax, state_tax, integrated_tax)
    select i, 0, 0, 'Godan', '4901', 0, 1, 36000, 36000, 36000, 0, 36000, 36000, 0, 0, 0 from bench_numbers
    union all select i, 1, 0, 'A calendar', ${when(isTaxed, "'4910'", "'4901'")}, ${when(isTaxed, "1800", "0")}, 1, 23600, 23600,
      23600, 0, 23600, ${when(isTaxed, "20000", "23600")}, ${halfTax}, ${halfTax}, ${wholeTax} from bench_numbers
    union all select i, 2, 1, 'Delivery', '4901', 0, 0, 4400, 4400, 4400, 0, 4400, 4400, 0, 0, 0 from bench_numbers;
    insert into documents (id, order_id, series, kind, number, issued_at, issued_on, of_document, cause, seller, payment,
      recipient, buyer_gstin, place, split, value, taxable, central_tax, state_tax, integrated_tax)
    select ${ORDERS} + id, order_id, 'refund_note', 'refund_note', 'R/26-27/' || ${number("id / 20")}, issued_at, issued_on, id,
      'refund', seller, payment, recipient, buyer_gstin, place, split, 36000, 36000, 0, 0, 0 from documents where id % 20 = 0;
    insert into document_lines (document_id, position, is_delivery, title, hsn, tax_rate, quantity, mrp, unit_price, gross,
      discount, value, taxable, central_tax, state_tax, integrated_tax)
    select id, 0, 0, 'Godan', '4901', 0, 1, 36000, 36000, 36000, 0, 36000, 36000, 0, 0, 0 from documents
    where series = 'refund_note';
    drop table bench_numbers;
  `);
}
