import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createCarrier, createOrder } from "~/test/orders";
import { createStaff } from "~/test/factories";
import { destinationOf } from "~/domain/kit/addresses/indian-states";
import { readLogistics } from "./logistics.server";
import { parseOrderSearch } from "../desk/order-list";
import { listStaffOrders } from "../desk/order-list.server";
import type { OrderState } from "../orders";

let db: Db;
const gateway = new MemoryGateway();
let made = 0;

async function make(state: OrderState, stateName: string, given: { staffId: number; providerId: number }) {
  made += 1;
  const now = new Date(Date.UTC(2026, 10, made, 6));
  const order = await createOrder(db, gateway, state, { now, ...given });
  await db.updateTable("orders").set({ state_name: stateName }).where("id", "=", order.orderId).execute();
  return order.orderId;
}

const count = async (search: string) =>
  (await listStaffOrders(db, parseOrderSearch(new URLSearchParams(search)))).count;

beforeAll(async () => {
  db = (await createTestDatabase()).write;
});

test("an empty shop has zeros and empty lists", async () => {
  expect(await readLogistics(db)).toEqual({
    pending: 0,
    inTransit: 0,
    routes: [],
    international: 0,
    recent: [],
  });
});

test("tiles and routes equal the counts of the lists they link to, however states are spelled", async () => {
  const given = { staffId: await createStaff(db), providerId: await createCarrier(db, "Blue Dart") };
  for (const state of ["pending", "paid", "paid", "packed", "cancelled", "refunded"] as const)
    await make(state, "Kerala", given);
  const shipped = [];
  for (const name of [
    "Kerala",
    "KERALA",
    " kerala",
    "Tamil Nadu",
    "TamilNadu",
    "Orissa",
    "California",
    "california",
    "Dhaka",
  ])
    // oxfmt-ignore
    shipped.push(await make("shipped", name, given));
  const delivered = [];
  for (const name of ["Texas", "Goa"]) delivered.push(await make("delivered", name, given));

  const logistics = await readLogistics(db);
  expect(logistics.routes).toEqual([
    { name: "Kerala", isIndian: true, parcels: 3 },
    { name: "California", isIndian: false, parcels: 2 },
    { name: "Tamil Nadu", isIndian: true, parcels: 2 },
    { name: "Dhaka", isIndian: false, parcels: 1 },
    { name: "Odisha", isIndian: true, parcels: 1 },
  ]);
  expect(logistics).toMatchObject({ pending: 3, inTransit: 9, international: 3 });
  expect(await count("status=paid&status=packed")).toBe(logistics.pending);
  expect(await count("status=shipped")).toBe(logistics.inTransit);
  expect(await count("status=shipped&route=international")).toBe(logistics.international);
  for (const route of logistics.routes)
    expect(await count(`status=shipped&route=${encodeURIComponent(route.name)}`)).toBe(route.parcels);

  // Only orders under way count, not others to the same state.
  expect(await count("route=Kerala")).toBe(3);

  expect(logistics.recent).toHaveLength(10);
  expect(logistics.recent.map((row) => row.orderId)).toEqual(
    [...shipped, ...delivered].reverse().slice(0, 10),
  );
  expect(logistics.recent[0]).toEqual({
    orderId: delivered[1],
    customer: { id: expect.any(Number) as number, name: "Meera Nair" },
    destination: "Kochi, Goa",
    carrier: "Blue Dart",
    trackingNo: expect.stringMatching(/^TRK-/) as string,
    despatchedAt: "2026-11-17T06:00:00.000Z",
    etaDate: "2026-11-24",
    state: "delivered",
  });
});

test("Indian states are recognised in their common spellings", () => {
  for (const [typed, name] of [
    ["jammu & kashmir", "Jammu and Kashmir"],
    ["NCT of Delhi", "Delhi"],
    ["Pondicherry", "Puducherry"],
    ["Uttaranchal ", "Uttarakhand"],
  ])
    expect(destinationOf(typed!)).toMatchObject({ name, isIndian: true });
  expect(destinationOf("New  York")).toMatchObject({ name: "New York", isIndian: false });
  expect(destinationOf("---")).toEqual({ key: "---", name: "---", isIndian: false });
});
