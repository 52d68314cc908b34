import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createStaff, setSettings } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { readDashboard } from "./dashboard.server";
import { ORDER_STATES, type OrderState } from "../orders";

/** 00:30 of 1 March in India, when it is still February in UTC. */
const NOW = new Date("2026-02-28T19:00:00.000Z");
const DAY = 86_400_000;

test("an empty shop has zeros and thirty days without sales", async () => {
  const db = await createTestDatabase();
  const { sales, ...rest } = await readDashboard(db.read, NOW);
  expect(rest).toEqual({
    products: 0,
    orders: 0,
    customers: 0,
    completed: 0,
    recentOrders: [],
    popularProducts: [],
    lowStock: { count: 0, books: [] },
  });
  expect(sales).toHaveLength(30);
  expect(sales.every((day) => day.orders === 0 && day.amount === 0)).toBe(true);
  expect([sales[0]!.date, sales[27]!.date, sales[28]!.date, sales[29]!.date]).toEqual([
    "2026-01-31",
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
});

test("counts orders, customers and books, and lists recent orders and popular books", async () => {
  const db = await createTestDatabase();
  const meera = await createAccount(db.write, { first_name: "Meera", last_name: "" });
  await createAccount(db.write, { status: "inactive" });
  await createStaff(db.write);
  for (const [index, state] of ([...ORDER_STATES, "delivered"] as const).entries())
    await insertOrder(db.write, {
      accountId: meera,
      state,
      total: 1000 * (index + 1),
      placedAt: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
    });
  for (const sold of [3, 9, 0, 5, 7, 1, 8])
    await createBook(db.write, { title: `Sold ${sold}`, sold_count: sold, price: 500 });
  await createBook(db.write, { title: "Hidden", sold_count: 99, hidden: 1 });

  const dashboard = await readDashboard(db.read, NOW);
  expect(dashboard).toMatchObject({ products: 8, orders: 6, customers: 2, completed: 2 });
  expect(dashboard.recentOrders.map((row) => row.state)).toEqual([
    "delivered",
    "refunded",
    "cancelled",
    "delivered",
    "shipped",
  ]);
  expect(dashboard.recentOrders[0]).toMatchObject({
    customer: "Meera",
    total: 8000,
    placedAt: "2026-01-08T00:00:00.000Z",
  });
  expect(dashboard.popularProducts.map((row) => row.title)).toEqual([
    "Sold 9",
    "Sold 8",
    "Sold 7",
    "Sold 5",
    "Sold 3",
  ]);
  expect(dashboard.popularProducts[0]).toMatchObject({ sold: 9, price: 500, cover: null });
});

test("low stock lists books at or below the mark, the fewest copies first, hidden books too", async () => {
  const db = await createTestDatabase();
  for (const stock of [6, 5, 0, 3, 100, 4, 2, 1]) await createBook(db.write, { title: `${stock}`, stock });
  await createBook(db.write, { title: "hidden", stock: 0, hidden: 1 });
  const low = async () => {
    const { count, books } = (await readDashboard(db.read, NOW)).lowStock;
    return [count, books.map((book) => book.title)];
  };
  expect(await low()).toEqual([7, ["0", "hidden", "1", "2", "3"]]);
  await setSettings(db.write, { lowStockMark: 0 });
  expect(await low()).toEqual([2, ["0", "hidden"]]);
});

describe("over many orders the figures equal those of plain SQL", () => {
  let db: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    db = await createTestDatabase();
    // A linear congruential generator, so that each run has the same orders.
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    await db.write.transaction().execute(async (trx) => {
      const people: number[] = [];
      for (let index = 0; index < 9; index++)
        people.push(
          await createAccount(trx, {
            email: `p${index}@example.com`,
            role: index > 6 ? "admin" : "customer",
          }),
        );
      const order = (state: OrderState, paidAt: string | null, total: number) =>
        insertOrder(trx, {
          accountId: people[random(7)]!,
          state,
          paidAt,
          total,
          placedAt: paidAt ?? NOW.toISOString(),
        });
      for (let index = 0; index < 600; index++) {
        const state = ORDER_STATES[random(ORDER_STATES.length)]!;
        const at = new Date(NOW.getTime() - random(40 * 24 * 3600) * 1000).toISOString();
        // Some cancelled orders had been paid.
        const isPaid = state !== "pending" && (state !== "cancelled" || random(2) === 0);
        await order(state, isPaid ? at : null, 100 + random(500_000));
      }
      // Around midnight in India, with and without milliseconds; also just before and after the thirty days.
      for (const time of ["18:29:59Z", "18:29:59.999Z", "18:30:00Z", "18:30:00.000Z"]) {
        for (const date of [
          "2026-01-30",
          "2026-01-31",
          "2026-02-14",
          "2026-02-27",
          "2026-02-28",
          "2026-03-01",
        ])
          await order("delivered", `${date}T${time}`, 1_000_000 + random(1000));
      }
      for (let index = 0; index < 20; index++)
        await createBook(trx, { title: `B${index}`, stock: random(12), sold_count: random(50) });
    });
  });

  const single = async (query: ReturnType<typeof sql<{ value: number }>>) =>
    (await query.execute(db.read)).rows[0]!.value;

  test("in the cards", async () => {
    const { products, orders, customers, completed, lowStock } = await readDashboard(db.read, NOW);
    expect({ products, orders, customers, completed, low: lowStock.count }).toEqual({
      products: await single(sql`select count(*) as value from books`),
      orders: await single(
        sql`select count(*) as value from orders where state not in ('pending', 'cancelled')`,
      ),
      customers: await single(sql`select count(*) as value from accounts where role = 'customer'`),
      completed: await single(sql`select count(*) as value from orders where state = 'delivered'`),
      low: await single(sql`select count(*) as value from books where stock <= 5`),
    });
    expect(lowStock.count).toBeGreaterThan(0);
  });

  test("in the sales of each day", async () => {
    const { sales } = await readDashboard(db.read, NOW);
    const { rows } = await sql<{ paid_at: string; total: number }>`
      select paid_at, total from orders where paid_at is not null`.execute(db.read);
    const paid = rows.map(({ paid_at, total }) => ({ at: Date.parse(paid_at), total }));
    const plain = [];
    for (let ago = 29; ago >= 0; ago--) {
      // Compares times, not strings: the day begins at 18:30 UTC of the day before.
      const start = Date.parse("2026-02-28T18:30:00Z") - ago * DAY;
      const ofDay = paid.filter(({ at }) => at >= start && at < start + DAY);
      plain.push({
        date: new Date(start + DAY / 2).toISOString().slice(0, 10),
        orders: ofDay.length,
        amount: ofDay.reduce((sum, { total }) => sum + total, 0),
      });
    }
    expect(sales).toEqual(plain);
    expect(sales.filter((day) => day.orders > 4).length).toBeGreaterThan(20);
  });
});

test("a day begins and ends at midnight in India", async () => {
  const db = await createTestDatabase();
  const accountId = await createAccount(db.write);
  const times = [
    "2026-01-30T18:29:59.999Z", // before the thirty days
    "2026-01-30T18:30:00Z",
    "2026-02-27T18:29:59Z",
    "2026-02-27T18:29:59.999Z",
    "2026-02-27T18:30:00Z",
    "2026-02-27T18:30:00.000Z",
    "2026-02-28T18:29:59.999Z",
    "2026-02-28T18:30:00.000Z",
    "2026-03-01T18:30:00Z", // tomorrow
  ];
  for (const paidAt of times) await insertOrder(db.write, { accountId, state: "paid", paidAt, total: 100 });
  const { sales } = await readDashboard(db.read, NOW);
  expect(sales.filter((day) => day.orders > 0)).toEqual([
    { date: "2026-01-31", orders: 1, amount: 100 },
    { date: "2026-02-27", orders: 2, amount: 200 },
    { date: "2026-02-28", orders: 3, amount: 300 },
    { date: "2026-03-01", orders: 1, amount: 100 },
  ]);
});
