import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { paymentMethodLabel } from "~/domain/sales/orders/orders";
import { gatewayOfRefund } from "~/domain/sales/orders/exchange/exchange";
import { notTest } from "~/domain/sales/orders/no-test.server";
import { receivedPayments } from "./exports/lists/payments-list.server";
import { processedRefunds } from "./exports/lists/refunds-list.server";
import type { DayOfMonth, DayOfRefunds, SumOfLines, WayOfPayment } from "./month-sums";
import { documentSums, showsTax } from "./month-sums.server";
import { openSums } from "./open-sums.server";
import { eachDay, type Period, periodBefore } from "./period";

/** All that the month's page shows. Figures of sales and taxes come from documents alone. */
export async function readMonth(db: Db, period: Period) {
  const [sums, before, lines, days, refundDays, ways, open, hasTax] = await Promise.all([
    documentSums(db, period),
    documentSums(db, periodBefore(period)),
    sumsOfLines(db, period),
    daysOfMonth(db, period),
    daysOfRefunds(db, period),
    waysOfPayment(db, period),
    openSums(db),
    showsTax(db, period),
  ]);
  return { sums, before, lines, days, refundDays, ways, open, hasTax };
}

/** The sums of the lines of a period by place, rate and HSN, less the notes; cancelled documents have none. */
export async function sumsOfLines(db: Db, { from, to }: Period): Promise<SumOfLines[]> {
  const net = (column: "quantity" | "value" | "taxable" | "central_tax" | "state_tax" | "integrated_tax") =>
    sql<number>`sum(case when d.series = 'invoice' then ${sql.ref(`l.${column}`)} else -${sql.ref(`l.${column}`)} end)`;
  return db
    .selectFrom("documents as d")
    .innerJoin("document_lines as l", "l.document_id", "d.id")
    .select(["d.place", "l.tax_rate as rate", "l.hsn"])
    .select([
      net("quantity").as("copies"),
      net("value").as("value"),
      net("taxable").as("taxable"),
      net("central_tax").as("centralTax"),
      net("state_tax").as("stateTax"),
      net("integrated_tax").as("integratedTax"),
    ])
    .where("d.issued_on", ">=", from)
    .where("d.issued_on", "<=", to)
    .where("d.cancelled_at", "is", null)
    .groupBy(["d.place", "l.tax_rate", "l.hsn"])
    .execute();
}

/** Every day of a period, also those without a document. */
async function daysOfMonth(db: Db, period: Period): Promise<DayOfMonth[]> {
  const rows = await db
    .selectFrom("documents")
    .select((eb) => [
      "issued_on as date",
      "series",
      eb.fn.countAll<number>().as("documents"),
      eb.fn.sum<number>("value").as("value"),
    ])
    .where("issued_on", ">=", period.from)
    .where("issued_on", "<=", period.to)
    .where("cancelled_at", "is", null)
    .groupBy(["issued_on", "series"])
    .execute();
  const days = new Map(eachDay(period).map((date) => [date, { date, documents: 0, sales: 0, notes: 0 }]));
  for (const { date, series, documents, value } of rows) {
    const day = days.get(date)!;
    day.documents += documents;
    day[series === "invoice" ? "sales" : "notes"] += value;
  }
  return [...days.values()];
}

/** Money in rupees that went back on each day of a period, also on those without any. */
async function daysOfRefunds(db: Db, period: Period): Promise<DayOfRefunds[]> {
  const rows = await processedRefunds(db)
    .select((eb) => [
      eb.ref("r.money_on").$notNull().as("date"),
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("r.amount").as("amount"),
    ])
    .where("r.money_on", ">=", period.from)
    .where("r.money_on", "<=", period.to)
    .where("p.currency", "=", "INR")
    .groupBy("r.money_on")
    .execute();
  const found = new Map(rows.map((row) => [row.date, row]));
  return eachDay(period).map((date) => found.get(date) ?? { date, count: 0, amount: 0 });
}

/** Money in rupees that came and went back in a period, by way; the largest first. */
async function waysOfPayment(db: Db, { from, to }: Period): Promise<WayOfPayment[]> {
  const came = receivedPayments(db)
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select((eb) => [
      "p.gateway",
      "p.method",
      "o.payment_way as orderWay",
      eb.fn.countAll<number>().as("count"),
    ])
    .select((eb) => eb.fn.sum<number>("p.amount").as("amount"))
    .where("p.money_on", ">=", from)
    .where("p.money_on", "<=", to)
    .where("p.currency", "=", "INR")
    .where(notTest("o.id"))
    .groupBy(["p.gateway", "p.method", "o.payment_way"])
    .execute();
  const went = processedRefunds(db)
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select((eb) => [
      "p.gateway",
      "r.reason",
      "p.method",
      "o.payment_way as orderWay",
      eb.fn.countAll<number>().as("count"),
    ])
    .select((eb) => eb.fn.sum<number>("r.amount").as("amount"))
    .where("r.money_on", ">=", from)
    .where("r.money_on", "<=", to)
    .where("p.currency", "=", "INR")
    .where(notTest("o.id"))
    .groupBy(["p.gateway", "r.reason", "p.method", "o.payment_way"])
    .execute();
  const ways = new Map<string, WayOfPayment>();
  const of = (row: Parameters<typeof wayInWords>[0]) => {
    const way = wayInWords(row);
    const known = ways.get(way) ?? { way, payments: 0, received: 0, refunds: 0, refunded: 0 };
    ways.set(way, known);
    return known;
  };
  const [payments, refunds] = await Promise.all([came, went]);
  for (const row of payments) {
    of(row).payments += row.count;
    of(row).received += row.amount;
  }
  for (const row of refunds) {
    const way = of({ ...row, gateway: gatewayOfRefund(row) });
    way.refunds += row.count;
    way.refunded += row.amount;
  }
  return [...ways.values()].sort((a, b) => b.received - a.received || (a.way < b.way ? -1 : 1));
}

/** Cash of an order that is paid at the door came there; a transfer by UPI is called so. */
function wayInWords(row: { gateway: string; method: string | null; orderWay: string }): string {
  const { gateway, method, orderWay } = row;
  if (gateway === "cash") return orderWay === "cod" ? "Cash at the door" : "Cash";
  if (gateway === "transfer" && method === "upi") return "UPI to the shop";
  return paymentMethodLabel(gateway, method);
}
