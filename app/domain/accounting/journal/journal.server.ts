import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { exportedList, inPortions } from "../exports/export-list.server";
import { periodBounds } from "../period";
import { readAccountNames } from "./account-names.server";
import type { AccountNames } from "./account-names";
import {
  documentVoucher,
  entriesOf,
  type Entry,
  imbalanceInWords,
  imbalanceOf,
  receiptVoucher,
  refundDueVoucher,
  refundPaidVoucher,
  remittanceVoucher,
  settlementVoucher,
  type Voucher,
} from "./journal";
import {
  type Days,
  documentRows,
  documentsOf,
  grouped,
  moneyOf,
  PORTION,
  receiptRows,
  refundDueRows,
  refundPaidRows,
  settlementRows,
  withLines,
} from "./journal-rows.server";

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
