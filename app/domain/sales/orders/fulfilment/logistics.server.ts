import type { Db } from "~/db/database.server";
import { destinationOf } from "~/domain/kit/addresses/indian-states";
import { INTERNATIONAL, type Logistics, type Route, type Shipment } from "./logistics";
import { notTest } from "../no-test.server";

const SHIPMENTS = 10;

/** Reads the four tiles, the routes and the newest shipments, without books that are fetched at the shop. */
export async function readLogistics(db: Db): Promise<Logistics> {
  const [pending, underWay, recent] = await Promise.all([
    db
      .selectFrom("orders")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("state", "in", ["paid", "packed"])
      .where("pick_up", "is", null)
      .where(notTest("id"))
      .executeTakeFirstOrThrow(),
    parcelsByState(db),
    readRecentShipments(db),
  ]);
  const routes = new Map<string, Route>();
  for (const { state_name, parcels } of underWay) {
    const { key, name, isIndian } = destinationOf(state_name);
    const known = routes.get(key);
    routes.set(key, { name: known?.name ?? name, isIndian, parcels: (known?.parcels ?? 0) + parcels });
  }
  const sorted = [...routes.values()].sort(
    (a, b) => b.parcels - a.parcels || a.name.localeCompare(b.name, "en"),
  );
  const count = (of: Route[]) => of.reduce((sum, route) => sum + route.parcels, 0);
  return {
    pending: pending.count,
    inTransit: count(sorted),
    routes: sorted,
    international: count(sorted.filter((route) => !route.isIndian)),
    recent,
  };
}

/** Counts the parcels under way by the state in their address, as it was typed. */
async function parcelsByState(db: Db) {
  return db
    .selectFrom("orders")
    .select(["state_name", (eb) => eb.fn.countAll<number>().as("parcels")])
    .where("state", "=", "shipped")
    .where("pick_up", "is", null)
    .groupBy("state_name")
    .execute();
}

/**
 * All spellings of this destination in the addresses of parcels under way.
 * @param route as `destinationOf` names it, or `INTERNATIONAL`
 */
export async function routeNames(db: Db, route: string): Promise<string[]> {
  const names = (await parcelsByState(db)).map((row) => row.state_name);
  if (route === INTERNATIONAL) return names.filter((name) => !destinationOf(name).isIndian);
  const { key } = destinationOf(route);
  return names.filter((name) => destinationOf(name).key === key);
}

/** All carriers, sorted by name. */
export async function listCarriers(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom("logistics_providers")
    .select(["id", "name"])
    .orderBy("sort_key")
    .orderBy("name_key")
    .execute();
}

/** The carrier that most likely takes the next parcel: the only one, or that of the last parcel. @returns null for none */
export async function likelyCarrier(db: Db): Promise<number | null> {
  const [first, second] = await db.selectFrom("logistics_providers").select("id").limit(2).execute();
  if (!second) return first?.id ?? null;
  const last = await db
    .selectFrom("orders")
    .select("logistics_provider_id as id")
    .where("shipped_at", "is not", null)
    .orderBy("shipped_at", "desc")
    .orderBy("orders.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}

async function readRecentShipments(db: Db): Promise<Shipment[]> {
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .leftJoin("logistics_providers as p", "p.id", "o.logistics_provider_id")
    .select(["o.id", "o.account_id", "o.place", "o.state_name", "o.tracking_no", "o.eta_date", "o.state"])
    .select(["a.first_name", "a.last_name", "p.name as carrier"])
    .select((eb) => eb.ref("o.shipped_at").$notNull().as("shipped_at"))
    .where("o.shipped_at", "is not", null)
    .where("o.pick_up", "is", null)
    .orderBy("o.shipped_at", "desc")
    .orderBy("o.id", "desc")
    .limit(SHIPMENTS)
    .execute();
  return rows.map((row) => ({
    orderId: row.id,
    customer: { id: row.account_id, name: `${row.first_name} ${row.last_name}`.trim() },
    destination: `${row.place}, ${row.state_name}`,
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    despatchedAt: row.shipped_at,
    etaDate: row.eta_date,
    state: row.state,
  }));
}
