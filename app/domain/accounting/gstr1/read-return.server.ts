import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { limitOn } from "~/domain/catalogue/books/tax/tax-limits";
import { readTaxLimits } from "~/domain/catalogue/books/tax/tax-limits.server";
import { hsnDigits } from "~/domain/catalogue/books/tax/short-hsn.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees, formatRupeesShort } from "~/domain/kit/money";
import { SETTINGS_LABELS } from "~/domain/shop/settings/settings.schema";
import { isGstin } from "~/domain/shop/settings/gstin";
import { changedAt, readSettings } from "~/domain/shop/settings/settings.server";
import { eachDay, type Period, periodInWords } from "../period";
import { isReportable } from "./gstr1-rules";
import { missingNumbers, type NumberedDocument } from "./number-runs";
import {
  documentsOfDay,
  givenNumbers,
  linesWithHsn,
  numberBefore,
  type ReadDocument,
  turnover,
} from "./read-documents.server";
import {
  belowZero,
  type Check,
  check,
  type CheckItem,
  MOST_ITEMS,
  orderLink,
  tablesAgree,
} from "./return-checks";
import { type Amounts, add, collectTables, type ReturnTables, total } from "./return-tables";

/** The return of one month. */
export interface Gstr1 {
  /** The seller's. */
  gstin: string;
  /** E.g. "2026-11". */
  month: string;
  tables: ReturnTables;
  checks: Check[];
  /** Why its file is not given, as a sentence; null: it can be filed. */
  refusal: string | null;
}

export const NOT_REGISTERED =
  "The shop has no GSTIN in its settings. A seller who is not registered for GST files no GSTR-1.";

/**
 * The return of a month with its checks, from the documents as they were issued. Read day by day, so that other requests get
 * their turn.
 * @param period a whole month @returns null when the shop has no GSTIN
 */
export async function readGstr1(
  db: Db,
  period: Period & { month: string },
  now = new Date(),
): Promise<Gstr1 | null> {
  const settings = await readSettings(db);
  const { gstin } = settings;
  if (gstin === "") return null;
  const limits = await readTaxLimits(db);
  const longHsn = limitOn(limits, "longHsn", period.from);
  const digits = await digitsOf(db, settings, { period, longHsn });
  const collected = collectTables(limits);
  const ledger = total([]);
  const numbers: NumberedDocument[] = [];
  const found = foundProblems();
  for (const day of eachDay(period)) {
    for (const document of await documentsOfDay(db, day, gstin)) {
      numbers.push({ series: document.series, number: document.number, isCancelled: false });
      if (document.isForeign) {
        if (document.kind !== "bill") found.foreign.take(document);
        continue;
      }
      collected.take(document);
      if (document.isCancelled) continue;
      add(ledger, document, document.series === "invoice" ? 1 : -1);
      found.take(document, digits);
    }
    await setImmediate();
  }
  const tables = collected.tables();
  const checks = [
    await hsnCheck(db, found, digits),
    ...(digits === 4 ? [turnoverCheck(await salesBefore(db, period), longHsn)] : []),
    gstinCheck(found),
    ...placeChecks(found),
    await numbersCheck(db, numbers, period),
    ...tablesAgree(tables, ledger satisfies Amounts),
    foreignCheck(found, gstin),
    belowZero(tables),
    overCheck(period, now),
  ];
  const wrong = checks.filter(({ state }) => state === "wrong");
  return {
    gstin,
    month: period.month,
    tables,
    checks,
    refusal:
      wrong.length === 0
        ? null
        : `The return of ${periodInWords(period)} cannot be filed yet. ${wrong.map(({ title, text }) => `${title}: ${text}`).join(" ")}`,
  };
}

/** Of documents that share a problem: the first ones, and how many there are. */
function listOf() {
  const documents: ReadDocument[] = [];
  let count = 0;
  const take = (document: ReadDocument) => {
    count += 1;
    if (documents.length < MOST_ITEMS) documents.push(document);
  };
  return { take, documents, count: () => count };
}

function foundProblems() {
  const codes = new Set<string>();
  const [hsn, gstins, elsewhere, taxedNowhere, untaxedNowhere, foreign] = [
    listOf(),
    listOf(),
    listOf(),
    listOf(),
    listOf(),
    listOf(),
  ];
  const take = (document: ReadDocument, digits: number) => {
    const short = document.parts.filter((part) => !isReportable(part.hsn, digits));
    for (const part of short) codes.add(part.hsn);
    if (short.length > 0) hsn.take(document);
    if (document.gstin !== "" && !isGstin(document.gstin)) gstins.take(document);
    const state = document.gstin.slice(0, 2);
    if (document.place !== "" && state !== "" && state !== document.place) elsewhere.take(document);
    if (document.place !== "") return;
    (document.parts.some(({ rate }) => rate > 0) ? taxedNowhere : untaxedNowhere).take(document);
  };
  return { take, codes, hsn, gstins, elsewhere, taxedNowhere, untaxedNowhere, foreign };
}

type Found = ReturnType<typeof foundProblems>;

/** The year in which the financial year of a day began. */
const yearOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < "04-01" ? 1 : 0);

/** The shop's own sales of the financial year before a period. */
const salesBefore = (db: Db, { from }: Period) =>
  turnover(db, `${yearOf(from) - 1}-04-01`, `${yearOf(from)}-03-31`);

/**
 * How many digits the HSN of a month's documents need. The setting says it from the financial year on in which it was last
 * changed; before, the shop's own sales do: what was issued keeps its codes.
 * @param given.longHsn the limit of that month, in paise
 */
async function digitsOf(
  db: Db,
  settings: Parameters<typeof hsnDigits>[0],
  { period, longHsn }: { period: Period; longHsn: number },
): Promise<4 | 6> {
  const changed = await changedAt(db, "aboveFiveCrore");
  if (changed === null || yearOf(period.from) >= yearOf(indianDate(changed))) return hsnDigits(settings);
  return (await salesBefore(db, period)) > longHsn ? 6 : 4;
}

/** Whether the settings ask for four digits of HSN though the shop's own sales of the financial year before are above the limit. */
function turnoverCheck(before: number, longHsn: number): Check {
  return check({
    title: `Turnover above ${formatRupeesShort(longHsn)}`,
    fine: "The settings say no, and the shop’s own sales of the financial year before say nothing else.",
    found: `The settings say no, but the shop’s sales of the financial year before were ${formatRupees(before)}: HSN codes then need six digits. Change “${SETTINGS_LABELS.aboveFiveCrore}” in the settings.`,
    state: "wrong",
    items: [],
    count: before > longHsn ? 1 : 0,
  });
}

const named = ({ number, orderId }: ReadDocument, what: string): CheckItem => ({
  text: `${number}: ${what}`,
  links: [orderLink(orderId)],
});

const WORKBOOK =
  "Until then the workbook has all tables, so that what is missing can be entered on the portal by hand.";

async function hsnCheck(db: Db, { hsn, codes }: Found, digits: number): Promise<Check> {
  const ids = hsn.documents.map(({ id }) => id);
  const lines = await linesWithHsn(db, ids, [...codes], MOST_ITEMS);
  return check({
    title: `HSN of at least ${digits} digits`,
    fine: "Every line has one.",
    found: `Lines have none or a shorter one, and the portal takes no line without. Enter the HSN in the book, for its next documents; those named here keep theirs. ${WORKBOOK}`,
    state: "wrong",
    items: lines.map(({ title, number, orderId, bookId, ...line }) => ({
      text: `“${title}” on ${number}: ${line.hsn === "" ? "no HSN" : `HSN ${line.hsn}`}`,
      links: [
        ...(bookId === null ? [] : [{ to: `/admin/products?edit=${bookId}`, label: "Book" }]),
        orderLink(orderId),
      ],
    })),
    count: hsn.count() > MOST_ITEMS ? hsn.count() : lines.length,
  });
}

const gstinCheck = ({ gstins }: Found): Check =>
  check({
    title: "GSTINs of buyers",
    fine: "All are valid.",
    found: `Some do not exist, and the portal refuses them. Ask the buyer for the right one. ${WORKBOOK}`,
    state: "wrong",
    items: gstins.documents.map((document) => named(document, document.gstin)),
    count: gstins.count(),
  });

function placeChecks({ elsewhere, taxedNowhere, untaxedNowhere }: Found): Check[] {
  const items = (list: Found["hsn"]) => list.documents.map((document) => named(document, "no state"));
  const taxed = check({
    title: "State of supply of taxed sales",
    fine: "Each has one.",
    found: `Some have none, which tables 4, 5 and 7 need. What went abroad is an export of table 6A, which Kitab does not make: enter it on the portal. ${WORKBOOK}`,
    state: "wrong",
    items: items(taxedNowhere),
    count: taxedNowhere.count(),
  });
  const other = check({
    title: "State of supply of untaxed sales",
    fine: "Each has one.",
    found:
      "Some have none: they count as sales to another state in table 8. What went abroad is an export: ask your accountant.",
    state: "look",
    items: items(untaxedNowhere),
    count: untaxedNowhere.count(),
  });
  const differs = check({
    title: "Buyers of another state than the parcel’s",
    fine: "None.",
    found:
      "The place of supply is where the books went, which is not the state of the buyer’s GSTIN. Ask your accountant if somebody else received them for the buyer.",
    state: "look",
    items: elsewhere.documents.map((document) =>
      named(document, `to ${document.place}, GSTIN ${document.gstin}`),
    ),
    count: elsewhere.count(),
  });
  return [taxed, ...[other, differs].filter(({ state }) => state !== "fine")];
}

const SERIES_NAMES = {
  invoice: "Bills and invoices",
  credit_note: "Credit notes",
  refund_note: "Refund notes",
} as const;

/** Numbers that are missing within the month, between it and the last one before it, or at the start of a financial year. */
async function numbersCheck(db: Db, numbers: NumberedDocument[], { from }: Period): Promise<Check> {
  const items: CheckItem[] = [];
  for (const series of Object.keys(SERIES_NAMES) as (keyof typeof SERIES_NAMES)[]) {
    const own = numbers.filter((one) => one.series === series).map(({ number }) => number);
    if (own.length === 0) continue;
    const before = await numberBefore(db, series, from);
    const missing = missingNumbers(own, before, 200);
    const given = await givenNumbers(db, series, missing);
    const gaps = missing.filter((number) => !given.has(number));
    items.push(
      ...gaps.map((number) => ({ text: `${SERIES_NAMES[series]}: ${number} is missing`, links: [] })),
    );
  }
  return check({
    title: "Numbers of documents",
    fine: "They follow each other without a gap.",
    found:
      "Some are missing, and table 13 leaves them out. Note for the tax office why these numbers were never used.",
    state: "look",
    items,
  });
}

const foreignCheck = ({ foreign }: Found, gstin: string): Check =>
  check({
    title: "GSTIN on the documents",
    fine: `All have ${gstin}.`,
    found: `Some were issued without ${gstin} and are not in this return. What was issued under another GSTIN belongs into its own return; what was issued before the registration into none.`,
    state: "look",
    items: foreign.documents.map((document) => named(document, "without it")),
    count: foreign.count(),
  });

const overCheck = ({ to }: Period, now: Date): Check =>
  check({
    title: "End of the month",
    fine: "The month is over: no document can be added.",
    found:
      "The month is not over: more documents will come. Download it again after the last day of the month.",
    state: "look",
    items: [],
    count: indianDate(now) > to ? 0 : 1,
  });
