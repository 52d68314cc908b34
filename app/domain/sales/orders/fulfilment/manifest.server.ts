import type { Db } from "~/db/database.server";
import { toRupees } from "~/domain/kit/money";
import { readPlan } from "../../delivery/plan.server";
import { parcelGrams, type WeighedLine } from "../../delivery/weights";
import { notTest } from "../no-test.server";
import { toKeepReady } from "../paying";
import { MANIFEST_STATES, type ManifestRow } from "./manifest";

const AT_ONCE = 200;

/** The orders of a manifest, without those whose books are fetched at the shop. @param ids the checked ones; none: all that are packed */
const ordersOf = (db: Db, ids: readonly number[]) => {
  const query = db.selectFrom("orders as o").where("o.pick_up", "is", null).where(notTest("o.id"));
  return ids.length > 0
    ? query.where("o.id", "in", ids).where("o.state", "in", MANIFEST_STATES)
    : query.where("o.state", "=", "packed");
};

/** How many orders a manifest has, and which of the checked ones are left out: not paid, arrived, cancelled or unknown. */
export async function countManifest(
  db: Db,
  ids: readonly number[],
): Promise<{ count: number; leftOut: number[] }> {
  const rows = await ordersOf(db, ids).select("o.id").orderBy("o.id").execute();
  const listed = new Set(rows.map(({ id }) => id));
  return { count: listed.size, leftOut: ids.filter((id) => !listed.has(id)) };
}

/**
 * The rows of a manifest, the oldest order first. Weights as the delivery plan counts them, without copies that were refunded
 * or sent before; money in rupees.
 */
export async function* manifestRows(db: Db, ids: readonly number[]): AsyncGenerator<ManifestRow> {
  const plan = await readPlan(db);
  let last = 0;
  for (;;) {
    const orders = await ordersOf(db, ids)
      .select(["o.id", "o.fullname", "o.address1", "o.address2", "o.place", "o.state_name", "o.pincode"])
      .select(["o.mobile", "o.total", "o.method_name", "o.state", "o.due_at_door", "o.door_received"])
      .where("o.id", ">", last)
      .orderBy("o.id")
      .limit(AT_ONCE)
      .execute();
    if (orders.length === 0) return;
    const lines = await linesOf(
      db,
      orders.map(({ id }) => id),
    );
    for (const order of orders) {
      const own = lines.get(order.id) ?? [];
      const { state, due_at_door: dueAtDoor, door_received: doorReceived } = order;
      yield {
        order: order.id,
        name: order.fullname,
        address: [order.address1, order.address2].filter(Boolean).join(", "),
        place: order.place,
        state: order.state_name,
        pin: order.pincode,
        mobile: order.mobile,
        weight: parcelGrams(plan, own),
        cod: toRupees(toKeepReady({ state, dueAtDoor, doorReceived })),
        value: toRupees(order.total),
        method: order.method_name ?? "",
        copies: own.reduce((sum, { quantity }) => sum + quantity, 0),
      };
    }
    if (orders.length < AT_ONCE) return;
    last = orders.at(-1)!.id;
  }
}

/** What is in the parcels: the copies that are still to be sent; of an order of which nothing is, all. */
async function linesOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select(["l.id", "l.order_id", "l.quantity", "l.refunded"])
    .select(["b.weight_g as weightG", "b.page_count as pageCount"])
    .where("l.order_id", "in", ids)
    .orderBy("l.id")
    .execute();
  const sent = await sentCopies(db, ids);
  const byOrder = new Map<number, typeof rows>();
  for (const row of rows) byOrder.set(row.order_id, [...(byOrder.get(row.order_id) ?? []), row]);
  const linesWith = (lines: typeof rows, isRest: boolean): WeighedLine[] =>
    lines
      .map(({ id, quantity, refunded, weightG, pageCount }) => ({
        weightG,
        pageCount,
        quantity: quantity - refunded - (isRest ? (sent.get(id) ?? 0) : 0),
      }))
      .filter(({ quantity }) => quantity > 0);
  return new Map(
    [...byOrder].map(([orderId, lines]) => {
      const rest = linesWith(lines, true);
      return [orderId, rest.length > 0 ? rest : linesWith(lines, false)];
    }),
  );
}

/** By line, the copies that are on their way or have arrived. */
async function sentCopies(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("parcel_lines as pl")
    .innerJoin("parcels as p", "p.id", "pl.parcel_id")
    .select((eb) => ["pl.order_line_id as id", eb.fn.sum<number>("pl.quantity").as("copies")])
    .where("p.order_id", "in", ids)
    .where("p.lost_at", "is", null)
    .where("p.returned_at", "is", null)
    .groupBy("pl.order_line_id")
    .execute();
  return new Map(rows.map(({ id, copies }) => [id, copies]));
}
