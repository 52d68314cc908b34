import type { Db } from "~/db/database.server";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { notTest } from "~/domain/sales/orders/no-test.server";
import type { Period } from "../../period";
import { type After, exportedList, inPortions, PORTION } from "../export-list.server";

/** The payments that came in a period, online, by transfer and at the door; what was refunded of them since is in refunds. */
export const paymentsList = exportedList("Payments", {
  portions: (db, period) => inPortions(period.from, (after) => paymentRows(db, period, after)),
  columns: [
    { heading: "Day", kind: "day", of: (row) => row.at },
    { heading: "Order", kind: "number", of: (row) => row.orderId },
    { heading: "Way", kind: "text", width: 24, of: (row) => paymentMethodLabel(row.gateway, row.method) },
    { heading: "Payment", kind: "text", width: 24, of: (row) => row.payment },
    { heading: "Reference", kind: "text", width: 24, of: (row) => row.reference },
    { heading: "Amount", kind: "money", of: (row) => row.amount },
    { heading: "Currency", kind: "text", of: (row) => row.currency },
  ],
  async count(db, { from, to }) {
    const { count } = await receivedPayments(db)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("p.money_on", ">=", from)
      .where("p.money_on", "<=", to)
      .executeTakeFirstOrThrow();
    return count;
  },
});

/** Payments whose money came, without test purchases and what was taken back. */
export const receivedPayments = (db: Db) =>
  db
    .selectFrom("payments as p")
    .where("p.money_on", "is not", null)
    .where("p.status", "in", ["captured", "refunded"])
    .where(notTest("p.order_id"));

const paymentRows = (db: Db, { to }: Period, after: After) =>
  receivedPayments(db)
    .select(["p.id", (eb) => eb.ref("p.money_on").$notNull().as("at"), "p.order_id as orderId", "p.gateway"])
    .select(["p.method", "p.gateway_payment_id as payment", "p.reference", "p.amount", "p.currency"])
    .where((eb) => eb(eb.refTuple("p.money_on", "p.id"), ">", eb.tuple(after.at, after.id)))
    .where("p.money_on", "<=", to)
    .orderBy("p.money_on")
    .orderBy("p.id")
    .limit(PORTION)
    .execute();
