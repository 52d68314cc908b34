import type { Db } from "~/db/database.server";
import { EXCHANGE } from "~/domain/sales/orders/exchange/exchange";
import { notTest } from "~/domain/sales/orders/no-test.server";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { isByHand } from "~/domain/sales/orders/paying";
import type { After } from "../exports/export-list.server";
import { receivedPayments } from "../exports/lists/payments-list.server";
import { type Period, periodBounds } from "../period";
import type { JournalDocument, JournalMoney } from "./journal";

/** What the journal is made of: documents, money in and out, settlements, in portions. */

export type Days = Pick<Period, "from" | "to">;

export const PORTION = 500;

/** The documents of a period that have figures. */
export const documentsOf = (db: Db, { to }: Days, from?: string) =>
  db
    .selectFrom("documents as d")
    .$if(from !== undefined, (query) => query.where("d.issued_on", ">=", from!))
    .where("d.issued_on", "<=", to)
    .where("d.cancelled_at", "is", null);

/** The documents of a period after one, as a portion; so do the others. */
export const documentRows = (db: Db, period: Days, after: After) =>
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
export async function withLines(
  db: Db,
  rows: Awaited<ReturnType<typeof documentRows>>,
): Promise<JournalDocument[]> {
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

/** Money as the vouchers have it. */
export function moneyOf({
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
  const how = [paymentMethodLabel(gateway, method), isByHand(gateway) ? reference : payment, note];
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

/** Money that came in a period. */
export const receiptRows = (db: Db, { to }: Days, after: After) =>
  receivedPayments(db)
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["p.id", (eb) => eb.ref("p.money_on").$notNull().as("at"), "p.order_id as orderId", "p.amount"])
    .select([
      "o.fullname as party",
      "p.gateway",
      "p.method",
      "p.gateway_payment_id as payment",
      "p.reference",
    ])
    // What came in another currency pays no order, and goes back where it came from.
    .where("p.currency", "=", "INR")
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

/**
 * Refunds that were asked for in a period; one that is tried again was asked for once. One that failed is still owed, unless its
 * money went back otherwise.
 */
export const refundDueRows = (db: Db, period: Days, after: After) =>
  refunds(db)
    .select("r.created_at as at")
    .where("r.retry_of", "is", null)
    .where((eb) => {
      const others = eb
        .selectFrom("refunds as other")
        .whereRef("other.payment_id", "=", "r.payment_id")
        .where("other.status", "<>", "failed");
      const went = others.select((of) =>
        of.fn.coalesce(of.fn.sum<number>("other.amount"), of.lit(0)).as("went"),
      );
      const again = others.whereRef("other.amount", "=", "r.amount").where("other.retry_of", "is not", null);
      return eb.or([
        eb("r.status", "<>", "failed"),
        eb(eb("p.amount", "-", went), ">=", eb.ref("r.amount")),
        eb.exists(again.select("other.id")),
      ]);
    })
    .where((eb) => eb(eb.refTuple("r.created_at", "r.id"), ">", eb.tuple(after.at, after.id)))
    .where("r.created_at", "<", periodBounds(period).end)
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(PORTION)
    .execute();

/** Refunds that went back in a period. */
export const refundPaidRows = (db: Db, { to }: Days, after: After) =>
  refunds(db)
    .select((eb) => eb.ref("r.money_on").$notNull().as("at"))
    .where("r.money_on", "is not", null)
    // What was exchanged has paid another order.
    .where("r.reason", "<>", EXCHANGE)
    .where((eb) => eb(eb.refTuple("r.money_on", "r.id"), ">", eb.tuple(after.at, after.id)))
    .where("r.money_on", "<=", to)
    .orderBy("r.money_on")
    .orderBy("r.id")
    .limit(PORTION)
    .execute();

/** Settlements that were paid out in a period. */
export const settlementRows = (db: Db, { to }: Days, after: After) =>
  db
    .selectFrom("settlements as s")
    .select(["s.id", "s.settled_on as at", "s.number", "s.utr"])
    .where((eb) => eb(eb.refTuple("s.settled_on", "s.id"), ">", eb.tuple(after.at, after.id)))
    .where("s.settled_on", "<=", to)
    .orderBy("s.settled_on")
    .orderBy("s.id")
    .limit(PORTION)
    .execute();

/** Rows by a number. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
