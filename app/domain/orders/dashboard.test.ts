import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook } from "~/test/factories";
import { readDashboard } from "./dashboard.server";
import { ORDER_STATES, type OrderState } from "./orders";

const db = await createTestDatabase();
let made = 0;

async function order(accountId: number, state: OrderState) {
  const number = ++made;
  const at = new Date(Date.UTC(2026, 0, number)).toISOString();
  const isPaid = state !== "pending" && state !== "cancelled";
  await db.write
    .insertInto("orders")
    .values({
      account_id: accountId,
      state,
      cancel_reason: state === "cancelled" ? "customer" : null,
      item_count: 1,
      subtotal: 1000 * number,
      shipping: 0,
      tax: 0,
      total: 1000 * number,
      fullname: "Meera Nair",
      address1: "1",
      address2: "2",
      place: "Kochi",
      state_name: "Kerala",
      pincode: "682001",
      mobile: "9847012345",
      email: "meera@example.com",
      gateway: "sandbox",
      receipt: `receipt-${number}`,
      gateway_order_id: null,
      invoice_no: isPaid ? `KB/25-26/${number}` : null,
      invoice_date: null,
      logistics_provider_id: null,
      tracking_no: null,
      eta_date: null,
      placed_at: at,
      pay_by: at,
      paid_at: isPaid ? at : null,
      packed_at: null,
      shipped_at: null,
      delivered_at: null,
      cancelled_at: null,
    })
    .execute();
}

test("an empty shop", async () => {
  expect(await readDashboard(db.read)).toEqual({
    products: 0,
    orders: 0,
    customers: 0,
    completed: 0,
    recentOrders: [],
    popularProducts: [],
  });
});

test("figures and lists come from the data", async () => {
  const meera = await createAccount(db.write, { first_name: "Meera", last_name: "" });
  await createAccount(db.write, { status: "inactive" });
  await createAccount(db.write, { role: "admin" });
  for (const state of [...ORDER_STATES, "delivered"] as const) await order(meera, state);
  for (const sold of [3, 9, 0, 5, 7, 1, 8])
    await createBook(db.write, { title: `Sold ${sold}`, sold_count: sold, price: 500 });
  await createBook(db.write, { title: "Hidden", sold_count: 99, hidden: 1 });

  const dashboard = await readDashboard(db.read);
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
