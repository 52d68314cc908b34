import type { Db } from "~/db/database.server";
import type { OrderState } from "./orders";

export interface Dashboard {
  /** Books in inventory, hidden ones too. */
  products: number;
  /** Orders that were paid, whatever became of them. */
  orders: number;
  /** Registered customers, active or not. */
  customers: number;
  /** Orders delivered. */
  completed: number;
  recentOrders: { id: number; customer: string; state: OrderState; placedAt: string; total: number }[];
  popularProducts: { id: number; title: string; cover: string | null; sold: number; price: number }[];
}

const ROWS = 5;
const PROCESSED: OrderState[] = ["paid", "packed", "shipped", "delivered", "refunded"];

/** The figures of the Admin Dashboard (specification section 2), from the data. Money in paise, times in UTC. */
export async function readDashboard(db: Db): Promise<Dashboard> {
  const [products, states, customers, recentOrders, popularProducts] = await Promise.all([
    db
      .selectFrom("books")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("orders")
      .select(["state", (eb) => eb.fn.countAll<number>().as("count")])
      .groupBy("state")
      .execute(),
    db
      .selectFrom("accounts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("role", "=", "customer")
      .executeTakeFirstOrThrow(),
    readRecentOrders(db),
    readPopularProducts(db),
  ]);
  const count = (wanted: OrderState[]) =>
    states.reduce((sum, row) => (wanted.includes(row.state) ? sum + row.count : sum), 0);
  return {
    products: products.count,
    orders: count(PROCESSED),
    customers: customers.count,
    completed: count(["delivered"]),
    recentOrders,
    popularProducts,
  };
}

async function readRecentOrders(db: Db): Promise<Dashboard["recentOrders"]> {
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select(["o.id", "a.first_name", "a.last_name", "o.state", "o.placed_at", "o.total"])
    .orderBy("o.id", "desc")
    .limit(ROWS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customer: `${row.first_name} ${row.last_name}`.trim(),
    state: row.state,
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
