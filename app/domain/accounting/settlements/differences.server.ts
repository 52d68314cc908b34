import { sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { formatDate, indianDate, indianDayStart } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { EXCHANGE } from "~/domain/sales/orders/exchange/exchange";
import { notTest } from "~/domain/sales/orders/no-test.server";
import {
  addsUp,
  type Difference,
  expectedOf,
  MOST_DIFFERENCES,
  SETTLED_WITHIN_DAYS,
  type SettlementRow,
} from "./settlement";

/** The payment services whose settlements are read: their names in `payments.gateway`. */
const SETTLING = ["razorpay", "sandbox"];

interface Days {
  from: string;
  to: string;
}

/**
 * What differs between the settlements of a time and the shop's payments and refunds: each row belongs to exactly one of
 * them. At most 200 of a kind.
 */
export async function listDifferences(db: Db, days: Days): Promise<Difference[]> {
  const [rows, payments, refunds] = await Promise.all([
    differingRows(db, days),
    notSettled(db, days, "payment"),
    notSettled(db, days, "refund"),
  ]);
  return [...rows, ...payments, ...refunds];
}

const ASK = "Ask the payment service about it";

/** The rows of settlements that do not fit. */
async function differingRows(db: Db, { from, to }: Days): Promise<Difference[]> {
  const isPayment = sql<SqlBool>`r.kind = 'payment'`;
  const isRefund = sql<SqlBool>`r.kind = 'refund'`;
  const rows = await db
    .selectFrom("settlements as s")
    .innerJoin("settlement_rows as r", "r.settlement_id", "s.id")
    .leftJoin("payments as p", (join) => join.onRef("p.gateway_payment_id", "=", "r.entity").on(isPayment))
    .leftJoin("refunds as f", (join) => join.onRef("f.gateway_refund_id", "=", "r.entity").on(isRefund))
    .select(["s.number", "r.id", "r.kind", "r.entity", "r.amount", "r.fee", "r.tax", "r.debit", "r.credit"])
    .select(["p.order_id as paidOrder", "p.amount as paid", "p.status as paymentStatus"])
    .select(["f.order_id as refundedOrder", "f.amount as refunded", "f.status as refundStatus"])
    .select((eb) =>
      eb
        .selectFrom("settlement_rows as o")
        .select((of) => of.fn.min("o.id").as("id"))
        .whereRef("o.entity", "=", "r.entity")
        .whereRef("o.kind", "=", "r.kind")
        .as("first"),
    )
    .where("s.settled_on", ">=", from)
    .where("s.settled_on", "<=", to)
    .where((eb) =>
      eb.or([
        eb("r.kind", "not in", ["payment", "refund"]),
        eb.exists(
          eb
            .selectFrom("settlement_rows as o")
            .select("o.id")
            .whereRef("o.entity", "=", "r.entity")
            .whereRef("o.kind", "=", "r.kind")
            .whereRef("o.id", "<", "r.id"),
        ),
        eb.and([
          isPayment,
          eb.or([
            eb("p.id", "is", null),
            eb("p.amount", "<>", eb.ref("r.amount")),
            eb("p.status", "not in", ["captured", "refunded"]),
            eb(eb("r.credit", "-", eb.ref("r.debit")), "<>", eb("r.amount", "-", eb.ref("r.fee"))),
          ]),
        ]),
        eb.and([
          isRefund,
          eb.or([
            eb("f.id", "is", null),
            eb("f.amount", "<>", eb.ref("r.amount")),
            eb("f.status", "<>", "processed"),
            eb(eb("r.debit", "-", eb.ref("r.credit")), "<>", eb("r.amount", "+", eb.ref("r.fee"))),
          ]),
        ]),
      ]),
    )
    .orderBy("s.settled_on", "desc")
    .orderBy("r.id")
    .limit(MOST_DIFFERENCES)
    .execute();
  return rows.map((row) => {
    const known = { orderId: row.paidOrder ?? row.refundedOrder, settlement: row.number };
    return { ...known, entity: row.entity, amount: row.amount, ...whatDiffers(row) };
  });
}

interface DifferingRow extends SettlementRow {
  id: number;
  paidOrder: number | null;
  paid: number | null;
  paymentStatus: string | null;
  refundedOrder: number | null;
  refunded: number | null;
  refundStatus: string | null;
  first: number | null;
}

function whatDiffers(row: DifferingRow): Pick<Difference, "what" | "todo"> {
  const money = formatRupees(row.amount);
  const net = row.credit - row.debit;
  if (row.kind !== "payment" && row.kind !== "refund")
    return {
      what: `${row.kind} of ${formatRupees(Math.abs(net))} ${net < 0 ? "was kept" : "was added"}`,
      todo: "Look it up in the payment service’s dashboard, and book it by what it is",
    };
  const isPayment = row.kind === "payment";
  const noun = isPayment ? "payment" : "refund";
  const ours = isPayment ? row.paid : row.refunded;
  if (row.first !== null && row.first < row.id)
    return { what: `The ${noun} of ${money} was settled before, in another settlement`, todo: ASK };
  if (ours === null)
    return isPayment
      ? {
          what: `The shop has no payment with this id; ${money} came for it`,
          todo: "Look it up in the payment service’s dashboard: if it is of no order, pay it back there",
        }
      : {
          what: `The shop has no refund with this id; ${money} was taken for it`,
          todo: "It was made in the payment service’s dashboard: write a note on its order, so that nobody refunds it again",
        };
  if (ours !== row.amount)
    return {
      what: `The shop has ${formatRupees(ours)} for this ${noun}; the settlement has ${money}`,
      todo: ASK,
    };
  if (isPayment && row.paymentStatus !== "captured" && row.paymentStatus !== "refunded")
    return {
      what: `${money} came for a payment that the shop has as ${row.paymentStatus}`,
      todo: "Open the order: the payment service’s dashboard says what became of the payment",
    };
  if (!isPayment && row.refundStatus !== "processed")
    return {
      what: `${money} was taken for a refund that the shop has as ${row.refundStatus}`,
      todo: "Open the order: the payment service’s dashboard says what became of the refund",
    };
  if (!addsUp(row))
    return {
      what: `Amount and fee make ${formatRupees(expectedOf(row))}; ${formatRupees(net)} was paid out`,
      todo: ASK,
    };
  return { what: "It does not fit", todo: ASK };
}

/** Payments captured, or refunds made, in a time, that no settlement has though later ones are stored. */
async function notSettled(db: Db, { from, to }: Days, kind: "payment" | "refund"): Promise<Difference[]> {
  const known = await db
    .selectFrom("settlements")
    .select(({ fn }) => [fn.min("settled_on").as("first"), fn.max("settled_on").as("last")])
    .executeTakeFirstOrThrow();
  if (known.first === null || known.last === null) return [];
  const start = from > known.first ? from : known.first;
  const asked = indianDate(indianDayStart(known.last, -SETTLED_WITHIN_DAYS));
  const end = to < asked ? to : asked;
  const moved =
    kind === "payment"
      ? db
          .selectFrom("payments as p")
          .select(["p.id", "p.order_id as orderId", "p.gateway_payment_id as entity", "p.amount"])
          .select("p.money_on as day")
          .where("p.status", "in", ["captured", "refunded"])
          .where("p.gateway", "in", SETTLING)
      : db
          .selectFrom("refunds as f")
          .innerJoin("payments as p", "p.id", "f.payment_id")
          .select(["f.id", "f.order_id as orderId", "f.gateway_refund_id as entity", "f.amount"])
          .select("f.money_on as day")
          .where("f.status", "=", "processed")
          // It stayed in the shop.
          .where("f.reason", "<>", EXCHANGE)
          .where("p.gateway", "in", SETTLING);
  const found = await db
    .selectFrom(moved.as("m"))
    .select(["m.orderId", "m.entity", "m.amount", (eb) => eb.ref("m.day").$notNull().as("day")])
    .where("m.day", ">=", start)
    .where("m.day", "<=", end)
    .where(notTest("m.orderId"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("settlement_rows as r")
            .select("r.id")
            .whereRef("r.entity", "=", "m.entity")
            .where("r.kind", "=", kind),
        ),
      ),
    )
    .orderBy("m.day")
    .orderBy("m.id")
    .limit(MOST_DIFFERENCES)
    .execute();
  const until = formatDate(known.last);
  return found.map(({ orderId, entity, amount, day: on }) => {
    const [money, day] = [formatRupees(amount), formatDate(on)];
    return {
      orderId,
      settlement: null,
      entity: entity ?? "",
      amount,
      what:
        kind === "payment"
          ? `${money} was paid on ${day}, and is in no settlement until ${until}`
          : `${money} was refunded on ${day}, and is in no settlement until ${until}`,
      todo: "Fetch the month, or upload the report that is missing; if none is, ask the payment service about it",
    };
  });
}
