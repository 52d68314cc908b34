import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { notTest } from "~/domain/sales/orders/no-test.server";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { ACCOUNT_WAY_LABELS } from "~/domain/sales/trade/on-account";
import { readCredit } from "~/domain/sales/trade/on-account.server";
import { exportedList } from "../exports/export-list.server";
import type { Period } from "../period";
import {
  type AccountStatement,
  ENTRY_KINDS,
  openByAge,
  type Statement,
  type StatementEntry,
  statementOf,
} from "./statement";

type Days = Pick<Period, "from" | "to">;

/**
 * What changed what a customer owes for orders on account, and what was owed before and after: their documents that were not
 * cancelled, and the money of their orders. By day; of one day documents come first.
 */
export async function readStatement(db: Db, accountId: number, period: Days): Promise<Statement> {
  const [opening, entries] = await Promise.all([
    owedBefore(db, accountId, period.from),
    entriesOf(db, accountId, period),
  ]);
  return statementOf(opening, entries);
}

/** A customer's account: their statement of a period, and what is open now. */
export async function readAccountStatement(
  db: Db,
  accountId: number,
  period: Days,
  now = new Date(),
): Promise<AccountStatement> {
  const [statement, { credit, invoices }] = await Promise.all([
    readStatement(db, accountId, period),
    readCredit(db, accountId),
  ]);
  return { statement, credit, invoices, ages: openByAge(invoices, indianDate(now)) };
}

/** What a customer owed before a day. */
async function owedBefore(db: Db, accountId: number, day: string): Promise<number> {
  const [documents, payments, refunds] = await Promise.all([
    documentsOf(db, accountId)
      .select((eb) =>
        eb.fn
          .sum<number>(
            eb
              .case()
              .when("d.series", "=", "invoice")
              .then(eb.ref("d.value"))
              .else(sql<number>`-d.value`)
              .end(),
          )
          .as("sum"),
      )
      .where("d.issued_on", "<", day)
      .executeTakeFirstOrThrow(),
    paymentsOf(db, accountId)
      .select((eb) => eb.fn.sum<number>("p.amount").as("sum"))
      .where("p.money_on", "<", day)
      .executeTakeFirstOrThrow(),
    refundsOf(db, accountId)
      .select((eb) => eb.fn.sum<number>("r.amount").as("sum"))
      .where("r.money_on", "<", day)
      .executeTakeFirstOrThrow(),
  ]);
  return (documents.sum ?? 0) - (payments.sum ?? 0) + (refunds.sum ?? 0);
}

async function entriesOf(db: Db, accountId: number, { from, to }: Days): Promise<StatementEntry[]> {
  const [documents, payments, refunds] = await Promise.all([
    documentsOf(db, accountId)
      .select(["d.issued_on as day", "d.series", "d.number", "d.value", "d.order_id as orderId"])
      .select(["o.buyer_reference as reference", "d.id"])
      .where("d.issued_on", ">=", from)
      .where("d.issued_on", "<=", to)
      .orderBy("d.id")
      .execute(),
    paymentsOf(db, accountId)
      .leftJoin("account_receipts as a", "a.id", "p.account_receipt")
      .select(["p.amount", "p.gateway", "p.method", "p.order_id as orderId", "p.account_receipt as receipt"])
      .select((eb) => [
        eb.ref("p.money_on").$notNull().as("day"),
        "a.way",
        "a.reference",
        "a.amount as whole",
      ])
      .where("p.money_on", ">=", from)
      .where("p.money_on", "<=", to)
      .orderBy("p.id")
      .execute(),
    refundsOf(db, accountId)
      .innerJoin("payments as p", "p.id", "r.payment_id")
      .select(["r.amount", "r.order_id as orderId", "p.gateway", "p.method"])
      .select((eb) => eb.ref("r.money_on").$notNull().as("day"))
      .where("r.money_on", ">=", from)
      .where("r.money_on", "<=", to)
      .orderBy("r.id")
      .execute(),
  ]);
  const entries: StatementEntry[] = documents.map(({ day, series, number, value, orderId, reference }) =>
    series === "invoice"
      ? { day, kind: "invoice", number, reference, orderId, debit: value, credit: 0 }
      : { day, kind: "note", number, reference: "", orderId, debit: 0, credit: value },
  );
  // What came at once is one entry, whatever it was spread over.
  const receipts = new Set<number>();
  for (const { day, amount, gateway, method, orderId, receipt, way, reference, whole } of payments) {
    if (receipt !== null && receipts.has(receipt)) continue;
    if (receipt !== null) receipts.add(receipt);
    const number = way === null ? paymentMethodLabel(gateway, method) : ACCOUNT_WAY_LABELS[way];
    const isOfOne = whole === null || whole === amount;
    entries.push({
      day,
      kind: "payment",
      number,
      reference: reference ?? "",
      orderId: isOfOne ? orderId : null,
      debit: 0,
      credit: whole ?? amount,
    });
  }
  for (const { day, amount, orderId, gateway, method } of refunds) {
    const number = paymentMethodLabel(gateway, method);
    entries.push({ day, kind: "refund", number, reference: "", orderId, debit: amount, credit: 0 });
  }
  return entries.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

/** Documents of a customer's orders on account. One that was cancelled before the goods were sent has no figures. */
export const documentsOf = (db: Db, accountId: number) =>
  db
    .selectFrom("documents as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .where("o.account_id", "=", accountId)
    .where("o.due_on", "is not", null)
    .where("d.cancelled_at", "is", null)
    .where(notTest("o.id"));

/** Money that came for a customer's orders on account. */
const paymentsOf = (db: Db, accountId: number) =>
  db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .where("o.account_id", "=", accountId)
    .where("o.due_on", "is not", null)
    .where("p.status", "in", ["captured", "refunded"])
    .where(notTest("o.id"));

/** Money that went back for them. */
const refundsOf = (db: Db, accountId: number) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .where("o.account_id", "=", accountId)
    .where("o.due_on", "is not", null)
    .where("r.money_on", "is not", null)
    .where(notTest("o.id"));

type FileRow = Omit<Statement["rows"][number], "kind" | "debit" | "credit"> & {
  what: string;
  debit: number | null;
  credit: number | null;
};

/** A customer's statement as a file: what was owed before, each entry, and what was owed after. */
export const statementList = (accountId: number) =>
  exportedList<FileRow>("Statement", {
    columns: [
      { heading: "Date", kind: "day", of: ({ day }) => day },
      { heading: "What", kind: "text", width: 22, of: ({ what }) => what },
      { heading: "Number", kind: "text", width: 22, of: ({ number }) => number },
      { heading: "Reference", kind: "text", width: 24, of: ({ reference }) => reference },
      { heading: "Order", kind: "number", of: ({ orderId }) => orderId },
      { heading: "Debit", kind: "money", of: ({ debit }) => debit },
      { heading: "Credit", kind: "money", of: ({ credit }) => credit },
      { heading: "Balance", kind: "money", of: ({ balance }) => balance },
    ],
    async *portions(db, period) {
      const { opening, rows, closing } = await readStatement(db, accountId, period);
      const edge = { number: "", reference: "", orderId: null, debit: null, credit: null };
      yield [
        { ...edge, day: period.from, what: "Owed before", balance: opening },
        ...rows.map(({ kind, debit, credit, ...row }) => ({
          ...row,
          what: ENTRY_KINDS[kind],
          debit: debit || null,
          credit: credit || null,
        })),
        { ...edge, day: period.to, what: "Owed after", balance: closing },
      ];
    },
    // One customer never has a million entries in the 400 days that a file is of.
    count: () => Promise.resolve(0),
  });
