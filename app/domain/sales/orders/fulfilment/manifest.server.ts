import type { Db } from "~/db/database.server";
import { toRupees } from "~/domain/kit/money";
import { readPlan } from "../../delivery/plan.server";
import { parcelGrams, type WeighedLine } from "../../delivery/weights";
import { notTest } from "../no-test.server";
import { toKeepReady } from "../paying";
import { MANIFEST_STATES, type ManifestRow } from "./manifest";

const AT_ONCE = 200;

/** The orders of a manifest. @param ids the checked ones; none: all that are packed */
const ordersOf = (db: Db, ids: readonly number[]) => {
  const query = db.selectFrom("orders as o").where(notTest("o.id"));
  return ids.length > 0
    ? query.where("o.id", "in", ids).where("o.state", "in", MANIFEST_STATES)
    : query.where("o.state", "=", "packed");
};

/** How many orders a manifest has. */
export async function countManifest(db: Db, ids: readonly number[]): Promise<number> {
  const { count } = await ordersOf(db, ids)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The rows of a manifest, the oldest order first. Weights as the delivery plan counts them, without copies that were refunded
 * before; money in rupees.
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

/** What is in the parcels. */
async function linesOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select(["l.order_id", "l.quantity", "l.refunded", "b.weight_g as weightG", "b.page_count as pageCount"])
    .where("l.order_id", "in", ids)
    .orderBy("l.id")
    .execute();
  const byOrder = new Map<number, WeighedLine[]>();
  for (const { order_id, refunded, ...line } of rows) {
    const quantity = line.quantity - refunded;
    if (quantity > 0) byOrder.set(order_id, [...(byOrder.get(order_id) ?? []), { ...line, quantity }]);
  }
  return byOrder;
}
