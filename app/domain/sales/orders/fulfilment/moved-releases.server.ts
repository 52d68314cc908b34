import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { wake } from "~/platform/wake.server";
import { isAnnounced } from "~/domain/catalogue/books/sale/sale.server";
import { indianDate } from "~/domain/kit/dates";
import { logOrderEvent } from "../order-events.server";
import { lockForStep } from "../order-locks.server";
import { queueOrderMail } from "../order-mails.server";
import { releaseMovedMessage } from "../messages/order-messages";
import { readPlan } from "../../delivery/plan.server";
import { workingDays } from "../../delivery/working-days";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { deliveryDay } from "../orders";
import { noteReleaseTold, orderWait } from "./pre-orders.server";

/** Their transaction takes some 100 ms; a shopper's own write should not wait longer. */
const ORDERS_A_ROUND = 50;

/**
 * Background work: writes to the customers of paid pre-orders whose book has another publication date than they were
 * told, and moves the estimated delivery. Each change of a date is mailed once, however it came about: by the book form,
 * the API or an import. A book that has come out meanwhile needs no mail.
 * @param db the write connection @returns how many orders; the rest of many waits for the next round
 */
export async function queueMovedReleaseMails(db: Db, now = new Date()): Promise<number> {
  // Without any, take no lock.
  const found = (await movedLines(db, now)).map(({ orderId }) => orderId);
  if (found.length === 0) return 0;
  const first = [...new Set(found)].slice(0, ORDERS_A_ROUND);
  const orders = await beside(db, async (trx) => {
    // With the books: a date that changed meanwhile would be noted as told, and the one before it mailed.
    await lockForStep(trx, first);
    const moved = await movedLines(trx, now);
    const ids = first.filter((id) => moved.some(({ orderId }) => orderId === id));
    for (const id of ids)
      await tell(
        trx,
        id,
        moved.filter(({ orderId }) => orderId === id),
        now,
      );
    return ids.length;
  });
  if (orders > 0) wake("mail");
  return orders;
}

interface MovedLine {
  orderId: number;
  title: string;
  told: string;
  releasedOn: string;
}

async function movedLines(db: Db, now: Date): Promise<MovedLine[]> {
  const rows = await db
    .selectFrom("books as b")
    .innerJoin("order_lines as l", "l.book_id", "b.id")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select(["o.id as orderId", "l.title", "l.release_told as told", "b.published_on as releasedOn"])
    .where(isAnnounced)
    .where("b.published_on", ">", indianDate(now))
    .where("l.preorder", "=", literalFlag(1))
    .whereRef("l.release_told", "!=", "b.published_on")
    .where("o.state", "in", ["paid", "packed"])
    .orderBy("o.id")
    .orderBy("l.id")
    .execute();
  return rows.map(({ told, releasedOn, ...row }) => ({ ...row, told: told!, releasedOn: releasedOn! }));
}

async function tell(trx: Db, orderId: number, lines: MovedLine[], now: Date): Promise<void> {
  await noteReleaseTold(trx, orderId);
  const wait = await orderWait(trx, orderId, indianDate(now));
  const eta = await arrivalDay(trx, orderId, wait?.from ?? null, now);
  await trx.updateTable("orders").set({ eta_date: eta }).where("id", "=", orderId).execute();
  const detail = Object.fromEntries(lines.map(({ title, releasedOn }) => [title, releasedOn]));
  const eventId = await logOrderEvent(trx, { orderId, kind: "release_moved", actor: "system", detail }, now);
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `release-moved:${eventId}`,
    write: (order) => releaseMovedMessage(order, lines, wait?.from ?? null),
  });
}

/** By the working days of the order's way of delivery, if the plan still has it, else by the setting. @returns a plain date */
async function arrivalDay(trx: Db, orderId: number, releasedOn: string | null, now: Date): Promise<string> {
  const [order, { calendar, zones }, { deliveryDays }] = await Promise.all([
    trx.selectFrom("orders").select("method_id").where("id", "=", orderId).executeTakeFirstOrThrow(),
    readPlan(trx),
    readSettings(trx),
  ]);
  const method = zones.flatMap(({ methods }) => methods).find(({ id }) => id === order.method_id);
  if (!method) return deliveryDay(now, releasedOn, deliveryDays);
  return workingDays(calendar, now, releasedOn, method.days.to).at(-1)!;
}
