import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import type { PaymentWay } from "../../delivery/plan";
import { ORDER_STATES, type OrderState, PROCESSED_STATES } from "../orders";
import { readSales, type SalesDay } from "./sales.server";
import { notTest } from "../no-test.server";

export interface Dashboard {
  /** Books in inventory, hidden ones too. */
  products: number;
  /** Orders that were paid and not cancelled, also those refunded since. */
  orders: number;
  /** Registered customers, active or not. */
  customers: number;
  /** Orders delivered. */
  completed: number;
  recentOrders: {
    id: number;
    customer: string;
    state: OrderState;
    isPickUp: boolean;
    paymentWay: PaymentWay;
    dueAtDoor: number;
    placedAt: string;
    total: number;
  }[];
  popularProducts: { id: number; title: string; cover: string | null; sold: number; price: number }[];
  sales: SalesDay[];
  /** Books at or below the low-stock mark, hidden ones too: their number, and those with the fewest copies. */
  lowStock: { count: number; books: { id: number; title: string; cover: string | null; stock: number }[] };
}

const ROWS = 5;

/**
 * The figures of the Admin Dashboard (docs/specification.md §2.16). Each count equals the count of the list that it
 * links to. Money in paise, times in UTC.
 */
export async function readDashboard(db: Db, now = new Date()): Promise<Dashboard> {
  const [products, states, customers, recentOrders, popularProducts, sales, lowStock] = await Promise.all([
    db
      .selectFrom("books")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    countByState(db),
    db
      .selectFrom("accounts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("role", "=", "customer")
      .executeTakeFirstOrThrow(),
    readRecentOrders(db),
    readPopularProducts(db),
    readSales(db, now),
    readLowStock(db),
  ]);
  const count = (wanted: readonly OrderState[]) =>
    wanted.reduce((sum, state) => sum + (states.get(state) ?? 0), 0);
  return {
    products: products.count,
    orders: count(PROCESSED_STATES),
    customers: customers.count,
    completed: count(["delivered"]),
    recentOrders,
    popularProducts,
    sales,
    lowStock,
  };
}

/**
 * Most orders of a shop are delivered: those are all that are in no other state. SQLite counts a whole table without looking
 * at each row.
 */
async function countByState(db: Db): Promise<Map<OrderState, number>> {
  const rows = await db
    .selectFrom("orders")
    .select(["state", (eb) => eb.fn.countAll<number>().as("count")])
    .where(
      "state",
      "in",
      ORDER_STATES.filter((state) => state !== "delivered"),
    )
    .where(notTest("id"))
    .groupBy("state")
    .unionAll(
      db
        .selectFrom("orders")
        .select((eb) => [eb.val<OrderState>("delivered").as("state"), eb.fn.countAll<number>().as("count")])
        .where(notTest("id")),
    )
    .execute();
  const states = new Map(rows.map(({ state, count }) => [state, count]));
  const others = rows.reduce((sum, { state, count }) => (state === "delivered" ? sum : sum + count), 0);
  return states.set("delivered", states.get("delivered")! - others);
}

async function readRecentOrders(db: Db): Promise<Dashboard["recentOrders"]> {
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select(["o.id", "a.first_name", "a.last_name", "o.state", "o.placed_at", "o.total"])
    .select(["o.payment_way", "o.due_at_door", "o.pick_up"])
    .where(notTest("o.id"))
    .orderBy("o.id", "desc")
    .limit(ROWS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customer: `${row.first_name} ${row.last_name}`.trim(),
    state: row.state,
    isPickUp: isFetched(row.pick_up),
    paymentWay: row.payment_way,
    dueAtDoor: row.due_at_door,
    placedAt: row.placed_at,
    total: row.total,
  }));
}

async function readPopularProducts(db: Db): Promise<Dashboard["popularProducts"]> {
  const rows = await db
    .selectFrom("books")
    .select(["id", "title", "cover", "sold_count", "charged_price"])
    .where("hidden", "=", 0)
    .where("sold_count", ">", 0)
    .orderBy("sold_count", "desc")
    .orderBy("id", "desc")
    .limit(ROWS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    cover: row.cover,
    sold: row.sold_count,
    price: row.charged_price,
  }));
}

async function readLowStock(db: Db): Promise<Dashboard["lowStock"]> {
  const { lowStockMark } = await readSettings(db);
  const low = db.selectFrom("books").where("stock", "<=", lowStockMark);
  const [{ count }, books] = await Promise.all([
    low.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    low.select(["id", "title", "cover", "stock"]).orderBy("stock").orderBy("id").limit(ROWS).execute(),
  ]);
  return { count, books };
}
