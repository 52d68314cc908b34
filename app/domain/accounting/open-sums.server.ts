import type { Db } from "~/db/database.server";
import { notTest } from "~/domain/sales/orders/no-test.server";
import { openAccountRows } from "~/domain/sales/trade/on-account.server";
import { OPEN_KINDS, type OpenKind, type OpenSum } from "./month-sums";

/** One thing that is not settled now. Paise. */
export interface OpenRow {
  /** Of the order, or of the refund. */
  id: number;
  orderId: number;
  /** Since when. */
  since: string;
  customer: string;
  /** By when it should come: a day or a moment; null: nothing was said. */
  due: string | null;
  amount: number;
}

/** What is open of each kind, row by row: what the sums add up and the file lists. */
const OPEN = {
  door: (db: Db) =>
    db
      .selectFrom("orders as o")
      .select(["o.id", "o.id as orderId", "o.placed_at as since", "o.fullname as customer"])
      .select((eb) => [
        eb.lit(null).as("due"),
        eb("o.due_at_door", "-", eb.ref("o.door_received")).as("amount"),
      ])
      .where("o.payment_way", "=", "cod")
      .whereRef("o.door_received", "<", "o.due_at_door")
      .where("o.state", "in", ["shipped", "delivered"])
      .where(notTest("o.id")),
  balance: (db: Db) =>
    db
      .selectFrom("balances as b")
      .innerJoin("orders as o", "o.id", "b.order_id")
      .select(["b.id", "o.id as orderId", "b.created_at as since", "o.fullname as customer", "b.amount"])
      .select((eb) => eb.lit(null).as("due"))
      .where("b.paid_at", "is", null)
      .where("b.replaced_at", "is", null)
      .where("o.state", "not in", ["cancelled", "refunded"])
      .where(notTest("o.id")),
  transfer: (db: Db) =>
    db
      .selectFrom("orders as o")
      .select([
        "o.id",
        "o.id as orderId",
        "o.placed_at as since",
        "o.fullname as customer",
        "o.pay_by as due",
      ])
      .select((eb) =>
        eb(
          "o.total",
          "-",
          eb
            .selectFrom("payments as p")
            .select((of) => of.fn.coalesce(of.fn.sum<number>("p.amount"), of.lit(0)).as("came"))
            .whereRef("p.order_id", "=", "o.id")
            .where("p.status", "=", "captured"),
        ).as("amount"),
      )
      .where("o.state", "=", "pending")
      .where("o.payment_way", "=", "transfer")
      .where(notTest("o.id")),
  account: openAccountRows,
  refund: (db: Db) =>
    db
      .selectFrom("refunds as r")
      .innerJoin("orders as o", "o.id", "r.order_id")
      .select(["r.id", "o.id as orderId", "r.created_at as since", "o.fullname as customer", "r.amount"])
      .select((eb) => eb.lit(null).as("due"))
      .where("r.status", "in", ["queued", "pending"])
      .where(notTest("o.id")),
};

/** What is not settled now, summed by kind. Those with nothing are left out. */
export async function openSums(db: Db): Promise<OpenSum[]> {
  const sums = await Promise.all(OPEN_KINDS.map(async (kind) => ({ kind, ...(await sumOf(db, kind)) })));
  return sums.flatMap(({ kind, count, amount }) => (count > 0 ? [{ kind, count, amount: amount ?? 0 }] : []));
}

const sumOf = (db: Db, kind: OpenKind) =>
  db
    .selectFrom(OPEN[kind](db).as("open"))
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("open.amount").as("amount"),
    ])
    .executeTakeFirstOrThrow();

/** The rows of a kind behind an id, by id. */
export const openRows = (db: Db, kind: OpenKind, after: number, most: number): Promise<OpenRow[]> =>
  db
    .selectFrom(OPEN[kind](db).as("open"))
    .selectAll()
    .where("open.id", ">", after)
    .orderBy("open.id")
    .limit(most)
    .execute();
