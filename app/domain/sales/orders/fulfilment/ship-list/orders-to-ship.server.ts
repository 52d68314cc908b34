import { isFetched } from "../../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { nameKey } from "~/domain/catalogue/names/names";
import { notTest } from "../../no-test.server";
import { listCarriers } from "../logistics.server";

/** A packed order whose tracking number is asked for. */
export interface OrderToShip {
  id: number;
  /** Who gets it, and where: "Asha Rao, Kochi 682001". */
  to: string;
  /** Its books are fetched at the shop, so that it has neither. */
  isPickUp: boolean;
  /** The carrier that its method of delivery names, where the shop has it. */
  carrierId: number | null;
}

/** Of these orders the packed ones, the oldest first, and the numbers of the others that are there. */
export async function ordersToShip(
  db: Db,
  ids: readonly number[],
): Promise<{ orders: OrderToShip[]; leftOut: number[] }> {
  if (ids.length === 0) return { orders: [], leftOut: [] };
  const [rows, carriers] = await Promise.all([
    db
      .selectFrom("orders as o")
      .select(["o.id", "o.state", "o.fullname", "o.place", "o.pincode", "o.method_carrier", "o.pick_up"])
      .where("o.id", "in", ids)
      .where(notTest("o.id"))
      .orderBy("o.id")
      .execute(),
    listCarriers(db),
  ]);
  const byName = new Map(carriers.map(({ id, name }) => [nameKey(name), id]));
  return {
    orders: rows
      .filter(({ state }) => state === "packed")
      .map((row) => ({
        id: row.id,
        isPickUp: isFetched(row.pick_up),
        to: `${row.fullname}, ${row.place} ${row.pincode}`,
        carrierId: byName.get(nameKey(row.method_carrier ?? "")) ?? null,
      })),
    leftOut: rows.filter(({ state }) => state !== "packed").map(({ id }) => id),
  };
}
