import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { larger } from "~/db/expressions.server";
import type { OrderDetail } from "../order-detail";
import { copiesHere, copiesLost, copiesNotLost, giveBackStock, readCopies } from "../stock.server";
import type { RefundedLine, RefundLine } from "./refund-lines";

/** The lines that the refunds of an order are for, by the refund's id. */
export async function readRefundLines(db: Db, orderId: number): Promise<Map<number, RefundedLine[]>> {
  const rows = await db
    .selectFrom("refund_lines as r")
    .innerJoin("order_lines as l", "l.id", "r.order_line_id")
    .select(["r.refund_id", "l.id", "l.title", "r.quantity as qty", "r.restocked"])
    .where("l.order_id", "=", orderId)
    .orderBy("r.refund_id")
    .orderBy("l.id")
    .execute();
  const lines = new Map<number, RefundedLine[]>();
  for (const { refund_id, restocked, ...line } of rows) {
    const earlier = lines.get(refund_id) ?? [];
    lines.set(refund_id, [...earlier, { ...line, restock: restocked === 1 }]);
  }
  return lines;
}

/**
 * Why copies of these lines cannot go back into stock: they are lost; null: they can.
 * @param trx a transaction with `lockForStep` @param lines that `linesProblem` allows
 */
export async function restockProblem(
  trx: Db,
  lines: readonly RefundLine[],
): Promise<{ at: number; message: string } | null> {
  const copies = await readCopies(trx, lines, copiesNotLost);
  const most = (id: number) => Math.max(0, copies.get(id) ?? 0);
  const at = lines.findIndex(({ id, qty, restock }) => restock && qty > most(id));
  if (at < 0) return null;
  const left = most(lines[at]!.id);
  const message =
    left === 0
      ? "These copies are lost: they cannot go back into stock"
      : `At most ${left} can go back into stock: the others are lost`;
  return { at, message };
}

/**
 * Notes what a refund is for. Its copies no longer count as sold, and go back into stock or are written off; of an order that
 * is still here they are left out of the parcel.
 * @param trx a transaction with `lockForStep` that has read the order @param lines that `linesProblem` allows
 */
export async function takeLinesOff(
  trx: Db,
  refundId: number,
  order: Pick<OrderDetail, "lines">,
  lines: readonly RefundLine[],
): Promise<void> {
  const lost = await readCopies(trx, order.lines, copiesLost);
  for (const { id, qty, restock } of lines) {
    const { bookId } = order.lines.find((line) => line.id === id)!;
    await trx
      .updateTable("order_lines")
      .set((eb) => ({ refunded: eb("refunded", "+", qty) }))
      .where("id", "=", id)
      .execute();
    await trx
      .insertInto("refund_lines")
      .values({
        refund_id: refundId,
        order_line_id: id,
        quantity: qty,
        restocked: restock ? 1 : 0,
        // Copies that did not arrive are refunded before others are.
        lost: restock ? 0 : Math.min(qty, Math.max(0, lost.get(id) ?? 0)),
      })
      .execute();
    await trx
      .updateTable("books")
      .set((eb) => ({ sold_count: larger(sql<number>`${eb.ref("sold_count")} - ${qty}`, 0) }))
      .where("id", "=", bookId)
      .execute();
    if (restock) await giveBackStock(trx, [{ bookId, quantity: qty }]);
  }
}

/**
 * Counts copies that were refunded while they were on their way among the lost ones, once their parcel is lost or its replacement is
 * taken back: they are not sent again, and no other copy is written off for them.
 * @param trx a transaction with `lockForStep`, after the change of the parcel
 */
export async function noteLostRefunds(trx: Db, lines: readonly { id: number }[]): Promise<void> {
  const here = await readCopies(trx, lines, copiesHere);
  for (const { id } of lines) {
    let missing = -(here.get(id) ?? 0);
    if (missing <= 0) continue;
    const refunds = await trx
      .selectFrom("refund_lines")
      .select(["refund_id", "quantity", "lost"])
      .where("order_line_id", "=", id)
      .where("restocked", "=", 0)
      .orderBy("refund_id")
      .execute();
    for (const { refund_id, quantity, lost } of refunds) {
      const more = Math.min(missing, quantity - lost);
      if (more <= 0) continue;
      missing -= more;
      await trx
        .updateTable("refund_lines")
        .set({ lost: lost + more })
        .where("refund_id", "=", refund_id)
        .where("order_line_id", "=", id)
        .execute();
    }
  }
}
