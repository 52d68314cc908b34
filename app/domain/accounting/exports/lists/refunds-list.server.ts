import type { Db } from "~/db/database.server";
import { refundReason } from "~/domain/sales/orders/desk/order-timeline";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { gatewayOfRefund } from "~/domain/sales/orders/exchange/exchange";
import { notTest } from "~/domain/sales/orders/no-test.server";
import type { Period } from "../../period";
import { type After, exportedList, inPortions, PORTION } from "../export-list.server";

/** The refunds whose money went back in a period, with the notes that were issued for them. */
export const refundsList = exportedList("Refunds", {
  columns: [
    { heading: "Day", kind: "day", of: (row) => row.at },
    { heading: "Order", kind: "number", of: (row) => row.orderId },
    {
      heading: "Way",
      kind: "text",
      width: 24,
      of: (row) => paymentMethodLabel(gatewayOfRefund(row), row.method),
    },
    { heading: "Of payment", kind: "text", width: 24, of: (row) => row.payment },
    { heading: "Paid on", kind: "day", of: (row) => row.paidOn },
    { heading: "Refund", kind: "text", width: 24, of: (row) => row.refund ?? row.paidBack },
    { heading: "Amount", kind: "money", of: (row) => row.amount },
    { heading: "Currency", kind: "text", of: (row) => row.currency },
    { heading: "Reason", kind: "text", width: 24, of: (row) => refundReason(row.reason) },
    { heading: "Note of staff", kind: "text", width: 28, of: (row) => row.note },
    { heading: "Documents", kind: "text", width: 24, of: (row) => row.documents.join(", ") },
  ],
  portions: refundsOf,
  async count(db, { from, to }) {
    const { count } = await processedRefunds(db)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("r.money_on", ">=", from)
      .where("r.money_on", "<=", to)
      .executeTakeFirstOrThrow();
    return count;
  },
});

/** Refunds whose money went back, without those of test purchases. */
export const processedRefunds = (db: Db) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .where("r.money_on", "is not", null)
    .where(notTest("r.order_id"));

async function* refundsOf(db: Db, period: Period) {
  for await (const rows of inPortions(period.from, (after) => refundRows(db, period, after))) {
    const ids = rows.map(({ id }) => id);
    const notes = await db
      .selectFrom("documents")
      .select(["refund_id", "number"])
      .where("refund_id", "in", ids)
      .orderBy("id")
      .execute();
    const numbers = new Map<number | null, string[]>();
    for (const { refund_id, number } of notes)
      numbers.set(refund_id, [...(numbers.get(refund_id) ?? []), number]);
    yield rows.map((row) => ({ ...row, documents: numbers.get(row.id) ?? [] }));
  }
}

const refundRows = (db: Db, { to }: Period, after: After) =>
  processedRefunds(db)
    .select(["r.id", (eb) => eb.ref("r.money_on").$notNull().as("at"), "r.order_id as orderId", "r.amount"])
    .select(["r.reason", "r.note", "r.gateway_refund_id as refund", "r.paid_back as paidBack", "p.gateway"])
    .select(["p.method", "p.gateway_payment_id as payment", "p.money_on as paidOn", "p.currency"])
    .where((eb) => eb(eb.refTuple("r.money_on", "r.id"), ">", eb.tuple(after.at, after.id)))
    .where("r.money_on", "<=", to)
    .orderBy("r.money_on")
    .orderBy("r.id")
    .limit(PORTION)
    .execute();
