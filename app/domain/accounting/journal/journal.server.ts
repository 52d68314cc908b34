import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { notTest } from "~/domain/sales/orders/no-test.server";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { type After, exportedList, inPortions } from "../exports/export-list.server";
import { type Period, periodBounds } from "../period";
import { readAccountNames } from "./account-names.server";
import type { AccountNames } from "./account-names";
import {
  documentVoucher,
  entriesOf,
  type Entry,
  imbalanceInWords,
  imbalanceOf,
  type JournalDocument,
  type JournalMoney,
  receiptVoucher,
  refundDueVoucher,
  refundPaidVoucher,
  remittanceVoucher,
  settlementVoucher,
  type Voucher,
} from "./journal";

type Days = Pick<Period, "from" | "to">;

const PORTION = 500;

/** The journal of a period as a file: an entry in each row. */
export const journalList = exportedList<Entry>("Journal", {
  columns: [
    { heading: "Date", kind: "day", of: ({ day }) => day },
    { heading: "Voucher type", kind: "text", of: ({ type }) => type },
    { heading: "Voucher number", kind: "text", width: 22, of: ({ number }) => number },
    { heading: "Account", kind: "text", width: 28, of: ({ account }) => account },
    { heading: "Debit", kind: "money", of: ({ debit }) => debit || null },
    { heading: "Credit", kind: "money", of: ({ credit }) => credit || null },
    { heading: "Narration", kind: "text", width: 36, of: ({ narration }) => narration },
    { heading: "Party", kind: "text", width: 24, of: ({ party }) => party },
  ],
  portions: journalEntries,
  // More than there are: a document seldom has eight entries.
  async count(db, period) {
    const documents = await documentsOf(db, period, period.from)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return documents.count * 8;
  },
});

/** All entries of a period: its documents, then what was paid, asked back, paid back, remitted and settled. */
export async function* journalEntries(db: Db, period: Days): AsyncGenerator<Entry[]> {
  const names = await readAccountNames(db);
  for await (const vouchers of journalVouchers(db, period, names)) yield vouchers.flatMap(entriesOf);
}

/** What the journal of a period puts on an account. */
export interface AccountSum {
  account: string;
  debit: number;
  credit: number;
}

/** The sums of a period by account, the accounts in alphabetical order. */
export async function accountSums(db: Db, period: Days): Promise<AccountSum[]> {
  const sums = new Map<string, AccountSum>();
  for await (const entries of journalEntries(db, period))
    for (const { account, debit, credit } of entries) {
      const sum = sums.get(account) ?? { account, debit: 0, credit: 0 };
      sums.set(account, { account, debit: sum.debit + debit, credit: sum.credit + credit });
    }
  return [...sums.values()].sort((one, other) => one.account.localeCompare(other.account, "en-IN"));
}

/** The vouchers of a period, in portions; each is balanced. */
export async function* journalVouchers(db: Db, period: Days, names: AccountNames): AsyncGenerator<Voucher[]> {
  for await (const vouchers of allVouchers(db, period, names)) {
    for (const voucher of vouchers)
      if (imbalanceOf(voucher) !== 0) throw new Error(imbalanceInWords(voucher));
    yield vouchers.filter(({ sums }) => sums.size > 0);
  }
}

async function* allVouchers(db: Db, period: Days, names: AccountNames): AsyncGenerator<Voucher[]> {
  for await (const rows of inPortions(period.from, (after) => documentRows(db, period, after), PORTION))
    yield (await withLines(db, rows)).map((document) => documentVoucher(document, names));
  const remitted = new Map<string, { listId: number; day: string; amount: number }>();
  for await (const rows of inPortions(period.from, (after) => receiptRows(db, period, after), PORTION)) {
    const receipts = rows.map(moneyOf);
    for (const { listId, day, amount } of receipts) {
      if (listId === null) continue;
      const key = `${listId} ${day}`;
      remitted.set(key, { listId, day, amount: (remitted.get(key)?.amount ?? 0) + amount });
    }
    yield receipts.map((money) => receiptVoucher(money, names));
  }
  yield* remittances(db, [...remitted.values()], names);
  const { start } = periodBounds(period);
  for await (const rows of inPortions(start, (after) => refundDueRows(db, period, after), PORTION))
    yield rows.map((row) => refundDueVoucher(moneyOf({ ...row, at: indianDate(new Date(row.at)) }), names));
  for await (const rows of inPortions(period.from, (after) => refundPaidRows(db, period, after), PORTION))
    yield rows.map((row) => refundPaidVoucher(moneyOf(row), names));
  for await (const rows of inPortions(period.from, (after) => settlementRows(db, period, after), PORTION))
    yield await settlements(db, rows, names);
}

/** The documents of a period that have figures. */
const documentsOf = (db: Db, { to }: Days, from?: string) =>
  db
    .selectFrom("documents as d")
    .$if(from !== undefined, (query) => query.where("d.issued_on", ">=", from!))
    .where("d.issued_on", "<=", to)
    .where("d.cancelled_at", "is", null);

const documentRows = (db: Db, period: Days, after: After) =>
  documentsOf(db, period)
    .leftJoin("documents as lowered", "lowered.id", "d.of_document")
    .select(["d.id", "d.issued_on as at", "d.series", "d.number", "d.order_id as orderId", "d.recipient"])
    .select("lowered.number as of")
    .where((eb) => eb(eb.refTuple("d.issued_on", "d.id"), ">", eb.tuple(after.at, after.id)))
    .orderBy("d.issued_on")
    .orderBy("d.id")
    .limit(PORTION)
    .execute();

/** Documents with their lines. */
async function withLines(db: Db, rows: Awaited<ReturnType<typeof documentRows>>): Promise<JournalDocument[]> {
  const lines = await db
    .selectFrom("document_lines")
    .select(["document_id", "is_delivery", "tax_rate", "discount", "value", "taxable"])
    .select(["central_tax", "state_tax", "integrated_tax"])
    .where(
      "document_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("document_id")
    .orderBy("position")
    .execute();
  const byDocument = grouped(lines, ({ document_id }) => document_id);
  return rows.map(({ id, at, recipient, ...row }) => ({
    ...row,
    day: at,
    party: (JSON.parse(recipient) as { name?: string }).name ?? "",
    lines: (byDocument.get(id) ?? []).map((line) => ({
      isDelivery: line.is_delivery === 1,
      taxRate: line.tax_rate,
      discount: line.discount,
      value: line.value,
      taxable: line.taxable,
      centralTax: line.central_tax,
      stateTax: line.state_tax,
      integratedTax: line.integrated_tax,
    })),
  }));
}

interface MoneyRow {
  id: number;
  at: string;
  orderId: number;
  amount: number;
  party: string;
  gateway: string;
  method: string | null;
  /** The payment's id at its service, and the reference of one that staff recorded. */
  payment: string;
  reference: string | null;
  note?: string | null;
}

/** A receipt of a carrier's list has the list's number in its id (at-the-door/remittances.server.ts). */
const LISTED = /^cash_\d+_list(\d+)-\d+$/;

function moneyOf({
  id,
  at,
  orderId,
  amount,
  party,
  gateway,
  method,
  payment,
  reference,
  note,
}: MoneyRow): JournalMoney {
  const list = gateway === "cash" ? LISTED.exec(payment)?.[1] : undefined;
  const isByHand = gateway === "cash" || gateway === "transfer";
  const how = [paymentMethodLabel(gateway, method), isByHand ? reference : payment, note];
  return {
    id,
    day: at,
    orderId,
    amount,
    party,
    gateway,
    how: how.filter(Boolean).join(", "),
    listId: list === undefined ? null : Number(list),
  };
}

const receiptRows = (db: Db, { to }: Days, after: After) =>
  db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["p.id", (eb) => eb.ref("p.money_on").$notNull().as("at"), "p.order_id as orderId", "p.amount"])
    .select([
      "o.fullname as party",
      "p.gateway",
      "p.method",
      "p.gateway_payment_id as payment",
      "p.reference",
    ])
    .where("p.money_on", "is not", null)
    .where("p.status", "in", ["captured", "refunded"])
    // What came in another currency pays no order, and goes back where it came from.
    .where("p.currency", "=", "INR")
    .where(notTest("p.order_id"))
    .where((eb) => eb(eb.refTuple("p.money_on", "p.id"), ">", eb.tuple(after.at, after.id)))
    .where("p.money_on", "<=", to)
    .orderBy("p.money_on")
    .orderBy("p.id")
    .limit(PORTION)
    .execute();

const refunds = (db: Db) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select(["r.id", "r.order_id as orderId", "r.amount", "o.fullname as party", "p.gateway", "p.method"])
    .select(["p.gateway_payment_id as payment", "p.reference", "r.paid_back as note"])
    .where(notTest("r.order_id"));

/** Refunds that were asked for in a period; one that is tried again was asked for once. */
const refundDueRows = (db: Db, period: Days, after: After) =>
  refunds(db)
    .select("r.created_at as at")
    .where("r.retry_of", "is", null)
    .where((eb) => eb(eb.refTuple("r.created_at", "r.id"), ">", eb.tuple(after.at, after.id)))
    .where("r.created_at", "<", periodBounds(period).end)
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(PORTION)
    .execute();

const refundPaidRows = (db: Db, { to }: Days, after: After) =>
  refunds(db)
    .select((eb) => eb.ref("r.money_on").$notNull().as("at"))
    .where("r.money_on", "is not", null)
    .where((eb) => eb(eb.refTuple("r.money_on", "r.id"), ">", eb.tuple(after.at, after.id)))
    .where("r.money_on", "<=", to)
    .orderBy("r.money_on")
    .orderBy("r.id")
    .limit(PORTION)
    .execute();

async function* remittances(
  db: Db,
  remitted: { listId: number; day: string; amount: number }[],
  names: AccountNames,
): AsyncGenerator<Voucher[]> {
  if (remitted.length === 0) return;
  const lists = await db
    .selectFrom("remittances")
    .select(["id", "name"])
    .where("id", "in", [...new Set(remitted.map(({ listId }) => listId))])
    .orderBy("id")
    .execute();
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]));
  yield remitted.map((one) => remittanceVoucher({ ...one, name: nameOf.get(one.listId) ?? "" }, names));
}

const settlementRows = (db: Db, { to }: Days, after: After) =>
  db
    .selectFrom("settlements as s")
    .select(["s.id", "s.settled_on as at", "s.number", "s.utr"])
    .where((eb) => eb(eb.refTuple("s.settled_on", "s.id"), ">", eb.tuple(after.at, after.id)))
    .where("s.settled_on", "<=", to)
    .orderBy("s.settled_on")
    .orderBy("s.id")
    .limit(PORTION)
    .execute();

async function settlements(db: Db, found: Awaited<ReturnType<typeof settlementRows>>, names: AccountNames) {
  const rows = await db
    .selectFrom("settlement_rows")
    .select(["settlement_id", "kind"])
    .select(({ fn }) => [
      fn.sum<number>("fee").as("fee"),
      fn.sum<number>("tax").as("tax"),
      fn.sum<number>("debit").as("debit"),
      fn.sum<number>("credit").as("credit"),
    ])
    .where(
      "settlement_id",
      "in",
      found.map(({ id }) => id),
    )
    .groupBy(["settlement_id", "kind"])
    .orderBy("settlement_id")
    .orderBy("kind")
    .execute();
  const byId = grouped(rows, ({ settlement_id }) => settlement_id);
  return found.map(({ id, at, number, utr }) =>
    settlementVoucher({ day: at, number, utr, rows: byId.get(id) ?? [] }, names),
  );
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
